"""Comparisons and workflows as Markdown."""

from __future__ import annotations

from modeladvisor.texts.rankings import deciders_text, pareto_lines
from modeladvisor.texts.words import Notes, cut_text, footer, head_text, number, value_text
from modeladvisor.views import wire


def compare_text(answer: wire.CompareAnswer, *, rows: int | None = None) -> str:
    """Return a comparison as Markdown: differing rows first, `rows` at most; then scores, prices, what settles it."""
    notes = Notes()
    slugs = [head["slug"] for head in answer["models"]]
    lines = [", ".join(map(head_text, answer["models"])), ""]
    lines.extend([f"| capability | {' | '.join(slugs)} |", "|" + "---|" * (len(slugs) + 1)])
    if answer["guard"]:
        lines.insert(1, answer["guard"])
    told = telling_rows(answer)
    lines.extend(
        f"| {row['capability']} | {' | '.join(_cell(row['cells'][slug], notes) for slug in slugs)} |"
        for row in told[:rows]
    )
    lines.extend(cut_text(len(told[:rows]), len(told), "capabilities with a known value", "detail=full"))
    for part in answer["tasks"]:
        lines.extend(_task_lines(part))
    prices = answer["prices"]
    if prices["job"] is None:
        lines.append("These models make different media: their prices cannot be set side by side.")
    else:
        job = ", ".join(f"{key} {value_text(value)}" for key, value in prices["job"].items())
        routes = "; ".join(f"{slug} {_routes(costs)}" for slug, costs in prices["routes"].items())
        lines.append(f"USD for {job}: {routes}.")
    return "\n".join([*lines, *notes.lines(), "", footer(answer["notice"], answer["dataset"])])


def telling_rows(answer: wire.CompareAnswer) -> list[wire.RowView]:
    """Return the rows with a known value, differing ones first."""
    known = [row for row in answer["rows"] if any(cell is not None for cell in row["cells"].values())]
    return sorted(known, key=lambda row: row["verdict"] != "different")


def _cell(fact: wire.FactView | None, notes: Notes) -> str:
    if fact is None:
        return "unknown"
    return f"{value_text(fact['value'])} {notes.mark(fact['source_url'], fact['verified_date'])}"


def _task_lines(part: wire.TaskComparisonView) -> list[str]:
    scores = "; ".join(
        f"{slug} {number(one['low'])} to {number(one['high'])}"
        if one
        else f"{slug} makes no {part['medium']}"
        for slug, one in part["scores"].items()
    )
    lines = [f"Points for {part['rubric']['id']} ({part['medium']}): {scores}."]
    lines.extend(
        f"{one['better']} is at least {one['worse']} on all that is decided, more on {', '.join(one['on'])}"
        + (", whatever the unknowns are." if one["proved"] else f" ({len(one['undecided'])} undecided).")
        for one in part["dominance"]
    )
    lines.extend(pareto_lines(part["pareto"]))
    settled = "No unknown could change the first of these places."
    return [*lines, deciders_text(part["settle"]) or settled]


def _routes(costs: list[wire.RouteCostView]) -> str:
    known = [
        f"{number(one['usd'])} per {one['per']} on {one['route']}"
        + (f", {number(one['total_usd'])} in all" if one["total_usd"] not in (None, one["usd"]) else "")
        for one in costs
        if one["usd"] is not None
    ]
    return ", ".join(known) or "unknown"


def workflows_text(answer: wire.WorkflowsAnswer, total: int) -> str:
    """Return recipes as Markdown, with their basis and the models that fit each step today; `total` exist."""
    lines = [
        f"{answer['count']} workflows. Documented means: by dated public sources inside the window; usage is not counted."
    ]
    for recipe in answer["workflows"]:
        usd = recipe["usd_range"]
        cost = f", {number(usd[0])} to {number(usd[1])} USD a run" if usd else ""
        window = " to ".join(recipe["window"])
        lines.append(f"## {recipe['title']} (`{recipe['slug']}`, {recipe['basis']}, {window}{cost})")
        lines.append(recipe["summary"])
        for place, step in enumerate(recipe["steps"], start=1):
            fits = ", ".join(one["model"]["slug"] for one in step["fits"]) or "none proved"
            what = step["mode"] or step["usecase"]
            lines.append(f"{place}. {step['title']} ({what}): {fits}; {step['may_fit']} more may fit")
        lines.extend(f"- [{one['title']}]({one['url']}), {one['dated']}" for one in recipe["sources"])
    lines.extend(cut_text(answer["count"], total, "workflows", f"limit={min(total, 50)}"))
    return "\n".join([*lines, "", footer(answer["notice"], answer["dataset"])])
