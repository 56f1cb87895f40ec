"""What a user of the Inspector's command line meets: `python inspector_cli.py FOLDER ERA ADDRESS LIMITED_ADDRESS`.

The folder is that of the installed packages, Node.js among them; the era is "legacy" or "auto".
The tools are listed with `--strict`, which ends badly where a schema would not serve in every client.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

PLAN: dict[str, Any] = json.loads((Path(__file__).parent / "plan.json").read_text("utf-8"))
FOLDER, ERA, ADDRESS, LIMITED = Path(sys.argv[1]), *sys.argv[2:]
PACKAGE = FOLDER / "@modelcontextprotocol" / "inspector"
VERSION = json.loads((PACKAGE / "package.json").read_text("utf-8"))["version"]
PATIENCE = 60


class RefusedError(Exception):
    """Raised with what the command says on its way out."""


def inspect(address: str, method: str, *options: str) -> dict[str, Any]:
    """Run the command once; a result comes back whatever the exit code says of it."""
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(  # noqa: S603 - a program that was just installed, no shell
            [
                FOLDER / ".bin" / "node",
                PACKAGE / "clients" / "launcher" / "build" / "index.js",
                *("--cli", "--server-url", address, "--transport", "http", "--protocol-era", ERA),
                *("--format", "json", "--method", method, *options),
            ],
            env={**os.environ, "HOME": home},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    if not done.stdout:
        raise RefusedError(done.stderr.strip())
    if method == "tools/list" and (done.returncode or done.stderr):
        raise RefusedError(f"exit code {done.returncode}: {done.stderr}")
    result: dict[str, Any] = json.loads(done.stdout)["result"]
    return result


def called(address: str, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Call a tool and give what it shows to a user."""
    result = inspect(address, "tools/call", "--tool-name", name, "--tool-args-json", json.dumps(arguments))
    return {
        "wrong": result.get("isError", False),
        "text": result["content"][0]["text"],
        "structured": result.get("structuredContent"),
    }


def error_of(address: str, name: str, arguments: dict[str, Any]) -> dict[str, Any] | None:
    """Give the words with which a call ends, None if it ends well."""
    try:
        called(address, name, arguments)
    except RefusedError as error:
        return dict(json.loads(str(error))["error"])
    return None


def limited() -> dict[str, Any]:
    """Ask until the server refuses."""
    asked = PLAN["until_refused"]
    for served in range(asked["attempts"]):
        try:
            called(LIMITED, asked["name"], asked["arguments"])
        except RefusedError as error:
            return {"served": served, "told": str(error)}
    return {"served": asked["attempts"], "told": None}


def main() -> None:
    """Run everything and print what was met."""
    prompt = PLAN["prompt"]
    filled = [f"{key}={value}" for key, value in prompt["arguments"].items()]
    got = inspect(ADDRESS, "prompts/get", "--prompt-name", prompt["name"], "--prompt-args", *filled)
    report = {
        "version": VERSION,
        "protocol": None,
        "tools": [tool["name"] for tool in inspect(ADDRESS, "tools/list", "--strict")["tools"]],
        "calls": {name: called(ADDRESS, name, given) for name, given in PLAN["calls"].items()},
        "resources": [one["uri"] for one in inspect(ADDRESS, "resources/list")["resources"]],
        "resource": inspect(ADDRESS, "resources/read", "--uri", PLAN["resource"])["contents"][0]["text"],
        "prompts": [one["name"] for one in inspect(ADDRESS, "prompts/list")["prompts"]],
        "prompt": got["messages"][0]["content"]["text"],
        "mistake": called(ADDRESS, **PLAN["mistake"]),
        "unknown_tool": error_of(ADDRESS, **PLAN["unknown_tool"]),
        "after": called(ADDRESS, "list_models", PLAN["calls"]["list_models"]),
        "limited": limited(),
    }
    print(json.dumps(report))


main()
