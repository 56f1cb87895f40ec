"""Sums, lengths and points as people write them."""

from __future__ import annotations

import re

_SUM = re.compile(
    r"(?:\$|usd)?\s*(\d{1,7}(?:\.\d{1,9})?|\.\d{1,9})\s*(?:\$|usd)?"
    r"(?:\s*(?:/|per)\s*(s|sec|second|clip|video|image|picture))?"
)
_UNITS = {"s": "second", "sec": "second", "video": "clip", "picture": "image"}
_NUMBER = r"\s*(\d{1,5}(?:\.\d{1,3})?)\s*"


def read_sum(text: str) -> tuple[float, str | None] | None:
    """Return a sum in USD above 0 and its unit (second, clip, image, or None); None if it is none."""
    form = _SUM.fullmatch(text.casefold())
    if form is None or float(form[1]) == 0:
        return None
    return float(form[1]), _UNITS.get(form[2], form[2])


def read_length(text: str) -> tuple[float | None, float | None] | None:
    """Return the least and the most seconds of a length such as 8, 8s, 5-10, >=10 or <=5; None if it is none."""
    plain = re.sub(r"(?<=\d)\s*(?:seconds|second|sec|s)\b", "", text.casefold()).replace("\u2013", "-")
    low: float | None = None
    high: float | None = None
    if form := re.fullmatch(_NUMBER, plain):
        low = high = float(form[1])
    elif form := re.fullmatch(_NUMBER + "-" + _NUMBER, plain):
        low, high = float(form[1]), float(form[2])
    elif form := re.fullmatch(r"\s*>=?" + _NUMBER, plain):
        low = float(form[1])
    elif form := re.fullmatch(r"\s*<=?" + _NUMBER, plain):
        high = float(form[1])
    if high == 0 or (low is None and high is None) or (high is not None and (low or 0) > high):
        return None
    return low, high


def read_points(text: str) -> float | None:
    """Return points from 0 to 9999; None if it is no such number."""
    return float(text) if re.fullmatch(r"\s*\d{1,4}(\.\d{1,4})?\s*", text) else None


def read_count(text: str, most: int) -> int | None:
    """Return a whole number from 1 to `most`; None if it is none."""
    return int(text) if re.fullmatch(r"\d{1,6}", text) and 1 <= int(text) <= most else None
