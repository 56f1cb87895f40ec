"""Use cases, general rubrics and workflows into records."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from modeladvisor.conditions import Condition, Scalar, tests_of
from modeladvisor.errors import nearest
from modeladvisor.loading.identifiers import check_ids, check_slug
from modeladvisor.loading.model_records import World
from modeladvisor.loading.opinion_shapes import (
    CriterionShape,
    GateShape,
    GeneralShape,
    StepShape,
    UseCaseShape,
    WorkflowShape,
)
from modeladvisor.loading.problems import Place, Problems
from modeladvisor.loading.reading import Document
from modeladvisor.loading.reading_needs import in_past, read_job, read_need, read_request
from modeladvisor.loading.reading_values import read_url
from modeladvisor.loading.structuring import structure
from modeladvisor.opinions import (
    Criterion,
    Gate,
    Level,
    PriceScale,
    Rubric,
    Step,
    UseCase,
    Workflow,
    WorkflowSource,
)
from modeladvisor.vocabulary import MEDIA

KINDS = ("need", "levels", "request", "route", "price", "evidence")


def read_use_case(document: Document, world: World, problems: Problems) -> UseCase | None:
    """Return one use case with a rubric for each medium; its verdicts are read once all models are."""
    place = document.place
    shape = structure(UseCaseShape, document.table, place, problems)
    check_slug(document, problems)
    if shape is None:
        return None
    if not shape.media:
        problems.add(place.at("media"), "expected at least one of 'image', 'video'")
    rubrics: dict[str, Rubric] = {
        medium: read_rubric(document.stem, shape, medium, shape.media, place, world, problems)
        for medium in shape.media
    }
    return UseCase(document.stem, shape.title, shape.question, shape.media, rubrics, {})


def read_general(document: Document, world: World, problems: Problems) -> dict[str, Rubric]:
    """Return the rubrics that rank when no task is named, by medium."""
    rubrics: dict[str, Rubric] = {}
    for medium in MEDIA:
        here = document.place.at(medium)
        if medium not in document.table:
            problems.add(here, "missing, expected a rubric")
            continue
        shape = structure(GeneralShape, document.table[medium], here, problems)
        if shape is not None:
            rubrics[medium] = read_rubric("general", shape, medium, (medium,), here, world, problems)
    for key in sorted(set(document.table) - {"image", "video"}):
        problems.add(document.place.at(key), "unknown key; known keys: image, video")
    return rubrics


def read_rubric(
    name: str,
    shape: UseCaseShape | GeneralShape,
    medium: str,
    media: Sequence[str],
    place: Place,
    world: World,
    problems: Problems,
) -> Rubric:
    """Return the rubric of one medium; its points must add up to 100."""
    check_ids((one.id for one in shape.gates), place.at("gates"), problems)
    check_ids((one.id for one in shape.criteria), place.at("criteria"), problems)
    reader = _RubricReader(medium, world, problems)
    gates = [
        reader.gate(one, place.at("gates", number))
        for number, one in enumerate(shape.gates)
        if _applies(one.media, medium, media, place.at("gates", number), problems)
    ]
    criteria = [
        reader.criterion(one, place.at("criteria", number))
        for number, one in enumerate(shape.criteria)
        if _applies(one.media, medium, media, place.at("criteria", number), problems)
    ]
    total = sum(one.points for one in criteria)
    if not math.isclose(total, 100):
        problems.add(place.at("criteria"), f"points add up to {total:g} for {medium}, expected 100")
    return Rubric(name, shape.title, medium, shape.version, tuple(gates), tuple(criteria))


def _applies(own: Sequence[str], medium: str, media: Sequence[str], place: Place, problems: Problems) -> bool:
    for one in own:
        if one not in media:
            problems.add(place.at("media"), f"expected media of the use case, got {one!r}")
    return not own or medium in own


class _RubricReader:
    def __init__(self, medium: str, world: World, problems: Problems) -> None:
        self.medium, self.world, self.problems = medium, world, problems

    def need(self, raw: Mapping[str, object], place: Place) -> Condition | None:
        need = read_need(raw, self.world.vocabulary, place, self.problems)
        for test in tests_of(need) if need is not None else ():
            if self.medium not in self.world.vocabulary.keys[test.key].media:
                self.problems.add(place, f"expected keys about {self.medium}, got {test.key!r}")
        return need

    def request(self, raw: Mapping[str, object], place: Place) -> dict[str, Scalar]:
        return read_request(raw, self.world.vocabulary, self.world.modes, place, self.problems)

    def gate(self, shape: GateShape, place: Place) -> Gate:
        if (shape.need is None) == (shape.request is None):
            self.problems.add(place, "expected either need or request")
        need = self.need(shape.need, place.at("need")) if shape.need is not None else None
        request = self.request(shape.request, place.at("request")) if shape.request is not None else None
        return Gate(shape.id, shape.why, need, request)

    def criterion(self, shape: CriterionShape, place: Place) -> Criterion:
        given = [kind for kind in KINDS if getattr(shape, kind) not in (None, ())]
        if len(given) != 1:
            self.problems.add(place, f"expected exactly one of {', '.join(KINDS)}, got {given or 'none'}")
        if shape.points <= 0:
            self.problems.add(place.at("points"), f"expected points above 0, got {shape.points}")
        if shape.evidence is not None and shape.evidence not in self.world.vocabulary.evidence_dimensions:
            known = ", ".join(self.world.vocabulary.evidence_dimensions)
            self.problems.add(place.at("evidence"), f"expected one of {known}, got {shape.evidence!r}")
        if shape.mode is not None and (shape.evidence is None or shape.mode not in self.world.modes):
            self.problems.add(place.at("mode"), "expected a mode, and only beside evidence")
        return Criterion(
            id=shape.id,
            points=shape.points,
            why=shape.why,
            levels=self._levels(shape, place),
            request=self.request(shape.request, place.at("request")) if shape.request is not None else None,
            route_kinds=shape.route.kinds if shape.route else (),
            price=self._price(shape, place),
            evidence=shape.evidence,
            evidence_mode=shape.mode,
        )

    def _levels(self, shape: CriterionShape, place: Place) -> tuple[Level, ...]:
        if shape.need is not None:
            need = self.need(shape.need, place.at("need"))
            return (Level(need, 1.0),) if need is not None else ()
        levels = []
        for number, one in enumerate(shape.levels):
            here = place.at("levels", number)
            need = self.need(one.need, here.at("need"))
            if not 0 < one.share <= 1:
                self.problems.add(
                    here.at("share"), f"expected a share above 0 and at most 1, got {one.share}"
                )
            if need is not None:
                levels.append(Level(need, one.share))
        return tuple(levels)

    def _price(self, shape: CriterionShape, place: Place) -> PriceScale | None:
        if shape.price is None:
            return None
        here = place.at("price")
        if not 0 < shape.price.full < shape.price.none:
            self.problems.add(here, "expected full above 0 and below none")
            return None
        job = read_job(shape.price.job, self.medium, self.world.vocabulary, here.at("job"), self.problems)
        return PriceScale(job, shape.price.full, shape.price.none)


def read_workflow(
    document: Document,
    use_cases: Mapping[str, UseCase],
    outputs: Mapping[str, str],
    world: World,
    problems: Problems,
) -> Workflow | None:
    """Return one workflow; each step's inputs must be given by the user or made by an earlier step.

    `outputs` names what each mode makes.
    """
    place = document.place
    shape = structure(WorkflowShape, document.table, place, problems)
    check_slug(document, problems)
    if shape is None:
        return None
    for number, task in enumerate(shape.tasks):
        _known(task, use_cases, "a use case", place.at("tasks", number), problems)
    check_ids((one.id for one in shape.steps), place.at("steps"), problems)
    steps = []
    for number, one in enumerate(shape.steps):
        here = place.at("steps", number)
        _check_step(one, shape.steps[:number], use_cases, outputs, here, problems)
        steps.append(_step(one, world, here, problems))
    first, last = shape.window.from_, shape.window.to
    inside = 0
    for number, source in enumerate(shape.sources):
        here = place.at("sources", number)
        try:
            read_url(source.url)
        except ValueError as error:
            problems.add(here.at("url"), str(error))
        in_past(source.dated, world.today, here.at("dated"), problems)
        inside += first <= source.dated <= last
    if shape.basis == "documented" and inside < 2:
        problems.add(place.at("basis"), f"expected two sources dated inside the window, got {inside}")
    return Workflow(
        slug=document.stem,
        title=shape.title,
        question=shape.question,
        summary=shape.summary,
        basis=shape.basis,
        window=(first, last),
        tasks=shape.tasks,
        steps=tuple(steps),
        sources=tuple(WorkflowSource(one.title, one.url, one.dated, one.supports) for one in shape.sources),
    )


def _known(name: str, known: Collection[str], what: str, place: Place, problems: Problems) -> None:
    if name not in known:
        close = nearest(name, known, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        problems.add(place, f"expected {what}, got {name!r}{hint}")


def _check_step(
    step: StepShape,
    earlier: Sequence[StepShape],
    use_cases: Mapping[str, UseCase],
    outputs: Mapping[str, str],
    place: Place,
    problems: Problems,
) -> None:
    if step.usecase is None and step.mode is None and step.gives != "audio":
        problems.add(place, "expected a usecase or a mode")
    if step.usecase is not None:
        _known(step.usecase, use_cases, "a use case", place.at("usecase"), problems)
        found = use_cases.get(step.usecase)
        if found and step.gives not in found.media:
            problems.add(place.at("gives"), f"expected what {step.usecase} makes ({', '.join(found.media)})")
    if step.mode is not None:
        _known(step.mode, outputs, "a mode", place.at("mode"), problems)
        if step.mode in outputs and outputs[step.mode] != step.gives:
            problems.add(place.at("gives"), f"expected {outputs[step.mode]!r}, which {step.mode} makes")
    made = {one.id: one.gives for one in earlier}
    for number, before in enumerate(step.from_):
        if before not in made:
            problems.add(place.at("from", number), f"expected an earlier step, got {before!r}")
        elif made[before] not in step.takes:
            problems.add(
                place.at("from", number), f"{before} makes {made[before]}, which this step does not take"
            )


def _step(shape: StepShape, world: World, place: Place, problems: Problems) -> Step:
    job = dict(shape.job or {})
    counts: dict[str, int | None] = {}
    for name in ("images", "clips"):
        count = job.pop(name, None)
        if count is not None and (type(count) is not int or not 1 <= count <= 1000):
            problems.add(place.at("job", name), "expected a whole number from 1 to 1000")
            count = None
        counts[name] = count if isinstance(count, int) else None
    priced = read_job(job, shape.gives, world.vocabulary, place.at("job"), problems) if job else None
    return Step(
        id=shape.id,
        title=shape.title,
        usecase=shape.usecase,
        mode=shape.mode,
        takes=shape.takes,
        gives=shape.gives,
        after=shape.from_,
        request=read_request(
            shape.request or {}, world.vocabulary, world.modes, place.at("request"), problems
        ),
        images=counts["images"],
        clips=counts["clips"],
        job=priced,
        why=shape.why,
    )
