"""Which addresses have one answer each for a catalog, so that it can be kept in a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import attrs

from modeladvisor.catalog import Catalog

LEFT_OUT: Mapping[str, str] = {
    "compare": "its answers depend on the query, and there are more of them than can be kept",
    "finder": "its answers depend on the query, and there is no end of them",
    "healthz": "it tells whether a process runs",
    "mcp": "it takes questions by POST",
    "readyz": "it tells whether a process is ready",
}
"""Last words of the addresses that need a server, and why."""
_NAMED_IN_ADDRESSES = re.compile(r"[a-z0-9]+([.-][a-z0-9]+)*")


@attrs.frozen
class Address:
    """One address: its path, and the route of the server that answers it, such as `/api/v1/models/{slug}`."""

    path: str
    route: str


def finite_addresses(routes: Iterable[str], catalog: Catalog) -> list[Address]:
    """Return every address of these routes that has one answer, in order.

    Raises:
        ValueError: if a route has a variable part of which this module does not know the values.
    """
    kept = (route for route in routes if route.rpartition("/")[2] not in LEFT_OUT)
    return sorted(
        (address for route in kept for address in _of_route(route, catalog)), key=lambda one: one.path
    )


def _of_route(route: str, catalog: Catalog) -> Iterator[Address]:
    before, brace, rest = route.partition("{")
    if not brace:
        yield Address(route, route)
        return
    list_name = before.rstrip("/").rpartition("/")[2]
    after = rest.partition("}")[2]
    names = _names(catalog).get(list_name)
    if names is None or "{" in after:
        raise ValueError(f"{route}: expected a variable part after one of {', '.join(_names(catalog))}")
    for name in names:
        yield Address(f"{before}{name}{after}", route)


def _names(catalog: Catalog) -> dict[str, list[str]]:
    """Return by the word before it what a variable part can be; former names of models keep their addresses."""
    models = [name for model in catalog.models.values() for name in (model.slug, *model.formerly)]
    return {
        "models": [name for name in dict.fromkeys(models) if _NAMED_IN_ADDRESSES.fullmatch(name)],
        "best": list(catalog.use_cases),
        "workflows": list(catalog.workflows),
    }
