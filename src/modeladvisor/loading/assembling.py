"""All documents of a catalog into one catalog, with the checks that need more than one file."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

import attrs

from modeladvisor.asking import Asking
from modeladvisor.catalog import Catalog, folded
from modeladvisor.loading.access_records import read_access
from modeladvisor.loading.model_records import World, read_model
from modeladvisor.loading.opinion_records import read_general, read_use_case
from modeladvisor.loading.problems import Place, Problems
from modeladvisor.loading.reading import Document, Files
from modeladvisor.loading.reading_needs import in_past
from modeladvisor.loading.shapes import DatasetShape
from modeladvisor.loading.structuring import structure
from modeladvisor.loading.verdicts import VerdictReader
from modeladvisor.loading.words import read_asking, read_companies, read_vocabulary
from modeladvisor.loading.workflow_records import read_workflow
from modeladvisor.records import Dataset, Model, Provider, Vendor


def assemble(files: Files, today: datetime.date, problems: Problems) -> Catalog | None:
    """Return the catalog, or None where problems leave none; all problems are added to `problems`.

    Nothing can be read without the words of `capabilities.toml` and `asking.toml`.
    Any other file that cannot be read stops itself alone, and what refers to it is not called wrong.
    """
    documents = files.documents
    if "capabilities.toml" not in documents or "asking.toml" not in documents:
        return None
    before = len(problems)
    vocabulary = read_vocabulary(documents["capabilities.toml"], problems)
    if vocabulary is None or len(problems) > before:
        return None
    asking = read_asking(documents["asking.toml"], vocabulary, problems)
    if asking is None or len(problems) > before:
        return None
    vendors, providers = _companies(documents, asking, problems)
    in_folder = {
        folder: _in_folder(documents, folder) for folder in ("models", "use_cases", "workflows", "access")
    }
    world = World(
        vocabulary=vocabulary,
        modes=tuple(asking.modes),
        tasks=tuple(sorted(files.stems("use_cases"))),
        vendors=vendors,
        operators=None if vendors is None or providers is None else {*vendors, *providers},
        today=today,
    )
    models = _models(in_folder["models"], world, problems)
    use_cases = {
        one.stem: found
        for one in in_folder["use_cases"]
        if (found := read_use_case(one, world, problems)) is not None
    }
    workflows = {
        one.stem: recipe
        for one in in_folder["workflows"]
        if (recipe := read_workflow(one, use_cases, asking.modes, world, problems)) is not None
    }
    access = {one.stem: read_access(one, today, problems) for one in in_folder["access"]}
    for one in in_folder["access"]:
        if one.stem not in files.stems("models"):
            problems.add_file(one.place.name, f"expected the slug of a model as file name, got {one.stem!r}")
    catalog = Catalog(
        dataset=_dataset(documents.get("catalog.toml"), today, problems),
        vocabulary=vocabulary,
        asking=asking,
        vendors=vendors or {},
        providers=providers or {},
        models=models,
        use_cases=use_cases,
        general=read_general(documents["general.toml"], world, problems)
        if "general.toml" in documents
        else {},
        workflows=workflows,
        access=access,
    )
    blamed = problems.files()
    broken = {one.stem for one in in_folder["models"] if one.place.files() & blamed}
    unread = files.stems("models") - {one.stem for one in in_folder["models"]} - files.banned
    reader = VerdictReader(catalog, files.banned, frozenset(broken | unread), problems)
    judged = {
        one.stem: reader.read(one, use_cases[one.stem])
        for one in in_folder["use_cases"]
        if one.stem in use_cases
    }
    return catalog.with_use_cases(judged)


def _companies(
    documents: Mapping[str, Document], asking: Asking, problems: Problems
) -> tuple[dict[str, Vendor] | None, dict[str, Provider] | None]:
    """Return vendors and providers; None for a list that cannot be read."""
    makers, others = documents.get("vendors.toml"), documents.get("providers.toml")
    vendors = read_companies(makers, Vendor, asking.platforms, problems) if makers else None
    providers = read_companies(others, Provider, asking.platforms, problems) if others else None
    for slug in sorted(set(vendors or ()) & set(providers or ())):
        if others:
            problems.add(
                others.place.at(slug), f"expected an id that vendors.toml does not have, got {slug!r}"
            )
    return vendors, providers


def _dataset(document: Document | None, today: datetime.date, problems: Problems) -> Dataset:
    place = document.place if document else Place("catalog.toml", "")
    about = structure(DatasetShape, document.table, place, problems) if document else None
    if about is None:  # a stand-in, so that what else is wrong is found too
        return Dataset("", "", today, "", "")
    in_past(about.as_of, today, place.at("as_of"), problems)
    return Dataset(**attrs.asdict(about))


def _in_folder(documents: Mapping[str, Document], folder: str) -> list[Document]:
    return [document for name, document in documents.items() if name.startswith(f"{folder}/")]


def _models(documents: list[Document], world: World, problems: Problems) -> dict[str, Model]:
    models: dict[str, Model] = {}
    places: dict[str, Place] = {}
    for document in documents:
        model = read_model(document, world, problems)
        if document.stem in places:
            problems.add_file(
                document.place.name, f"expected slugs unique over all vendors, got {document.stem!r} again"
            )
        elif model is not None:
            models[document.stem] = model
        places.setdefault(document.stem, document.place)
    owners: dict[str, str] = {}
    for slug in models:
        owner = owners.setdefault(folded(slug), slug)
        if owner != slug:
            message = f"expected a slug unlike every other one, got {slug!r}, too much like {owner!r}"
            problems.add_file(places[slug].name, message)
    for key in ("name", "formerly", "aliases"):
        for slug, model in models.items():
            given = getattr(model, key)
            for number, name in enumerate([given] if key == "name" else given):
                place = places[slug].at(key) if key == "name" else places[slug].at(key, number)
                if "/" in name:
                    problems.add(
                        place, f"expected a name without '/', which addresses cannot hold, got {name!r}"
                    )
                owner = owners.setdefault(folded(name), slug)
                if owner != slug:
                    problems.add(place, f"expected a name of one model, got {name!r}, also of {owner!r}")
    return models
