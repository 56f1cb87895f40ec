"""Rankings as pages of the terminal: what `find` and `best` answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from modeladvisor.command_line import pieces
from modeladvisor.command_line.story_pages import story_page
from modeladvisor.command_line.tables import Column, drawn
from modeladvisor.texts.rankings import (
    held_back_by,
    interpreted_text,
    pareto_lines,
    sensitivity_text,
    top_reasons,
)
from modeladvisor.texts.words import number
from modeladvisor.views import wire

EXPLAINED, REASONS, LIMITATIONS = 3, 4, 2
"""How many models are explained, by how many criteria and limitations each."""
WIDE = 110
"""Columns from which bars are drawn."""
UNKNOWNS, EXCLUDED_NAMED, BEST_SHOWN = 4, 5, 5
LIMIT_MOST = 50


def finder_page(answer: wire.FinderAnswer, width: int | None) -> Iterator[RenderableType]:
    """Yield the answer to a finder question."""
    sources = pieces.Sources()
    yield f"Understood: {interpreted_text(answer['interpreted'])}."
    for ranking in answer["rankings"]:
        yield from _ranking_parts(ranking, sources, width)
    for story in answer["why_not"]:
        yield from story_page(story)
    yield from sources.parts()
    yield pieces.footer(answer["notice"], answer["dataset"])


def best_page(answer: wire.BestAnswer, width: int | None) -> Iterator[RenderableType]:
    """Yield the verdict and the computed ranking of a use case."""
    case = answer["usecase"]
    yield Text.assemble((case["title"], "bold"), f" ({case['slug']})\n{case['question']}")
    for verdict in answer["verdicts"]:
        yield from _verdict_parts(verdict)
    for ranking in answer["computed"]:
        counts = ranking["counts"]
        yield pieces.heading(f"Computed ranking, {_counted(ranking)}")
        placed = (*ranking["fits"], *ranking["may_fit"])[:BEST_SHOWN]
        yield from _places(placed, ranking["medium"], width)
        command = f"modeladvisor find --task {case['slug']} --output {ranking['medium']}"
        yield from pieces.cut_line(len(placed), counts["fits"] + counts["may_fit"], "models", command)
    yield Text(f"\n{answer['agreement']['explanation']}")
    yield pieces.footer(answer["notice"], answer["dataset"])


def use_cases_page(answer: wire.UseCasesAnswer) -> Iterator[RenderableType]:
    """Yield the index of use cases."""
    columns = (
        Column("use case", whole=True),
        Column("medium"),
        Column("verdict"),
        Column("pick", whole=True),
        Column("question"),
    )
    yield drawn(
        columns,
        [
            (
                Text(case["slug"], style="bold"),
                verdict["medium"],
                pieces.word(verdict["state"]),
                ", ".join(verdict["pick"]),
                case["question"],
            )
            for case in answer["usecases"]
            for verdict in case["verdicts"]
        ],
        lines=True,
    )
    yield pieces.footer(answer["notice"], answer["dataset"])


def _counted(ranking: wire.RankingView) -> str:
    counts, rubric = ranking["counts"], ranking["rubric"]
    return (
        f"{ranking['medium']}: {counts['fits']} fit, {counts['may_fit']} may fit, {counts['excluded']} excluded "
        f"(rubric {rubric['id']} {rubric['version']})"
    )


def _ranking_parts(
    ranking: wire.RankingView, sources: pieces.Sources, width: int | None
) -> Iterator[RenderableType]:
    counts = ranking["counts"]
    yield pieces.heading(_counted(ranking).capitalize())
    if ranking["fits"]:
        yield from _places(ranking["fits"], ranking["medium"], width)
        more = f"--limit {min(counts['fits'], LIMIT_MOST)}"
        yield from pieces.cut_line(len(ranking["fits"]), counts["fits"], "that fit", more)
        yield pieces.heading("What the first places rest on")
        yield _reasons(ranking["fits"][:EXPLAINED], sources)
    if ranking["may_fit"]:
        yield pieces.heading("May fit, if what is unknown turns out well")
        yield from _may_fit(ranking)
    yield from _excluded(ranking["excluded"])
    for one in ranking["relaxations"]:
        yield Text(f"Drop {' and '.join(one['drop'])}: {', '.join(one['brings'])} would fit.")
    yield Text("")
    yield sensitivity_text(ranking["sensitivity"])
    yield from pareto_lines(ranking["pareto"])


def _places(places: Sequence[wire.PlaceView], medium: str, width: int | None) -> Iterator[RenderableType]:
    if not places:
        return
    wide = width is None or width >= WIDE
    columns = [
        Column("no", right=True),
        Column("model", whole=True),
        Column("points", whole=True),
        *([Column("", whole=True)] if wide else []),
        Column("places", whole=True),
        Column(_unit(medium), whole=True),
        Column("job", whole=True),
        Column("unknown"),
    ]
    yield drawn(columns, [_place(one, wide=wide) for one in places], lines=True)
    yield Text(_legend(places), style="dim")


def _place(one: wire.PlaceView, *, wide: bool) -> tuple[object, ...]:
    unknowns = pieces.listed(one["unknowns"], UNKNOWNS) if wide else _count(len(one["unknowns"]))
    return (
        one["rank"],
        pieces.model(one["model"]),
        pieces.points(one["score"]),
        *([pieces.bar(one["score"])] if wide else []),
        pieces.places(*one["rank_range"]),
        pieces.unit_price(one["price"]),
        pieces.job_price(one["price"]),
        unknowns,
    )


def _unit(medium: str) -> str:
    return "USD/s" if medium == "video" else "USD/image"


def _count(number_: int) -> Text:
    return Text(f"{number_} thing{'' if number_ == 1 else 's'}" if number_ else "", style=pieces.UNKNOWN)


def _legend(places: Sequence[wire.PlaceView]) -> str:
    """Return what the columns mean, and the signs that are there."""
    told = ["points: proved to possible, of 100", "places: as the unknowns turn out"]
    prices = [one["price"] for one in places]
    if any(one["usd"] is not None and one["upper_bound"] for one in prices):
        told.append("≤: a route without a known price may be cheaper")
    if any(one["usd"] is not None and not one["exact"] for one in prices):
        told.append("~: the nearest recorded tier")
    if any(one["total_lacks"] for one in prices):
        told.append("+: what is paid for the images given is unknown")
    return "; ".join(told)


def _reasons(places: Sequence[wire.PlaceView], sources: pieces.Sources) -> RenderableType:
    rows: list[tuple[object, ...]] = []
    for one in places:
        name = pieces.model(one["model"])
        for reason in top_reasons(one, REASONS):
            ground = reason["evidence"][0] if reason["evidence"] else None
            rows.append(
                (
                    name,
                    reason["criterion"],
                    f"{number(reason['points'])}/{number(reason['of'])}",
                    pieces.value(ground["value"], ground["unit"]) if ground else reason["why"],
                    sources.mark(ground["source_url"], ground["verified_date"]) if ground else "",
                )
            )
            name = Text("")
        if one["unknowns"]:
            rows.append(("", pieces.unknown(), "", pieces.listed(one["unknowns"]), ""))
        rows.extend(
            ("", Text("mind", style="red"), "", told["text"], sources.mark(told["source_url"]))
            for told in one["limitations"][:LIMITATIONS]
        )
    columns = (
        Column("model", whole=True),
        Column("criterion"),
        Column("points", right=True),
        Column("known"),
        Column("source", whole=True),
    )
    return drawn(columns, rows, lines=True)


def _may_fit(ranking: wire.RankingView) -> Iterator[RenderableType]:
    places = ranking["may_fit"]
    columns = (
        Column("model", whole=True),
        Column("points", whole=True),
        Column(_unit(ranking["medium"])),
        Column("decided by"),
    )
    yield drawn(
        columns,
        [
            (
                pieces.model(one["model"]),
                pieces.points(one["score"]),
                pieces.unit_price(one["price"]),
                pieces.listed(held_back_by(one)),
            )
            for one in places
        ],
        lines=True,
    )
    count = ranking["counts"]["may_fit"]
    yield from pieces.cut_line(len(places), count, "that may fit", f"--limit {min(count, LIMIT_MOST)}")


def _excluded(excluded: wire.ExcludedView) -> Iterator[RenderableType]:
    if not excluded["count"]:
        return
    reasons = ", ".join(f"{name} {count}" for name, count in excluded["by_reason"].items())
    named = [f"{one['model']['slug']} ({one['reason']['id']})" for one in excluded["models"][:EXCLUDED_NAMED]]
    more = f" and {excluded['count'] - len(named)} more" if excluded["count"] > len(named) else ""
    yield Text(f"\nExcluded by {reasons}: {', '.join(named)}{more}.")


def _verdict_parts(verdict: wire.VerdictView) -> Iterator[RenderableType]:
    picks = ", ".join(f"{one['name']} ({one['slug']})" for one in verdict["pick"]) or "no verified winner"
    title = f"\nEditor's verdict, {verdict['medium']}: {picks}"
    yield Text.assemble((title, "bold"), " (", pieces.word(verdict["state"]), ")")
    for reason in verdict["state_reasons"]:
        yield Text(f"  {reason}", style="red")
    if verdict["because"]:
        yield Text(f"Because: {verdict['because']}")
    if verdict["not_for"]:
        yield Text(f"Not for: {verdict['not_for']}")
    if verdict["runners_up"]:
        rows = [(pieces.model(one["model"]), one["when"]) for one in verdict["runners_up"]]
        yield Text("")
        yield drawn((Column("runner-up", whole=True), Column("better when")), rows)
    if verdict["unknowns"]:
        yield Text("\nUnknown: ").append(" ".join(verdict["unknowns"]), style=pieces.UNKNOWN)
    if verdict["reviewed_date"]:
        yield Text(f"Reviewed {verdict['reviewed_date']}, to be reviewed by {verdict['review_by']}.")
    for one in verdict["sources"]:
        yield pieces.address(f"  {one['title']}: ", one["url"])
