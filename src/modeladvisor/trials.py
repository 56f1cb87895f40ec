"""One model against all others on one question: what would become of it if its record, or the question, were another."""

from __future__ import annotations

import bisect
import datetime
from collections.abc import Iterator, Mapping

import attrs

from modeladvisor.answers import Answer
from modeladvisor.asks import Brief, brief_of, rubric_for
from modeladvisor.boards import Board, board_of
from modeladvisor.catalog import Catalog
from modeladvisor.conditions import Test, tests_of
from modeladvisor.fits import Candidate, Fit, fit_of, style_of
from modeladvisor.opinions import Rubric
from modeladvisor.prices import cost_of
from modeladvisor.questions import Question
from modeladvisor.rankings import Standings
from modeladvisor.records import Model
from modeladvisor.scoreboards import rescored, reweighted
from modeladvisor.scores import Score, score
from modeladvisor.selection import select

_Key = tuple[int, int, float, float, str]
_STYLES = {Answer.YES: 0, Answer.UNKNOWN: 1, Answer.NO: 2}


@attrs.frozen
class Outcome:
    """What becomes of a model.

    Attributes:
        fit: What became of each constraint.
        score: What it earns.
        rank: Its place, from 1; None if it is excluded.
    """

    fit: Fit
    score: Score
    rank: int | None

    @property
    def fits(self) -> bool:
        """Whether it meets all constraints for sure."""
        return self.fit.answer is Answer.YES

    @property
    def wins(self) -> bool:
        """Whether it fits and stands first."""
        return self.fits and self.rank == 1


class Trial:
    """One model and its rivals on one question.

    Attributes:
        model: As it is recorded.
        board, brief, published: What the question rests on; `published` is the rubric before the caller's weights.
        standings: The ranking as it is.
    """

    def __init__(
        self, catalog: Catalog, question: Question, medium: str, model: Model, today: datetime.date
    ) -> None:
        self.catalog, self.question, self.medium, self.model, self.today = (
            catalog, question, medium, model, today,
        )  # fmt: skip
        self.board: Board = board_of(catalog, medium, today)
        self.brief: Brief = brief_of(catalog, question, medium)
        self.published: Rubric = rubric_for(catalog, question, medium)
        self.standings = self._standings(self.brief, question.weights)
        self._rivals = self._keys(self.standings)

    def _standings(self, brief: Brief, weights: Mapping[str, float]) -> Standings:
        chosen = select(self.board, brief)
        scores = self.board.scoreboard(self.published, brief.access)
        if weights:
            scores = scores.reweighted(reweighted(self.published, weights))
        style = self.board.style(self.question.style)
        return Standings(self.board.field, scores, chosen.fits, chosen.may_fit, style)

    def _keys(self, standings: Standings) -> list[_Key]:
        """Return what the others are ordered by, in order."""
        slugs, scores = self.board.field.slugs, standings.scores
        keys = []
        for place in standings.ranked():
            if slugs[place] != self.model.slug:
                group, style = 1 - standings.fits(place), _STYLES[standings.style_of(place)]
                keys.append((group, style, -scores.lows[place], -scores.highs[place], slugs[place]))
        return keys

    @property
    def place(self) -> int:
        """The model's place in the field."""
        return self.board.field.slugs.index(self.model.slug)

    @property
    def first(self) -> str | None:
        """The slug of the model that stands first; None if none fits or may fit."""
        return self.board.field.slugs[self.standings.at(1)] if len(self.standings) else None

    def tests(self) -> Iterator[Test]:
        """Yield every test that the question and the rubric put to a capability, requested features included."""
        features = self.catalog.vocabulary.features

        def of_features(request: Mapping[str, tuple[Test, ...]]) -> Iterator[Test]:
            for name, tests in request.items():
                bound = features[name].bounded_by
                if bound is not None:
                    yield from (attrs.evolve(test, key=bound) for test in tests)
                if name == "audio":
                    yield Test("silent_option", "equals", (True,))

        for ask in self.brief.asks:
            if ask.need is not None:
                yield from tests_of(ask.need)
            yield from of_features(ask.request)
            for way in ask.mode.ways if ask.mode else ():
                yield from tests_of(way.need)
                yield from of_features(
                    {name: (Test(name, "equals", (v,)),) for name, v in way.request.items()}
                )
        for criterion in self.published.criteria:
            for level in criterion.levels:
                yield from tests_of(level.need)
            if criterion.request:
                wanted = criterion.request.items()
                yield from of_features({name: (Test(name, "equals", (v,)),) for name, v in wanted})
            if criterion.route_kinds:
                yield Test("open_weights", "equals", (True,))

    def outcome(self, model: Model) -> Outcome:
        """Return what would become of the model if this were its record."""
        return self._outcome(model, self.brief, self._rivals, self.question.weights)

    def without(self, parameter: str) -> Outcome:
        """Return what would become of the model if one parameter were not asked."""
        brief = brief_of(self.catalog, self.question, self.medium, (), (parameter,))
        rivals = self._keys(self._standings(brief, self.question.weights))
        return self._outcome(self.model, brief, rivals, self.question.weights)

    def weighted(self, weights: Mapping[str, float]) -> Outcome:
        """Return what would become of the model under other weights."""
        rivals = self._keys(self._standings(self.brief, weights))
        return self._outcome(self.model, self.brief, rivals, weights)

    def _outcome(
        self, model: Model, brief: Brief, rivals: list[_Key], weights: Mapping[str, float]
    ) -> Outcome:
        vocabulary = self.catalog.vocabulary
        cost = cost_of(brief.job, model, vocabulary, self.today).reached_by(brief.access)
        fit = fit_of(Candidate(model, {}, cost), brief.asks, self.medium, vocabulary, self.today)
        earned = score(model, self.published, vocabulary, self.today, access=brief.access)
        if weights:
            earned = rescored(earned, reweighted(self.published, weights))
        if fit.answer is Answer.NO:
            return Outcome(fit, earned, None)
        style = style_of(self.question.style, model, self.medium, vocabulary, self.today) or Answer.YES
        group = 0 if fit.answer is Answer.YES else 1
        key = (group, _STYLES[style], -earned.low, -earned.high, model.slug)
        return Outcome(fit, earned, 1 + bisect.bisect_left(rivals, key))
