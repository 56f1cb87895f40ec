"""Columns that fit the terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeladvisor.command_line.tables import Column, cut, shown, table, terminal_width

words = st.text(max_size=30)
TABLES = st.integers(1, 5).flatmap(
    lambda count: st.tuples(
        st.lists(st.builds(Column, words, st.booleans(), st.booleans()), min_size=count, max_size=count),
        st.lists(st.lists(words | st.integers() | st.none(), min_size=count, max_size=count), max_size=4),
    )
)


@given(TABLES, st.integers(0, 120))
def test_no_line_is_wider_than_the_terminal(
    given_table: tuple[list[Column], list[list[object]]], width: int
) -> None:
    """Whatever the cells hold, each row is one line of printable characters that fits."""
    columns, rows = given_table
    lines = table(columns, rows, width).split("\n")
    assert len(lines) == len(rows) + 1
    assert all(len(line) <= width and (line.isprintable()) for line in lines)


@given(TABLES)
def test_without_a_terminal_nothing_is_cut(given_table: tuple[list[Column], list[list[object]]]) -> None:
    """What is printed into a file or a pipe holds every cell in full."""
    columns, rows = given_table
    for line, row in zip(table(columns, rows, None).split("\n")[1:], rows, strict=True):
        assert all(shown(cell).strip() in line for cell in row)


@given(words, st.integers(0, 40), st.booleans())
def test_a_cut_text_shows_that_it_was_cut(text: str, width: int, middle: bool) -> None:
    """A text that fits stays as it is; of another the ends that matter are kept around an ellipsis."""
    short = cut(text, width, middle=middle)
    assert len(short) == min(width, len(text))
    if len(text) > width >= 3:
        head, _, tail = short.partition("…") if "…" not in text else ("", "", "")
        assert text.startswith(head)
        assert text.endswith(tail)
        assert bool(tail) == middle or "…" in text


def test_columns_stand_below_each_other() -> None:
    """Texts stand at the left and numbers at the right of their column, and the widest column gives way."""
    columns = (Column("id", middle=True), Column("age", right=True), Column("source"))
    rows = [("veo-3.1/facts/seed", 5, "https://docs.example.com/page"), ("m1", 120, None)]
    assert table(columns, rows, None).splitlines() == [
        "id                  age  source",
        "veo-3.1/facts/seed    5  https://docs.example.com/page",
        "m1                  120",
    ]
    assert table(columns, rows, 34).splitlines() == [
        "id             age  source",
        "veo-3.…s/seed    5  https://docs.…",
        "m1             120",
    ]


def test_what_other_servers_say_does_not_steer_the_terminal() -> None:
    """Escape sequences and line breaks in a cell are shown as question marks."""
    assert shown("a\x1b[31mb\nc") == "a?[31mb?c"


def test_the_width_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """COLUMNS says how wide the terminal is; where there is none, nothing is cut."""
    monkeypatch.setenv("COLUMNS", "57")
    assert terminal_width() == 57
    monkeypatch.delenv("COLUMNS")
    assert terminal_width() is None
