"""Raw values into capability values, features and dates; every mistake says what was expected."""

from __future__ import annotations

import datetime
import math
import re
from urllib.parse import parse_qsl, urlsplit

from modeladvisor.conditions import Scalar
from modeladvisor.judgements import ratio
from modeladvisor.loading.structuring import UnexpectedError, hint, shown
from modeladvisor.values import Anything, Bound, Month, Several, Span, Value
from modeladvisor.vocabulary import Capability, Feature, Vocabulary

_RATIO = re.compile(r"[1-9]\d*(\.\d+)?:[1-9]\d*(\.\d+)?")
_MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])")
_TRACKING = re.compile(r"utm_.*|gclid|fbclid|ref|aff|affiliate|via|partner", re.IGNORECASE)


def read_value(capability: Capability, raw: object) -> Value:
    """Return a raw TOML value as a value of the capability's kind.

    Raises:
        ValueError: saying what was expected and what was found.
    """
    kind = capability.kind
    if kind == "bool":
        if isinstance(raw, bool):
            return raw
        raise UnexpectedError("true or false", raw)
    if kind in ("int", "number"):
        return _bound(raw, kind) if isinstance(raw, dict) else _number(raw, kind)
    if kind in ("word", "text"):
        return read_word(capability, raw)
    if kind == "date":
        return _date(raw)
    return _set(capability, raw)


def _number(raw: object, kind: str) -> int | float:
    whole = isinstance(raw, int) and not isinstance(raw, bool)
    if whole or (kind == "number" and isinstance(raw, float) and math.isfinite(raw)):
        assert isinstance(raw, int | float)  # noqa: S101 - narrows for the type checker
        if raw >= 0:
            return raw
    noun = "a whole number from 0" if kind == "int" else "a number from 0"
    raise UnexpectedError(f"{noun}, or a bound such as {{ at_least = 3 }}", raw)


def _bound(raw: dict[str, object], kind: str) -> Bound:
    if not raw or set(raw) - {"at_least", "at_most"}:
        raise UnexpectedError("a bound such as { at_least = 3 } or { at_most = 10 }", raw)
    ends = {name: float(_number(value, kind)) for name, value in raw.items()}
    if ends.get("at_least", 0) > ends.get("at_most", math.inf):
        raise UnexpectedError("at_least not above at_most", raw)
    return Bound(**ends)


def read_word(capability: Capability, raw: object) -> str:
    """Return one word or text of a capability, or raise ValueError."""
    if not isinstance(raw, str):
        raise UnexpectedError(_words_wanted(capability), raw)
    if capability.values:
        if raw not in capability.values:
            near = hint(raw, capability.values)
            raise ValueError(f"expected {_words_wanted(capability)}, got {shown(raw)}{near}")
    elif capability.pattern and not re.fullmatch(capability.pattern, raw):
        raise UnexpectedError(_words_wanted(capability), raw)
    return raw


def _words_wanted(capability: Capability) -> str:
    if capability.values:
        return "one of " + ", ".join(map(repr, capability.values))
    return f"text of the form {capability.pattern}" if capability.pattern else "text"


def _date(raw: object) -> datetime.date | Month:
    if type(raw) is datetime.date:
        return raw
    month = _MONTH.fullmatch(raw) if isinstance(raw, str) else None
    if month is None:
        raise UnexpectedError('a date such as 2026-11-03, or a month in quotes such as "2026-11"', raw)
    return Month(int(month[1]), int(month[2]))


def _set(capability: Capability, raw: object) -> Value:
    kind = capability.kind
    if kind == "ratios" and raw == "free":
        return Anything()
    if isinstance(raw, dict) and set(raw) == {"includes"}:
        if raw["includes"] == []:
            raise UnexpectedError("at least one value in includes", raw)
        return Several(_items(capability, raw["includes"]), open=True)
    if isinstance(raw, dict) and kind in ("numbers", "ratios"):
        return _span(raw, kind)
    if isinstance(raw, list):
        if kind != "words" and not raw:
            raise UnexpectedError("at least one value", raw)
        return Several(_items(capability, raw))
    span = {"numbers": ", { min, max, step }", "ratios": ', { min, max }, "free"'}.get(kind, "")
    raise UnexpectedError(f"a list{span} or {{ includes = [...] }}", raw)


def _items(capability: Capability, raw: object) -> tuple[str | int | float, ...]:
    if not isinstance(raw, list):
        raise UnexpectedError("a list", raw)
    items: list[str | int | float] = []
    for one in raw:
        if capability.kind == "numbers":
            items.append(_number(one, "number"))
        elif capability.kind == "ratios":
            items.append(read_ratio(one))
        else:
            items.append(read_word(capability, one))
    if len(set(items)) < len(items):
        raise UnexpectedError("each value once", raw)
    return tuple(items)


def _span(raw: dict[str, object], kind: str) -> Span:
    allowed = {"min", "max", "step"} if kind == "numbers" else {"min", "max"}
    if not {"min", "max"} <= set(raw) <= allowed:
        steps = " or { min = ..., max = ..., step = ... }" if kind == "numbers" else ""
        raise UnexpectedError("{ min = ..., max = ... }" + steps, raw)
    if kind == "ratios":
        ends = read_ratio(raw["min"]), read_ratio(raw["max"])
        span = Span(float(ratio(ends[0])), float(ratio(ends[1])), None, ends)
    else:
        step = float(_number(raw["step"], "number")) if "step" in raw else None
        span = Span(float(_number(raw["min"], "number")), float(_number(raw["max"], "number")), step)
    if span.low > span.high or span.step == 0:
        raise UnexpectedError("min not above max, and a step above 0", raw)
    return span


def read_ratio(raw: object) -> str:
    """Return a ratio written `W:H`, or raise ValueError."""
    if isinstance(raw, str) and _RATIO.fullmatch(raw):
        return raw
    raise UnexpectedError("a ratio width:height such as '16:9'", raw)


def read_feature(feature: Feature, raw: object, vocabulary: Vocabulary, modes: tuple[str, ...]) -> Scalar:
    """Return a raw value as a value of a request feature, or raise ValueError."""
    if feature.kind == "bool":
        if isinstance(raw, bool):
            return raw
        raise UnexpectedError("true or false", raw)
    if feature.kind in ("int", "number"):
        if isinstance(raw, bool) or not isinstance(raw, int | float) or raw < 0 or not math.isfinite(raw):
            raise UnexpectedError("a number from 0", raw)
        if feature.kind == "int" and not isinstance(raw, int):
            raise UnexpectedError("a whole number", raw)
        return raw
    if feature.kind == "ratio":
        return read_ratio(raw)
    words = vocabulary.keys[feature.bounded_by].values if feature.bounded_by else modes
    if isinstance(raw, str) and raw in words:
        return raw
    raise UnexpectedError("one of " + ", ".join(map(repr, words)), raw)


def read_url(raw: str, *, tracking: bool = False) -> str:
    """Return an https address as it is, or raise ValueError; `tracking` parameters are allowed in links only."""
    try:
        parts = urlsplit(raw)
        host = parts.hostname or ""
    except ValueError:
        raise UnexpectedError("an https address", raw) from None
    if parts.scheme != "https" or "." not in host or re.search(r"\s", raw):
        raise UnexpectedError("an https address", raw)
    if not tracking:
        found = [name for name, _ in parse_qsl(parts.query) if _TRACKING.fullmatch(name)]
        if found:
            raise UnexpectedError(f"an address without the tracking parameter {found[0]!r}", raw)
    return raw
