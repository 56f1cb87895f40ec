"""Reads a catalog folder strictly: every problem of every file at once, or an immutable catalog."""

from __future__ import annotations

import datetime
from pathlib import Path

from modeladvisor.advisor import Advisor
from modeladvisor.catalog import Catalog
from modeladvisor.loading.assembling import assemble
from modeladvisor.loading.problems import Problems
from modeladvisor.loading.reading import bundled_catalog, read_catalog

__all__ = ["bundled_catalog", "load", "load_catalog"]


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
        today: Day that no date may lie after; the present day by default.

    Raises:
        CatalogError: with every problem of every file.
    """
    day = today or datetime.date.today()  # noqa: DTZ011 - dates in a catalog are calendar days without a zone
    problems = Problems()
    root = Path(folder) if folder is not None else bundled_catalog()
    documents = read_catalog(root, Path(overlay) if overlay is not None else None, problems)
    catalog = assemble(documents, day, problems)
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
