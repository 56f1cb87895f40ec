"""Why a model is not first, as a page of the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from modeladvisor.command_line import pieces
from modeladvisor.command_line.tables import Column, drawn
from modeladvisor.texts.stories import KINDS
from modeladvisor.texts.words import number
from modeladvisor.views import wire


def why_not_page(answer: wire.FinderAnswer) -> Iterator[RenderableType]:
    """Yield the stories of a finder answer without its rankings."""
    from modeladvisor.texts.rankings import interpreted_text

    yield f"Understood: {interpreted_text(answer['interpreted'])}."
    for story in answer["why_not"]:
        yield from story_page(story)
    yield pieces.footer(answer["notice"], answer["dataset"])


def story_page(story: wire.WhyNotView) -> Iterator[RenderableType]:
    """Yield the story of a model: what holds it back, and the changes by which it would enter or be first."""
    head = story["model"]
    yield pieces.heading(f"Why not {head['name']} ({head['slug']}) for {story['medium']}?")
    yield _state(story)
    if story["state"] in ("first", "makes-another-medium"):
        return
    if story["held_back_by"]:
        columns = (Column("held back by"), Column("is"), Column("because"), Column("unknown"))
        yield drawn(
            columns,
            [
                (one["id"], pieces.word(one["answer"]), one["why"], pieces.listed(one["unknowns"]))
                for one in story["held_back_by"]
            ],
            lines=True,
        )
    if story["state"] != "fits":
        yield from _changes("It would fit", story, story["enters"])
    yield from _changes("It would be first", story, story["wins"])


def _state(story: wire.WhyNotView) -> Text:
    told = {
        "first": "It is first.",
        "fits": f"It fits at place {story['rank']}",
        "may-fit": f"It may fit, at place {story['rank']}",
        "excluded": "It is excluded",
        "makes-another-medium": f"It makes no {story['medium']}.",
    }[story["state"]]
    if told.endswith("."):
        return Text(told)
    if story["missing"] is None:
        return Text(f"{told}.")
    return Text(f"{told}, {number(story['missing'])} proved points behind {story['first']}.")


def _changes(
    title: str, story: wire.WhyNotView, changes: Sequence[wire.ChangeView]
) -> Iterator[RenderableType]:
    if not changes:
        tried = ", ".join(f"{count} {KINDS[kind][count != 1]}" for kind, count in story["tried"].items())
        yield Text(f"\n{title} by no single change; tried were {tried}.")
        near = story["nearest"]
        if near is None:
            return
        yield Text(f"The best of them brings it to place {near['rank']}:")
        changes = [near]
    else:
        yield Text(f"\n{title} if one of these changed:", style="bold")
    columns = (
        Column("what"),
        Column("of", whole=True),
        Column("now"),
        Column("then"),
        Column("place", right=True),
    )
    yield drawn(columns, [_row(one) for one in changes], lines=True)


def _row(change: wire.ChangeView) -> tuple[object, ...]:
    kind = change["kind"]
    gone = kind in ("constraint", "rule")
    asked = Text("asked" if kind == "constraint" else "stands")
    return (
        kind,
        change["of"].rsplit("/", 1)[-1] if kind == "rule" else change["of"],
        asked if gone else pieces.value(change["now"]),
        Text("dropped") if gone else pieces.value(change["then"]),
        "out" if change["rank"] is None else change["rank"],
    )
