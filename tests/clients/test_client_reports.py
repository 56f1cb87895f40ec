"""The check of what real clients report notices what goes wrong; one of them is run here, being installed."""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from client_reports import LIMIT, PLAN, expected_report, shortcomings
from run_clients import CLIENTS, RealClient, run
from running_server import Running, serving

HERE = Path(__file__).parent
Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def expected(product: Running) -> dict[str, Any]:
    """What the server says to nobody in particular."""
    return dict(expected_report(f"{product.address}/mcp"))


def test_the_installed_client_gets_everything(
    product: Running, expected: dict[str, Any], tmp_path: Path
) -> None:
    """The official Python client lists, calls, reads, gets, errs and is limited as promised."""
    client = RealClient("installed", (sys.executable, str(HERE / "python_sdk_2.py")), "2026-07-28")
    with serving(tmp_path, workers=1, MODELADVISOR_MCP_LIMIT=str(LIMIT)) as limited:
        report = run(client, tmp_path, f"{product.address}/mcp", f"{limited.address}/mcp")
    assert list(shortcomings(report, expected, client.protocol)) == []


CHANGES: dict[str, tuple[Change, str]] = {
    "another protocol": (lambda report: report.update(protocol="2025-03-26"), "it speaks 2025-03-26"),
    "a tool less": (lambda report: report["tools"].pop(), "tools: got"),
    "another answer": (lambda report: report["calls"]["get_model"].update(text="x"), "calls: got"),
    "no structure": (lambda report: report["calls"]["get_model"].update(structured=None), "calls: got"),
    "no resource": (lambda report: report.update(resource=""), "resource: got"),
    "no prompt": (lambda report: report.update(prompt=None), "prompt: got"),
    "a mistake that passes": (
        lambda report: report["mistake"].update(wrong=False),
        "a mistake is not taught",
    ),
    "an unknown tool that passes": (
        lambda report: report.update(unknown_tool=None),
        "an unknown tool is not told",
    ),
    "nothing served": (lambda report: report["limited"].update(served=0), "0 calls were served"),
    "no limit": (lambda report: report["limited"].update(served=12, told=None), "the limit is not told"),
}


@pytest.mark.parametrize(("change", "words"), CHANGES.values(), ids=CHANGES)
def test_what_goes_wrong_is_noticed(expected: dict[str, Any], change: Change, words: str) -> None:
    """A report that is good has no shortcomings; each thing that is wrong with one is named."""
    report = copy.deepcopy(expected)
    report["protocol"] = None
    report["unknown_tool"] = {"code": -32602, "message": f"Unknown tool {PLAN['unknown_tool']['name']!r}."}
    report["limited"] = {"served": 5, "told": "Too many requests. Retry in 60 s."}
    assert list(shortcomings(report, expected, None)) == []
    change(report)
    assert any(words in one for one in shortcomings(report, expected, None))


def test_every_named_client_is_run() -> None:
    """The clients of both eras that are in use are in the list, each once."""
    names = [client.name for client in CLIENTS]
    assert len(set(names)) == len(names)
    assert {name.partition(" ")[0] for name in names} == {
        "python-sdk-1.8", "python-sdk-1.12", "python-sdk-1", "python-sdk-2", "fastmcp",
        "typescript-sdk-1", "typescript-sdk-2", "inspector",
    }  # fmt: skip
