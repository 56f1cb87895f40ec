"""Pictures as inline SVG: where each mark stands; the words beside them are the templates'."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import attrs
from markupsafe import Markup

from modeladvisor.views import wire


def score_bar(score: wire.ScoreView) -> Markup:
    """Return the bar of a score: what is proved solid, what is still possible hatched; the words stand beside it."""
    low, high = round(score["low"] * 2, 1), round(score["high"] * 2, 1)
    open_part = Markup('<rect class="open" x="{}" width="{}" height="10"/>').format(low, round(high - low, 1))
    return Markup(
        '<svg class="bar" viewBox="0 0 200 10" aria-hidden="true">'
        '<rect class="proved" width="{}" height="10"/>{}</svg>'
    ).format(low, open_part if high > low else "")


@attrs.frozen
class Dot:
    """One model in a chart: where it stands, and what it says.

    Attributes:
        x, y: Place in the units of the drawing.
        on_front: Whether nobody has more proved points for less.
        above: Whether its label stands above it.
    """

    x: float
    y: float
    label: str
    slug: str
    usd: float
    low: float
    on_front: bool
    above: bool = True


@attrs.frozen
class Tick:
    """One mark on an axis."""

    at: float
    text: str


@attrs.frozen
class Scatter:
    """Price against proved points.

    Attributes:
        front: The path of the Pareto front through the models on it, as SVG has it.
        unpriced: How many models are missing because no price is on record.
    """

    width: int
    height: int
    dots: Sequence[Dot]
    front: str
    points: Sequence[Tick]
    prices: Sequence[Tick]
    per: str
    unpriced: int


WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 330, 50, 40, 20, 20
_STEPS = (1, 2, 5)


def scatter(places: Sequence[wire.PlaceView], front: Sequence[str]) -> Scatter | None:
    """Return the chart of the places that have a price, prices on a logarithmic axis; None for fewer than two."""
    priced = [one for one in places if one["price"]["usd"]]
    if len(priced) < 2:
        return None
    prices = [one["price"]["usd"] or 0.0 for one in priced]
    low, high = math.log10(min(prices)) - 0.05, math.log10(max(prices)) + 0.05
    least = min(one["score"]["low"] for one in priced)
    floor = math.floor(max(least - 1, 0) / 10) * 10

    def across(points: float) -> float:
        return round(LEFT + (points - floor) / (100 - floor) * (WIDTH - LEFT - RIGHT), 1)

    def up(usd: float) -> float:
        return round(HEIGHT - BOTTOM - (math.log10(usd) - low) / (high - low) * (HEIGHT - BOTTOM - TOP), 1)

    dots = [
        Dot(
            across(one["score"]["low"]),
            up(usd),
            one["model"]["name"],
            one["model"]["slug"],
            usd,
            one["score"]["low"],
            one["model"]["slug"] in front,
        )
        for one, usd in zip(priced, prices, strict=True)
    ]
    line = sorted((dot for dot in dots if dot.on_front), key=lambda dot: (dot.x, dot.y))
    lifted = {dot.slug: place % 2 == 0 for place, dot in enumerate(line)}
    dots = [attrs.evolve(dot, above=lifted.get(dot.slug, True)) for dot in dots]
    return Scatter(
        WIDTH,
        HEIGHT,
        dots,
        " ".join(f"{'L' if place else 'M'}{dot.x} {dot.y}" for place, dot in enumerate(line)),
        [Tick(across(points), str(points)) for points in range(floor, 101, 10 if floor >= 30 else 20)],
        [Tick(up(usd), f"{usd:g}") for usd in _ticks(min(prices), max(prices))],
        priced[0]["price"]["per"],
        len(places) - len(priced),
    )


def _ticks(least: float, most: float) -> list[float]:
    """Return round prices between two, at 1, 2 and 5 of each power of ten."""
    powers = range(math.floor(math.log10(least)) - 1, math.ceil(math.log10(most)) + 1)
    return [
        usd for power in powers for step in _STEPS if least <= (usd := round(step * 10.0**power, 6)) <= most
    ]


@attrs.frozen
class Strip:
    """One row of the coverage matrix: paths of the cells that are known, and of those looked for in vain."""

    slug: str
    name: str
    known: str
    searched: str
    count: int
    of: int


def strip(record: wire.RecordView, keys: Sequence[str]) -> Strip:
    """Return the row of one model over these capabilities; those of another medium have no cell."""
    capabilities = record["capabilities"]
    known = [capabilities.get(key) is not None for key in keys]
    searched = [record["unknowns"].get(key) is not None for key in keys]
    return Strip(
        record["slug"],
        record["name"],
        _runs(known),
        _runs(searched),
        sum(known),
        sum(key in capabilities for key in keys),
    )


def _runs(cells: Iterable[bool]) -> str:
    """Return one SVG path with a stroke for each run of cells."""
    path: list[str] = []
    start: int | None = None
    for place, filled in enumerate([*cells, False]):
        if filled and start is None:
            start = place
        elif not filled and start is not None:
            path.append(f"M{start} 0h{place - start}")
            start = None
    return "".join(path)
