"""Two to eight models side by side: what is the same, what differs, what is unknown."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import attrs

from modeladvisor.answers import Answer, all_of, any_of
from modeladvisor.asking import Job, Mode
from modeladvisor.boards import board_of
from modeladvisor.catalog import Catalog
from modeladvisor.exhibits import Pictured, PlotKind, Tabular
from modeladvisor.jobs import read_job
from modeladvisor.judgements import judge, routes_in_service, status_on
from modeladvisor.opinions import Rubric, UseCase
from modeladvisor.prices import Cost, cost_of
from modeladvisor.questions import Word
from modeladvisor.rankings import Standings, pareto
from modeladvisor.records import Fact, Model
from modeladvisor.scores import Score
from modeladvisor.sensitivities import Climb, Sensitivity, sensitivity
from modeladvisor.vocabulary import Capability

if TYPE_CHECKING:
    from modeladvisor.charts import Panel
    from modeladvisor.exhibits import Page
    from modeladvisor.sheets import Sheet


@attrs.frozen
class Row:
    """One capability over all compared models; a cell is None where the value is unknown."""

    capability: Capability
    verdict: Literal["same", "different", "unknown"]
    cells: Mapping[str, Fact | None]


@attrs.frozen
class Dominance:
    """`better` earns at least as much as `worse` on every criterion that is decided for both, and more on some.

    Attributes:
        on: The criteria on which it earns more.
        undecided: The criteria that are not decided for both.
        proved: Whether it holds however the undecided turn out: it earns for sure at least what the other can.
    """

    better: str
    worse: str
    on: tuple[str, ...]
    undecided: tuple[str, ...]
    proved: bool


@attrs.frozen
class TaskComparison:
    """Scores of the compared models on one task and medium; `None` where a model does not make the medium.

    Attributes:
        pareto: Slugs that no other beats on both proved score and price of the job, cheapest first.
    """

    use_case: UseCase
    rubric: Rubric
    scores: Mapping[str, Score | None]
    dominance: tuple[Dominance, ...]
    pareto: tuple[str, ...]
    settle: Sensitivity


@attrs.frozen
class Comparison(Tabular, Pictured):
    """The answer to a comparison.

    Attributes:
        media: Media that all compared models make; empty if there is none.
        modes: For each mode of these media, whether each model can be run so.
        shared_modes: The modes of which it is known for all models that they can be run so: only for these can
            everything be compared.
        task: One comparison for each medium of the task, empty without a task.
        jobs: The priced job for each common medium.
        costs: For each job's medium, the price on every route by model.
    """

    models: tuple[Model, ...]
    media: tuple[str, ...]
    modes: Mapping[str, Mapping[str, Answer]]
    shared_modes: tuple[str, ...]
    rows: tuple[Row, ...]
    differences_only: bool
    task: tuple[TaskComparison, ...]
    jobs: Mapping[str, Job]
    costs: Mapping[str, Mapping[str, Cost]]

    def _frames(self) -> tuple[Sheet, ...]:
        from modeladvisor.tabulations.comparisons import comparison_frames

        return comparison_frames(self)

    def _page(self) -> Page:
        from modeladvisor.tabulations.comparisons import comparison_tables

        return ", ".join(one.name for one in self.models), tuple(comparison_tables(self)), ()

    def _panels(self, kind: PlotKind, limit: int) -> Iterator[Panel]:
        from modeladvisor.tabulations.pictures import comparison_panels

        return comparison_panels(self, kind, limit)


def compare(
    catalog: Catalog,
    models: Sequence[Model],
    today: datetime.date,
    *,
    use_case: UseCase | None = None,
    differences_only: bool = False,
    job: Word | Mapping[str, object] = None,
) -> Comparison:
    """Return the models side by side, in the order given, on a day; rows are what can be asked of all of them.

    `job` says what is priced, as in `duration_seconds:8,resolution:1080p,count:10`.

    Raises:
        QuestionError: with every mistake of the job.
    """
    common = tuple(one for one in ("image", "video") if all(one in model.makes for model in models))
    rows = [
        _row(capability, models, today)
        for capability in catalog.vocabulary.keys.values()
        if all(set(capability.media) & set(model.makes) for model in models)
    ]
    if differences_only:
        rows = [row for row in rows if row.verdict == "different"]
    jobs = {
        medium: read_job(job, catalog.asking.jobs[medium], catalog.vocabulary) for medium in common[:1] or ()
    }
    jobs.update((medium, catalog.asking.jobs[medium]) for medium in common[1:])
    modes = _modes(catalog, models, common, today)
    return Comparison(
        models=tuple(models),
        media=common,
        modes=modes,
        shared_modes=tuple(name for name, found in modes.items() if all_of(found.values()) is Answer.YES),
        rows=tuple(rows),
        differences_only=differences_only,
        task=tuple(
            _task(catalog, use_case, medium, models, today, jobs.get(medium)) for medium in use_case.media
        )
        if use_case
        else (),
        jobs=jobs,
        costs={
            medium: {model.slug: cost_of(job, model, catalog.vocabulary, today) for model in models}
            for medium, job in jobs.items()
        },
    )


def _modes(
    catalog: Catalog, models: Sequence[Model], media: tuple[str, ...], today: datetime.date
) -> dict[str, dict[str, Answer]]:
    def answer(mode: Mode, model: Model) -> Answer:
        return any_of(judge(way.need, model, catalog.vocabulary, today).answer for way in mode.ways)

    return {
        mode.name: {model.slug: answer(mode, model) for model in models}
        for mode in catalog.asking.modes.values()
        if mode.output in media
    }


def shown_fact(model: Model, key: str, today: datetime.date) -> Fact | None:
    """Return the one fact that stands for a key of a model as a whole; None if nothing states it.

    The vendor's own fact comes first. Status is the best over the routes. Of another key that only routes
    state, the first route in service that states it speaks, and the note names the route.
    """
    if key == "status":
        return best_status(model, today)
    own = model.facts.get(key)
    if own is not None:
        return own
    if not any(key in route.facts for route in model.routes):
        return None
    routes = routes_in_service(model, today) or model.routes
    stated = [(route, route.facts[key]) for route in routes if key in route.facts]
    if not stated:
        return None
    route, fact = stated[0]
    differ = any(other.value != fact.value for _, other in stated[1:])
    said = (
        f"Stated for the route {route.id}; other routes differ."
        if differ
        else f"Stated for the route {route.id}."
    )
    return attrs.evolve(fact, note=f"{fact.note} {said}" if fact.note else said)


def best_status(model: Model, today: datetime.date) -> Fact | None:
    """Return the fact behind the best status over all routes (active, preview, deprecated, retired).

    A model is retired only if all its routes are: with one of which nothing is known, so is its status.
    """
    places = ("retired", "deprecated", "preview", "active")
    found = []
    routes = model.routes or (None,)
    for route in routes:
        status, fact = status_on(route, model, today)
        if status is not None and fact is not None:
            found.append((places.index(status), fact, status))
    if not found or (len(found) < len(routes) and all(status == "retired" for *_, status in found)):
        return None
    _, fact, status = max(
        found, key=lambda one: (one[0], one[1].key == "status", str(one[1].value), one[1].verified)
    )
    if fact.key == "status":
        return fact
    return attrs.evolve(
        fact, key="status", value=status, note=f"Its announced last day, {fact.value}, is over."
    )


def _row(capability: Capability, models: Sequence[Model], today: datetime.date) -> Row:
    cells = {model.slug: shown_fact(model, capability.key, today) for model in models}
    known = [fact.value for fact in cells.values() if fact is not None]
    if any(value != known[0] for value in known[1:]):
        return Row(capability, "different", cells)
    return Row(capability, "same" if len(known) == len(cells) else "unknown", cells)


def _task(
    catalog: Catalog,
    use_case: UseCase,
    medium: str,
    models: Sequence[Model],
    today: datetime.date,
    job: Job | None,
) -> TaskComparison:
    rubric = use_case.rubrics[medium]
    board = board_of(catalog, medium, today)
    slugs = {model.slug for model in models}
    places = [place for place, slug in enumerate(board.field.slugs) if slug in slugs]
    scored = {board.field.slugs[place]: board.score(place, rubric, None, {}) for place in places}
    members = board.field.members(slug in slugs for slug in board.field.slugs)
    standings = Standings(board.field, board.scoreboard(rubric), members, 0)
    return TaskComparison(
        use_case=use_case,
        rubric=rubric,
        scores={model.slug: scored.get(model.slug) for model in models},
        dominance=tuple(
            found
            for better, worse in itertools.permutations(sorted(scored), 2)
            if (found := _dominance(better, scored[better], worse, scored[worse]))
        ),
        pareto=tuple(
            board.field.slugs[place]
            for place in pareto(
                standings.fitting_by_low(),
                standings.scores.lows,
                board.prices(job or catalog.asking.jobs[medium], None).usd,
            )
        ),
        settle=sensitivity(
            board.field,
            standings,
            rubric,
            climb=lambda place, known: Climb(scored[board.field.slugs[place]], known),
            held_back_by=lambda _: (),
        ),
    )


def _dominance(better: str, high: Score, worse: str, low: Score) -> Dominance | None:
    pairs = list(zip(high.parts, low.parts, strict=True))
    decided = [(mine, other) for mine, other in pairs if mine.low == mine.high and other.low == other.high]
    if any(mine.low < other.low for mine, other in decided):
        return None
    ahead = tuple(mine.criterion.id for mine, other in decided if mine.low > other.low)
    if not ahead:
        return None
    undecided = tuple(pair[0].criterion.id for pair in pairs if pair not in decided)
    return Dominance(better, worse, ahead, undecided, all(mine.low >= other.high for mine, other in pairs))
