"""Requests that Schemathesis generates from the description, sent to a real server.

`python tests/openapi/generated_cases.py` sends at least 20,000 of them and fails on any finding.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import attrs

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent / "server" / "running"))  # run by hand, pytest has not put it there

from running_server import Running, serving  # noqa: E402 - found only now

LEAST, EXAMPLES = 20_000, 1500
"""Cases of the long run, and how many are asked for at each address to get there."""


@attrs.frozen
class Outcome:
    """What a run found.

    Attributes:
        fine: Whether no check failed.
        cases: How many requests were generated.
        said: All that Schemathesis printed.
    """

    fine: bool
    cases: int
    said: str


def generated_cases(server: Running, *, examples: int, options: tuple[str, ...] = ()) -> Outcome:
    """Run all phases with right and wrong data, `examples` at each address, from one process."""
    address = f"{server.address}/api/v1/openapi.json"
    counted = ("--max-examples", str(examples), "--no-color")
    found = subprocess.run(  # noqa: S603 - our own interpreter
        [
            *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(FOLDER / "schemathesis.toml")),
            *("run", address, "--phases", "examples,coverage,fuzzing,stateful", "--mode", "all"),
            *("--continue-on-failure", *counted, *options),
        ],
        cwd=server.log.parent,  # where it leaves what it remembers
        env={**os.environ, "PYTHONPATH": str(FOLDER)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    told = re.search(r"^ *([\d,]+) generated", found.stdout, re.MULTILINE)
    cases = int(told[1].replace(",", "")) if told else 0
    return Outcome(found.returncode == 0, cases, found.stdout)


def main() -> int:
    """Send many cases, and see that the server is as it was."""
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), workers=1, MODELADVISOR_REST_LIMIT="0", MODELADVISOR_MCP_LIMIT="0") as server,
    ):
        outcome = generated_cases(server, examples=EXAMPLES, options=("--generation-database", "none"))
        log = server.log.read_text()
        with server.client() as client:
            alive = client.get("/api/v1/best").status_code == 200
    print(outcome.said)
    print(f"{outcome.cases} cases in {time.monotonic() - began:.0f} s")
    if "Traceback" in log or "incident" in log:
        print(log)
        return 1
    return 0 if outcome.fine and alive and outcome.cases >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
