"""Workers share their counts, and hand them on when they end."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeladvisor_server.operations.metrics_sharing import free_place, shared

COUNTING = """
import os, sys
from prometheus_client import CollectorRegistry
from modeladvisor_server.operations.metrics import count_at, request_counts
from modeladvisor_server.operations.observing import Observed
count_at(int(sys.argv[1]))
count = request_counts(CollectorRegistry())
for _ in range(int(sys.argv[2])):
    count([Observed("GET", "/somewhere", 200, 0, 0.003, 10, "unknown", "id", "", "")])
"""
READING = """
import os
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
registry = CollectorRegistry()
MultiProcessCollector(registry)
print(generate_latest(registry).decode())
"""


def run(folder: Path, code: str, *arguments: str) -> str:
    """Run code in a process of its own and return what it prints."""
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_counts_go_on_where_a_worker_ended(tmp_path: Path) -> None:
    """Nothing is lost when a worker ends, and the one that follows it at its place needs no more files."""
    for place, count in (("0", "3"), ("1", "4"), ("0", "5"), ("0", "6")):
        run(tmp_path, COUNTING, place, count)
    page = run(tmp_path, READING)
    assert 'modeladvisor_requests_total{method="GET",route="/somewhere",status="200"} 18.0' in page
    assert 'modeladvisor_request_seconds_bucket{le="0.0025",route="/somewhere"} 0.0' in page
    assert 'modeladvisor_request_seconds_bucket{le="0.005",route="/somewhere"} 18.0' in page
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        "counter_0.db", "counter_1.db", "histogram_0.db", "histogram_1.db",
    ]  # fmt: skip


@given(taken=st.sets(st.integers(0, 20)))
def test_a_new_worker_takes_the_lowest_free_place(taken: set[int]) -> None:
    """No two living workers have one place, and no place is left out: so there are as few files as can be."""
    place = free_place(taken)
    assert place not in taken
    assert set(range(place)) <= taken


def test_what_is_shared_is_gone_afterwards() -> None:
    """Closing frees the address and removes the folder."""
    made = shared("127.0.0.1", 0)
    port = made.listener.getsockname()[1]
    (made.folder / "counter_0.db").write_bytes(b"x")
    with pytest.raises(OSError, match="in use"):
        shared("127.0.0.1", port)
    made.close()
    assert not made.folder.exists()
    with socket.create_server(("127.0.0.1", port)):
        pass
