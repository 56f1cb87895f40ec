"""Content codings: which one a client takes, and bytes in it."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Mapping

import brotli
import zstandard

LEAST = 600
"""Bytes from which on an answer is worth coding."""


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, compresslevel=6, mtime=0)


def _zstd(body: bytes) -> bytes:
    return zstandard.ZstdCompressor(level=9).compress(body)


def _brotli(body: bytes) -> bytes:
    return bytes(brotli.compress(body, quality=5))


CODINGS: Mapping[str, Callable[[bytes], bytes]] = {"br": _brotli, "zstd": _zstd, "gzip": _gzip}
"""What is offered, the preferred first where a client takes several alike."""
_ENTRY = re.compile(
    r"\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*(?:;\s*[qQ]\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?"
)


def coding_for(field: str | None) -> str | None:
    """Return the coding that a client likes best of those offered; None for the bytes as they are.

    Accept-Encoding as RFC 9110, section 12.5.3, has it: no field and no match leave the bytes as they are, `*`
    stands for what is not named, and q=0 refuses. An entry that cannot be read is passed over.
    """
    weights: dict[str, float] = {}
    for entry in (field or "").split(","):
        if form := _ENTRY.fullmatch(entry):
            name = {"x-gzip": "gzip"}.get(form[1].casefold(), form[1].casefold())
            weights.setdefault(name, float(form[2] or 1))
    others = weights.get("*", 0.0)
    liked = {name: weights.get(name, others) for name in CODINGS}
    best = max(CODINGS, key=lambda name: liked[name])
    return best if liked[best] > 0 and liked[best] >= weights.get("identity", 0.0) else None
