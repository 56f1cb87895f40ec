"""A server under `python -O`, which takes away every assert, of jsonrpcserver too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from running_server import Running, serving
from wire import ask, each_revision, error_of, post, result_of, status_of


@pytest.fixture(scope="module")
def optimised(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server without limits, with Python's own optimisation on."""
    folder = tmp_path_factory.mktemp("optimised")
    with serving(folder, workers=1, PYTHONOPTIMIZE="1", MODELADVISOR_MCP_LIMIT="0") as running:
        yield running


@each_revision
def test_nothing_rests_on_asserts(optimised: Running, revision: str) -> None:
    """Answers, lessons and errors are what they are with asserts on: no check is made by one."""
    address = optimised.address
    headers = {"MCP-Protocol-Version": revision}
    for body, code in (
        (b"{", -32700),
        (b"[]", -32600),
        (b'{"jsonrpc": "2.0", "id": null, "method": "m"}', -32600),
    ):
        error_of(post(address, body, headers), 400, code, None)
    error_of(ask(address, revision, "nope"), status_of(revision, -32601), -32601)
    error_of(ask(address, revision, "tools/call", {"name": "nope"}), status_of(revision, -32602), -32602)
    call = {"name": "get_model", "arguments": {"model": "veo-3.1"}}
    assert result_of(ask(address, revision, "tools/call", call))["isError"] is False
    wrong = {"name": "find_model", "arguments": {"task": "x", "limit": 0}}
    assert result_of(ask(address, revision, "tools/call", wrong))["isError"] is True
