"""Why a model is not first, on the wire."""

from __future__ import annotations

from typing import Literal, TypedDict

from modeladvisor.views.wire.facts import HeadView
from modeladvisor.views.wire.rankings import GateView
from modeladvisor.views.wire.values import JsonValue


class ChangeView(TypedDict):
    """One thing that would be different, and the place that the model would take; `rank` is null if it stayed out.

    `of` is the parameter that is dropped, or the key, rule, route, dimension of evidence or criterion that changes.
    `now` is null for what is unknown or not there, `then` for what is gone; prices are USD per second or image,
    weights the points that `weights` would give.
    """

    kind: Literal["constraint", "fact", "rule", "price", "route", "evidence", "weight"]
    of: str
    now: JsonValue
    then: JsonValue
    fits: bool
    rank: int | None


class WhyNotView(TypedDict):
    """The story of one model: what holds it back, and the smallest single changes by which it would enter or win.

    `missing` are the points that its proved score lacks to the first. Where `enters` or `wins` is empty though the
    model is not there, none of the changes counted in `tried` is enough by itself; `nearest` is the best of them.
    """

    model: HeadView
    medium: str
    state: Literal["first", "fits", "may-fit", "excluded", "makes-another-medium"]
    rank: int | None
    first: str | None
    missing: float | None
    held_back_by: list[GateView]
    enters: list[ChangeView]
    wins: list[ChangeView]
    tried: dict[str, int]
    nearest: ChangeView | None
