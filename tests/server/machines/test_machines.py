"""A service on two machines, with the real nginx and Redis and the configuration of `deploy/nginx`."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import httpx
import pytest
from machine_load import client_at
from machine_story import MCP_LIMIT, NEW, OLD, REST_LIMIT, Service, admitted, play

CLIENTS = 10


def asked(running: Service, path: str, **headers: str) -> httpx.Response:
    """Ask once, from an address of its own."""

    async def ask() -> httpx.Response:
        async with client_at(running.front.address, "127.0.4.1") as client:
            return await client.get(path, headers=headers)

    return asyncio.run(ask())


@pytest.mark.parametrize(("kind", "limit"), [("mcp", MCP_LIMIT), ("rest", REST_LIMIT)])
def test_limits_are_exact_over_both_instances(running: Service, kind: str, limit: int) -> None:
    """Of too many requests at once from one address exactly as many pass as one machine alone would let pass."""
    passed, tries = asyncio.run(admitted(running, kind))
    if passed is None:
        pytest.skip(
            f"Redis was silent for 50 ms in each of {tries} tries: this machine has too much else to do"
        )
    assert passed == limit


def test_a_forged_address_does_not_help(running: Service) -> None:
    """nginx writes the address of a client itself, whatever the client says of it."""

    async def ask() -> list[int]:
        async with client_at(running.front.address, "127.0.5.1") as client:
            forged = [
                {"X-Forwarded-For": f"192.0.2.{one}", "Forwarded": f"for=192.0.2.{one}"}
                for one in range(REST_LIMIT + 20)
            ]
            path = "/api/v1/models?limit=1&query=forged-{}"
            answers = [await client.get(path.format(one), headers=two) for one, two in enumerate(forged)]
            return [one.status_code for one in answers]

    assert 429 in asyncio.run(ask())


def test_one_question_is_kept_once(running: Service) -> None:
    """The order of parameters and the spelling of what codings are taken make no second entry; the coding does."""
    first = asked(running, "/api/v1/finder?task=ugc-ads&limit=2", **{"Accept-Encoding": "gzip, br"})
    again = asked(running, "/api/v1/finder?limit=2&task=ugc-ads", **{"Accept-Encoding": "deflate,br , gzip"})
    plain = asked(running, "/api/v1/finder?limit=2&task=ugc-ads", **{"Accept-Encoding": "gzip"})
    assert [one.headers["X-Cache-Status"] for one in (first, again, plain)] == ["MISS", "HIT", "MISS"]
    assert [one.headers["Content-Encoding"] for one in (first, again, plain)] == ["br", "br", "gzip"]
    assert first.content == again.content == plain.content
    assert first.headers["ETag"] == again.headers["ETag"] != plain.headers["ETag"]


@pytest.mark.parametrize(
    "mistaken",
    [
        "/api/v1/finder?task=ai-influencer&limit=2&task=ugc-ads",
        "/api/v1/finder?task=ai-influencer&limit=2&Task=ugc-ads",
        "/api/v1/finder?task=ai-influencer&limit=2&unknown=1",
        "/api/v1/x/%2e%2e/finder?task=ai-influencer&limit=2",
    ],
)
def test_a_mistaken_question_is_never_answered_from_the_cache(running: Service, mistaken: str) -> None:
    """A repeated or unknown parameter, or another path, is told as a mistake though the right question is kept."""
    asked(running, "/api/v1/finder?task=ai-influencer&limit=2")
    assert asked(running, "/api/v1/finder?task=ai-influencer&limit=2").headers["X-Cache-Status"] == "HIT"
    assert asked(running, mistaken).status_code in (400, 404)


def test_a_kept_answer_is_revalidated(running: Service) -> None:
    """A client that holds the answer gets 304 from the cache, and HEAD has the headers without the body."""
    whole = asked(running, "/api/v1/best/ugc-ads")
    held = asked(running, "/api/v1/best/ugc-ads", **{"If-None-Match": whole.headers["ETag"]})
    assert (held.status_code, held.headers["X-Cache-Status"], held.content) == (304, "HIT", b"")


def test_no_request_fails_while_instances_are_killed_restarted_and_upgraded(running: Service) -> None:
    """Only what was in flight at the killed instance may fail; after the purge nobody is told the old catalog."""
    story = asyncio.run(play(running, clients=CLIENTS, calm=0.5))
    assert story.not_in_flight == []
    assert len(story.failures) <= CLIENTS
    assert story.old_after == 0
    assert set(story.versions) == {OLD, NEW}
    assert story.caches["HIT"] > story.caches["MISS"] > 0


def test_the_log_keeps_no_whole_address(running: Service) -> None:
    """The access log has the network of a client and the path, neither its address nor what it asked."""
    asked(running, "/api/v1/finder?task=talking-characters")
    lines = (running.front.log.parent / "access.log").read_text()
    assert "127.0.4.0 [" in lines
    assert "127.0.4.1" not in lines
    assert "talking-characters" not in lines


def test_what_the_instances_say_is_no_complaint(running: Service) -> None:
    """Neither instance logged an unexpected error."""
    logs = [Path(one.log).read_text() for one in running.instances]
    assert [json.dumps(text[-2000:]) for text in logs if "incident" in text or "Traceback" in text] == []
