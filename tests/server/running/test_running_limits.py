"""Limits and the end of a real server with two workers."""

from __future__ import annotations

import os
import re
import signal
import socket
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
from running_server import Running, serving

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


def ping(server: Running, headers: Mapping[str, str] | None = None) -> httpx.Response:
    """Send one MCP message on a connection of its own."""
    return httpx.post(
        f"{server.address}/mcp", json=PING, headers=dict(headers or {}), trust_env=False, timeout=30
    )


@contextmanager
def held(worker: int) -> Iterator[None]:
    """Keep one worker from answering, so that the other one must."""
    os.kill(worker, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(worker, signal.SIGCONT)


def check_refusal(answer: httpx.Response) -> None:
    """Check that a refusal says how long to wait, in the form of MCP."""
    assert answer.status_code == 429
    wait = int(answer.headers["retry-after"])
    assert 1 <= wait <= 60
    told = re.fullmatch(r'"mcp";r=0;t=(\d+)', answer.headers["ratelimit"])
    assert told is not None
    assert int(told[1]) <= wait
    assert answer.headers["ratelimit-policy"] == '"mcp";q=60;w=60'
    body = answer.json()
    assert (body["jsonrpc"], body["id"], body["error"]["code"]) == ("2.0", None, 429)
    assert f"Retry in {wait} s." in body["error"]["message"]


def test_sixty_mcp_requests_a_minute_over_both_workers(tmp_path: Path) -> None:
    """By default a client gets exactly 60 answers of MCP in a minute, over all workers and whoever it says it is."""
    with serving(tmp_path) as server:
        first, second = server.workers
        with held(first):
            left = [ping(server) for _ in range(20)]
        with held(second):
            right = [ping(server, {"X-Forwarded-For": f"192.0.2.{number}"}) for number in range(20)]
        assert [one.status_code for one in (*left, *right)] == [200] * 40
        remaining = [
            int(one.headers["ratelimit"].split(";")[1].removeprefix("r=")) for one in (*left, *right)
        ]
        assert remaining == list(range(59, 19, -1))
        with ThreadPoolExecutor(8) as pool:
            forwarded = [
                {"X-Forwarded-For": f"198.51.100.{number}", "Forwarded": f"for=203.0.113.{number}"}
                for number in range(50)
            ]
            rest = list(pool.map(lambda headers: ping(server, headers), forwarded))
        assert sorted(one.status_code for one in rest) == [200] * 20 + [429] * 30
        for one in rest:
            if one.status_code == 429:
                check_refusal(one)
        for worker in (first, second):
            with held(worker):
                check_refusal(ping(server))
        with server.client() as client:
            assert client.get("/mcp").status_code == 405
            assert client.get("/api/v1/best").status_code == 200
            assert client.get("/readyz").status_code == 200


def test_limits_of_rest_and_batches_by_environment(tmp_path: Path) -> None:
    """REST has a window of its own, a batch counts as many as it carries, and both limits are settings."""
    with (
        serving(tmp_path, MODELADVISOR_MCP_LIMIT="5", MODELADVISOR_REST_LIMIT="3") as server,
        server.client() as client,
    ):
        assert [client.get("/api/v1/best").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
        refused = client.get("/api/v1/best")
        assert refused.headers["content-type"] == "application/problem+json"
        assert refused.headers["ratelimit-policy"] == '"rest";q=3;w=60'
        assert refused.json()["code"] == "too-many-requests"
        assert client.post("/mcp", json=[{**PING, "id": number} for number in range(4)]).status_code == 200
        assert client.post("/mcp", json=[PING, {**PING, "id": 2}]).status_code == 429
        assert [client.post("/mcp", json=PING).status_code for _ in range(2)] == [200, 429]
        assert client.get("/llms-full.txt").status_code == 200


def test_forwarded_addresses_count_behind_a_trusted_proxy(tmp_path: Path) -> None:
    """From a trusted proxy each forwarded client has a window of its own."""
    with serving(
        tmp_path, workers=1, MODELADVISOR_MCP_LIMIT="2", MODELADVISOR_TRUSTED_PROXIES="127.0.0.1"
    ) as server:
        for client in ("192.0.2.1", "192.0.2.2"):
            headers = {"X-Forwarded-For": client}
            assert [ping(server, headers).status_code for _ in range(3)] == [200, 200, 429]


def test_sigterm_ends_the_server_cleanly(tmp_path: Path) -> None:
    """SIGTERM ends master and workers with exit code 0, closes the port and leaves no traceback."""
    with serving(tmp_path) as server:
        assert ping(server).status_code == 200
        workers = server.workers
        with server.client() as client:
            # An open connection does not keep the server.
            assert client.get("/healthz").status_code == 200
            server.process.send_signal(signal.SIGTERM)
            assert server.process.wait(30) == 0
    said = server.log.read_text()
    assert "Traceback" not in said
    assert "[ERROR]" not in said
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
    host, _, port = server.address.removeprefix("http://").partition(":")
    with socket.socket() as probe:
        assert probe.connect_ex((host, int(port))) != 0
