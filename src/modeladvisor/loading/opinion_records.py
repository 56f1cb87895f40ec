"""Use cases and general rubrics into records."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from modeladvisor.asking import INPUTS
from modeladvisor.conditions import Condition, Scalar, tests_of
from modeladvisor.loading.identifiers import check_ids, check_slug
from modeladvisor.loading.model_records import World
from modeladvisor.loading.opinion_shapes import (
    CriterionShape,
    GateShape,
    GeneralShape,
    UseCaseShape,
)
from modeladvisor.loading.problems import Place, Problems
from modeladvisor.loading.reading import Document
from modeladvisor.loading.reading_needs import read_job, read_need, read_request
from modeladvisor.loading.structuring import hint, shown, structure
from modeladvisor.opinions import (
    Contradiction,
    Criterion,
    Gate,
    Level,
    PriceScale,
    Rubric,
    UseCase,
)
from modeladvisor.questions import AUDIO
from modeladvisor.vocabulary import MEDIA

KINDS = ("need", "levels", "request", "route", "price", "evidence")


def read_use_case(document: Document, world: World, problems: Problems) -> UseCase | None:
    """Return one use case with a rubric for each medium; its verdicts are read once all models are."""
    place = document.place
    shape = structure(UseCaseShape, document.table, place, problems)
    check_slug(document, problems)
    if shape is None:
        return None
    if not shape.media or len(set(shape.media)) < len(shape.media):
        problems.add(place.at("media"), f"expected 'image', 'video' or both, got {shown(list(shape.media))}")
        return None
    rubrics: dict[str, Rubric] = {
        medium: read_rubric(document.stem, shape, medium, shape.media, place, world, problems)
        for medium in shape.media
    }
    contradictions = []
    for number, one in enumerate(shape.contradicts):
        allowed = AUDIO if one.parameter == "audio" else INPUTS
        if one.value not in allowed:
            problems.add(
                place.at("contradicts", number).at("value"),
                f"expected one of {', '.join(allowed)}, got {one.value!r}{hint(one.value, allowed)}",
            )
        contradictions.append(Contradiction(one.parameter, one.value, one.why))
    return UseCase(
        document.stem, shape.title, shape.question, shape.media, rubrics, {}, tuple(contradictions)
    )


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
        problems.add(place.at("criteria"), f"points add up to {total:.10g} for {medium}, expected 100")
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
            self.problems.add(
                place, f"expected exactly one of {', '.join(KINDS)}, got {' and '.join(given) or 'none'}"
            )
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
            ends = f"{shape.price.full} and {shape.price.none}"
            self.problems.add(here, f"expected full above 0 and below none, got {ends}")
            return None
        job = read_job(shape.price.job, self.medium, self.world.vocabulary, here.at("job"), self.problems)
        return PriceScale(job, shape.price.full, shape.price.none)
