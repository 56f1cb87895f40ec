"""Let real clients use the server, each from an environment of its own: `python run_clients.py FOLDER`.

The folder holds a virtual environment for each Python client, under its name, and `node_modules` with the others.
The exit code is 0 if each client's user met what is promised.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from attrs import frozen
from client_reports import LIMIT, Report, expected_report, shortcomings
from running_server import serving

HERE = Path(__file__).parent
PATIENCE = 240
"""Seconds for one client; the slowest takes 30."""


@frozen
class RealClient:
    """A client, and how its program is run.

    Attributes:
        name: what it is called in the table.
        command: the program and its arguments before the addresses; FOLDER stands for the folder.
        protocol: the revision on which it settles; None where it does not tell.
    """

    name: str
    command: tuple[str, ...]
    protocol: str | None


def _python(name: str, program: str, protocol: str) -> RealClient:
    return RealClient(name, (f"FOLDER/{name}/bin/python", str(HERE / program)), protocol)


def _typescript(name: str, mode: str, protocol: str) -> RealClient:
    modules = "FOLDER/node_modules"
    program = (f"{modules}/.bin/node", str(HERE / "typescript_sdk.mjs"), f"{modules}/{name}", mode)
    return RealClient(f"{name} {mode}", program, protocol)


def _inspector(era: str) -> RealClient:
    program = (sys.executable, str(HERE / "inspector_cli.py"), "FOLDER/node_modules", era)
    return RealClient(f"inspector {era}", program, None)


CLIENTS = (
    _python("python-sdk-1.8", "python_sdk_1.py", "2024-11-05"),
    _python("python-sdk-1.12", "python_sdk_1.py", "2025-06-18"),
    _python("python-sdk-1", "python_sdk_1.py", "2025-11-25"),
    _python("python-sdk-2", "python_sdk_2.py", "2026-07-28"),
    _python("fastmcp", "fastmcp_client.py", "2026-07-28"),
    _typescript("typescript-sdk-1", "legacy", "2025-11-25"),
    _typescript("typescript-sdk-2", "legacy", "2025-11-25"),
    _typescript("typescript-sdk-2", "auto", "2026-07-28"),
    _inspector("legacy"),
    _inspector("auto"),
)


def main(folder: Path) -> int:
    """Run every client and print a line for each, then what their users met and should not have."""
    found: list[str] = []
    print(f"{'client':25}{'version':10}{'protocol':12}calls served before the limit, and what is told there")
    with serving(folder, MODELADVISOR_MCP_LIMIT="0") as product:
        expected = expected_report(f"{product.address}/mcp")
        for client in CLIENTS:
            # A window of its own for each, so that none has to wait for the one before.
            with serving(folder, workers=1, MODELADVISOR_MCP_LIMIT=str(LIMIT)) as limited:
                try:
                    report = run(client, folder, f"{product.address}/mcp", f"{limited.address}/mcp")
                except RuntimeError as error:
                    found.append(f"{client.name}: {error}")
                    continue
            told = report["limited"]
            print(
                f"{client.name:25}{report['version']:10}{report['protocol'] or '-':12}"
                f"{told['served']}: {(told['told'] or '')[:160]!r}"
            )
            found += [f"{client.name}: {one}" for one in shortcomings(report, expected, client.protocol)]
    print(*found or ["Every client got everything."], sep="\n")
    return 1 if found else 0


def run(client: RealClient, folder: Path, address: str, limited: str) -> Report:
    """Run one client's program; give what it reports.

    Raises RuntimeError with its last words if it reports nothing.
    """
    command = [part.replace("FOLDER", str(folder)) for part in client.command]
    done = subprocess.run(  # noqa: S603 - programs of this folder, no shell
        [*command, address, limited],
        env={name: text for name, text in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    if done.returncode or not done.stdout:
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr[-2000:]}")
    report: Report = json.loads(done.stdout)
    return report


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
