"""Every small field against plain counting, and the ends of the lists."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from plain_rankings import Contender, intervals
from test_rankings import NO, UNKNOWN, YES, contender, standings

from modeladvisor.rankings import pareto

KINDS = tuple(
    itertools.product(
        (YES, UNKNOWN), (YES, UNKNOWN, NO), (((10, 10), (0, 0)), ((0, 20), (10, 10)), ((20, 20), (0, 0)))
    )
)


def fields() -> Iterator[list[Contender]]:
    """Yield every field of one or two models, and of three that differ, of every gate and style and three scores."""
    chosen = [*itertools.product(KINDS, repeat=1), *itertools.product(KINDS, repeat=2)]
    for kinds in (*chosen, *itertools.combinations(KINDS, 3), *itertools.combinations(KINDS[::-1], 3)):
        yield [
            contender(slug, *points, gate=gate, style=style)
            for slug, (gate, style, points) in zip("abc", kinds, strict=False)
        ]


class TestEverySmallField:
    """Whatever stands against whatever, kept orders find what plain counting finds."""

    def test_order_and_intervals(self) -> None:
        """Each model has the rank and the interval of places that comparing it with each other gives."""
        for contenders in fields():
            field, found = standings(contenders)
            order = [field.slugs[place] for place in found.ranked()]
            assert order == [one.slug for one in sorted(contenders, key=Contender.now)]
            standing = {slug: found.standing(rank) for rank, slug in enumerate(order, start=1)}
            assert standing == intervals(contenders)

    def test_group_and_style(self) -> None:
        """Each model keeps its group and style, and its peers are those that share both, in ranking order."""
        for contenders in fields():
            field, found = standings(contenders)
            order = list(found.ranked())
            for place, slug in enumerate(field.slugs):
                (one,) = (each for each in contenders if each.slug == slug)
                assert (found.fits(place), found.style_of(place)) == (one.gate is YES, one.style)
                alike = {each.slug for each in contenders if (each.gate, each.style) == (one.gate, one.style)}
                assert found.peers(place) == [other for other in order if field.slugs[other] in alike]

    def test_rivals(self) -> None:
        """All that could stand before the first are counted, and the best placed of them are named in order."""
        for contenders in fields():
            field, found = standings(contenders)
            first, *others = sorted(contenders, key=Contender.now)
            worst = first.at_worst()
            able = [one.slug for one in others if worst is None or one.at_best() < worst]
            for most in (1, 2):
                count, places = found.rivals(most)
                assert (count, [field.slugs[place] for place in places]) == (len(able), able[:most])

    def test_fitting_by_points(self) -> None:
        """The models that fit for sure come with proved points down, whatever their style."""
        for contenders in fields():
            field, found = standings(contenders)
            fitting = sorted((-one.score.low, one.slug) for one in contenders if one.gate is YES)
            assert [field.slugs[place] for place in found.fitting_by_low()] == [slug for _, slug in fitting]


def test_there_is_no_rank_behind_the_last() -> None:
    """A rank that nobody has is refused with the number of those that there are; who is out has none."""
    _, found = standings(
        [contender(slug, (0, 0), (0, 0), gate=gate) for slug, gate in zip("abc", (YES, NO, UNKNOWN), strict=True)]
    )  # fmt: skip
    assert (len(found), found.fitting, found.perhaps) == (2, 1, 1)
    with pytest.raises(IndexError, match=r"^rank 3 of 2$"):
        found.at(3)


def test_rivals_are_named_best_placed_first() -> None:
    """Of several rivals the one with the most proved points is named first, then the one with the most possible."""
    contenders = [
        contender("z", (30, 30), (0, 0)),
        contender("a", (0, 40), (0, 0)),
        contender("b", (10, 40), (0, 0)),
        contender("c", (10, 50), (0, 0)),
    ]
    field, found = standings(contenders)
    count, places = found.rivals(3)
    assert (count, [field.slugs[place] for place in places]) == (3, ["c", "b", "a"])


def test_rivals_of_a_first_that_may_be_out_need_no_points() -> None:
    """Where the first may turn out not to fit, every other model is a rival, however few points it could have."""
    first = contender("a", (30, 30), (0, 0), gate=UNKNOWN)
    field, found = standings([first, contender("b", (0, 10), (0, 0), gate=UNKNOWN)])
    assert found.rivals(5) == (1, [field.slugs.index("b")])


@pytest.mark.parametrize(
    ("models", "front"),
    [
        ([(50, 0.2), (40, 0.1)], [1, 0]),
        ([(50, 0.1), (40, 0.2)], [0]),
        ([(50, 0.1), (50, 0.1)], [0, 1]),
        ([(50, 0.2), (50, 0.1)], [1]),
        ([(50, 0.1), (40, 0.1)], [0]),
        ([(50, 0.1), (40, 0.1), (30, 0.1), (20, 0.05)], [3, 0]),
        ([(50, 0.1), (50, 0.2), (40, 0.05)], [2, 0]),
        ([(50, float("inf")), (40, 0.1)], [1]),
        ([(50, float("inf"))], []),
        ([(50, 0.3), (50, 0.2), (50, 0.2), (40, 0.2), (30, 0.1)], [4, 1, 2]),
    ],
)
def test_the_front_is_who_is_not_beaten(models: list[tuple[float, float]], front: list[int]) -> None:
    """One beats another by being as good on points and price and better on one; the cheapest come first.

    Equals both stay, and who has no known price is not in.
    """
    lows, usd = zip(*models, strict=True)
    assert pareto(range(len(models)), lows, usd) == front
