"""The command `modeladvisor export site`: the server's finite answers as static files."""

from __future__ import annotations

import argparse
import datetime
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import attrs

from modeladvisor import CatalogError, load_catalog
from modeladvisor.catalog import Catalog
from modeladvisor_server.app import create_app
from modeladvisor_server.limits import SharedMemoryStore
from modeladvisor_server.settings import Settings, SettingsError, settings_from
from modeladvisor_server.site.addresses import Address, finite_addresses
from modeladvisor_server.site.answers import Answer, answers_of, routes_of
from modeladvisor_server.site.writing import About, FolderError, write_site

FINE, MISTAKE = 0, 2
NEED_BASE_URL = ("/mcp/server-card", "/.well-known/ai-catalog.json")
"""Addresses whose answers name the public address of an MCP endpoint, which a static host has not."""


def command(arguments: Sequence[str]) -> int:
    """Write the site, say how large it is, and return an exit code."""
    given = _parser().parse_args(arguments)
    for name in ("catalog", "overlay", "base_url"):
        if value := getattr(given, name):
            os.environ[f"MODELADVISOR_{name.upper()}"] = value
    try:
        settings = settings_from(os.environ)
        answers, about = site_of(settings, given.day or datetime.date.today())  # noqa: DTZ011 - the server's own day
        write_site(given.folder, answers, about)
    except (SettingsError, CatalogError, FolderError) as error:
        print(error, file=sys.stderr)
        return MISTAKE
    print(
        f"{given.folder}: {len(answers)} addresses of catalog {about.catalog} on {about.day}; {_sizes(answers)}"
    )
    return FINE


def site_of(settings: Settings, day: datetime.date) -> tuple[list[Answer], About]:
    """Return every finite answer of a catalog on a day, and what they were made from.

    Raises:
        CatalogError: if the catalog does not load.
    """
    catalog = load_catalog(settings.catalog, overlay=settings.overlay)
    for_itself = attrs.evolve(settings, rest_limit=0, mcp_limit=0, allowed_hosts=None)
    app = create_app(catalog, for_itself, store=SharedMemoryStore(), today=lambda: day)
    dataset = catalog.dataset
    about = About(dataset.version, dataset.as_of, version("modeladvisor"), day, settings.base_url)
    return list(answers_of(app, exported(routes_of(app), catalog, settings.base_url))), about


def exported(routes: Sequence[str], catalog: Catalog, base_url: str | None) -> list[Address]:
    """Return the addresses that a site has; none that names the MCP endpoint where no public address is set."""
    return [one for one in finite_addresses(routes, catalog) if base_url or one.path not in NEED_BASE_URL]


def _sizes(answers: Sequence[Answer]) -> str:
    totals: dict[str, int] = {}
    for answer in answers:
        for form in answer.forms:
            name = form.coding or "plain"
            totals[name] = totals.get(name, 0) + len(form.body)
    return ", ".join(f"{name} {total:,} bytes" for name, total in totals.items())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="modeladvisor export", description="Write the server's answers as static files."
    )
    what = parser.add_subparsers(required=True, metavar="what")
    site = what.add_parser(
        "site", help="every finite answer, with headers for object storage and content networks"
    )
    site.add_argument("folder", type=Path, help="a new or empty folder")
    site.add_argument("--catalog", help="catalog folder instead of the bundled one")
    site.add_argument("--overlay", help="folder laid over the catalog")
    site.add_argument("--base-url", help="public address; without it no documents that name the MCP endpoint")
    site.add_argument(
        "--day", type=_day, help="the day on which questions are answered, YYYY-MM-DD (default: today)"
    )
    return parser


def _day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a day such as 2026-11-21, got {text!r}") from None
