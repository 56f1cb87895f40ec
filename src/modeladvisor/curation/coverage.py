"""What is known of each model, what was looked for in vain, and what nobody has looked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Literal

import attrs

from modeladvisor.catalog import Catalog
from modeladvisor.errors import Mistake, QuestionError, nearest
from modeladvisor.records import Model
from modeladvisor.vocabulary import MEDIA

State = Literal["value", "searched", "unlooked"]
STATES: tuple[State, ...] = ("value", "searched", "unlooked")


@attrs.frozen
class Coverage:
    """The models of one medium by the keys of that medium.

    Attributes:
        models: Slugs, sorted.
        keys: In the order of the vocabulary.
        cells: The state of every key of every model, by slug and key.
        by_model: How many keys are in each state, by slug.
        by_key: How many models are in each state, by key.
        total: How many cells are in each state.
    """

    medium: str
    models: tuple[str, ...]
    keys: tuple[str, ...]
    cells: Mapping[str, Mapping[str, State]]
    by_model: Mapping[str, Mapping[State, int]]
    by_key: Mapping[str, Mapping[State, int]]
    total: Mapping[State, int]


def state_of(model: Model, key: str) -> State:
    """Return whether a model, or one of its routes, has a value for a key, or at least a search."""
    if key in model.facts or any(key in route.facts for route in model.routes):
        return "value"
    return "searched" if key in model.searched else "unlooked"


def coverage(
    catalog: Catalog, *, models: Collection[str] = (), keys: Collection[str] = ()
) -> tuple[Coverage, ...]:
    """Return a matrix for each medium that has models and keys left; none named means all.

    Raises:
        NotInCatalogError: if no model bears one of the names.
        QuestionError: if the vocabulary lacks one of the keys.
    """
    known = catalog.vocabulary.keys
    missing = [
        Mistake("key", key, "a key of capabilities.toml", nearest(key, known))
        for key in keys
        if key not in known
    ]
    if missing:
        raise QuestionError(missing)
    slugs = {catalog.find_model(name).model.slug for name in models}
    matrices = (_matrix(catalog, medium, slugs, keys) for medium in MEDIA)
    return tuple(one for one in matrices if one.models and one.keys)


def _matrix(catalog: Catalog, medium: str, slugs: Collection[str], keys: Collection[str]) -> Coverage:
    chosen = [
        one for one in catalog.models.values() if medium in one.makes and (not slugs or one.slug in slugs)
    ]
    asked = [one.key for one in catalog.vocabulary.keys_for((medium,)) if not keys or one.key in keys]
    cells = {model.slug: {key: state_of(model, key) for key in asked} for model in chosen}
    return Coverage(
        medium=medium,
        models=tuple(cells),
        keys=tuple(asked),
        cells=cells,
        by_model={slug: _counted(row.values()) for slug, row in cells.items()},
        by_key={key: _counted([row[key] for row in cells.values()]) for key in asked},
        total=_counted([state for row in cells.values() for state in row.values()]),
    )


def _counted(states: Collection[State]) -> dict[State, int]:
    count = Counter(states)
    return {state: count[state] for state in STATES}
