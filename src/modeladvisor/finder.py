"""Which models fit a question, in which order, and why."""

from __future__ import annotations

import datetime
from collections.abc import Hashable, Iterator, Mapping
from typing import TYPE_CHECKING

import attrs

from modeladvisor.answers import Answer
from modeladvisor.asks import Ask, Brief, brief_of, rubric_for
from modeladvisor.boards import Board, board_of
from modeladvisor.catalog import Catalog
from modeladvisor.combinations import asked
from modeladvisor.conditions import Scalar
from modeladvisor.exhibits import Pictured, PlotKind, Tabular
from modeladvisor.fits import Candidate, Check, Fit, ceiling_check, fit_of
from modeladvisor.lists import LazyList
from modeladvisor.opinions import Rubric
from modeladvisor.outcomes import outcome_of
from modeladvisor.prices import Cost
from modeladvisor.questions import LIMIT_DEFAULT, Question
from modeladvisor.rankings import Standing
from modeladvisor.records import Model
from modeladvisor.relaxations import Relaxation, relaxations
from modeladvisor.scoreboards import reweighted
from modeladvisor.scores import Score
from modeladvisor.selection import single_ballot
from modeladvisor.sensitivities import Climb, Sensitivity

if TYPE_CHECKING:
    from modeladvisor.charts import Panel
    from modeladvisor.exhibits import Page
    from modeladvisor.sheets import Sheet
    from modeladvisor.why_not import WhyNot


@attrs.frozen
class Place(Tabular):
    """One model in a ranking, with everything its place rests on."""

    model: Model
    standing: Standing
    score: Score
    fit: Fit
    style: Answer | None
    cost: Cost

    @property
    def unknowns(self) -> tuple[str, ...]:
        """What is not known and counts here: first what holds it back, then what could earn points."""
        points = (key for part in self.score.parts for key in part.unknowns)
        return tuple(dict.fromkeys([*self.fit.unknowns, *points]))

    def _page(self) -> Page:
        from modeladvisor.tabulations.rankings import place_tables

        return f"{self.model.name}, place {self.standing.rank}", place_tables(self), ()


@attrs.frozen
class Exclusion:
    """A model that is out, with the one reason that comes first."""

    model: Model
    check: Check


@attrs.frozen
class Ranking(Tabular, Pictured):
    """The answer for one medium.

    Attributes:
        fits, may_fit, excluded: The three groups; reasons are worked out for the models that are looked at.
        by_reason: How many models each constraint excludes, where several do the first.
        pareto: Slugs of fitting models that no other beats on both proved score and price.
        usd: Cheapest and dearest price of a second or an image of the job over the models that fit; None without one.
        ceiling: The words in which a constraint names a sum; None if there is no sum.
        outcome: Stands for the three groups but those words: the same object for all sums that all models answer alike.
    """

    medium: str
    rubric: Rubric
    fits: LazyList[Place]
    may_fit: LazyList[Place]
    excluded: LazyList[Exclusion]
    by_reason: Mapping[str, int]
    relaxations: tuple[Relaxation, ...]
    pareto: tuple[str, ...]
    usd: tuple[float, float] | None
    ceiling: str | None
    outcome: object = attrs.field(eq=False, repr=False)
    _sensitivity: LazyList[Sensitivity] = attrs.field(alias="sensitivity")

    @property
    def sensitivity(self) -> Sensitivity:
        """Whether the first place holds whatever the unknowns are, and what would change it."""
        return self._sensitivity[0]

    def _frames(self) -> tuple[Sheet, ...]:
        from modeladvisor.tabulations.rankings import ranking_frames

        return ranking_frames((self,))

    def _page(self, limit: int = LIMIT_DEFAULT) -> Page:
        from modeladvisor.tabulations.rankings import ranking_notes, ranking_tables

        return "", tuple(ranking_tables(self, limit)), tuple(ranking_notes(self))

    def _panels(self, kind: PlotKind, limit: int) -> Iterator[Panel]:
        from modeladvisor.tabulations.pictures import ranking_panel

        yield ranking_panel(self, kind, limit)


@attrs.frozen
class FinderResult(Tabular, Pictured):
    """The answer to a question: one ranking for each medium, never merged.

    Attributes:
        why_not: The story of the model that was named, for each medium; empty where none was.
    """

    question: Question
    rankings: tuple[Ranking, ...]
    why_not: tuple[WhyNot, ...] = ()

    @property
    def fits(self) -> LazyList[Place]:
        """The models that fit, of the first medium."""
        return self.rankings[0].fits

    @property
    def may_fit(self) -> LazyList[Place]:
        """The models that may fit, of the first medium."""
        return self.rankings[0].may_fit

    def _frames(self) -> tuple[Sheet, ...]:
        from modeladvisor.tabulations.rankings import ranking_frames

        return ranking_frames(self.rankings)

    def _page(self) -> Page:
        from modeladvisor.tabulations.rankings import budget_notes

        pages = [one._page(self.question.limit) for one in self.rankings]
        stories = [one._page() for one in self.why_not]
        sheets = [one for _, found, _ in (*pages, *stories) for one in found]
        notes = [
            *budget_notes(self.question),
            *(one for *_, found in pages for one in found),
            *(title for title, *_ in stories),
        ]
        return "", tuple(sheets), tuple(notes)

    def _panels(self, kind: PlotKind, limit: int) -> Iterator[Panel]:
        for one in self.rankings:
            yield from one._panels(kind, limit)


def find(
    catalog: Catalog,
    question: Question,
    today: datetime.date,
    *,
    request: Mapping[str, Scalar] | None = None,
    why_not: str | None = None,
) -> FinderResult:
    """Return the ranked, explained answer to a question on a day; the same input gives the same answer.

    Args:
        request: Further features that must be accepted jointly with what the question asks.
        why_not: A model of which the answer shall say why it is not first.

    Raises:
        NotInCatalogError: if no model bears the name given as `why_not`.
    """
    further = (
        (Ask("request", "request", "The step asks for this.", request=asked(**request)),) if request else ()
    )
    rankings = (_ranking(catalog, question, medium, today, further) for medium in question.media)
    if not why_not:
        return FinderResult(question, tuple(rankings))
    # Imported here: few questions ask for a story, and its modules would take 7 ms at every start.
    from modeladvisor.why_not import why_not as stories

    return FinderResult(question, tuple(rankings), stories(catalog, question, why_not, today))


def _ranking(
    catalog: Catalog, question: Question, medium: str, today: datetime.date, further: tuple[Ask, ...]
) -> Ranking:
    board = board_of(catalog, medium, today)
    brief = brief_of(catalog, question, medium, further)
    published = rubric_for(catalog, question, medium)
    scores = board.scoreboard(published, brief.access, question.weights)
    style = board.style(question.style)
    reasons = Reasons(board, brief, published, question.weights)
    outcome = board.outcome(
        (reasons.key, style),
        lambda: outcome_of(
            board, brief, scores, style, climb=reasons.climb, held_back_by=reasons.held_back_by
        ),
    )
    chosen, standings = outcome.chosen, outcome.standings

    def place(rank: int) -> Place:
        number = standings.at(rank)
        return Place(
            model=board.models[number],
            standing=standings.standing(rank),
            score=reasons.score(number),
            fit=reasons.fit(number),
            style=standings.style_of(number) if style else None,
            cost=reasons.cost(number),
        )

    out = board.field.places(chosen.excluded)
    return Ranking(
        medium=medium,
        rubric=reweighted(published, question.weights),
        fits=LazyList(standings.fitting, lambda index: place(index + 1)),
        may_fit=LazyList(standings.perhaps, lambda index: place(standings.fitting + index + 1)),
        excluded=LazyList(len(out), lambda index: reasons.exclusion(out[index])),
        by_reason=dict(chosen.by_reason),
        relaxations=() if chosen.fits else relaxations(catalog, question, further, board),
        pareto=outcome.pareto,
        usd=outcome.usd,
        ceiling=brief.ceiling.why if brief.ceiling else None,
        outcome=outcome.token,
        sensitivity=outcome.sensitivity,
    )


@attrs.frozen
class Reasons:
    """What one question's answer rests on, model by model, by place in the field."""

    board: Board
    brief: Brief
    rubric: Rubric
    weights: Mapping[str, float]
    _number: int = attrs.field(init=False)
    _ceiling: Ask | None = attrs.field(init=False)

    @_number.default
    def _numbered(self) -> int:
        return self.board.number_of(self.brief.key)

    @_ceiling.default
    def _ceiling_of_brief(self) -> Ask | None:
        return self.brief.ceiling

    @property
    def key(self) -> Hashable:
        """Everything on which the outcome depends but the style; of a ceiling only how each model answers it."""
        board, brief, ceiling = self.board, self.brief, self._ceiling
        told = single_ballot(board, ceiling, brief) if ceiling else None
        return self._number, self.rubric.id, tuple(sorted(self.weights.items())), told

    def score(self, place: int) -> Score:
        """Return a model's score with its parts."""
        return self.board.score(place, self.rubric, self.brief.access, self.weights)

    def cost(self, place: int) -> Cost:
        """Return what the job costs on a model; under the number of the brief it is found without hashing the job."""
        brief = self.brief
        return self.board.cell(
            ("priced", place, self._number), lambda: self.board.cost(place, brief.job, brief.access)
        )

    def fit(self, place: int) -> Fit:
        """Return what became of each constraint on a model."""
        if self._ceiling is None or self._ceiling.ceiling is None:
            return self._fit(place, None)
        priced = ceiling_check(self._ceiling, self._ceiling.ceiling, self.cost(place))
        return self._fit(place, priced.answer).under(priced)

    def _fit(self, place: int, priced: Answer | None) -> Fit:
        """Return the fit of a model that answers a ceiling so, whatever the sum is: people name ever new ones."""
        return self.board.cell(("fit", place, self._number, priced), lambda: self._new_fit(place))

    def _new_fit(self, place: int) -> Fit:
        board, brief = self.board, self.brief
        candidate = Candidate(board.models[place], board.gates(place, self.rubric), self.cost(place))
        return fit_of(candidate, brief.asks, brief.medium, board.vocabulary, board.today)

    def exclusion(self, place: int) -> Exclusion:
        """Return the one reason for which a model is out."""
        return Exclusion(self.board.models[place], self.fit(place).first_no())

    def held_back_by(self, place: int) -> tuple[str, ...]:
        """Return the unknowns on which it depends whether a model fits."""
        return self.fit(place).unknowns

    def climb(self, place: int, known: tuple[str, ...]) -> Climb:
        """Return how far the fewest learned facts could lift a model, some unknowns being free."""
        key = ("climb", place, self.rubric.id, self.brief.access, tuple(sorted(self.weights.items())), known)
        return self.board.cell(key, lambda: Climb(self.score(place), known))
