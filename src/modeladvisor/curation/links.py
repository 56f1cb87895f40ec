"""Every address of a catalog, and what has become of it."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Literal
from urllib.parse import urldefrag

import attrs

from modeladvisor.catalog import Catalog
from modeladvisor.records import Model

State = Literal["gone", "unreachable", "moved", "changed", "skipped", "fine"]
STATES: tuple[State, ...] = ("gone", "unreachable", "moved", "changed", "skipped", "fine")
"""In the order in which they need somebody."""


@attrs.frozen
class Link:
    """One address of the catalog.

    Attributes:
        url: Without the part after `#`, which no server sees.
        used_by: The ids of what names it.
        affiliate: True if visits to it are counted for money, so that a check must not make one.
    """

    url: str
    used_by: tuple[str, ...]
    affiliate: bool = False


@attrs.frozen
class Mark:
    """By what a page is known again: what its server said of it, and a hash of what it said itself."""

    etag: str | None
    last_modified: str | None
    sha256: str | None
    seen: datetime.date


@attrs.frozen
class Visit:
    """What came of asking for one address.

    Attributes:
        status: The last status, None where nothing was answered or asked.
        moved_to: The address to which the server sends for good.
        trouble: Why there is no answer.
        skipped: Why nobody asked.
        mark: By what the page is known again; None where no state is kept or the page was not read.
    """

    status: int | None = None
    moved_to: str | None = None
    trouble: str | None = None
    skipped: str | None = None
    mark: Mark | None = None


@attrs.frozen
class Finding:
    """What has become of one address, and what shows it."""

    url: str
    state: State
    detail: str
    used_by: tuple[str, ...]


def links_of(catalog: Catalog) -> tuple[Link, ...]:
    """Return every address of a catalog once, with everything that names it."""
    named: dict[str, list[str]] = {}
    affiliate: set[str] = set()
    for url, user in _named(catalog):
        named.setdefault(urldefrag(url).url, []).append(user)
    for links in catalog.access.values():
        affiliate.update(urldefrag(one.url).url for one in links if one.affiliate)
    return tuple(
        Link(url, tuple(dict.fromkeys(users)), url in affiliate) for url, users in sorted(named.items())
    )


def _named(catalog: Catalog) -> Iterator[tuple[str, str]]:
    for vendor in catalog.vendors.values():
        yield vendor.homepage, f"vendors/{vendor.slug}"
    for provider in catalog.providers.values():
        yield provider.homepage, f"providers/{provider.slug}"
    for model in catalog.models.values():
        yield from _named_by_model(model)
    for slug, links in catalog.access.items():
        yield from ((one.url, f"access/{slug}") for one in links)
    for use_case in catalog.use_cases.values():
        for medium, verdict in use_case.verdicts.items():
            yield from ((one.url, f"use_cases/{use_case.slug}/verdict/{medium}") for one in verdict.sources)
    for workflow in catalog.workflows.values():
        yield from ((one.url, f"workflows/{workflow.slug}") for one in workflow.sources)


def _named_by_model(model: Model) -> Iterator[tuple[str, str]]:
    for source in model.sources.values():
        yield source.url, f"{model.slug}/sources/{source.id}"
        if source.copy_of:
            yield source.copy_of, f"{model.slug}/sources/{source.id}"


def judged(link: Link, visit: Visit, before: Mark | None) -> Finding:
    """Return what a visit says about an address, beside what is remembered of the one before."""
    state, detail = _state(visit, before)
    return Finding(link.url, state, detail, link.used_by)


def _state(visit: Visit, before: Mark | None) -> tuple[State, str]:
    sent = f"sent on to {visit.moved_to}, " if visit.moved_to else ""
    if visit.skipped:
        return "skipped", f"{sent}{visit.skipped}"
    if visit.trouble or visit.status is None:
        return "unreachable", f"{sent}{visit.trouble}"
    if visit.status in (404, 410):
        return "gone", f"{sent}answers {visit.status}"
    if not 200 <= visit.status < 300:
        return "unreachable", f"{sent}answers {visit.status}"
    if visit.moved_to:
        return "moved", f"to {visit.moved_to}"
    if before and visit.mark and before.sha256 and visit.mark.sha256 not in (None, before.sha256):
        return "changed", f"since {before.seen}"
    return "fine", ""
