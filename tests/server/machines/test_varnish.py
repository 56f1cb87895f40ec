"""Varnish in place of nginx's cache, with the configuration of `deploy/varnish`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from machine_load import CALL, HEADERS
from machine_parts import VARNISH, varnish
from machine_story import Service

pytestmark = pytest.mark.skipif(VARNISH is None, reason="varnishd is not installed")
QUESTION = "/api/v1/finder?task=ugc-ads&limit=3"


@pytest.fixture
def client(running: Service, tmp_path: Path) -> Iterator[httpx.Client]:
    """A client of a new, empty Varnish in front of the instances."""
    with (
        varnish(tmp_path, running.instances) as address,
        httpx.Client(base_url=address, headers=HEADERS, trust_env=False, timeout=30) as client,
    ):
        yield client


def said(answer: httpx.Response) -> tuple[int, str, str | None]:
    """Return status, what the cache says, and the coding."""
    return answer.status_code, answer.headers["X-Cache-Status"], answer.headers.get("Content-Encoding")


def test_one_question_is_kept_once_until_it_is_purged(client: httpx.Client) -> None:
    """The order of parameters makes no second entry, a coding does, a mistake is told, and a purge forgets all."""
    turned = "/api/v1/finder?limit=3&task=ugc-ads"
    assert said(client.get(QUESTION)) == (200, "MISS", "br")
    assert said(client.get(turned)) == (200, "HIT", "br")
    assert said(client.get(turned, headers={"Accept-Encoding": "gzip"})) == (200, "MISS", "gzip")
    assert said(client.head(turned)) == (200, "HIT", "br")
    assert client.get(f"{QUESTION}&task=ugc-ads").status_code == 400
    assert client.request("PURGE", "/").status_code == 200
    assert said(client.get(turned)) == (200, "MISS", "br")


def test_requests_go_on_while_an_instance_is_down(client: httpx.Client, running: Service) -> None:
    """Questions that nobody asked before, and calls by POST, are answered by the other instance."""
    assert client.get(QUESTION).status_code == 200
    first = running.instances[0]
    first.kill()
    try:
        fresh = [
            client.get(f"/api/v1/models?limit=1&query=fresh-{number}").status_code for number in range(20)
        ]
        called = [client.post("/mcp", json=CALL).status_code for _ in range(10)]
    finally:
        first.start()
    assert fresh == [200] * 20
    assert called == [200] * 10
