"""Every problem of a catalog: what the loader refuses, and what only a whole catalog can show."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path

from modeladvisor.best import best
from modeladvisor.catalog import Catalog
from modeladvisor.errors import CatalogError, Problem
from modeladvisor.loading import bundled_catalog, load_catalog


def check_catalog(
    folder: Path | None, overlay: Path | None, today: datetime.date
) -> tuple[Catalog | None, tuple[Problem, ...]]:
    """Return the catalog, or None if it cannot be loaded, and every problem found in it."""
    try:
        catalog = load_catalog(folder, overlay=overlay, today=today)
    except CatalogError as error:
        return None, error.problems
    root = folder or bundled_catalog()
    return catalog, tuple(sorted([*_verdicts(catalog, root, today), *_sources(catalog, root)]))


def _verdicts(catalog: Catalog, root: Path, today: datetime.date) -> Iterator[Problem]:
    """Yield verdicts that differ from the computed ranking without saying why, or say why without differing."""
    for use_case in catalog.use_cases.values():
        for now in best(catalog, use_case, today).verdicts:
            if now.verdict is None or now.same_first is None:
                continue
            key = "verdict.differs" if len(use_case.media) == 1 else f"verdict.{now.medium}.differs"
            file = str(root / "use_cases" / f"{use_case.slug}.toml")
            if not now.same_first and not now.verdict.differs:
                message = "missing, expected why the pick is not first in the computed ranking"
                yield Problem(file, 0, key, message)
            elif now.same_first and now.verdict.differs:
                yield Problem(file, 0, key, "expected nothing: the pick is first in the computed ranking")


def _sources(catalog: Catalog, root: Path) -> Iterator[Problem]:
    """Yield sources that no value of their file cites."""
    for model in catalog.models.values():
        cited = {one.source.id for one in model.facts.values()}
        cited.update(one.source.id for one in model.limitations)
        cited.update(one.source.id for one in model.rules)
        cited.update(one.source.id for one in model.evidence)
        cited.update(one.source.id for one in model.prompt_tips)
        for route in model.routes:
            cited.update(one.source.id for one in route.facts.values())
            cited.update(one.source.id for one in route.prices)
        cited.update(source.id for search in model.searched.values() for source in search.sources)
        for name in sorted(set(model.sources) - cited):
            file = str(root / "models" / model.vendor / f"{model.slug}.toml")
            yield Problem(file, 0, f"sources.{name}", "expected to be cited by something in the file")
