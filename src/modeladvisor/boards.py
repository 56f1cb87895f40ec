"""What no question changes, computed once for a catalog, a day and a medium, and kept for the questions that follow."""

from __future__ import annotations

import bisect
import datetime
import itertools
import math
from collections.abc import Callable, Hashable, Mapping
from functools import reduce
from typing import TypeVar
from weakref import WeakKeyDictionary

from modeladvisor.asking import Job, Style
from modeladvisor.asks import gates_of
from modeladvisor.ballots import Ballot, Field
from modeladvisor.catalog import Catalog
from modeladvisor.combinations import Request, asked
from modeladvisor.conditions import AllOf, Condition, Not, Test, tests_of
from modeladvisor.fits import Check, gate_check, price_answer, style_of
from modeladvisor.judgements import judge
from modeladvisor.likenesses import Likeness, alike, both, seen
from modeladvisor.memories import Memory
from modeladvisor.opinions import Criterion, Rubric
from modeladvisor.petitions import Petition, Petitions
from modeladvisor.prices import ROUNDING, UNPRICED, Cost, Pricelist, cost_of
from modeladvisor.scoreboards import Points, Scoreboard, rescored, reweighted
from modeladvisor.scores import Score, has_route, part_of, score

T = TypeVar("T")
MOST_COLUMNS = 500
"""Ballots, price lists and scoreboards kept for one catalog, day and medium; the oldest go first."""
MOST_CELLS = 5_000
"""Single answers with their reasons (a score, a cost, a gate) kept in the same way."""
MOST_OUTCOMES = 100
"""Outcomes of questions, each with a few bytes for every model, kept in the same way."""


class Board:
    """Answers of all models that make a medium, on one day.

    Attributes:
        models: In the order of the field.
        field: Their slugs, in order.
        vocabulary: The words in which facts and requests are written.
    """

    def __init__(self, catalog: Catalog, medium: str, today: datetime.date) -> None:
        self.models = tuple(one for one in catalog.models.values() if medium in one.makes)
        self.field = Field(tuple(one.slug for one in self.models))
        self.medium = medium
        self.today = today
        self.vocabulary = catalog.vocabulary
        self._columns = Memory(MOST_COLUMNS)
        self._cells = Memory(MOST_CELLS)
        self._outcomes = Memory(MOST_OUTCOMES)
        self._numbers = itertools.count()
        self._petitions = Petitions(self.models, self.field, medium, self.vocabulary, today, self._columns)

    # --- columns: one answer for every model ---

    def need(self, need: Condition) -> Ballot:
        """Return whether each model meets a need."""

        if isinstance(need, Test):
            return self._columns.get(need, lambda: self._test(need))
        if isinstance(need, Not):
            inner = self.need(need.part)
            return Ballot(inner.no, inner.yes)
        ballots = [self.need(part) for part in need.parts]
        return reduce(Ballot.__and__ if isinstance(need, AllOf) else Ballot.__or__, ballots)

    def _test(self, test: Test) -> Ballot:
        groups = self._seen(test.key)
        told = [judge(test, self.models[one], self.vocabulary, self.today).answer for one in groups.first]
        return self.field.ballot(groups.spread(told))

    def _seen(self, key: str) -> Likeness:
        """Return the groups of models that no test of a key tells apart."""
        capability = self.vocabulary.keys[key]
        return self._columns.get(
            ("seen", key), lambda: alike(seen(one, capability, self.today) for one in self.models)
        )

    def access(self, wanted: str) -> Ballot:
        """Return whether each model can be reached by a kind of route or at a provider."""

        def make() -> Ballot:
            return self.field.ballot(has_route(one, wanted, self.today) for one in self.models)

        return self._columns.get(("access", wanted), make)

    def style(self, style: Style | None) -> Ballot | None:
        """Return whether each model is made for a style; None if none was asked or it has no effect."""
        if style is None or style.gate:
            return None

        def make() -> Ballot | None:
            answers = [style_of(style, one, self.medium, self.vocabulary, self.today) for one in self.models]
            known = [one for one in answers if one is not None]
            return self.field.ballot(known) if known else None

        return self._columns.get(("style", style.name), make)

    def prices(self, job: Job, access: str | None) -> Pricelist:
        """Return what a second or an image of the job costs on every model, on routes of one kind or on all."""
        return self._listed(job.unit, access)

    def _listed(self, unit: Job, access: str | None) -> Pricelist:
        def make() -> Pricelist:
            return Pricelist.of(
                cost_of(unit, one, self.vocabulary, self.today).reached_by(access) for one in self.models
            )

        return self._columns.get(("prices", unit, access), make)

    def within(self, ceiling: float, job: Job, access: str | None) -> Ballot:
        """Return whether each model's price of the job stays under a ceiling, in USD per second or image."""
        unit = job.unit
        listed = self._listed(unit, access)
        steps = self._columns.get(("steps", unit, access), lambda: sorted({*listed.usd} - {UNPRICED}))

        def make() -> Ballot:
            groups = self._columns.get(
                ("priced", unit, access), lambda: alike(zip(listed.usd, listed.open, strict=True))
            )
            told = [
                price_answer(ceiling, listed.usd[one], undercut=bool(listed.open[one]))
                for one in groups.first
            ]
            return self.field.ballot(groups.spread(told))

        # All sums between two prices are answered alike; what is no sum has an answer of its own.
        step = bisect.bisect_right(steps, ceiling + ROUNDING) if math.isfinite(ceiling) else ceiling
        return self._columns.get(("within", step, unit, access), make)

    def petition(self, request: Request) -> Petition:
        """Return whether each model accepts a request as a whole."""
        return self._petitions.of(request)

    def scoreboard(
        self, rubric: Rubric, access: str | None = None, weights: Mapping[str, float] | None = None
    ) -> Scoreboard:
        """Return the points of every model on a rubric, its prices on routes of one kind or on all."""

        def make() -> Scoreboard:
            lows, highs = [], []
            for criterion in rubric.criteria:
                groups = self._alike_by(criterion, access)
                parts = [
                    part_of(criterion, self.models[one], self.medium, self.vocabulary, self.today, access)
                    for one in groups.first
                ]
                lows.append(Points(groups.numbers, tuple(one.low for one in parts)))
                highs.append(Points(groups.numbers, tuple(one.high for one in parts)))
            return Scoreboard(rubric, lows, highs, len(self.models))

        published = self._columns.get(("scores", rubric.id, access), make)
        if not weights:
            return published
        key = ("weighted", rubric.id, access, tuple(sorted(weights.items())))
        return self._columns.get(key, lambda: published.reweighted(reweighted(rubric, weights)))

    def number_of(self, key: Hashable) -> int:
        """Return a number that stands for a long key, the same as long as it is remembered and never another's."""
        return self._columns.get(("number", key), lambda: next(self._numbers))

    def _alike_by(self, criterion: Criterion, access: str | None) -> Likeness:
        """Return the groups of models that earn the same by a criterion, for sure: what it looks at is alike."""
        if criterion.request is not None:
            answer = self.petition(asked(**criterion.request)).answer
            flags = zip(self.field.flags(answer.yes), self.field.flags(answer.no), strict=True)
            return alike(flags)
        if criterion.price is not None:
            listed = self.prices(criterion.price.job, access)
            return alike(zip(listed.usd, listed.upper, strict=True))
        if criterion.evidence is not None:
            about = (criterion.evidence, self.medium)
            return alike(
                tuple(
                    (one.mode, one.grade, one.dated, one.id.rsplit("/", 1)[-1])
                    for one in model.evidence
                    if (one.dimension, one.medium) == about
                )
                for model in self.models
            )
        if criterion.route_kinds:
            return alike(
                tuple(has_route(one, kind, self.today) for kind in criterion.route_kinds)
                for one in self.models
            )
        keys = dict.fromkeys(test.key for level in criterion.levels for test in tests_of(level.need))
        return both([self._seen(key) for key in keys], len(self.models))

    def outcome(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what a question comes to; the key must name all that this depends on."""
        return self._outcomes.get(key, make)

    # --- cells: one model's answer with its reasons ---

    def cell(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is kept under a key; the key must name all that the answer depends on."""
        return self._cells.get(key, make)

    def score(self, place: int, rubric: Rubric, access: str | None, weights: Mapping[str, float]) -> Score:
        """Return one model's score with all its parts."""

        def make() -> Score:
            return score(self.models[place], rubric, self.vocabulary, self.today, access=access)

        found = self._cells.get(("score", place, rubric.id, access), make)
        return rescored(found, reweighted(rubric, weights)) if weights else found

    def cost(self, place: int, job: Job, access: str | None) -> Cost:
        """Return what the whole job costs on one model, on routes of one kind or on all."""

        def make() -> Cost:
            return cost_of(job, self.models[place], self.vocabulary, self.today).reached_by(access)

        return self._cells.get(("cost", place, job, access), make)

    def gates(self, place: int, rubric: Rubric) -> Mapping[str, Check]:
        """Return what became of each gate of a rubric on one model."""

        def make() -> dict[str, Check]:
            model = self.models[place]
            checks = (
                (ask.id, gate_check(ask, model, self.vocabulary, self.today)) for ask in gates_of(rubric)
            )
            return {name: check for name, check in checks if check is not None}

        return self._cells.get(("gates", place, rubric.id), make)


_boards: WeakKeyDictionary[Catalog, tuple[datetime.date, dict[str, Board]]] = WeakKeyDictionary()


def board_of(catalog: Catalog, medium: str, today: datetime.date) -> Board:
    """Return the board of a catalog for a medium and a day; boards of earlier days are let go."""
    day, boards = _boards.get(catalog, (None, {}))
    if day != today:
        boards = {}
        _boards[catalog] = (today, boards)
    board = boards.get(medium)
    if board is None:
        boards[medium] = board = Board(catalog, medium, today)
    return board
