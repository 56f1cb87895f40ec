"""What a POST says about its form: its content type, and the forms of answer it takes."""

from __future__ import annotations

from enum import Enum

JSON = "application/json"
EVENT_STREAM = "text/event-stream"


class Form(Enum):
    """The two forms of an answer."""

    JSON = JSON
    EVENT = EVENT_STREAM


def is_json(content_type: str | None) -> bool:
    """Tell whether a `Content-Type` names JSON; its parameters do not matter, JSON is always UTF-8."""
    return content_type is not None and content_type.partition(";")[0].strip().lower() == JSON


def answer_form(accept: str | None) -> Form | None:
    """Choose the form of the answer by an `Accept` header; None if neither is taken.

    JSON whenever it is taken, and without a header; one server-sent event for those who take only these.
    A range that cannot be read counts as not there.
    """
    if accept is None or not accept.strip():
        return Form.JSON
    ranges = dict(_weighted(part) for part in accept.split(","))
    if _takes(ranges, JSON):
        return Form.JSON
    return Form.EVENT if _takes(ranges, EVENT_STREAM) else None


def _takes(ranges: dict[str, float], media_type: str) -> bool:
    # RFC 9110, section 12.5.1: the most specific range decides. A bare `*` is what an old Java client sends.
    family = media_type.partition("/")[0]
    for candidate in (media_type, f"{family}/*", "*/*", "*"):
        if candidate in ranges:
            return ranges[candidate] > 0
    return False


def _weighted(part: str) -> tuple[str, float]:
    media_range, *parameters = (piece.strip().lower() for piece in part.split(";"))
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                return media_range, float(value)
            except ValueError:
                return media_range, 0.0
    return media_range, 1.0
