"""Lives of models on a time line: release, today, and the last day where one is on record."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import attrs

from modeladvisor.views import wire


@attrs.frozen
class Year:
    """Where a year begins, in percent of the line."""

    at: float
    text: str


@attrs.frozen
class Life:
    """One line, its ends in percent.

    Attributes:
        start: Where it was released.
        end: Where it ended or stands today; None if it is over and the day is unknown.
        announced: Where it will end, if a later day is announced.
        last_day: The last day on record, or None.
    """

    slug: str
    name: str
    released: str
    status: str
    start: float
    end: float | None
    announced: float | None
    last_day: str | None


@attrs.frozen
class TimeLine:
    """Lives, the newest first, over years; `undated` are the models of which no release is on record."""

    lives: Sequence[Life]
    years: Sequence[Year]
    undated: Sequence[tuple[str, str]]
    today: float


def time_line(records: Sequence[wire.RecordView], today: datetime.date) -> TimeLine:
    """Return when models came and went, from the first release on record to today or the last announced day."""
    born = {one["slug"]: day for one in records if (day := _day(_value(one, "released")))}
    ends = {one["slug"]: day for one in records if (day := _last_day(one))}
    first = datetime.date(min((day.year for day in born.values()), default=today.year), 1, 1)
    final = max([today, *(day for slug, day in ends.items() if slug in born)])
    span = max((final - first).days, 1)

    def at(day: datetime.date) -> float:
        return round((day - first).days / span * 100, 1)

    def life(one: wire.RecordView) -> Life:
        status, last = one["status"]["value"] or "unknown", ends.get(one["slug"])
        over = status == "retired" or (last is not None and last <= today)
        end = (at(last) if last else None) if over else at(today)
        announced = at(last) if last and not over else None
        released = str(_value(one, "released"))
        told = last.isoformat() if last else None
        return Life(one["slug"], one["name"], released, status, at(born[one["slug"]]), end, announced, told)

    lives = [life(one) for one in records if one["slug"] in born]
    years = [Year(at(datetime.date(year, 1, 1)), str(year)) for year in range(first.year, final.year + 1)]
    undated = [(one["slug"], one["name"]) for one in records if one["slug"] not in born]
    return TimeLine(sorted(lives, key=lambda one: (-one.start, one.slug)), years, undated, at(today))


def _value(record: wire.RecordView, key: str) -> object:
    fact = record["capabilities"].get(key)
    return fact["value"] if fact else None


def _last_day(record: wire.RecordView) -> datetime.date | None:
    """Return the latest of the last days of the routes, where the model is on its way out on all of them."""
    if record["status"]["value"] not in ("retired", "deprecated"):
        return None
    days = [
        _day(route["facts"]["retires"]["value"]) for route in record["routes"] if "retires" in route["facts"]
    ]
    return max((day for day in (*days, _day(_value(record, "retires"))) if day), default=None)


def _day(value: object) -> datetime.date | None:
    """Return the first day of a date or a month; None for anything else."""
    text = str(value)
    try:
        return datetime.date.fromisoformat(text if len(text) > len("2026-11") else f"{text}-01")
    except ValueError:
        return None
