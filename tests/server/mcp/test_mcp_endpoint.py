"""The address itself: verbs, forms, sizes, senders and limits."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable

import httpx
import pytest
from falcon import testing
from falcon.constants import COMBINED_METHODS
from mcp_fixtures import (
    ALL_REVISIONS,
    APP,
    App,
    FixedDecision,
    RecordingLimiter,
    ask,
    build_app,
    error_of,
    modern_headers,
    modern_meta,
    post,
    request,
    result_of,
    send,
)

from modeladvisor_server.mcp.envelope import MAX_BYTES

OTHER_VERBS = sorted(set(COMBINED_METHODS) - {"POST", "OPTIONS", "WEBSOCKET"})


def padded(size: int) -> bytes:
    """Give a ping of exactly so many bytes."""
    body = json.dumps(request("ping")).encode()
    return body + b" " * (size - len(body))


async def post_raw(body: bytes | AsyncIterator[bytes], headers: dict[str, str]) -> httpx.Response:
    """Send a body with headers that nothing on the way has trimmed."""
    # Falcon types its scope as a dict, which httpx takes for too narrow.
    transport = httpx.ASGITransport(app=APP)  # type: ignore[arg-type]  # Falcon types its own scope
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        return await client.post(
            "/mcp", content=body, headers={**headers, "Content-Type": "application/json"}
        )


async def post_in_chunks(*chunks: bytes) -> httpx.Response:
    """Send a body of unannounced length."""

    async def body() -> AsyncIterator[bytes]:
        for chunk in chunks:
            yield chunk

    return await post_raw(body(), {})


def test_a_large_body_is_refused() -> None:
    """Row 19: 256 KiB are read, one byte more is 413."""
    assert result_of(post(padded(MAX_BYTES))) == {}
    error_of(post(padded(MAX_BYTES + 1)), 413, 413, None)


def test_a_large_chunked_body_is_refused() -> None:
    """Row 19: the cap holds where no length is announced."""
    half = MAX_BYTES // 2
    fine = asyncio.run(post_in_chunks(padded(half), b" " * half))
    assert (fine.status_code, fine.json()) == (200, {"jsonrpc": "2.0", "result": {}, "id": 1})
    refused = asyncio.run(post_in_chunks(padded(half), b" " * half, b" "))
    assert (refused.status_code, refused.json()["error"]["code"]) == (413, 413)


@pytest.mark.parametrize("content_type", ["application/json", "Application/JSON; charset=utf-8"])
def test_json_is_taken(content_type: str) -> None:
    """Row 19: JSON in any spelling of its type."""
    result_of(post(request("ping"), {"Content-Type": content_type}))


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "", None, "json"]
)
def test_other_content_is_refused(content_type: str | None) -> None:
    """Row 19: 415, which also keeps simple cross-site forms out."""
    error_of(post(request("ping"), {"Content-Type": content_type}), 415, 415, None)


@pytest.mark.parametrize("accept", ["text/html", "application/json;q=0", "application/xml, image/*"])
def test_who_takes_neither_form_is_refused(accept: str) -> None:
    """Row 19: 406."""
    error_of(post(request("ping"), {"Accept": accept}), 406, 406, None)


@pytest.mark.parametrize("accept", [None, "", "*/*", "application/*", "application/json", "text/html, *"])
def test_json_needs_no_exact_accept(accept: str | None) -> None:
    """Row 19: a wildcard, or nothing, is enough."""
    result_of(post(request("ping"), {"Accept": accept}))


@pytest.mark.parametrize("body", [request("ping"), [request("ping")]])
def test_events_for_those_who_take_only_these(body: object) -> None:
    """Row 19: the answer comes as one server-sent event."""
    response = post(body, {"Accept": "text/event-stream"})
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/event-stream"
    match = re.fullmatch(r"event: message\ndata: (.+)\n\n", response.text)
    assert match
    assert json.loads(match[1]) == post(body).json


def test_errors_are_json_even_for_events() -> None:
    """Row 19: a refusal with an error status is JSON, where clients look for it."""
    error_of(post(b"x", {"Accept": "text/event-stream"}), 400, -32700, None)
    headers = {"Accept": "text/event-stream", "MCP-Protocol-Version": "2031-01-01"}
    error_of(post(request("ping"), dict(headers)), 400, -32022)
    assert post({"jsonrpc": "2.0", "method": "n"}, {"Accept": "text/event-stream"}).content == b""


@pytest.mark.parametrize("verb", OTHER_VERBS)
def test_other_verbs_are_refused(verb: str) -> None:
    """Row 24: 405 with Allow, charged to nobody."""
    limiter = RecordingLimiter(FixedDecision(allowed=False))
    response = send(verb, b"", {"Accept": "text/event-stream"}, app=build_app(limiter))
    assert response.status_code == 405
    assert response.headers["allow"] == "POST, OPTIONS"
    assert limiter.hits == [("nobody", 0)]
    if verb == "HEAD":
        assert response.content == b""
    else:
        error_of(response, 405, 405, None)


def test_the_usual_verbs_are_among_them() -> None:
    """Row 24 names GET, DELETE, PUT and HEAD."""
    assert {"GET", "DELETE", "PUT", "HEAD", "PATCH"} <= set(OTHER_VERBS)


def test_a_browser_may_ask_first() -> None:
    """Row 25: 204, and every header that clients send is allowed."""
    limiter = RecordingLimiter(FixedDecision(allowed=False))
    headers: dict[str, str | None] = {
        "Origin": "https://app.example",
        "Access-Control-Request-Method": "POST",
    }
    response = send("OPTIONS", b"", headers, app=build_app(limiter))
    assert (response.status_code, response.content) == (204, b"")
    allowed = {name.strip() for name in response.headers["access-control-allow-headers"].split(",")}
    assert allowed == {
        "Content-Type",
        "Accept",
        "MCP-Protocol-Version",
        "Mcp-Method",
        "Mcp-Name",
        "Mcp-Session-Id",
        "Last-Event-ID",
    }
    assert response.headers["access-control-allow-methods"] == "POST, OPTIONS"
    assert limiter.hits == [("nobody", 0)]


@pytest.mark.parametrize("verb", ["POST", "GET", "OPTIONS"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:8000", "Origin": "http://localhost:3000"},
        {"Host": "localhost", "Origin": "https://evil.example"},
        {"Host": "localhost", "Origin": "null"},
        {"Host": "localhost", "Origin": ""},
    ],
)
def test_strangers_are_refused(verb: str, headers: dict[str, str]) -> None:
    """Row 26: a foreign or `null` Origin and a Host that is not on the list get 403, whatever they ask."""
    app = build_app(allowed_hosts=["localhost"], allowed_origins=["http://localhost"])
    sent = {"Content-Type": "application/json", **headers}
    response = send(verb, json.dumps(request("ping")).encode(), sent, app=app)
    error_of(response, 403, 403, None)
    assert response.headers["vary"] == "Origin"
    if headers.get("Origin") != "http://localhost:3000":
        assert "access-control-allow-origin" not in response.headers


@pytest.mark.parametrize(
    ("headers", "readable_by"),
    [
        ({"Host": "localhost:8000"}, None),
        ({"Host": "LOCALHOST", "Origin": "http://localhost:5173"}, "http://localhost:5173"),
        ({"Host": "example.org", "Origin": "https://app.example"}, "https://app.example"),
    ],
)
def test_friends_are_served(headers: dict[str, str], readable_by: str | None) -> None:
    """Row 26: those on the lists get answers that their pages may read, and others' caches are told apart."""
    app = build_app(
        allowed_hosts=["localhost", "example.org"], allowed_origins=["localhost", "https://app.example"]
    )
    response = post(request("ping"), dict(headers), app=app)
    result_of(response)
    assert response.headers.get("access-control-allow-origin") == readable_by
    assert response.headers["vary"] == "Origin"


def test_over_the_limit() -> None:
    """Row 34: 429 with the wait in header and message, for a request that would have been fine."""
    limiter = RecordingLimiter(FixedDecision(allowed=False, retry_after=37))
    response = post(request("tools/call", {"name": "echo"}), app=build_app(limiter))
    assert response.status_code == 429
    assert response.headers["retry-after"] == "37"
    assert response.json == {
        "jsonrpc": "2.0",
        "error": {"code": 429, "message": "Too many requests. Retry in 37 s."},
        "id": None,
    }


def test_nothing_runs_over_the_limit(caplog: pytest.LogCaptureFixture) -> None:
    """Row 34: the tool is not called, and a wait of no seconds is told as one."""
    limiter = RecordingLimiter(FixedDecision(allowed=False, retry_after=0))
    response = post(request("tools/call", {"name": "fail"}), app=build_app(limiter))
    assert response.headers["retry-after"] == "1"
    assert not caplog.records


def test_every_post_is_charged_to_its_client() -> None:
    """A POST counts one at least, also when it is refused."""
    limiter = RecordingLimiter()
    app = build_app(limiter, allowed_hosts=["localhost"])
    post(request("ping"), {"X-Client": "a"}, app=app)
    post(b"nonsense", {"X-Client": "b"}, app=app)
    post(request("ping"), {"X-Client": "c", "Content-Type": "text/plain"}, app=app)
    post(request("ping"), {"X-Client": "d", "Host": "evil.example"}, app=app)
    assert limiter.hits == [("a", 1), ("b", 1), ("c", 1), ("d", 1)]


ANSWERS: dict[str, Callable[[App], testing.Result]] = {
    "result": lambda app: post(request("ping"), app=app),
    "notification": lambda app: post({"jsonrpc": "2.0", "method": "n"}, app=app),
    "event": lambda app: post(request("ping"), {"Accept": "text/event-stream"}, app=app),
    "bad JSON": lambda app: post(b"x", app=app),
    "too large": lambda app: post(padded(MAX_BYTES + 1), app=app),
    "unknown method": lambda app: ask("2026-07-28", "nope", app=app),
    "GET": lambda app: send("GET", app=app),
    "OPTIONS": lambda app: send("OPTIONS", app=app),
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_every_answer_carries_the_same_headers(kind: str) -> None:
    """Limit figures, open reading, no guessing of types and no keeping: on every answer."""
    headers = ANSWERS[kind](build_app()).headers
    assert headers["ratelimit-policy"] == '"mcp";q=60;w=60'
    assert headers["ratelimit"] == '"mcp";r=5;t=37'
    assert headers["access-control-allow-origin"] == "*"
    assert headers["access-control-expose-headers"] == "RateLimit, RateLimit-Policy, Retry-After"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert "mcp-session-id" not in headers
    assert "vary" not in headers
    assert "set-cookie" not in headers


def test_no_figures_without_a_limit() -> None:
    """Where the limit is off there is nothing to tell."""
    headers = post(request("ping"), app=build_app(RecordingLimiter(FixedDecision(limit=0)))).headers
    assert "ratelimit" not in headers
    assert "ratelimit-policy" not in headers


@pytest.mark.parametrize("revision", ALL_REVISIONS)
def test_sessions_are_ignored(revision: str) -> None:
    """A session id or a place in a stream, kept from elsewhere, changes nothing."""
    response = post(request("ping"), {"Mcp-Session-Id": "abc", "Last-Event-ID": "9"})
    result_of(response)
    assert "mcp-session-id" not in ask(revision, "tools/list").headers


def test_blanks_around_header_values_do_not_matter() -> None:
    """RFC 9110, section 5.5: white space around a value is no part of it."""
    body = json.dumps(request("tools/call", {"name": "echo", "_meta": modern_meta()})).encode()
    headers = {name: f" \t{value} " for name, value in modern_headers("tools/call", "echo").items()}
    assert asyncio.run(post_raw(body, headers)).status_code == 200
