"""Long lists, record by record: nobody waits until all of a list is worked out, nor while it is."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from typing import Protocol

import brotli
import zstandard

from modeladvisor_server.rest.encoding import encode

PIECE_BYTES = 2**16
"""Bytes that are gathered before they go out; other requests are answered between two pieces."""


class _Coder(Protocol):
    def compress(self, data: bytes, /) -> bytes: ...

    def flush(self) -> bytes: ...


class _Brotli:
    def __init__(self) -> None:
        self._compressor = brotli.Compressor(quality=4)

    def compress(self, data: bytes) -> bytes:
        return bytes(self._compressor.process(data))

    def flush(self) -> bytes:
        return bytes(self._compressor.finish())


class _AsItIs:
    def compress(self, data: bytes) -> bytes:
        return data

    def flush(self) -> bytes:
        return b""


def list_pieces(frame: Mapping[str, object], name: str, items: Iterable[object]) -> Iterator[bytes]:
    """Return the JSON of `frame` in pieces, with the items, which are worked out one by one, in its empty list `name`.

    Joined they are the bytes that the whole would have.
    """
    before, empty, after = encode(frame).partition(encode({name: []})[1:-1])
    if not empty:
        raise ValueError(f"expected an empty list {name!r}, got {frame.get(name)!r}")
    gathered = bytearray(before + empty[:-1])
    for place, item in enumerate(items):
        gathered += (b"," if place else b"") + encode(item)
        if len(gathered) >= PIECE_BYTES:
            yield bytes(gathered)
            gathered.clear()
    yield bytes(gathered + b"]" + after)


async def coded_pieces(pieces: Iterable[bytes], coding: str | None) -> AsyncIterator[bytes]:
    """Return pieces in a coding, letting others have their turn between two."""
    coder = _coder(coding)
    for piece in pieces:
        if coded := coder.compress(piece):
            yield coded
        await asyncio.sleep(0)
    if last := coder.flush():
        yield last


def _coder(coding: str | None) -> _Coder:
    if coding == "br":
        return _Brotli()
    if coding == "zstd":
        return zstandard.ZstdCompressor(level=3).compressobj()
    if coding == "gzip":
        return zlib.compressobj(level=6, wbits=31)
    return _AsItIs()
