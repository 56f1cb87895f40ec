"""Which addresses are exported."""

from __future__ import annotations

import datetime

import pytest

from modeladvisor import load_catalog
from modeladvisor_server.app import create_app
from modeladvisor_server.export import NEED_BASE_URL, exported
from modeladvisor_server.limits import SharedMemoryStore
from modeladvisor_server.settings import Settings
from modeladvisor_server.site.addresses import LEFT_OUT, finite_addresses
from modeladvisor_server.site.answers import routes_of

CATALOG = load_catalog()
ROUTES = routes_of(
    create_app(CATALOG, Settings(), store=SharedMemoryStore(), today=lambda: datetime.date(2026, 11, 21))
)


def test_every_route_is_exported_or_left_out_by_name() -> None:
    """A route of the server has addresses in the site, or its last word says why it needs a server."""
    exported = {one.route for one in finite_addresses(ROUTES, CATALOG)}
    assert {route.rpartition("/")[2] for route in ROUTES if route not in exported} == set(LEFT_OUT)


def test_everything_that_has_an_address_of_its_own_is_there() -> None:
    """Every model, use case and recipe has its addresses, a model under its former names too."""
    paths = [one.path for one in finite_addresses(ROUTES, CATALOG)]
    assert len(paths) == len(set(paths))
    names = {name for model in CATALOG.models.values() for name in (model.slug, *model.formerly)}
    assert {f"/api/v1/models/{name}{rest}" for name in names for rest in ("", "/access", "/prompt-tips")} <= {
        *paths
    }
    assert {f"/api/v1/best/{one}" for one in CATALOG.use_cases} <= {*paths}
    assert {f"/api/v1/workflows/{one}" for one in CATALOG.workflows} <= {*paths}


@pytest.mark.parametrize("route", ["/api/v1/vendors/{slug}", "/api/v1/models/{slug}/routes/{id}"])
def test_a_route_whose_values_are_not_known_is_refused(route: str) -> None:
    """A variable part that nobody said how to fill stops the export, and the message names the route."""
    with pytest.raises(ValueError, match=r"^/api/v1/.*: expected a variable part after one of models, best"):
        finite_addresses([route], CATALOG)


def test_without_a_public_address_no_mcp_endpoint_is_named() -> None:
    """Documents that name the MCP endpoint are written only where a public address is set."""
    without = {one.path for one in exported(ROUTES, CATALOG, None)}
    assert {one.path for one in exported(ROUTES, CATALOG, "https://a.example")} - without == set(
        NEED_BASE_URL
    )
