"""The plain loops that the rankings of whole fields are held against: one model after the other, no sets, no columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import attrs

from modeladvisor import Catalog
from modeladvisor.answers import Answer
from modeladvisor.asks import brief_of, rubric_for
from modeladvisor.fits import Candidate, Fit, fit_of, style_of
from modeladvisor.prices import Cost, cost_of
from modeladvisor.questions import Question
from modeladvisor.rankings import Standing
from modeladvisor.scores import Score, score
from strategies import TODAY

OrderKey = tuple[int, int, float, float, str]
STYLE_PLACE = {Answer.YES: 0, Answer.UNKNOWN: 1, Answer.NO: 2}


@attrs.frozen
class Contender:
    """One model that fits (gate YES) or may fit (UNKNOWN)."""

    slug: str
    gate: Answer
    style: Answer
    score: Score
    fit: Fit | None = None
    cost: Cost | None = None

    def now(self) -> OrderKey:
        """Return the place in order as things are known."""
        group = 0 if self.gate is Answer.YES else 1
        return group, STYLE_PLACE[self.style], -self.score.low, -self.score.high, self.slug

    def at_best(self) -> OrderKey:
        """Return the place in order if all its unknowns turn out well."""
        style = 2 if self.style is Answer.NO else 0
        return 0, style, -self.score.high, -self.score.high, self.slug

    def at_worst(self) -> OrderKey | None:
        """Return the place in order if all its unknowns turn out badly; None if it is then out."""
        if self.gate is not Answer.YES:
            return None
        style = 0 if self.style is Answer.YES else 2
        return 0, style, -self.score.low, -self.score.low, self.slug


def intervals(contenders: Sequence[Contender]) -> dict[str, Standing]:
    """Return the place of each contender and the interval it could take, by counting."""
    found = {}
    for rank, one in enumerate(sorted(contenders, key=Contender.now), start=1):
        others = [other for other in contenders if other is not one]
        unlucky = [key for other in others if (key := other.at_worst()) is not None]
        worst = one.at_worst()
        found[one.slug] = Standing(
            rank,
            1 + sum(key < one.at_best() for key in unlucky),
            None if worst is None else 1 + sum(other.at_best() < worst for other in others),
        )
    return found


@attrs.frozen
class PlainRanking:
    """The groups of a question, found by asking every model everything."""

    contenders: tuple[Contender, ...]
    excluded: dict[str, Fit]

    @property
    def by_reason(self) -> dict[str, int]:
        """How many models each constraint excludes first."""
        return dict(Counter(one.first_no().parameter for one in self.excluded.values()))

    @property
    def pareto(self) -> set[str]:
        """Who is beaten by nobody on proved points and price."""
        priced = [
            (one.slug, one.score.low, one.cost.cheapest.usd)
            for one in self.contenders
            if one.gate is Answer.YES and one.cost and one.cost.cheapest
        ]

        def beaten(low: float, usd: float) -> bool:
            return any(
                other_low >= low and other_usd <= usd and (other_low, other_usd) != (low, usd)
                for _, other_low, other_usd in priced
            )

        return {slug for slug, low, usd in priced if not beaten(low, usd)}


def plain_ranking(catalog: Catalog, question: Question, medium: str) -> PlainRanking:
    """Ask every model everything, one after the other."""
    brief = brief_of(catalog, question, medium)
    rubric = rubric_for(catalog, question, medium)
    contenders, excluded = [], {}
    for model in catalog.models.values():
        if medium not in model.makes:
            continue
        cost = cost_of(brief.job, model, catalog.vocabulary, TODAY).reached_by(brief.access)
        fit = fit_of(Candidate(model, {}, cost), brief.asks, medium, catalog.vocabulary, TODAY)
        if fit.answer is Answer.NO:
            excluded[model.slug] = fit
            continue
        style = style_of(question.style, model, medium, catalog.vocabulary, TODAY)
        scored = score(model, rubric, catalog.vocabulary, TODAY, access=brief.access)
        contenders.append(Contender(model.slug, fit.answer, style or Answer.YES, scored, fit, cost))
    return PlainRanking(tuple(sorted(contenders, key=Contender.now)), excluded)
