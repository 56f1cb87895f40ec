"""Models side by side, and recipes, as pages of the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from modeladvisor.command_line import pieces
from modeladvisor.command_line.tables import Column, drawn
from modeladvisor.texts.comparisons import telling_rows
from modeladvisor.texts.rankings import deciders_text, pareto_lines
from modeladvisor.texts.words import value_text
from modeladvisor.views import wire

FIRST_COLUMN, MODEL_COLUMN = 26, 24
"""Columns of the terminal for the keys, and for each model; where there is room for fewer, a table goes on below."""


def compare_page(answer: wire.CompareAnswer, width: int | None) -> Iterator[RenderableType]:
    """Yield a comparison: what differs first, then points, prices and what would settle it."""
    sources = pieces.Sources()
    for head in answer["models"]:
        vendor, status = head["vendor"]["name"], pieces.word(head["status"])
        yield Text.assemble(pieces.model(head), f"  {head['name']}, {vendor}, ", status)
    if answer["guard"]:
        yield Text(f"\n{answer['guard']}", style="red")
    slugs = [head["slug"] for head in answer["models"]]
    rows = telling_rows(answer)
    room = len(slugs) if width is None else max(1, (width - FIRST_COLUMN) // MODEL_COLUMN)
    for first in range(0, len(slugs), room):
        yield Text("")
        yield _capabilities(rows, slugs[first : first + room], sources)
    for part in answer["tasks"]:
        yield from _task_parts(part)
    yield from _prices(answer["prices"], sources)
    yield from sources.parts()
    yield pieces.footer(answer["notice"], answer["dataset"])


def _capabilities(
    rows: Sequence[wire.RowView], slugs: Sequence[str], sources: pieces.Sources
) -> RenderableType:
    columns = (Column("capability", whole=True), *(Column(slug) for slug in slugs))
    cells = [
        (
            Text(row["capability"], style="bold" if row["verdict"] == "different" else ""),
            *(_cell(row["cells"][slug], sources) for slug in slugs),
        )
        for row in rows
    ]
    return drawn(columns, cells, lines=True)


def _cell(fact: wire.FactView | None, sources: pieces.Sources) -> Text:
    if fact is None:
        return pieces.unknown()
    mark = sources.mark(fact["source_url"], fact["verified_date"])
    return Text.assemble(pieces.value(fact["value"], fact["unit"]), " ", mark)


def _task_parts(part: wire.TaskComparisonView) -> Iterator[RenderableType]:
    yield pieces.heading(f"Points for {part['rubric']['id']}, {part['medium']}")
    slugs = list(part["scores"])
    criteria = list(part["rubric"]["weights"])
    rows: list[tuple[object, ...]] = [("all", *(pieces.points(part["scores"][slug]) for slug in slugs))]
    rows.extend(
        (name, *(_points_of(part["parts"].get(slug, []), name) for slug in slugs)) for name in criteria
    )
    yield drawn((Column("criterion"), *(Column(slug) for slug in slugs)), rows, lines=True)
    for one in part["dominance"]:
        more = ", ".join(one["on"])
        sure = ", whatever the unknowns are" if one["proved"] else f" ({len(one['undecided'])} undecided)"
        yield Text(
            f"{one['better']} is at least {one['worse']} on all that is decided, more on {more}{sure}."
        )
    yield from pareto_lines(part["pareto"])
    yield deciders_text(part["settle"]) or "No unknown could change the first of these places."


def _points_of(parts: Sequence[wire.ReasonView], name: str) -> Text:
    found = next((one for one in parts if one["criterion"] == name), None)
    if found is None:
        return Text("-")
    return pieces.points({"low": found["points"], "high": found["possible"], "coverage": 0.0})


def _prices(prices: wire.PricesView, sources: pieces.Sources) -> Iterator[RenderableType]:
    if prices["job"] is None:
        yield Text("\nThese models make different media: their prices cannot be set side by side.")
        return
    job = ", ".join(f"{key} {value_text(value)}" for key, value in prices["job"].items())
    yield pieces.heading("USD by route")
    yield Text(f"For {job}.", style="dim")
    columns = (
        Column("model", whole=True),
        Column("route", whole=True),
        Column("USD"),
        Column("per"),
        Column("in all"),
        Column("source", whole=True),
    )
    rows: list[tuple[object, ...]] = []
    for slug, costs in prices["routes"].items():
        name = Text(slug, style="bold")
        for cost in costs:
            rows.append((name, cost["route"], *_cost(cost, sources)))
            name = Text("")
    yield drawn(columns, rows, lines=True)


def _cost(cost: wire.RouteCostView, sources: pieces.Sources) -> tuple[object, ...]:
    if cost["usd"] is None:
        return pieces.unknown(), "", "", ""
    near = "" if cost["exact"] else "~"
    total = (
        ""
        if cost["total_usd"] is None
        else pieces.money(cost["total_usd"]) + ("+" if cost["total_lacks"] else "")
    )
    mark = sources.mark(cost["source_url"], cost["verified_date"]) if cost["source_url"] else ""
    return f"{near}{pieces.money(cost['usd'])}", cost["per"], total, mark


def workflows_page(answer: wire.WorkflowsAnswer) -> Iterator[RenderableType]:
    """Yield recipes with the models that fit each step today."""
    told = "Documented means: by dated public sources inside the window; usage is not counted."
    yield Text(f"{answer['count']} workflow{'' if answer['count'] == 1 else 's'}. {told}")
    for recipe in answer["workflows"]:
        yield from _recipe(recipe)
    yield pieces.footer(answer["notice"], answer["dataset"])


def _recipe(recipe: wire.WorkflowView) -> Iterator[RenderableType]:
    usd = recipe["usd_range"]
    cost = f"{pieces.money(usd[0])} to {pieces.money(usd[1])} USD a run" if usd else "price of a run unknown"
    yield pieces.heading(f"{recipe['title']} ({recipe['slug']})")
    yield Text(f"{recipe['basis']}, {' to '.join(recipe['window'])}; {cost}", style="dim")
    yield Text(recipe["summary"])
    columns = (
        Column("no", right=True),
        Column("step"),
        Column("by"),
        Column("models that fit", whole=True),
        Column("USD"),
    )
    rows = []
    for place, step in enumerate(recipe["steps"], start=1):
        by = step["mode"] or step["usecase"]
        rows.append((place, step["title"], by, _fits(step), _range(step["usd_range"])))
    yield drawn(columns, rows, lines=True)
    for source in recipe["sources"]:
        yield pieces.address(f"  {source['title']}, {source['dated']}: ", source["url"])


def _fits(step: wire.StepView) -> Text:
    fits = Text("\n".join(one["model"]["slug"] for one in step["fits"]) or "none proved", style="bold")
    return fits.append(f"\n{step['may_fit']} more may fit", style=f"not bold {pieces.UNKNOWN}")


def _range(usd: Sequence[float] | None) -> Text:
    return Text(f"{pieces.money(usd[0])} to {pieces.money(usd[1])}") if usd else pieces.unknown()
