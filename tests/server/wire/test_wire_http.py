"""The table 'request by request' over the wire, rows 24 to 26 and 34: verbs, strangers and limits."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import pytest
from running_server import Running
from wire import (
    BOTH,
    Answer,
    ask,
    each_revision,
    error_of,
    meta,
    modern_headers,
    post,
    request,
    result_of,
    speak,
)

VERBS = ("GET", "DELETE", "PUT", "HEAD", "PATCH")
ROWS = range(1, 35)
addresses = (f"192.0.2.{number}" for number in itertools.count(1))


@each_revision
@pytest.mark.parametrize("verb", VERBS)
def test_row_24_other_verbs(product: Running, revision: str, verb: str) -> None:
    """Row 24: 405 with Allow; an opened stream or an ended session is never pretended."""
    headers = {"MCP-Protocol-Version": revision, "Accept": "text/event-stream", "Mcp-Session-Id": "x"}
    answer = speak(product.address, verb, None, headers)
    assert answer.status == 405
    assert answer.headers["allow"] == "POST, OPTIONS"
    if verb == "HEAD":
        assert answer.body == b""
    else:
        error_of(answer, 405, 405, None)


def test_row_25_preflight(product: Running) -> None:
    """Row 25: 204, and every header that clients send is allowed."""
    headers = {
        "Origin": "http://localhost:5173",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type, mcp-protocol-version, mcp-method, mcp-name",
    }
    answer = speak(product.address, "OPTIONS", None, headers)
    assert (answer.status, answer.body) == (204, b"")
    assert answer.headers["access-control-allow-origin"] == "http://localhost:5173"
    assert answer.headers["access-control-allow-methods"] == "POST, OPTIONS"
    assert set(answer.headers["access-control-allow-headers"].split(", ")) == {
        "Content-Type", "Accept", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Mcp-Session-Id", "Last-Event-ID",
    }  # fmt: skip


@each_revision
@pytest.mark.parametrize("verb", ["POST", "GET", "OPTIONS"])
@pytest.mark.parametrize(
    "strange",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://localhost.evil.example"},
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example:80"},
    ],
    ids=str,
)
def test_row_26_strangers(product: Running, revision: str, verb: str, strange: dict[str, str]) -> None:
    """Row 26: 403 for a foreign or `null` Origin and for a Host that is not on the list."""
    headers = {
        "Content-Type": "application/json",
        "Accept": BOTH,
        "MCP-Protocol-Version": revision,
        **strange,
    }
    answer = speak(product.address, verb, json.dumps(request("ping")).encode(), headers)
    assert answer.status == 403
    assert "access-control-allow-origin" not in answer.headers
    assert b"result" not in answer.body


@each_revision
@pytest.mark.parametrize("origin", [None, "http://localhost:6274", "http://127.0.0.1"])
def test_row_26_friends(product: Running, revision: str, origin: str | None) -> None:
    """Row 26: programs, which send no Origin, and pages of this machine are served."""
    answer = ask(product.address, revision, "tools/list", headers={"Origin": origin})
    result_of(answer)
    assert answer.headers.get("access-control-allow-origin") == origin


@each_revision
def test_row_34_over_the_limit(limited_product: Running, revision: str) -> None:
    """Row 34: 429 with the wait in header and body, for that client only; other verbs are not charged."""
    client = {"X-Forwarded-For": next(addresses)}

    def call(who: dict[str, str]) -> Answer:
        return ask(limited_product.address, revision, "tools/call", {"name": "list_models"}, who)

    for _ in range(5):
        speak(limited_product.address, "GET", None, client)
        speak(limited_product.address, "OPTIONS", None, client)
        result_of(call(client))
    answer = call(client)
    assert answer.status == 429
    wait = int(answer.headers["retry-after"])
    assert 1 <= wait <= 60
    document = answer.json
    assert document.keys() == {"jsonrpc", "error", "id"}
    assert (document["jsonrpc"], document["id"]) == ("2.0", None)
    assert document["error"].keys() == {"code", "message"}
    assert document["error"]["code"] == 429
    assert document["error"]["message"].endswith(f"Retry in {wait} s.")
    assert speak(limited_product.address, "GET", None, client).status == 405
    result_of(call({"X-Forwarded-For": next(addresses)}))


def test_row_34_batches_cost_what_they_carry(limited_product: Running) -> None:
    """Row 34: the messages of a batch count one by one, so that batches are no way around the limit."""
    client = {"X-Forwarded-For": next(addresses)}
    assert post(limited_product.address, [request("ping")] * 4, client).status == 200
    assert post(limited_product.address, [request("ping")] * 4, client).status == 429
    assert post(limited_product.address, request("ping"), client).status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/.well-known/oauth-authorization-server",
        "/.well-known/oauth-authorization-server/mcp",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/openid-configuration",
        "/mcp/.well-known/openid-configuration",
    ],
)
def test_there_is_no_sign_in(product: Running, path: str) -> None:
    """Clients that look for a way to sign in are told in JSON that there is none, and are never asked to."""
    answer = speak(product.address, "GET", None, {"Accept": "application/json"}, path=path)
    assert answer.status == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert json.loads(answer.body)["status"] == 404
    assert "www-authenticate" not in answer.headers


def test_credentials_are_ignored(product: Running) -> None:
    """A key that a client sends along changes nothing: never 401."""
    body = request("tools/list", {"_meta": meta()})
    for scheme in ("Bearer nonsense", "Basic eDp5", "", "Bearer"):
        headers = {**modern_headers("tools/list"), "Authorization": scheme}
        assert result_of(post(product.address, body, headers))["resultType"] == "complete"


def test_every_row_has_its_test() -> None:
    """The tests of this folder carry the numbers of all rows of the table, and no others."""
    texts = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_wire_*.py")]
    numbers = {
        int(found) for text in texts for found in re.findall(r"^def test_row_(\d\d)_", text, re.MULTILINE)
    }
    assert numbers == set(ROWS)
