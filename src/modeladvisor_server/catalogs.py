"""The catalog in service: the last one without problems, and what came of later changes."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from pathlib import Path

import attrs

from modeladvisor import CatalogError, load_catalog
from modeladvisor.catalog import Catalog

MOST_TOLD = 50
"""Problems of a refused catalog that are told; the check tells all."""


@attrs.frozen
class Refusal:
    """A changed catalog that was not taken.

    Attributes:
        at: When it was refused.
        problems: What is wrong with it, each with its place; at most `MOST_TOLD`.
        count: How many problems it has.
    """

    at: datetime.datetime
    problems: tuple[str, ...]
    count: int


@attrs.frozen
class InService:
    """What is answered from.

    Attributes:
        catalog: The last catalog without problems.
        since: When it was read.
        refusal: Why what is in the folder now is not in service; None where it is.
        taken, refused: How many changes were taken and refused since the start.
    """

    catalog: Catalog
    since: datetime.datetime
    refusal: Refusal | None = None
    taken: int = 0
    refused: int = 0


def first(folder: Path | None, overlay: Path | None) -> InService:
    """Return what a server starts with.

    Raises:
        CatalogError: with every problem of every file.
    """
    return InService(load_catalog(folder, overlay=overlay), _now())


def renewed(before: InService, read: Callable[[], Catalog]) -> InService:
    """Return what is in service after a reload: what `read` returns, or what was, with the refusal.

    Args:
        before: What was in service.
        read: Reads what lies in the folders now; whatever it raises refuses the change.
    """
    try:
        catalog = read()
    except CatalogError as error:
        return _refused(before, tuple(str(one) for one in error.problems))
    except Exception as error:  # whatever it is, what is in service must stay in service
        return _refused(before, tuple(f"{type(error).__name__}: {error}".splitlines()))
    return InService(catalog, _now(), taken=before.taken + 1, refused=before.refused)


def _refused(before: InService, problems: tuple[str, ...]) -> InService:
    refusal = Refusal(_now(), problems[:MOST_TOLD], len(problems))
    return attrs.evolve(before, refusal=refusal, refused=before.refused + 1)


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def told(in_service: InService) -> Mapping[str, object]:
    """Return what `/readyz` says about the last reload: nothing of what stands in files, which the log tells."""
    if in_service.refusal is None:
        return {"status": "taken", "since": in_service.since.isoformat(timespec="seconds")}
    at = in_service.refusal.at.isoformat(timespec="seconds")
    return {"status": "refused", "at": at, "problems": in_service.refusal.count}
