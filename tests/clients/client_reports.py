"""What every client has to report, and what is missing from a report."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx

Report = Mapping[str, Any]
"""What a client's program prints: what its user met, step by step."""
PLAN: Mapping[str, Any] = json.loads((Path(__file__).parent / "plan.json").read_text("utf-8"))
LIMIT = 8
"""Messages a minute that the limited server admits: enough for every client to begin."""


def expected_report(address: str) -> Report:
    """Ask the server without any client; give what a client should have got."""

    def asked(method: str, params: object = None) -> Any:
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return httpx.post(address, json=message, trust_env=False, timeout=30).json()["result"]

    def called(name: str, arguments: object) -> dict[str, Any]:
        result = asked("tools/call", {"name": name, "arguments": arguments})
        return {
            "wrong": result["isError"],
            "text": result["content"][0]["text"],
            "structured": result.get("structuredContent"),
        }

    return {
        "tools": [tool["name"] for tool in asked("tools/list")["tools"]],
        "calls": {name: called(name, given) for name, given in PLAN["calls"].items()},
        "resources": [one["uri"] for one in asked("resources/list")["resources"]],
        "resource": asked("resources/read", {"uri": PLAN["resource"]})["contents"][0]["text"],
        "prompts": [one["name"] for one in asked("prompts/list")["prompts"]],
        "prompt": asked("prompts/get", PLAN["prompt"])["messages"][0]["content"]["text"],
        "mistake": called(**PLAN["mistake"]),
        "after": called("list_models", PLAN["calls"]["list_models"]),
    }


def shortcomings(report: Report, expected: Report, protocol: str | None) -> Iterator[str]:
    """Yield what a client's user met otherwise than expected; `protocol` is the revision it should settle on."""
    if report["protocol"] != protocol:
        yield f"it speaks {report['protocol']}, expected {protocol}"
    for name in expected:
        if report.get(name) != expected[name]:
            yield f"{name}: got {str(report.get(name))[:300]}, expected {str(expected[name])[:300]}"
    if set(expected["calls"]) != set(expected["tools"]) or any(
        one["wrong"] for one in expected["calls"].values()
    ):
        yield "the plan does not call every tool, or calls one wrongly"
    told = (report["mistake"] or {}).get("text") or ""
    if not report["mistake"]["wrong"] or "Next: call find_model" not in told:
        yield f"a mistake is not taught: {told[:300]}"
    error = report["unknown_tool"] or {}
    if PLAN["unknown_tool"]["name"] not in error.get("message", ""):
        yield f"an unknown tool is not told: {error}"
    limited = report["limited"]
    if not 0 < limited["served"] < LIMIT:
        yield f"{limited['served']} calls were served under a limit of {LIMIT} messages"
    if not any(word in (limited["told"] or "") for word in ("429", "Too many requests")):
        yield f"the limit is not told: {limited['told']}"
