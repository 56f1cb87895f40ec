"""Everything by its id; old and loose names included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import attrs

from modeladvisor.asking import Asking
from modeladvisor.errors import NotInCatalogError, nearest
from modeladvisor.exhibits import Tabular
from modeladvisor.opinions import Rubric, UseCase, Workflow
from modeladvisor.records import AccessLink, Dataset, Fact, Model, Provider, Vendor
from modeladvisor.values import Value
from modeladvisor.vocabulary import Vocabulary

if TYPE_CHECKING:
    from modeladvisor.exhibits import Page
    from modeladvisor.sheets import Sheet


def folded(name: str) -> str:
    """Return a name as names are compared: lower case, with `-`, `_`, dots and blanks alike."""
    return "-".join(name.casefold().replace("_", " ").replace("-", " ").replace(".", " ").split())


@attrs.frozen
class Match(Tabular):
    """A model found by name; `matched_as` is the name that matched when it is not the slug."""

    model: Model
    matched_as: str | None

    def _frames(self) -> tuple[Sheet, ...]:
        return self.model._frames()

    def _page(self) -> Page:
        title, sheets, notes = self.model._page()
        return title, sheets, (*((f"Found as {self.matched_as}.",) if self.matched_as else ()), *notes)


@attrs.frozen(eq=False)
class Catalog:
    """An immutable catalog; two catalogs are the same only if they are one object.

    Attributes:
        models: By slug, sorted by slug, whatever order they came in.
        operators: Who runs any of the models, by id.
        access: Links by slug, kept apart from the models: nothing that ranks reads them.
    """

    dataset: Dataset
    vocabulary: Vocabulary
    asking: Asking
    vendors: Mapping[str, Vendor]
    providers: Mapping[str, Provider]
    models: Mapping[str, Model]
    use_cases: Mapping[str, UseCase]
    general: Mapping[str, Rubric]
    workflows: Mapping[str, Workflow]
    access: Mapping[str, tuple[AccessLink, ...]]
    operators: tuple[str, ...] = attrs.field(init=False, repr=False)
    _names: Mapping[str, str] = attrs.field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        for field in ("vendors", "providers", "models", "use_cases", "workflows", "access"):
            ordered = dict(sorted(getattr(self, field).items()))
            object.__setattr__(self, field, MappingProxyType(ordered))
        routes = (route for model in self.models.values() for route in model.routes)
        running = sorted({route.provider for route in routes if route.provider})
        object.__setattr__(self, "operators", tuple(running))
        names: dict[str, str] = {}
        for model in self.models.values():
            for name in (*model.formerly, *model.aliases, model.name):
                names.setdefault(folded(name), model.slug)
        names.update((folded(slug), slug) for slug in self.models)
        families = [folded(model.family) for model in self.models.values()]
        size = Counter(families)
        for model, family in zip(self.models.values(), families, strict=True):
            if size[family] == 1:
                names.setdefault(family, model.slug)
        object.__setattr__(self, "_names", MappingProxyType(names))

    def __repr__(self) -> str:
        # all that is inside would be megabytes of text in a notebook
        return f"<Catalog {self.dataset.version}: {len(self.models)} models, {len(self.use_cases)} use cases>"

    def find_model(self, name: str, *, parameter: str = "model") -> Match:
        """Return the model with this slug, name, former name or alias.

        Raises:
            NotInCatalogError: if no model bears the name; carries the nearest slugs.
        """
        if name in self.models:
            return Match(self.models[name], None)
        slug = self._names.get(folded(name))
        if slug is not None:
            return Match(self.models[slug], name)
        close = nearest(folded(name), self._names)
        raise NotInCatalogError(
            "model", name, dict.fromkeys(self._names[found] for found in close), parameter
        )

    def find_use_case(self, name: str, *, parameter: str = "usecase") -> UseCase:
        """Return the use case with this slug, in any spelling of case, blanks and hyphens.

        Raises:
            NotInCatalogError: if there is none; carries the nearest slugs.
        """
        found = self.use_cases.get(folded(name))
        if found is None:
            raise NotInCatalogError("use case", name, nearest(folded(name), self.use_cases), parameter)
        return found

    def find_workflow(self, name: str, *, parameter: str = "workflow") -> Workflow:
        """Return the workflow with this slug.

        Raises:
            NotInCatalogError: if there is none; carries the nearest slugs.
        """
        found = self.workflows.get(folded(name))
        if found is None:
            raise NotInCatalogError("workflow", name, nearest(folded(name), self.workflows), parameter)
        return found

    def with_models(self, models: Iterable[Model]) -> Catalog:
        """Return a copy of this catalog that holds these models instead."""
        return self._with(models={model.slug: model for model in models})

    def with_use_cases(self, use_cases: Mapping[str, UseCase]) -> Catalog:
        """Return a copy of this catalog that holds these use cases instead."""
        return self._with(use_cases=use_cases)

    def with_access(self, access: Mapping[str, tuple[AccessLink, ...]]) -> Catalog:
        """Return a copy of this catalog that holds these access links instead."""
        return self._with(access=access)

    def _with(self, **changes: object) -> Catalog:
        fields = {one.name: getattr(self, one.name) for one in attrs.fields(Catalog) if one.init}
        return Catalog(**{**fields, **changes})


def value_by_id(catalog: Catalog, identifier: str) -> Value | None:
    """Return the value now behind the id of a fact, price, rule or evidence; None if there is none.

    A price's value is its USD sum, an evidence's its grade, and a rule that stands has the value True.
    """
    slug, _, rest = identifier.partition("/")
    model = catalog.models.get(slug)
    if model is None:
        return None
    parts = rest.split("/")
    match parts:
        case ["facts", key]:
            return _value(model.facts.get(key))
        case ["rules", _]:
            return True if any(rule.id == identifier for rule in model.rules) else None
        case ["evidence", _]:
            return next((one.grade for one in model.evidence if one.id == identifier), None)
        case ["routes", route_id, "facts", key]:
            route = next((one for one in model.routes if one.id == route_id), None)
            return _value(route.facts.get(key)) if route else None
        case ["routes", route_id, "prices", _]:
            route = next((one for one in model.routes if one.id == route_id), None)
            prices = route.prices if route else ()
            return next((price.usd for price in prices if price.id == identifier), None)
    return None


def _value(fact: Fact | None) -> Value | None:
    return fact.value if fact else None
