"""Dispatch through jsonrpcserver, and what happens when a tool fails."""

from __future__ import annotations

import logging
import re

import jsonrpcserver.methods
import pytest
from mcp_fixtures import ALL_REVISIONS, SECRET, ask, error_of, result_of

from modeladvisor_server.mcp.failures import INTERNAL_ERROR

each_revision = pytest.mark.parametrize("revision", ALL_REVISIONS)


@each_revision
@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("tools/call", {"name": "fail"}),
        ("tools/call", {"name": "babble"}),
        ("resources/read", {"uri": "things://one/broken"}),
    ],
)
def test_failures_are_told_by_number_only(
    revision: str, method: str, params: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    """An unexpected exception is -32603 with a number; its text is in the log only, under that number."""
    with caplog.at_level(logging.ERROR):
        response = ask(revision, method, params)
    error = error_of(response, 200, INTERNAL_ERROR)
    assert error.keys() == {"code", "message"}
    assert SECRET not in response.text
    assert "unsupported" not in response.text
    match = re.search(r"incident ([0-9a-f]{12})", str(error["message"]))
    assert match
    (record,) = caplog.records
    assert record.name.startswith("modeladvisor_server.mcp")
    assert f"incident {match[1]}" in record.getMessage()
    assert record.exc_info


@each_revision
@pytest.mark.parametrize("key", ["params", "context", "offer", "self", "method", "id", "1", ""])
def test_parameters_cannot_collide_with_python(revision: str, key: str) -> None:
    """Unknown parameters are ignored, whatever their names."""
    result_of(ask(revision, "tools/list", {key: 1}))


def test_no_method_is_global() -> None:
    """The table of methods is passed, never registered."""
    assert not jsonrpcserver.methods.global_methods


def test_ids_of_failures_differ(caplog: pytest.LogCaptureFixture) -> None:
    """Each failure has a number of its own."""
    messages = {str(ask("2025-11-25", "tools/call", {"name": "fail"}).json["error"]) for _ in range(3)}
    assert len(messages) == len(caplog.records) == 3
