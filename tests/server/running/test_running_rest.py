"""Plain HTTP against a real server with two workers."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import httpx
import pytest
from running_server import Running, serving

from modeladvisor import load
from modeladvisor_server.rest import description


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server without limits."""
    folder = tmp_path_factory.mktemp("server")
    with serving(folder, MODELADVISOR_MCP_LIMIT="0", MODELADVISOR_REST_LIMIT="0") as running:
        yield running


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    """A client of that server."""
    with server.client() as client:
        yield client


def test_a_line_says_where_to_ask(server: Running) -> None:
    """What is printed at the start names the catalog, and the addresses of REST and MCP, on one line."""
    (line,) = (
        one for one in server.log.read_text().splitlines() if f"REST {server.address}/api/v1/models" in one
    )
    catalog = load().catalog
    assert f"Catalog {catalog.dataset.version} with {len(catalog.models)} models" in line
    assert f"MCP {server.address}/mcp" in line


def test_every_address_answers_over_http(client: httpx.Client) -> None:
    """Each address answers to its own examples, with a tag that gives 304."""
    for address in description.ADDRESSES:
        path = address.path
        for one in address.parameters:
            path = path.replace(f"{{{one.name}}}", one.examples[0])
        query = {
            one.name: one.examples[0] for one in address.parameters if one.required and one.place == "query"
        }
        got = client.get(f"/api/v1{path}", params=query)
        assert got.status_code == 200, got.text
        assert got.json()["dataset"]["license"] == "CC-BY-4.0"
        again = client.get(f"/api/v1{path}", params=query, headers={"If-None-Match": got.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert "content-type" not in again.headers
        headed = client.head(f"/api/v1{path}", params=query)
        assert (headed.status_code, headed.content) == (200, b"")
        assert headed.headers["content-length"] == got.headers["content-length"]


def test_the_job_of_the_first_screen_is_answered(client: httpx.Client) -> None:
    """The README's question gets over HTTP what Python answers on the same day."""
    words = {"task": "product-videos", "input": "image", "audio": "silent", "budget": "medium"}
    advisor = load()
    answer = client.get("/api/v1/finder", params=words).json()
    assert answer == advisor.as_dict(advisor.find(**words))
    assert answer["fits"]
    for place in answer["fits"]:
        for reason in place["reasons"]:
            assert reason["answer"] == "unknown" or reason["evidence"] or not reason["points"]
            for ground in reason["evidence"]:
                assert ground["source_url"].startswith("https://")


def test_no_answer_names_the_server_software(client: httpx.Client) -> None:
    """There is no `Server` header, whoever answers."""
    answers = [
        client.get("/api/v1/best"),
        client.get("/nothing"),
        client.post("/api/v1/best"),
        client.get("/mcp"),
        client.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"}),
    ]
    assert [one.status_code for one in answers] == [200, 404, 405, 405, 200]
    for one in answers:
        assert "server" not in one.headers
        assert one.headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in one.headers


def test_bound_to_loopback_other_host_names_are_refused(server: Running, client: httpx.Client) -> None:
    """A page that makes its own name mean this machine cannot read from it."""
    for host in ("evil.example", "evil.example:80"):
        refused = client.get("/api/v1/best", headers={"Host": host})
        assert (refused.status_code, refused.json()["code"]) == (403, "host-not-allowed")
        message = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        assert client.post("/mcp", json=message, headers={"Host": host}).status_code == 403
        assert client.get("/healthz", headers={"Host": host}).status_code == 200
    for host in ("localhost", server.address.removeprefix("http://"), "[::1]:1"):
        assert client.get("/api/v1/best", headers={"Host": host}).status_code == 200


def test_pages_of_other_origins_may_read_but_not_use_mcp(client: httpx.Client) -> None:
    """REST is open for reading from everywhere; MCP is for pages of this machine only."""
    foreign = {"Origin": "https://evil.example"}
    assert client.get("/api/v1/best", headers=foreign).headers["access-control-allow-origin"] == "*"
    message = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert client.post("/mcp", json=message, headers=foreign).status_code == 403
    assert client.post("/mcp", json=message, headers={"Origin": "http://localhost:5173"}).status_code == 200


@pytest.mark.parametrize(
    "request_line",
    [
        b"GET /api/v1/finder?task=\xff HTTP/1.1",
        b"GET /api/v1/models/\xff HTTP/1.1",
        b"GET /api/v1/models/%ff HTTP/1.1",
        b"GET /api/v1/finder?task=%ff HTTP/1.1",
        b"GET /api/v1/finder?" + b"task=x&" * 2000 + b" HTTP/1.1",
        b"GET /" + b"x" * 5000 + b" HTTP/1.1",
        b"GET * HTTP/1.1",
        b"GET  HTTP/1.1",
        b"BREW /api/v1/best HTTP/1.1",
        b"no request at all",
    ],
)
def test_what_cannot_be_read_gets_a_short_error(server: Running, request_line: bytes) -> None:
    """Requests that no client of good manners sends are refused with 4xx, and no traceback stands in answer or log."""
    before = len(server.log.read_text())
    host, _, port = server.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), 10) as connection:
        connection.sendall(request_line + b"\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        answer = b""
        while chunk := connection.recv(65536):
            answer += chunk
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 4"), head
    assert b"\nserver:" not in head.lower()
    assert len(body) < 3000
    assert b"Traceback" not in body
    assert "Traceback" not in server.log.read_text()[before:]
