"""Records, lists and tips as pages of the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from modeladvisor.command_line import pieces
from modeladvisor.command_line.tables import Column, drawn
from modeladvisor.texts.words import number, tests_text
from modeladvisor.views import wire


def record_page(answer: wire.ModelAnswer) -> Iterator[RenderableType]:
    """Yield one model with every source."""
    record, sources = answer["model"], pieces.Sources()
    vendor, status = record["vendor"]["name"], pieces.word(record["status"]["value"])
    yield Text.assemble((record["name"], "bold"), f" ({record['slug']}), {vendor}, ", status)
    if answer["matched_as"]:
        yield Text(f"Found as {answer['matched_as']}.", style="dim")
    yield Text(record["summary"])
    facts = [(key, fact) for key, fact in record["capabilities"].items() if fact is not None]
    columns = (
        Column("capability", whole=True),
        Column("value"),
        Column("note"),
        Column("source", whole=True),
    )
    yield Text("")
    yield drawn(
        columns,
        [
            (
                key,
                pieces.value(fact["value"], fact["unit"]),
                fact["note"],
                sources.mark(fact["source_url"], fact["verified_date"]),
            )
            for key, fact in facts
        ],
        lines=True,
    )
    yield from _unknowns(record)
    yield from _rules(record, sources)
    yield from _limitations(record, sources)
    yield from _evidence(record, sources)
    yield from _routes(record, sources)
    if record["prompt_tips"]:
        count = len(record["prompt_tips"])
        yield Text(f"\n{count} prompt tip{'' if count == 1 else 's'}: modeladvisor tips {record['slug']}")
    yield from _links(record["action_urls"])
    yield from sources.parts()
    yield pieces.footer(answer["notice"], answer["dataset"])


def _unknowns(record: wire.RecordView) -> Iterator[RenderableType]:
    looked = {key: search for key, search in record["unknowns"].items() if search is not None}
    absent = [key for key, search in record["unknowns"].items() if search is None]
    if looked:
        told = ", ".join(f"{key} ({search['searched_date']})" for key, search in looked.items())
        yield Text("\nUnknown, looked for in vain: ").append(told, style=pieces.UNKNOWN)
    if absent:
        yield Text("\nUnknown, nobody has looked yet: ").append(", ".join(absent), style=pieces.UNKNOWN)


def _rules(record: wire.RecordView, sources: pieces.Sources) -> Iterator[RenderableType]:
    if not record["rules"]:
        return
    yield pieces.heading("Combinations that the vendor fixes or forbids")
    columns = (Column("with"), Column("holds"), Column("source", whole=True))
    rows = [
        (
            tests_text(rule["when"]),
            tests_text(rule["then"]),
            sources.mark(rule["source_url"], rule["verified_date"]),
        )
        for rule in record["rules"]
    ]
    yield drawn(columns, rows, lines=True)


def _limitations(record: wire.RecordView, sources: pieces.Sources) -> Iterator[RenderableType]:
    if not record["limitations"]:
        return
    yield pieces.heading("Mind")
    for one in record["limitations"]:
        yield Text(f"- {one['text']} ").append_text(sources.mark(one["source_url"]))


def _evidence(record: wire.RecordView, sources: pieces.Sources) -> Iterator[RenderableType]:
    if not record["evidence"]:
        return
    yield pieces.heading("Findings of other people's tests")
    columns = (Column("about"), Column("grade"), Column("finding"), Column("source", whole=True))
    rows = [
        (one["dimension"], one["grade"], one["finding"], sources.mark(one["source_url"], one["dated"]))
        for one in record["evidence"]
    ]
    yield drawn(columns, rows, lines=True)


def _routes(record: wire.RecordView, sources: pieces.Sources) -> Iterator[RenderableType]:
    if not record["routes"]:
        return
    yield pieces.heading("Ways to run it")
    columns = (
        Column("route", whole=True),
        Column("kind"),
        Column("status"),
        Column("price"),
        Column("USD"),
        Column("per"),
        Column("source", whole=True),
    )
    rows: list[tuple[object, ...]] = []
    for route in record["routes"]:
        first: tuple[object, ...] = (
            Text(route["id"], style="bold"),
            route["kind"],
            pieces.word(route["status"]),
        )
        if not route["prices"]:
            none = Text("own hardware") if route["provider"] is None else pieces.unknown()
            rows.append((*first, none, "", "", ""))
        for price in route["prices"]:
            what = price["id"].rsplit("/", 1)[-1] + (" (batch)" if price["batch"] else "")
            per = price["per"] if price["of"] == "output" else f"{price['per']} of {price['of']}"
            mark = sources.mark(price["source_url"], price["verified_date"])
            rows.append((*first, what, number(price["usd"]), per, mark))
            first = ("", "", "")
    yield drawn(columns, rows, lines=True)


def _links(links: Sequence[wire.ActionUrlView]) -> Iterator[RenderableType]:
    if not links:
        return
    yield pieces.heading("Where to get at it, in an order that knows no money")
    for link in links:
        sold = "commercial" if link["commercial"] else "not commercial"
        paid = "affiliate" if link["affiliate"] else "no affiliate"
        yield pieces.address(f"  {link['label']} ({sold}, {paid}): ", link["url"])


def list_page(rows: Sequence[wire.HeadView], makes: Sequence[Sequence[str]]) -> Iterator[RenderableType]:
    """Yield a list of models, with the media that each makes."""
    columns = (
        Column("model", whole=True),
        Column("name"),
        Column("vendor"),
        Column("makes"),
        Column("status"),
    )
    yield drawn(
        columns,
        [
            (
                pieces.model(one),
                one["name"],
                one["vendor"]["name"],
                ", ".join(media),
                pieces.word(one["status"]),
            )
            for one, media in zip(rows, makes, strict=True)
        ],
        lines=True,
    )
    yield Text(f"{len(rows)} model{'' if len(rows) == 1 else 's'}.")


def tips_page(answer: wire.PromptTipsAnswer) -> Iterator[RenderableType]:
    """Yield the prompt tips of a model, each with its source."""
    sources, head = pieces.Sources(), answer["model"]
    about = f" for {answer['task']}" if answer["task"] else ""
    tips = f"{answer['count']} prompt tip{'' if answer['count'] == 1 else 's'}"
    yield Text(f"{tips}{about}: {head['name']} ({head['slug']})", style="bold")
    for tip in answer["prompt_tips"]:
        yield Text(f"\n- {tip['tip']} ").append_text(sources.mark(tip["source_url"], tip["verified_date"]))
        if tip["example"]:
            yield Text(f"  {tip['example']}", style="italic")
        if tip["tasks"]:
            yield Text(f"  For {', '.join(tip['tasks'])}.", style="dim")
    yield from sources.parts()
    yield pieces.footer(answer["notice"], answer["dataset"])
