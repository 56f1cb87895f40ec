"""Why a model is not first, and every single change by which it would enter or win."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal, get_args

import attrs

from modeladvisor.answers import Answer
from modeladvisor.catalog import Catalog
from modeladvisor.conditions import Test
from modeladvisor.exhibits import Tabular
from modeladvisor.fits import Check
from modeladvisor.prices import cost_of
from modeladvisor.questions import ACCESS, Question
from modeladvisor.records import Model, RouteKind
from modeladvisor.scores import GRADE_SHARES
from modeladvisor.suppositions import (
    possible_values,
    with_evidence,
    with_fact,
    with_price,
    with_route,
    without_rule,
)
from modeladvisor.trials import Outcome, Trial
from modeladvisor.values import Value
from modeladvisor.weight_shares import nearest_share

if TYPE_CHECKING:
    from modeladvisor.exhibits import Page

ChangeKind = Literal["constraint", "fact", "rule", "price", "route", "evidence", "weight"]
State = Literal["first", "fits", "may-fit", "excluded", "makes-another-medium"]
CENT_OF_CENT = 0.0001
"""Prices are tried in steps of this many USD."""
MOST_POINTS = 9999.0


@attrs.frozen
class Change:
    """One thing that would be different, and what the model would then be.

    Attributes:
        kind: What is changed.
        of: The parameter that is dropped, the key, rule, route, dimension of evidence (with a mode, where only
            findings about it count: `overall_preference/image-to-video`) or criterion that is changed.
        now: What is known of it now; None is unknown, or not there.
        then: What it would be: a value, USD per second or image, a grade, points for `weights`; None is gone.
        fits: Whether the model would fit for sure.
        rank: The place that it would take; None if it stayed out.
    """

    kind: ChangeKind
    of: str
    now: Value | None
    then: Value | None
    fits: bool
    rank: int | None

    @property
    def wins(self) -> bool:
        """Whether the model would stand first."""
        return self.fits and self.rank == 1


@attrs.frozen
class WhyNot(Tabular):
    """The story of one model on one question and medium.

    Attributes:
        state: What the model is now.
        rank: Its place now; None if it is excluded or makes another medium.
        first: The model that stands first; None if none fits or may fit.
        held_back_by: The constraints that are not met, or not known to be met.
        missing: Points by which its proved score falls short of the first's; None without two scores to compare.
        enters: The changes that let the model fit for sure, if it does not now: for each thing the smallest.
        wins: The changes that put the model first, if it is not now: for each thing the smallest.
        tried: How many single changes of each kind were tried. Where `enters` or `wins` is empty, none of them
            is enough: it takes at least two.
        nearest: Of all changes tried, one that brings the model to its best place; None if none betters it.
    """

    model: Model
    medium: str
    state: State
    rank: int | None
    first: str | None
    held_back_by: tuple[Check, ...]
    missing: float | None
    enters: tuple[Change, ...]
    wins: tuple[Change, ...]
    tried: Mapping[str, int]
    nearest: Change | None

    def _page(self) -> Page:
        from modeladvisor.tabulations.stories import story_page

        return story_page(self)


def why_not(catalog: Catalog, question: Question, slug: str, today: datetime.date) -> tuple[WhyNot, ...]:
    """Return the story of a model on a question, for each medium that the question is about.

    Raises:
        NotInCatalogError: if no model bears the name.
    """
    model = catalog.find_model(slug, parameter="why_not").model
    return tuple(_story(catalog, question, medium, model, today) for medium in question.media)


def _story(catalog: Catalog, question: Question, medium: str, model: Model, today: datetime.date) -> WhyNot:
    if medium not in model.makes:
        return WhyNot(model, medium, "makes-another-medium", None, None, (), None, (), (), {}, None)
    trial = Trial(catalog, question, medium, model, today)
    now = trial.outcome(model)
    first = trial.first
    scores = trial.standings.scores
    leader = trial.standings.at(1) if first is not None else trial.place
    tried = [] if now.wins else list(_changes(trial))
    return WhyNot(
        model=model,
        medium=medium,
        state=_state(now),
        rank=now.rank,
        first=first,
        held_back_by=tuple(one for one in now.fit.checks if one.answer is not Answer.YES),
        missing=round(scores.lows[leader] - now.score.low, 2) if first not in (None, model.slug) else None,
        enters=_smallest(one for one in tried if one.fits and not now.fits),
        wins=_smallest(one for one in tried if one.wins),
        tried=dict(Counter(one.kind for one in tried)),
        nearest=_nearest(tried, now),
    )


def _state(now: Outcome) -> State:
    if now.wins:
        return "first"
    states: Mapping[Answer, State] = {Answer.YES: "fits", Answer.UNKNOWN: "may-fit", Answer.NO: "excluded"}
    return states[now.fit.answer]


def _smallest(changes: Iterator[Change]) -> tuple[Change, ...]:
    """Return the first change of each thing: they are tried from the smallest up."""
    found: dict[tuple[str, str], Change] = {}
    for one in changes:
        found.setdefault((one.kind, one.of), one)
    return tuple(found.values())


def _nearest(tried: list[Change], now: Outcome) -> Change | None:
    placed = [one for one in tried if one.rank is not None and (now.rank is None or one.rank < now.rank)]
    return min(placed, key=lambda one: (not one.fits, one.rank), default=None)


def _changes(trial: Trial) -> Iterator[Change]:
    """Yield every single change, and what the model would then be."""
    yield from _constraints(trial)
    yield from _facts(trial)
    yield from _rules(trial)
    yield from _prices(trial)
    yield from _routes(trial)
    yield from _evidence(trial)
    yield from _weights(trial)


def _made(kind: ChangeKind, of: str, now: Value | None, then: Value | None, found: Outcome) -> Change:
    return Change(kind, of, now, then, found.fits, found.rank)


def _constraints(trial: Trial) -> Iterator[Change]:
    asked = dict.fromkeys(ask.parameter for ask in trial.brief.asks if ask.parameter != "status")
    for parameter in asked:
        yield _made("constraint", parameter, None, None, trial.without(parameter))


def _facts(trial: Trial) -> Iterator[Change]:
    vocabulary, model = trial.catalog.vocabulary, trial.model
    tests: dict[str, list[Test]] = {}
    for test in trial.tests():
        tests.setdefault(test.key, []).append(test)
    for key, asked in sorted(tests.items()):
        capability = vocabulary.keys[key]
        if capability.kind == "date":
            continue
        stated = [model.facts.get(key), *(route.facts.get(key) for route in model.routes)]
        now = next((fact.value for fact in stated if fact is not None), None)
        for value in possible_values(capability, now, asked):
            yield _made("fact", key, now, value, trial.outcome(with_fact(model, key, value, trial.today)))


def _rules(trial: Trial) -> Iterator[Change]:
    for rule in trial.model.rules:
        yield _made("rule", rule.id, True, None, trial.outcome(without_rule(trial.model, rule.id)))


def _prices(trial: Trial) -> Iterator[Change]:
    """Yield, for each route of others' machines, the highest price at which the model fits, and at which it wins."""
    cost = cost_of(trial.brief.job, trial.model, trial.catalog.vocabulary, trial.today)
    known = {one.route.id: one.usd for one in cost.quotes}
    reached = cost.reached_by(trial.brief.access)
    for route in (*(one.route for one in reached.quotes), *reached.unpriced):
        now = known.get(route.id)

        def at(steps: int, route_id: str = route.id) -> Outcome:
            chosen = next(one for one in trial.model.routes if one.id == route_id)
            usd = steps * CENT_OF_CENT
            return trial.outcome(with_price(trial.model, chosen, usd, trial.medium, trial.today))

        most = round((now if now is not None else 100.0) / CENT_OF_CENT)
        lowest = at(1)
        for goal in ("fits", "wins"):
            if not getattr(lowest, goal):
                continue
            low, high = 1, most
            while low < high:
                middle = (low + high + 1) // 2
                low, high = (middle, high) if getattr(at(middle), goal) else (low, middle - 1)
            yield _made("price", route.id, now, round(low * CENT_OF_CENT, 4), at(low))
        yield _made("price", route.id, now, CENT_OF_CENT, lowest)


def _routes(trial: Trial) -> Iterator[Change]:
    """Yield one more route of each kind that counts: the one asked for, and those that earn points."""
    kinds = [kind for one in trial.published.criteria for kind in one.route_kinds]
    wanted = trial.brief.access
    for name in dict.fromkeys([*([wanted] if wanted else []), *kinds]):
        kind: RouteKind = next((one for one in get_args(RouteKind) if one == name), "api")
        provider = None if kind == "self-hosted" else "supposed" if name in ACCESS else name
        yield _made(
            "route", name, None, "active",
            trial.outcome(with_route(trial.model, kind, provider, trial.today)),
        )  # fmt: skip


def _evidence(trial: Trial) -> Iterator[Change]:
    asked = [(one.evidence, one.evidence_mode) for one in trial.published.criteria if one.evidence]
    style = trial.question.style
    if style and not style.gate and trial.medium in style.evidence:
        asked.append((style.evidence[trial.medium], None))
    for dimension, mode in dict.fromkeys(asked):
        for grade in sorted(GRADE_SHARES, key=lambda one: GRADE_SHARES[one]):
            supposed = with_evidence(
                trial.model,
                dimension,
                trial.medium,
                mode,
                grade,
                trial.today,
            )
            of = f"{dimension}/{mode}" if mode else dimension
            yield _made("evidence", of, None, grade, trial.outcome(supposed))


def _weights(trial: Trial) -> Iterator[Change]:
    """Yield, for each criterion, the points nearest to the present ones at which the model is first.

    Where there are none, those at which it stands best are tried: none, or all that can be asked for.
    Scores are linear in the share of one weight, so that each rival leaves an interval of it.
    """
    standings, place = trial.standings, trial.place
    given = trial.question.weights
    points = {one.id: given.get(one.id, one.points) for one in trial.published.criteria}
    total = sum(points.values())
    if not total or not standings.fits(place) or place not in standings.peers(standings.at(1)):
        return
    shares = trial.board.scoreboard(trial.published, trial.brief.access).part_lows
    for number, criterion in enumerate(trial.published.criteria):
        rest = total - points[criterion.id]
        if not rest:
            continue

        def ends(one: int, number: int = number, rest: float = rest) -> tuple[float, float]:
            """Return the points without the criterion, and with it alone."""
            earned = [
                column.at(one) / other.points
                for column, other in zip(shares, trial.published.criteria, strict=True)
            ]
            others = sum(
                points[other.id] * earned[index]
                for index, other in enumerate(trial.published.criteria)
                if index != number
            )
            return others / rest, earned[number]

        others, earns = ends(place)
        share = nearest_share(
            (others, earns), [ends(one) for one in standings.peers(place) if one != place],
            points[criterion.id] / total,
        )  # fmt: skip
        most = MOST_POINTS / (MOST_POINTS + rest)
        wanted = min(most, share if share is not None else most * (earns > others))
        then = round(wanted * rest / (1 - wanted), 2)
        outcome = trial.weighted({**given, criterion.id: then})
        yield _made("weight", criterion.id, round(points[criterion.id], 2), then, outcome)
