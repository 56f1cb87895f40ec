"""Play the story of the machines at length and print what was seen: `nox -s machines`."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from machine_parts import NGINX, REDIS
from machine_story import BEYOND, MCP_LIMIT, REST_LIMIT, Story, admitted, play, service


def main() -> int:
    """Run, print, and return 1 where a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--calm", type=float, default=8.0, help="seconds of load after each act")
    parser.add_argument("--addresses", type=int, default=10, help="addresses whose limits are tried")
    given = parser.parse_args()
    for name, program in (("nginx", NGINX), ("redis-server or valkey-server", REDIS)):
        if program is None:
            print(f"skipped: {name} is not installed")
            return 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, service(Path(folder)) as running:
        exact = alone = untried = 0
        for kind, limit in (("mcp", MCP_LIMIT), ("rest", REST_LIMIT)):
            for _ in range(given.addresses):
                passed, tries = asyncio.run(admitted(running, kind))
                untried += passed is None
                exact += passed == limit
                alone += tries
                told = (
                    "not tried together"
                    if passed is None
                    else f"{passed} of {limit + BEYOND} at once passed, {limit} allowed"
                )
                print(f"{kind}: {told}", flush=True)
        story = asyncio.run(play(running, clients=given.clients, calm=given.calm))
    tried = 2 * given.addresses - untried
    print(_told(story, given.clients))
    print(
        f"limits over both instances: exact for {exact} of {tried} addresses; in {alone} more tries Redis was silent "
        "for 50 ms, and each instance counted for itself"
    )
    fine = not story.not_in_flight and len(story.failures) <= given.clients and story.old_after == 0
    return 0 if fine and exact == tried else 1


def _told(story: Story, clients: int) -> str:
    return "\n".join(
        [
            f"{story.requests} requests of {clients} clients while one instance was killed and started again, "
            "the other restarted in order, and both upgraded to a new catalog",
            f"failed: {len(story.failures)}, of them not in flight at the kill: {len(story.not_in_flight)}",
            *(f"  {one}" for one in story.failures[:10]),
            f"from nginx: {dict(story.caches)}; catalogs: {dict(story.versions)}",
            f"old catalog told after the purge: {story.old_after}",
            f"clients waited {story.median_ms:.1f} ms in the median, {story.p99_ms:.1f} ms at p99, "
            "on two cores that they shared with every part",
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
