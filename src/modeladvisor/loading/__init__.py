"""Reads a catalog folder strictly: every problem of every file at once, or an immutable catalog."""

from __future__ import annotations

import datetime
from pathlib import Path

from modeladvisor.advisor import Advisor
from modeladvisor.catalog import Catalog
from modeladvisor.loading.assembling import assemble
from modeladvisor.loading.overlaying import read_catalog
from modeladvisor.loading.problems import Problems
from modeladvisor.loading.reading import bundled_catalog

__all__ = ["bundled_catalog", "load", "load_catalog"]

_EASTERNMOST = datetime.timezone(datetime.timedelta(hours=14))
"""Where a day begins first: what was verified there this morning is not in the future elsewhere."""


def load_catalog(
    folder: str | Path | None = None,
    *,
    overlay: str | Path | None = None,
    today: datetime.date | None = None,
) -> Catalog:
    """Return the catalog of a folder, with an overlay laid over it.

    Args:
        folder: Catalog folder; the bundled catalog by default.
        overlay: Folder whose files are laid over those of the catalog.
        today: Day that no date may lie after; by default the latest that is a present day anywhere on Earth.

    Raises:
        CatalogError: with every problem of every file.
    """
    day = today or datetime.datetime.now(_EASTERNMOST).date()
    problems = Problems()
    root = Path(folder) if folder is not None else bundled_catalog()
    files = read_catalog(root, Path(overlay) if overlay is not None else None, problems)
    catalog = assemble(files, day, problems)
    problems.raise_if_any()
    if catalog is None:  # unreachable unless a problem went unreported
        raise AssertionError("no catalog and no problem")
    return catalog


def load(
    folder: str | Path | None = None,
    *,
    overlay: str | Path | None = None,
    today: datetime.date | None = None,
) -> Advisor:
    """Return an advisor over the bundled catalog, or over the one in `folder`.

    Args:
        folder: Catalog folder; the bundled catalog by default.
        overlay: Folder whose files are laid over those of the catalog.
        today: Day on which questions are answered; each question's own day by default.

    Raises:
        CatalogError: with every problem of every file.
    """
    return Advisor(load_catalog(folder, overlay=overlay, today=today), today)
