"""Values, heads, links and prices in words; sources as numbered notes."""

from __future__ import annotations

from collections.abc import Mapping

from modeladvisor.views import wire
from modeladvisor.views.wire import JsonValue


class Notes:
    """Numbers each source address once, so that a text names it in full only at its end."""

    def __init__(self) -> None:
        """Start without sources."""
        self._numbers: dict[str, int] = {}

    def mark(self, url: str, day: str) -> str:
        """Return the mark of a source and the day on which it is known to have said so."""
        return f"[{self._numbers.setdefault(url, len(self._numbers) + 1)}] {day}"

    def lines(self) -> list[str]:
        """Return the list of sources."""
        return (
            ["Sources:", *(f"[{number}] {url}" for url, number in self._numbers.items())]
            if self._numbers
            else []
        )


def value_text(value: JsonValue) -> str:
    """Return a capability value in words."""
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(value_text, value)) if value else "none"
    if isinstance(value, dict):
        if "includes" in value:
            return f"{value_text(value['includes'])} (perhaps more)"
        if "min" in value:
            step = f" in steps of {number(value['step'])}" if value.get("step") else ""
            return f"{number(value['min'])} to {number(value['max'])}{step}"
        words = {"at_least": "at least", "at_most": "at most"}
        return " and ".join(f"{words.get(key, key)} {value_text(one)}" for key, one in value.items())
    return number(value)


def number(value: object) -> str:
    """Return a number without needless digits, anything else as text."""
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() else f"{value:.6g}"
    return str(value)


def place(value: int | None) -> str:
    """Return a place in a ranking; None is out."""
    return "out" if value is None else str(value)


def head_text(head: wire.HeadView) -> str:
    """Return name, slug, vendor and status of a model."""
    return f"**{head['name']}** (`{head['slug']}`, {head['vendor']['name']}, {head['status'] or 'status unknown'})"


def link_text(link: wire.ActionUrlView | wire.AccessLinkView | None) -> str:
    """Return an access link with what its labels say."""
    if link is None:
        return "no link recorded"
    sold = "commercial" if link["commercial"] else "not commercial"
    paid = "affiliate" if link["affiliate"] else "no affiliate"
    return f"[{link['label']}]({link['url']}) ({sold}, {paid})"


def price_text(price: wire.CostView) -> str:
    """Return the cheapest known price in words."""
    if price["usd"] is None:
        return "price unknown" + (" (runs on own hardware)" if price["own_hardware"] else "")
    bound = ", an unpriced route may be cheaper" if price["upper_bound"] else ""
    near = "" if price["exact"] else ", nearest recorded tier"
    near += _total_text(price)
    tier = ", ".join(one for one in (price["quality"], price["size"]) if one)
    near += f" ({tier})" if tier else ""
    return f"{number(price['usd'])} USD per {price['per']} on {price['route']}{near}{bound}"


def _total_text(price: wire.CostView) -> str:
    """Return the price of the whole job, where it is more than the unit's."""
    total = price["total_usd"]
    if total is None or total == price["usd"]:
        return ""
    lacking = ", what is paid for the images given being unknown" if price["total_lacks"] else ""
    return f", {number(total)} USD for the job{lacking}"


def tests_text(tests: Mapping[str, JsonValue]) -> str:
    """Return feature tests in words."""
    words = {
        "equals": "is",
        "one_of": "is one of",
        "none_of": "is none of",
        "at_least": "at least",
        "at_most": "at most",
    }
    told = (
        f"{name} {words[operator]} {value_text(value)}"
        for name, inner in tests.items()
        for operator, value in inner.items()
    )
    return " and ".join(told)


def cut_text(shown: int, count: int, what: str, more: str) -> list[str]:
    """Return the line that says that a list was cut and how to see more; nothing if it was not."""
    return [f"Showing {shown} of {count} {what}; next: {more}."] if shown < count else []


def footer(notice: str, dataset: wire.DatasetView) -> str:
    """Return the notice and which data answered."""
    return f"{notice} Data: {dataset['attribution']}, as of {dataset['as_of']}."
