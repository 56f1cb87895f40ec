"""Verdicts into records, once every model they may name has been read."""

from __future__ import annotations

import attrs

from modeladvisor.catalog import Catalog, value_by_id
from modeladvisor.errors import nearest
from modeladvisor.loading.opinion_shapes import RestsOnShape, VerdictShape
from modeladvisor.loading.problems import Place, Problems
from modeladvisor.loading.reading import Document
from modeladvisor.loading.reading_needs import in_past
from modeladvisor.loading.reading_values import read_url, read_value
from modeladvisor.loading.structuring import UnexpectedError, structure
from modeladvisor.opinions import RestsOn, RunnerUp, UseCase, Verdict
from modeladvisor.records import Source
from modeladvisor.values import Value


def read_verdicts(document: Document, use_case: UseCase, catalog: Catalog, problems: Problems) -> UseCase:
    """Return the use case with its verdicts: `[verdict]` for one medium, `[verdict.<medium>]` for two."""
    raw = document.table.get("verdict")
    place = document.place.at("verdict")
    if not isinstance(raw, dict):
        return use_case
    tables = {use_case.media[0]: raw} if len(use_case.media) == 1 else raw
    verdicts: dict[str, Verdict] = {}
    for medium, table in tables.items():
        here = place if len(use_case.media) == 1 else place.at(medium)
        if medium not in use_case.media:
            problems.add(here, f"expected a verdict for each of {', '.join(use_case.media)}, got {medium!r}")
            continue
        shape = structure(VerdictShape, table, here, problems)
        if shape is not None:
            verdicts[medium] = _verdict(shape, medium, catalog, here, problems)
    return attrs.evolve(use_case, verdicts=verdicts)


def _verdict(shape: VerdictShape, medium: str, catalog: Catalog, place: Place, problems: Problems) -> Verdict:
    for number, slug in enumerate(shape.pick):
        _check_model(slug, medium, catalog, place.at("pick", number), problems)
    for number, one in enumerate(shape.runners_up):
        _check_model(one.model, medium, catalog, place.at("runners_up", number, "model"), problems)
    in_past(shape.reviewed, catalog.dataset.as_of, place.at("reviewed"), problems)
    if shape.review_by <= shape.reviewed:
        problems.add(place.at("review_by"), f"expected a day after reviewed, got {shape.review_by}")
    if shape.pick and not shape.rests_on:
        problems.add(place.at("rests_on"), "missing, expected the facts that the pick rests on")
    sources = []
    for number, source in enumerate(shape.sources):
        try:
            sources.append(Source(f"verdict-{number}", source.title, read_url(source.url), "vendor-page"))
        except ValueError as error:
            problems.add(place.at("sources", number, "url"), str(error))
    return Verdict(
        medium=medium,
        pick=shape.pick,
        runners_up=tuple(RunnerUp(one.model, one.when) for one in shape.runners_up),
        because=shape.because,
        not_for=shape.not_for,
        differs=shape.differs,
        rests_on=tuple(
            found
            for number, one in enumerate(shape.rests_on)
            if (found := _rests_on(one, catalog, place.at("rests_on", number), problems))
        ),
        unknowns=shape.unknowns,
        sources=tuple(sources),
        reviewed=shape.reviewed,
        review_by=shape.review_by,
    )


def _check_model(slug: str, medium: str, catalog: Catalog, place: Place, problems: Problems) -> None:
    model = catalog.models.get(slug)
    if model is None:
        problems.add(
            place, f"expected a model slug, got {slug!r}; the nearest: {nearest(slug, catalog.models)}"
        )
    elif medium not in model.makes:
        problems.add(place, f"expected a model that makes {medium}, got {slug!r}")


def _rests_on(shape: RestsOnShape, catalog: Catalog, place: Place, problems: Problems) -> RestsOn | None:
    slug, _, rest = shape.id.partition("/")
    model = catalog.models.get(slug)
    now = value_by_id(catalog, shape.id)
    if now is None:
        key = rest.rsplit("/", 1)[-1]
        searched = model is not None and rest == f"facts/{key}" and key in model.searched
        hint = "; the record has it under 'searched'" if searched else ""
        problems.add(place.at("id"), f"no fact, rule, price or evidence {shape.id!r}{hint}")
        return None
    try:
        return RestsOn(shape.id, _read_was(shape, now, catalog))
    except ValueError as error:
        problems.add(place.at("was"), str(error))
        return None


def _read_was(shape: RestsOnShape, now: Value, catalog: Catalog) -> Value:
    key = shape.id.rsplit("/", 1)[-1]
    if "/facts/" in shape.id:
        return read_value(catalog.vocabulary.keys[key], shape.was)
    if isinstance(shape.was, bool | int | float | str) and isinstance(shape.was, bool) == isinstance(
        now, bool
    ):
        return shape.was
    raise UnexpectedError(f"a value like {now!r}", shape.was)
