"""What no question changes, computed once for a catalog, a day and a medium, and kept for the questions that follow."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar, cast
from weakref import WeakKeyDictionary

import attrs

from modeladvisor.answers import Answer
from modeladvisor.asking import Job, Style
from modeladvisor.asks import gates_of
from modeladvisor.ballots import Ballot, Field, all_ballots
from modeladvisor.catalog import Catalog
from modeladvisor.combinations import Request, accepts
from modeladvisor.conditions import Condition, Test
from modeladvisor.fits import Check, gate_check, price_answer, style_of
from modeladvisor.judgements import judge
from modeladvisor.opinions import Rubric
from modeladvisor.prices import Cost, Pricelist, cost_of
from modeladvisor.scoreboards import Scoreboard, rescored, reweighted
from modeladvisor.scores import Score, has_route, score

T = TypeVar("T")
MOST_COLUMNS = 500
"""Ballots, price lists and scoreboards kept for one catalog, day and medium; the oldest go first."""
MOST_CELLS = 5_000
"""Single answers with their reasons (a score, a cost, a gate) kept in the same way."""


@attrs.frozen
class Petition:
    """What became of one joint request.

    Attributes:
        answer: Whether each model accepts it as a whole.
        supports: For each asked feature, whether each model offers it apart from all rules.
    """

    answer: Ballot
    supports: Mapping[str, Ballot]


class _Kept:
    """A memory of bounded size."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: dict[Hashable, object] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        if key in self._found:
            return cast(T, self._found[key])
        made = make()
        if len(self._found) >= self._most:
            self._found.pop(next(iter(self._found)), None)
        self._found[key] = made
        return made


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
        self._columns = _Kept(MOST_COLUMNS)
        self._cells = _Kept(MOST_CELLS)

    # --- columns: one answer for every model ---

    def need(self, need: Condition) -> Ballot:
        """Return whether each model meets a need."""

        def make() -> Ballot:
            return self.field.ballot(
                judge(need, one, self.vocabulary, self.today).answer for one in self.models
            )

        return self._columns.get(need, make)

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

        def make() -> Pricelist:
            return Pricelist.of(
                cost_of(job.unit, one, self.vocabulary, self.today).reached_by(access) for one in self.models
            )

        return self._columns.get(("prices", job.unit, access), make)

    def within(self, ceiling: float, job: Job, access: str | None) -> Ballot:
        """Return whether each model's price of the job stays under a ceiling, in USD per second or image."""

        def make() -> Ballot:
            listed = self.prices(job, access)
            return self.field.ballot(
                price_answer(ceiling, usd, undercut=bool(undercut))
                for usd, undercut in zip(listed.usd, listed.open, strict=True)
            )

        return self._columns.get(("within", ceiling, job.unit, access), make)

    def petition(self, request: Request) -> Petition:
        """Return whether each model accepts a request as a whole.

        Without combination rules a model accepts all if it offers each; the others are tried one by one.
        """

        def make() -> Petition:
            supports = {name: self._offers(name, tests) for name, tests in request.items()}
            answer = all_ballots(supports.values(), self.field)
            if not self._ruled:
                return Petition(answer, supports)
            tried = [
                accepts(self.models[place], request, self.medium, self.vocabulary, self.today)
                for place in self._ruled
            ]
            joint = self._patched(answer, [found.answer for found in tried])
            for name, ballot in supports.items():
                supports[name] = self._patched(ballot, [found.supports[name].answer for found in tried])
            return Petition(joint, supports)

        return self._columns.get(("petition", tuple(sorted(request.items(), key=lambda one: one[0]))), make)

    @property
    def _ruled(self) -> list[int]:
        return self._columns.get(
            "ruled", lambda: [place for place, one in enumerate(self.models) if one.rules]
        )

    def _offers(self, name: str, tests: tuple[Test, ...]) -> Ballot:
        """Return whether each model without rules offers a feature; those with rules are left unknown."""

        def make() -> Ballot:
            request = {name: tests}
            return self.field.ballot(
                Answer.UNKNOWN
                if one.rules
                else accepts(one, request, self.medium, self.vocabulary, self.today).answer
                for one in self.models
            )

        return self._columns.get(("offers", name, tests), make)

    def _patched(self, ballot: Ballot, answers: list[Answer]) -> Ballot:
        """Return the ballot with these answers of the models with rules in place of their own."""
        everyone = [Answer.UNKNOWN] * len(self.models)
        for place, answer in zip(self._ruled, answers, strict=True):
            everyone[place] = answer
        patch = self.field.ballot(everyone)
        keep = ~self.field.members(bool(one.rules) for one in self.models)
        return Ballot(ballot.yes & keep | patch.yes, ballot.no & keep | patch.no)

    def scoreboard(
        self, rubric: Rubric, access: str | None = None, weights: Mapping[str, float] | None = None
    ) -> Scoreboard:
        """Return the points of every model on a rubric, its prices on routes of one kind or on all."""

        def make() -> Scoreboard:
            found = (score(one, rubric, self.vocabulary, self.today, access=access) for one in self.models)
            return Scoreboard.of(rubric, found)

        published = self._columns.get(("scores", rubric.id, access), make)
        if not weights:
            return published
        key = ("weighted", rubric.id, access, tuple(sorted(weights.items())))
        return self._columns.get(key, lambda: published.reweighted(reweighted(rubric, weights)))

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
