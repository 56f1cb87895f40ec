"""The three answers and how they combine."""

from __future__ import annotations

import itertools

import pytest

from modeladvisor.answers import Answer, all_of, any_of, definite, negated

YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
TRUTHS = {YES: {True}, NO: {False}, UNKNOWN: {True, False}}
LISTS = [list(one) for size in range(4) for one in itertools.product(Answer, repeat=size)]


def told(outcomes: set[bool]) -> Answer:
    """Return the answer that a set of possible outcomes gives."""
    return UNKNOWN if len(outcomes) == 2 else definite(outcomes == {True})


@pytest.mark.parametrize("answers", LISTS, ids=lambda one: "-".join(a.value for a in one) or "none")
def test_combinations_are_those_of_all_outcomes(answers: list[Answer]) -> None:
    """All and any answer what every way of deciding the unknowns gives; all of nothing holds, any of nothing does not."""
    worlds = list(itertools.product(*(TRUTHS[one] for one in answers)))
    assert all_of(answers) is told({all(world) for world in worlds})
    assert any_of(answers) is told({any(world) for world in worlds})


def test_unknown_stays_unknown_when_negated() -> None:
    """Yes and no change places; unknown stays."""
    assert [negated(one) for one in (YES, NO, UNKNOWN)] == [NO, YES, UNKNOWN]


def test_truths_are_definite() -> None:
    """True is yes and False is no."""
    assert (definite(True), definite(False)) == (YES, NO)
