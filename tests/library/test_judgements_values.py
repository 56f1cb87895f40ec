"""Each test on each form of a value, at the ends where an answer changes."""

from __future__ import annotations

import datetime

import pytest

from modeladvisor.answers import Answer
from modeladvisor.conditions import Operator, Scalar, Test
from modeladvisor.judgements import check, ratio
from modeladvisor.values import Anything, Bound, Month, Several, Span, Value
from strategies import bundled

KEYS = bundled().vocabulary.keys
YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
TALL_TO_SQUARE = Span(9 / 16, 1.0, None, ("9:16", "1:1"))


def checked(key: str, operator: Operator, operand: tuple[Scalar, ...], value: Value) -> Answer:
    """Return whether a value of a key passes a test."""
    return check(Test(key, operator, operand), value, KEYS[key])


@pytest.mark.parametrize(
    ("operand", "value", "answer"),
    [
        ((4, 6), Several((4, 6, 8)), YES),
        ((4, 5), Several((4, 6, 8)), NO),
        ((4, 5), Several((4, 6, 8), open=True), UNKNOWN),
        ((5, 8), Span(4, 8), YES),
        ((5, 9), Span(4, 8), NO),
    ],
)
def test_includes_needs_every_value(operand: tuple[Scalar, ...], value: Value, answer: Answer) -> None:
    """A list or range includes several values only if none of them is missing."""
    assert checked("duration_seconds", "includes", operand, value) is answer


@pytest.mark.parametrize(
    ("operand", "value", "answer"),
    [
        ((5, 8), Several((4, 6, 8)), YES),
        ((5, 7), Several((4, 6, 8)), NO),
        ((5, 7), Several((4, 6, 8), open=True), UNKNOWN),
        ((9, 8), Span(4, 8), YES),
        ((3, 9), Span(4, 8), NO),
    ],
)
def test_includes_any_needs_one_value(operand: tuple[Scalar, ...], value: Value, answer: Answer) -> None:
    """A list or range includes any of several values as soon as it has one of them."""
    assert checked("duration_seconds", "includes_any", operand, value) is answer


def test_ratios_that_are_missing_are_missed() -> None:
    """Every way of asking for a shape that the list does not have fails, however the shape is written."""
    only_wide = Several(("16:9",))
    assert checked("aspect_ratios", "includes", ("9:16",), only_wide) is NO
    assert checked("aspect_ratios", "equals", ("18:32",), only_wide) is NO
    assert checked("aspect_ratios", "includes_any", ("1:1", "32:18"), only_wide) is YES
    assert checked("aspect_ratios", "none_of", ("1:1", "32:18"), only_wide) is NO
    assert checked("aspect_ratios", "none_of", ("1:1",), only_wide) is YES


@pytest.mark.parametrize(
    ("ratio", "answer"), [("9:16", YES), ("18:32", YES), ("1:1", YES), ("9:21", NO), ("5:4", NO)]
)
def test_a_range_of_ratios_has_both_its_ends(ratio: str, answer: Answer) -> None:
    """A range of shapes includes those from its first to its last, both ends too."""
    assert checked("aspect_ratios", "includes", (ratio,), TALL_TO_SQUARE) is answer
    assert checked("aspect_ratios", "equals", (ratio,), TALL_TO_SQUARE) is answer
    assert checked("aspect_ratios", "includes_any", (ratio,), TALL_TO_SQUARE) is answer


@pytest.mark.parametrize(
    ("seconds", "answer"), [(3, NO), (4, YES), (4.5, NO), (7, YES), (10, YES), (13, NO), (15, NO), (16, NO)]
)
def test_a_stepped_range_counts_from_its_low_end(seconds: float, answer: Answer) -> None:
    """A range in steps has its low end and what lies whole steps above it, as far as its high end."""
    assert checked("duration_seconds", "includes", (seconds,), Span(4, 12, 3)) is answer


def test_a_range_ends_with_its_high_end() -> None:
    """The high end of a range belongs to it, and what lies beyond does not."""
    assert checked("duration_seconds", "includes", (8,), Span(4, 8)) is YES
    assert checked("duration_seconds", "includes", (8.01,), Span(4, 8)) is NO


@pytest.mark.parametrize(
    ("operator", "word", "answer"),
    [
        ("equals", "consent-verified", YES),
        ("equals", "allowed", NO),
        ("one_of", "consent-verified", YES),
        ("one_of", "allowed", NO),
        ("none_of", "consent-verified", NO),
        ("none_of", "allowed", YES),
    ],
)
def test_words_are_the_same_or_not(operator: Operator, word: str, answer: Answer) -> None:
    """A single word equals itself alone."""
    assert checked("real_person_input", operator, (word,), "consent-verified") is answer
    if operator != "equals":
        assert checked("real_person_input", operator, ("blocked", word), "consent-verified") is answer


def test_free_ratios_have_and_reach_everything() -> None:
    """Where every shape is possible, each is there, and none can be asked to be left out."""
    for operator in ("equals", "one_of", "includes", "includes_any", "at_least", "at_most"):
        assert checked("aspect_ratios", operator, ("21:9",), Anything()) is YES
    assert checked("aspect_ratios", "none_of", ("21:9",), Anything()) is NO


@pytest.mark.parametrize(
    ("operand", "value", "answer"),
    [
        (3, Bound(at_least=3), UNKNOWN),
        (2, Bound(at_least=3), NO),
        (3, Bound(at_most=3), UNKNOWN),
        (4, Bound(at_most=3), NO),
        (0, Bound(at_most=3), UNKNOWN),
        (4, Bound(3, 5), UNKNOWN),
        (6, Bound(3, 5), NO),
        (2, Bound(3, 3), NO),
        (3, Bound(3, 3), YES),
    ],
)
def test_a_bound_leaves_open_what_lies_inside(operand: int, value: Bound, answer: Answer) -> None:
    """A number known only from its sides may be any between them, both ends too, and no other."""
    assert checked("reference_images_max", "equals", (operand,), value) is answer
    assert checked("reference_images_max", "one_of", (operand,), value) is answer


@pytest.mark.parametrize(
    ("operator", "limit", "value", "answer"),
    [
        ("at_least", 3, Bound(at_least=3), YES),
        ("at_least", 3, Bound(at_most=3), UNKNOWN),
        ("at_least", 1, Bound(at_most=3), UNKNOWN),
        ("at_least", 0, Bound(at_most=3), YES),
        ("at_least", 4, Bound(3, 5), UNKNOWN),
        ("at_least", 6, Bound(3, 5), NO),
        ("at_most", 3, Bound(at_most=3), YES),
        ("at_most", 3, Bound(at_least=3), UNKNOWN),
        ("at_most", 2, Bound(at_least=3), NO),
        ("at_most", 4, Bound(3, 5), UNKNOWN),
        ("at_most", 5, Bound(3, 5), YES),
    ],
)
def test_a_bound_reaches_what_both_its_sides_reach(
    operator: Operator, limit: int, value: Bound, answer: Answer
) -> None:
    """A limit is met if the whole gap meets it, missed if none of it does, and unknown between."""
    assert checked("reference_images_max", operator, (limit,), value) is answer


@pytest.mark.parametrize(
    ("operator", "limit", "answer"),
    [
        ("at_least", 8, YES),
        ("at_least", 8.5, NO),
        ("at_least", 4, YES),
        ("at_most", 4, YES),
        ("at_most", 3.5, NO),
        ("at_most", 8, YES),
    ],
)
@pytest.mark.parametrize("value", [Span(4, 8), Several((6, 4, 8))])
def test_sizes_ask_the_end_of_a_range_or_list(
    value: Value, operator: Operator, limit: float, answer: Answer
) -> None:
    """At least asks the largest value, at most the smallest, and each end meets its own limit."""
    assert checked("duration_seconds", operator, (limit,), value) is answer


@pytest.mark.parametrize(
    ("operator", "limit", "answer"),
    [
        ("at_least", 5, YES),
        ("at_least", 6, NO),
        ("at_most", 5, YES),
        ("at_most", 4, NO),
        ("at_most", 6, YES),
    ],
)
def test_a_single_number_meets_its_own_limit(operator: Operator, limit: int, answer: Answer) -> None:
    """A number is at least and at most itself."""
    assert checked("reference_images_max", operator, (limit,), 5) is answer


@pytest.mark.parametrize(
    ("operator", "word", "answer"),
    [("at_least", "conditional", YES), ("at_least", "yes", NO), ("at_most", "conditional", YES), ("at_most", "no", NO)],
)  # fmt: skip
def test_ordered_words_go_by_their_place(operator: Operator, word: str, answer: Answer) -> None:
    """Words that are ordered are compared in the order of the vocabulary, not of the alphabet."""
    assert checked("commercial_use", operator, (word,), "conditional") is answer


def test_an_open_list_may_reach_further() -> None:
    """A list that may have more values answers unknown, never no, to a limit beyond those it names."""
    open_list = Several(("720p", "1080p"), open=True)
    assert checked("resolutions", "at_least", ("1080p",), open_list) is YES
    assert checked("resolutions", "at_least", ("4K",), open_list) is UNKNOWN
    assert checked("resolutions", "at_most", ("480p",), open_list) is UNKNOWN
    assert checked("resolutions", "at_most", ("480p",), Several(("720p", "1080p"))) is NO


def test_ratios_go_from_tall_to_wide() -> None:
    """Shapes are ordered by width over height, not as they are written."""
    shapes = Several(("9:16", "4:3"))
    assert checked("aspect_ratios", "at_least", ("1:1",), shapes) is YES
    assert checked("aspect_ratios", "at_least", ("16:9",), shapes) is NO
    assert checked("aspect_ratios", "at_most", ("9:16",), shapes) is YES
    assert checked("aspect_ratios", "at_most", ("9:21",), shapes) is NO


def test_days_are_written_as_in_files() -> None:
    """A day or a month equals what is written as in the files, and no other."""
    day = datetime.date(2026, 5, 14)
    assert checked("released", "equals", ("2026-05-14",), day) is YES
    assert checked("released", "equals", ("2026-05-15",), day) is NO
    assert checked("released", "none_of", ("2026-06",), Month(2026, 5)) is YES
    assert checked("released", "at_most", (1,), day) is UNKNOWN


def test_sides_of_a_ratio_keep_their_decimals() -> None:
    """A ratio is that of its sides, however many decimals each of them has."""
    assert ratio("1.5:0.75") == ratio("2:1") == 2
