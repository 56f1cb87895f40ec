"""Answers as JSON bytes."""

from __future__ import annotations

import msgspec

_encoder = msgspec.json.Encoder()


def encode(answer: object) -> bytes:
    """Return an answer as JSON bytes, members in the order of the view."""
    return _encoder.encode(answer)
