"""What is seen of a request, and what is not."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence

import falcon.testing
import pytest
from falcon.inspect import inspect_routes
from hypothesis import given
from hypothesis import strategies as st

from modeladvisor import load_catalog
from modeladvisor_server.app import Application, create_app
from modeladvisor_server.guards import client_of
from modeladvisor_server.limits import SharedMemoryStore, parse_trusted
from modeladvisor_server.operations.access_log import line_of
from modeladvisor_server.operations.later import Later
from modeladvisor_server.operations.observing import (
    OTHER,
    UNROUTED,
    Observation,
    Observed,
    network_of,
    route_finder,
)
from modeladvisor_server.ready import Receive, Scope, Send
from modeladvisor_server.settings import Settings

CATALOG = load_catalog()
OBSERVED: list[Observed] = []


def application(settings: Settings) -> Application:
    """Return an application over the bundled catalog."""
    store = SharedMemoryStore(slots=64)
    return create_app(CATALOG, settings, store=store, today=lambda: CATALOG.dataset.as_of)


def watched(app: Application, settings: Settings) -> Observation:
    """Return an application whose requests are appended to `OBSERVED`."""
    routes = [route.path for route in inspect_routes(app.app)]
    return Observation(app, routes, client_of(settings.trusted_proxies), [OBSERVED.extend])


TRUSTING = Settings(rest_limit=0, mcp_limit=0, trusted_proxies=parse_trusted("127.0.0.1"))
APP = watched(application(TRUSTING), TRUSTING)


async def from_the_proxy(scope: Scope, receive: Receive, send: Send) -> None:
    """Ask the application as a trusted proxy does."""
    if scope["type"] == "http":
        scope["client"] = ("127.0.0.1", 50_000)
    await APP(scope, receive, send)


def seen(
    path: str, *, method: str = "GET", headers: dict[str, str] | None = None, query: str | None = None
) -> tuple[Observed, falcon.testing.Result]:
    """Ask for a path and return what was seen, and the answer."""
    OBSERVED.clear()
    result = falcon.testing.simulate_request(
        from_the_proxy, method, path, headers=headers or {}, query_string=query
    )
    (found,) = OBSERVED
    return found, result


@pytest.mark.parametrize(
    ("method", "path", "route", "status"),
    [
        ("GET", "/api/v1/models/veo-3.1", "/api/v1/models/{slug}", 200),
        ("HEAD", "/api/v1/best", "/api/v1/best", 200),
        ("GET", "/api/v1/models/nope", "/api/v1/models/{slug}", 404),
        ("GET", "/private/words", UNROUTED, 404),
        ("GET", "/api/v1/models/" + "x" * 2000, "/api/v1/models/{slug}", 414),
        ("POST", "/mcp", "/mcp", 415),
        ("DELETE", "/healthz", "/healthz", 405),
    ],
)
def test_the_route_is_told_and_not_the_path(method: str, path: str, route: str, status: int) -> None:
    """Whatever was typed into the address, only which of the server's routes it was is seen."""
    before = time.time_ns()
    found, answer = seen(path, method=method)
    assert (found.route, found.status) == (route, status)
    assert answer.status_code == status
    assert found.method == (method if method != "DELETE" else OTHER)
    assert found.size == len(answer.content)
    assert 0 < found.seconds < 60
    assert before - 1e9 < found.began < time.time_ns()


@pytest.mark.parametrize("given", ["abcdefgh", "0af7651916cd43dd8448eb211c80319c", "a-b_c-d_" * 8])
def test_a_well_formed_request_id_is_kept(given: str) -> None:
    """An id that a proxy gave stands in the answer and in what is seen."""
    found, answer = seen("/healthz", headers={"X-Request-Id": given})
    assert found.request_id == answer.headers["X-Request-Id"] == given


@pytest.mark.parametrize(
    "given", ["", "short", "a" * 65, "a b c d e f", "<script>alert", "me@example.org", '"a":"bcdef"']
)
def test_any_other_request_id_is_replaced(given: str) -> None:
    """What is no id is not repeated anywhere, and each request gets one of its own."""
    first, answer = seen("/healthz", headers={"X-Request-Id": given})
    second, _ = seen("/healthz", headers={"X-Request-Id": given})
    assert given not in (first.request_id, answer.headers["X-Request-Id"])
    assert first.request_id == answer.headers["X-Request-Id"] != second.request_id
    assert len(first.request_id) == 24


@pytest.mark.parametrize(
    ("client", "network"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("2001:db8:ffff:2::/64", "2001:db8:ffff::/48"),
        ("unknown", "unknown"),
        ("", "unknown"),
    ],
)
def test_of_an_address_the_network_is_seen(client: str, network: str) -> None:
    """IPv4 by /24, IPv6 by /48, nothing of what is no address."""
    assert network_of(client) == network


@given(address=st.ip_addresses())
def test_no_whole_address_is_seen(address: object) -> None:
    """Behind a trusted proxy the network of the client is seen, and no address in full."""
    found, _ = seen("/healthz", headers={"X-Forwarded-For": str(address)})
    assert found.client.endswith(("/24", "/48"))
    assert (
        str(address) not in (found.client, *found.client.split("/"))
        or str(address) == found.client.split("/")[0]
    )


def test_a_line_holds_what_was_seen_and_nothing_else() -> None:
    """A line is JSON with the documented members; query, agent, referrer and body appear nowhere in it."""
    secret = "Mary-Private-Words"  # noqa: S105 - what must not appear
    found, _ = seen(
        f"/api/v1/models/{secret}",
        query=f"query={secret}",
        headers={
            "User-Agent": secret,
            "Referer": secret,
            "Cookie": secret,
            "X-Forwarded-For": "203.0.113.77",
        },
    )
    line = line_of(found)
    entry = json.loads(line)
    assert set(entry) == {
        "time", "event", "request_id", "method", "route", "status", "bytes", "seconds", "client",
    }  # fmt: skip
    assert entry["client"] == "203.0.113.0/24"
    assert entry["time"].endswith("Z")
    assert secret.encode() not in line
    assert b"203.0.113.77" not in line


def test_an_unexpected_error_has_the_id_of_its_request(caplog: pytest.LogCaptureFixture) -> None:
    """The id that a 500 asks to report is that of the request, so that log and access log lead to each other."""

    class Broken:
        async def on_get(self, _req: object, _resp: object) -> None:
            raise RuntimeError("secret words")

    app = application(Settings(rest_limit=0))
    app.app.add_route("/broken", Broken())

    seeing = watched(app, Settings())
    answer = falcon.testing.simulate_get(seeing, "/broken", headers={"X-Request-Id": "from-a-proxy"})
    assert answer.status_code == 500
    assert "from-a-proxy" in answer.json["detail"]
    assert "incident from-a-proxy at /broken" in caplog.text


@pytest.mark.parametrize("times", [1, 2, 3])
def test_an_answer_that_is_sent_again_has_its_own_id(times: int) -> None:
    """A reply that is kept is seen and counted like the first one, and nobody's id stays on it."""
    ids = set()
    for _ in range(times):
        found, answer = seen("/api/v1/best/ugc-ads")
        assert answer.headers["X-Request-Id"] == found.request_id
        assert (found.route, found.status, found.size) == ("/api/v1/best/{usecase}", 200, len(answer.content))
        ids.add(found.request_id)
    assert len(ids) == times


def test_the_routes_of_paths() -> None:
    """A plain route goes before a pattern; a slash at the end is overlooked; nothing else is."""
    find = route_finder(["/", "/a", "/a/{x}", "/a/{x}/b", "/a/c"])
    expected = {
        "/": "/", "/a": "/a", "/a/": "/a", "/a/1": "/a/{x}", "/a/c": "/a/c", "/a/1/b": "/a/{x}/b",
        "/a/1/c": UNROUTED, "/b": UNROUTED, "//": "/", "/a/" + "x" * 500: "/a/{x}",
    }  # fmt: skip
    assert {path: find(path) for path in expected} == expected


def test_one_request_or_reader_that_fails_keeps_nothing_from_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Of requests that are told together one that cannot be told is missing alone, and so is a reader that fails."""
    told: list[Observed] = []

    def client(scope: Scope) -> str:
        if scope["client"] is None:
            raise RuntimeError("nobody asked")
        return "192.0.2.1"

    def failing(_requests: Sequence[Observed]) -> None:
        raise RuntimeError("no room for lines")

    later = Later()
    app = Observation(application(TRUSTING), ["/healthz"], client, [failing, told.extend], later)

    async def ask() -> None:
        for peer in (("192.0.2.1", 1), None, ("192.0.2.1", 2)):
            scope = falcon.testing.create_scope(path="/healthz") | {"client": peer}
            await app(
                scope, falcon.testing.ASGIRequestEventEmitter(), falcon.testing.ASGIResponseEventCollector()
            )
        later.do_all()

    asyncio.run(ask())
    assert [one.route for one in told] == ["/healthz", "/healthz"]
    assert "nobody asked" in caplog.text
    assert "no room for lines" in caplog.text
