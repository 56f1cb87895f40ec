"""Run the official conformance suites against the server and against the fixture application.

`python run_conformance.py FOLDER` finds the suites, and Node.js, in `FOLDER/node_modules`; the folder also gets
what the suites and the servers print.
The exit code is 0 if exactly the expected failures were found.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen
from expected_failures import FAILED, Check, read_expected, surprises

HERE = Path(__file__).parent
PATIENCE = 60
"""Seconds for a server to start, and again to stop."""
LONGEST_RUN = 300
"""Seconds for one suite; it takes two."""
TARGETS = ("product", "fixture")

_RUNNING = re.compile(r"^=== Running scenario: (\S+) ===$", re.MULTILINE)
_RESULTS = re.compile(r"server-(?P<scenario>.+)-\d{4}-\d\d-\d\dT[\d-]+Z")


@frozen
class Suite:
    """One way to run one release of the suite.

    Attributes:
        name: names its files of expected failures.
        package: its folder among the installed packages.
        options: which scenarios it runs, and in which revision of the protocol.
    """

    name: str
    package: str
    options: tuple[str, ...]


SUITES = (
    Suite("0.1.16", "conformance-0.1.16", ("--suite", "all")),
    Suite("2025-11-25", "conformance-0.2.0-alpha.12", ("--requirements", "2025-11-25")),
    Suite("2026-07-28", "conformance-0.2.0-alpha.12", ("--requirements", "2026-07-28")),
)


def main(folder: Path) -> int:
    """Run every suite against every target and print one line for each, then what nobody expected."""
    found: list[str] = []
    print("suite       target   scenarios: passed  expected to fail  not applicable | checks: passed  failed")
    for target in TARGETS:
        with serving(target, folder / f"{target}.log") as address:
            for suite in SUITES:
                checks, agrees = run(suite, target, address, folder)
                print(line(suite, target, checks))
                here = surprises(checks, read_expected(expected_file(suite, target)))
                if not agrees and not here:
                    here = ["the suite itself does not agree with the file of expected failures"]
                found += [f"{suite.name} {target}: {surprise}" for surprise in here]
    print(*found or ["Nothing else failed."], sep="\n")
    return 1 if found else 0


def expected_file(suite: Suite, target: str) -> Path:
    """Give the file of what may fail."""
    return HERE / f"expected-failures-{suite.name}-{target}.yaml"


@contextlib.contextmanager
def serving(target: str, log: Path) -> Iterator[str]:
    """Serve a target on a free port of this machine; give its address."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    environment = {name: text for name, text in os.environ.items() if not name.startswith("MODELADVISOR_")}
    with (
        log.open("wb") as output,
        subprocess.Popen(  # noqa: S603 - our own interpreter, no shell
            command(target, port),
            env={**environment, "MODELADVISOR_MCP_LIMIT": "0"},
            stdout=output,
            stderr=subprocess.STDOUT,
        ) as process,
    ):
        try:
            _wait_for(process, port, log)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            process.terminate()
            process.wait(PATIENCE)


def command(target: str, port: int) -> list[str]:
    """Give the command that serves a target."""
    if target == "product":
        return [sys.executable, "-m", "modeladvisor", "serve", "--bind", f"127.0.0.1:{port}"]
    options = f"--host 127.0.0.1 --port {port} --lifespan off --log-level warning".split()
    return [sys.executable, "-m", "uvicorn", "--app-dir", str(HERE), "fixture_app:app", *options]


def _wait_for(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"The server did not start:\n{log.read_text('utf-8', 'replace')}")


def run(suite: Suite, target: str, address: str, folder: Path) -> tuple[list[Check], bool]:
    """Run a suite; give all its checks, and whether it agrees with the file of expected failures.

    It judges the scenarios that its revision scores; the others only show in the checks.
    """
    packages = folder / "node_modules"
    results = folder / "results" / suite.name / target
    shutil.rmtree(results, ignore_errors=True)
    results.mkdir(parents=True)
    done = subprocess.run(  # noqa: S603 - programs that were just installed, no shell
        [
            packages / ".bin" / "node",
            packages / suite.package / "dist" / "index.js",
            "server",
            "--url",
            address,
            *suite.options,
            "--expected-failures",
            expected_file(suite, target),
            "--output-dir",
            results,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LONGEST_RUN,
        check=False,
    )
    (results / "output.txt").write_text(done.stdout, "utf-8")
    checks = read_checks(results)
    told = {check.scenario for check in checks}
    scenarios = _RUNNING.findall(done.stdout)
    if not scenarios:
        raise RuntimeError(f"The suite {suite.name} ran nothing:\n{done.stdout}")
    silent = [Check(name, "result", "FAILURE", "gave no result") for name in scenarios if name not in told]
    return checks + silent, done.returncode == 0


def read_checks(results: Path) -> list[Check]:
    """Read what a suite wrote: a folder for each scenario, with a list of its checks."""
    checks = []
    for folder in sorted(results.iterdir()):
        named = _RESULTS.fullmatch(folder.name)
        if named and (folder / "checks.json").is_file():
            checks += [
                Check(named["scenario"], one["id"], one["status"], one.get("errorMessage") or "")
                for one in json.loads((folder / "checks.json").read_text("utf-8"))
            ]
    return checks


def line(suite: Suite, target: str, checks: list[Check]) -> str:
    """Give one line of the table."""
    statuses: dict[str, set[str]] = {}
    for check in checks:
        statuses.setdefault(check.scenario, set()).add(check.status)
    failed = sum(not seen.isdisjoint(FAILED) for seen in statuses.values())
    passed = sum("SUCCESS" in seen and seen.isdisjoint(FAILED) for seen in statuses.values())
    good = sum(check.status == "SUCCESS" for check in checks)
    bad = sum(check.status in FAILED for check in checks)
    other = len(statuses) - passed - failed
    return f"{suite.name:12}{target:9}{passed:17}{failed:18}{other:16} |{good:15}{bad:8}"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
