"""Tables that fit the terminal."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from modeladvisor.command_line.tables import Column, shown, table
from modeladvisor.command_line.terminals import NARROWEST, terminal_width

words = st.text(st.characters(min_codepoint=33, max_codepoint=0x2FF, categories=("L", "N", "P")), max_size=30)
anything = st.text(max_size=30)


def tables(cells: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[list[Column], list[list[object]]]]:
    """Columns, and rows with as many cells."""
    return st.integers(1, 5).flatmap(
        lambda count: st.tuples(
            st.lists(st.builds(Column, cells, st.booleans(), st.booleans()), min_size=count, max_size=count),
            st.lists(st.lists(cells | st.integers() | st.none(), min_size=count, max_size=count), max_size=4),
        )
    )


@given(tables(anything), st.integers(0, 120))
def test_no_line_is_wider_than_the_terminal(
    given_table: tuple[list[Column], list[list[object]]], width: int
) -> None:
    """Whatever the cells hold, each line is of printable characters and fits."""
    columns, rows = given_table
    lines = table(columns, rows, width).split("\n")
    assert all(cell_len(line) <= max(width, NARROWEST) and line.isprintable() for line in lines)


@given(tables(words), st.integers(60, 120))
@example(([Column("a" * 30, whole=True), Column("b" * 30, right=True)], []), 60)
def test_nothing_is_cut(given_table: tuple[list[Column], list[list[object]]], width: int) -> None:
    """What does not fit on a line goes on below: no character of a word is lost."""
    columns, rows = given_table
    printed = sorted("".join(table(columns, rows, width).split()))
    cells = [shown(cell) for cell in [one.title for one in columns] + [cell for row in rows for cell in row]]
    assert printed == sorted("".join("".join(cells).split()))


@given(tables(words))
def test_without_a_terminal_words_stay_whole(given_table: tuple[list[Column], list[list[object]]]) -> None:
    """What is printed into a file or a pipe has a line for each row, and every word of it in one piece."""
    columns, rows = given_table
    lines = table(columns, rows, None).split("\n")
    for line, row in zip(lines[1:], rows, strict=True):
        assert all(shown(cell).strip() in line for cell in row)


def test_columns_stand_below_each_other() -> None:
    """Texts stand at the left and numbers at the right; texts wrap, and an id stays whole while there is room."""
    columns = (Column("id", whole=True), Column("age", right=True), Column("said"))
    rows = [("veo-3.1/facts/seed", 5, "the rewriter cannot be switched off"), ("m1", 120, None)]
    assert table(columns, rows, None).splitlines() == [
        "id                  age  said",
        "veo-3.1/facts/seed    5  the rewriter cannot be switched off",
        "m1                  120",
    ]
    assert table(columns, rows, 40).splitlines() == [
        "id                  age  said",
        "veo-3.1/facts/seed    5  the rewriter",
        "                         cannot be",
        "                         switched off",
        "m1                  120",
    ]


def test_what_other_servers_say_does_not_steer_the_terminal() -> None:
    """Escape sequences and line breaks in a cell are shown as question marks."""
    assert shown("a\x1b[31mb\nc") == "a?[31mb?c"
    assert "\x1b" not in table((Column("a"),), [("\x1b[31mred",)], 40)


def test_the_width_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """COLUMNS says how wide the terminal is; where there is none, nothing is fitted."""
    monkeypatch.setenv("COLUMNS", "57")
    assert terminal_width() == 57
    monkeypatch.delenv("COLUMNS")
    assert terminal_width() is None
