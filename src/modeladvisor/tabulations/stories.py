"""The story of a model as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modeladvisor.sheets import NOTHING, Cell, Column, in_words, sheet

if TYPE_CHECKING:
    from modeladvisor.exhibits import Page
    from modeladvisor.why_not import Change, WhyNot


def story_page(story: WhyNot) -> Page:
    """Return a row for each change by which a model would enter or be first, below what the model is now."""
    columns = (
        Column("goal"), Column("kind"), Column("of"), Column("now"), Column("then"), Column("rank", "whole"),
    )  # fmt: skip
    goals = (("enter", story.enters), ("be first", story.wins))
    rows = [(goal, *_change_row(one)) for goal, changes in goals for one in changes]
    sheets = (sheet("changes", f"What would let {story.model.name} enter or be first", columns, rows),)
    return _title(story), sheets, ()


def _change_row(change: Change) -> tuple[Cell, ...]:
    gone = change.kind in ("constraint", "rule")
    now = NOTHING if gone else None if change.now is None else in_words(change.now)
    then = "dropped" if gone or change.then is None else in_words(change.then)
    return change.kind, change.of, now, then, NOTHING if change.rank is None else change.rank


def _title(story: WhyNot) -> str:
    """Return in a sentence what the model is now."""
    told = {
        "first": "it is first",
        "fits": f"it fits at place {story.rank}",
        "may-fit": f"it may fit, at place {story.rank}",
        "excluded": "it is excluded",
        "makes-another-medium": f"it makes no {story.medium}",
    }[story.state]
    behind = f", {story.missing:g} proved points behind {story.first}" if story.missing is not None else ""
    return f"Why not {story.model.name} for {story.medium}? {told.capitalize()}{behind}."
