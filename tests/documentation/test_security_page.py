"""The bounds that the page on security names are those that hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from modeladvisor_server import guards, gunicorn_conf
from modeladvisor_server.connections import crowds, guarded
from modeladvisor_server.limits.shared_memory import fitting_slots
from modeladvisor_server.mcp import arguments, envelope
from modeladvisor_server.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "explanation" / "security.md").read_text()
ROWS = {
    "a request's address": [f"{guarded.LONGEST_URL:,}"],
    "its path, decoded; its query": [f"{guards.LONGEST_PATH:,}", f"{guards.LONGEST_QUERY:,}"],
    "its header fields": [f"{guarded.LARGEST_HEAD:,}", f"{guarded.MOST_HEADERS}"],
    "its body, with the marks of chunks": [f"{guarded.LARGEST_BODY:,}", f"{envelope.MAX_BYTES:,}"],
    "the time of a head": [f"{guarded.HEAD_SECONDS:.0f}"],
    "the time of a body": [f"{guarded.BODY_SECONDS:.0f}"],
    "an answer that is not read": [f"{guarded.WRITE_SECONDS:.0f}", f"{crowds.UNREAD_BYTES:,}"],
    "an idle connection": [f"{gunicorn_conf.keepalive}"],
    "requests that wait behind another on one connection": [f"{guarded.MOST_PIPELINED}"],
    "connections of a worker": [f"{crowds.MOST_CONNECTIONS:,}"],
    "unfinished bodies of a worker, together": [f"{crowds.MOST_UPLOADED_BYTES // 2**20}"],
    "requests of one client": [f"{Settings().mcp_limit}", f"{Settings().rest_limit}"],
    "JSON": [f"{envelope.MAX_DEPTH}", f"{envelope.MAX_BATCH}", f"{arguments.MOST_NAMED}"],
}


@pytest.mark.parametrize("of", ROWS)
def test_the_page_names_the_bounds_that_hold(of: str) -> None:
    """Each number stands in its row."""
    (row,) = (line for line in PAGE.splitlines() if line.startswith(f"| {of} |"))
    found = row.split("|")[2].replace(";", " ").replace(", ", " ").split()
    assert [word for word in found if word in ROWS[of]] == ROWS[of]


def test_the_page_names_the_memory_of_the_windows() -> None:
    """So many MiB for a limit of 300."""
    size = fitting_slots(300) * (24 + 4 * 300) / 2**20
    assert f"{size:.0f} MiB for a limit of 300" in PAGE
