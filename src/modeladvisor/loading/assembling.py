"""All documents of a catalog into one catalog, with the checks that need more than one file."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

import attrs

from modeladvisor.catalog import Catalog, folded
from modeladvisor.loading.access_records import read_access
from modeladvisor.loading.model_records import World, read_model
from modeladvisor.loading.opinion_records import read_general, read_use_case, read_workflow
from modeladvisor.loading.problems import Problems
from modeladvisor.loading.reading import TOP_FILES, Document
from modeladvisor.loading.shapes import DatasetShape
from modeladvisor.loading.structuring import structure
from modeladvisor.loading.verdicts import read_verdicts
from modeladvisor.loading.words import read_asking, read_companies, read_vocabulary
from modeladvisor.records import Dataset, Model, Provider, Vendor


def assemble(documents: Mapping[str, Document], today: datetime.date, problems: Problems) -> Catalog | None:
    """Return the catalog, or None where problems leave none; all problems are added to `problems`."""
    if not all(name in documents for name in TOP_FILES):
        return None
    vocabulary = read_vocabulary(documents["capabilities.toml"], problems)
    if vocabulary is None or problems:
        return None
    asking = read_asking(documents["asking.toml"], vocabulary, problems)
    about = structure(
        DatasetShape, documents["catalog.toml"].table, documents["catalog.toml"].place, problems
    )
    if asking is None or about is None:
        return None
    vendors = read_companies(documents["vendors.toml"], Vendor, asking.platforms, problems)
    providers = read_companies(documents["providers.toml"], Provider, asking.platforms, problems)
    for slug in sorted(set(vendors) & set(providers)):
        problems.add(
            documents["providers.toml"].place.at(slug), "expected ids that vendors.toml does not have"
        )
    files = {
        folder: _in_folder(documents, folder) for folder in ("models", "use_cases", "workflows", "access")
    }
    world = World(
        vocabulary=vocabulary,
        modes=tuple(asking.modes),
        tasks=tuple(one.stem for one in files["use_cases"]),
        operators={*vendors, *providers},
        today=today,
    )
    models = _models(files["models"], vendors, world, problems)
    use_cases = {
        one.stem: found
        for one in files["use_cases"]
        if (found := read_use_case(one, world, problems)) is not None
    }
    outputs = {name: mode.output for name, mode in asking.modes.items()}
    workflows = {
        one.stem: recipe
        for one in files["workflows"]
        if (recipe := read_workflow(one, use_cases, outputs, world, problems)) is not None
    }
    access = {one.stem: read_access(one, today, problems) for one in files["access"]}
    known = {one.stem for one in files["models"]}
    for one in files["access"]:
        if one.stem not in known:
            problems.add_file(one.place.name, f"expected the slug of a model as file name, got {one.stem!r}")
    catalog = Catalog(
        dataset=Dataset(**attrs.asdict(about)),
        vocabulary=vocabulary,
        asking=asking,
        vendors=vendors,
        providers=providers,
        models=models,
        use_cases=use_cases,
        general=read_general(documents["general.toml"], world, problems),
        workflows=workflows,
        access=access,
    )
    judged = {
        one.stem: read_verdicts(one, use_cases[one.stem], catalog, problems)
        for one in files["use_cases"]
        if one.stem in use_cases
    }
    return catalog.with_use_cases(judged)


def _in_folder(documents: Mapping[str, Document], folder: str) -> list[Document]:
    return [document for name, document in documents.items() if name.startswith(f"{folder}/")]


def _models(
    documents: list[Document], vendors: Mapping[str, Vendor], world: World, problems: Problems
) -> dict[str, Model]:
    models: dict[str, Model] = {}
    names: dict[str, str] = {}
    for document in documents:
        model = read_model(document, vendors, world, problems)
        if document.stem in models:
            problems.add_file(
                document.place.name, f"expected slugs unique over all vendors, got {document.stem!r} again"
            )
        if model is not None:
            models[document.stem] = model
            names[folded(model.slug)] = model.slug
    for document in documents:
        model = models.get(document.stem)
        for key in ("formerly", "aliases"):
            for number, name in enumerate(getattr(model, key) if model else ()):
                owner = names.setdefault(folded(name), document.stem)
                if owner != document.stem:
                    problems.add(
                        document.place.at(key, number),
                        f"expected a name of one model, got {name!r}, also of {owner}",
                    )
    return models
