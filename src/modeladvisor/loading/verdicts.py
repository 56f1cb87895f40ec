"""Verdicts into records, once every model they may name has been read."""

from __future__ import annotations

import attrs

from modeladvisor.catalog import Catalog, value_by_id
from modeladvisor.loading.opinion_shapes import RestsOnShape, VerdictShape
from modeladvisor.loading.problems import Place, Problems
from modeladvisor.loading.reading import Document
from modeladvisor.loading.reading_needs import in_past
from modeladvisor.loading.reading_values import read_url, read_value
from modeladvisor.loading.structuring import UnexpectedError, hint, shown, structure
from modeladvisor.opinions import RestsOn, RunnerUp, UseCase, Verdict
from modeladvisor.records import Source
from modeladvisor.values import Value


@attrs.frozen
class VerdictReader:
    """Reads verdicts against one catalog.

    Attributes:
        banned: Models that an overlay leaves out: a verdict that picks one is left out with it.
        broken: Models with a problem of their own; what refers to them is not called wrong too.
    """

    catalog: Catalog
    banned: frozenset[str]
    broken: frozenset[str]
    problems: Problems

    def read(self, document: Document, use_case: UseCase) -> UseCase:
        """Return the use case with its verdicts: `[verdict]` for one medium, `[verdict.<medium>]` for two."""
        raw = document.table.get("verdict")
        place = document.place.at("verdict")
        if not isinstance(raw, dict) or not use_case.media:
            return use_case
        alone = len(use_case.media) == 1
        if not alone and set(raw) - set(use_case.media):
            tables = " or ".join(f"[verdict.{medium}]" for medium in use_case.media)
            self.problems.add(place, f"expected {tables}, since the use case has two media")
            return use_case
        verdicts: dict[str, Verdict] = {}
        for medium, table in ({use_case.media[0]: raw} if alone else raw).items():
            here = place if alone else place.at(medium)
            shape = structure(VerdictShape, table, here, self.problems)
            verdict = self._verdict(shape, medium, here) if shape is not None else None
            if verdict is not None and not self.banned & set(verdict.pick):
                verdicts[medium] = verdict
        return attrs.evolve(use_case, verdicts=verdicts)

    def _verdict(self, shape: VerdictShape, medium: str, place: Place) -> Verdict:
        for number, slug in enumerate(shape.pick):
            self._check_model(slug, medium, place.at("pick", number))
        for number, one in enumerate(shape.runners_up):
            self._check_model(one.model, medium, place.at("runners_up", number, "model"))
        in_past(shape.reviewed, self.catalog.dataset.as_of, place.at("reviewed"), self.problems)
        if shape.review_by <= shape.reviewed:
            self.problems.add(place.at("review_by"), f"expected a day after reviewed, got {shape.review_by}")
        if shape.pick and not shape.rests_on:
            self.problems.add(place.at("rests_on"), "missing, expected the facts that the pick rests on")
        sources = []
        for number, source in enumerate(shape.sources):
            try:
                sources.append(Source(f"verdict-{number}", source.title, read_url(source.url), "vendor-page"))
            except ValueError as error:
                self.problems.add(place.at("sources", number, "url"), str(error))
        return Verdict(
            medium=medium,
            pick=shape.pick,
            runners_up=tuple(
                RunnerUp(one.model, one.when) for one in shape.runners_up if one.model not in self.banned
            ),
            because=shape.because,
            not_for=shape.not_for,
            differs=shape.differs,
            rests_on=tuple(
                found
                for number, one in enumerate(shape.rests_on)
                if (found := self._rests_on(one, place.at("rests_on", number)))
            ),
            unknowns=shape.unknowns,
            sources=tuple(sources),
            reviewed=shape.reviewed,
            review_by=shape.review_by,
        )

    def _check_model(self, slug: str, medium: str, place: Place) -> None:
        if slug in self.banned or slug in self.broken:
            return
        model = self.catalog.models.get(slug)
        if model is None:
            near = hint(slug, self.catalog.models)
            self.problems.add(place, f"expected a model slug, got {slug!r}{near}")
        elif medium not in model.makes:
            self.problems.add(place, f"expected a model that makes {medium}, got {slug!r}")

    def _rests_on(self, shape: RestsOnShape, place: Place) -> RestsOn | None:
        slug, _, rest = shape.id.partition("/")
        model = self.catalog.models.get(slug)
        now = value_by_id(self.catalog, shape.id)
        if now is None:
            if slug in self.banned or slug in self.broken:
                return None
            key = rest.rsplit("/", 1)[-1]
            searched = model is not None and rest == f"facts/{key}" and key in model.searched
            beside = "; the record has it under 'searched'" if searched else ""
            self.problems.add(place.at("id"), f"no fact, rule, price or evidence {shape.id!r}{beside}")
            return None
        try:
            return RestsOn(shape.id, _read_was(shape, now, self.catalog))
        except ValueError as error:
            self.problems.add(place.at("was"), str(error))
            return None


def _read_was(shape: RestsOnShape, now: Value, catalog: Catalog) -> Value:
    key = shape.id.rsplit("/", 1)[-1]
    if "/facts/" in shape.id:
        return read_value(catalog.vocabulary.keys[key], shape.was)
    for kind in (bool, str, (int, float)):  # in this order: to Python a bool is an int too
        if isinstance(shape.was, kind) or isinstance(now, kind):
            if isinstance(shape.was, kind) and isinstance(now, kind):
                return shape.was
            break
    raise UnexpectedError(f"a value like {shown(now)}", shape.was)
