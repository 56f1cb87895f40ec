"""What the official conformance suite may find wrong here, why, and whether it found anything else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from attrs import frozen

FAILED = ("FAILURE", "WARNING")
"""A warning is a failure wherever failures are expected by name: so the suite itself counts them."""

_ENTRY = re.compile(r"  - (?P<scenario>[^\s:]+)(?::(?P<check>\S+))?  # (?P<reason>\S.*)")


@frozen
class Check:
    """One thing that the suite looked at.

    Attributes:
        scenario: the scenario it belongs to.
        id: its name there; it may occur more than once.
        status: the suite's word for how it went.
        message: what was wrong, if anything was.
    """

    scenario: str
    id: str
    status: str
    message: str = ""


@frozen
class ExpectedFailure:
    """A scenario, or one check of it, that fails for a known reason.

    Attributes:
        scenario: the scenario.
        check: the check; None is the whole scenario.
        reason: why it cannot pass.
    """

    scenario: str
    check: str | None
    reason: str

    def covers(self, check: Check) -> bool:
        """Tell whether this is about a check."""
        return self.scenario == check.scenario and self.check in (None, check.id)


def read_expected(path: Path) -> tuple[ExpectedFailure, ...]:
    """Read a file in the suite's own form, in which here each entry ends with its reason as a comment.

    Raises ValueError for a line that is neither an entry with a reason nor a comment.
    """
    first, *lines = path.read_text("utf-8").splitlines()
    if first != "server:":
        raise ValueError(f"{path.name}:1: expected 'server:', got {first!r}")
    expected = []
    for number, line in enumerate(lines, start=2):
        if line.lstrip().startswith("#"):
            continue
        entry = _ENTRY.fullmatch(line)
        if entry is None:
            raise ValueError(f"{path.name}:{number}: expected '  - scenario[:check]  # reason', got {line!r}")
        expected.append(ExpectedFailure(entry["scenario"], entry["check"], entry["reason"]))
    return tuple(expected)


def surprises(checks: Iterable[Check], expected: Iterable[ExpectedFailure]) -> list[str]:
    """Name every check that failed and should not have, and every entry under which nothing failed."""
    failed = [check for check in checks if check.status in FAILED]
    expected = tuple(expected)
    unexpected = [
        f"{check.scenario}:{check.id} fails: {check.message or check.status}"
        for check in failed
        if not any(entry.covers(check) for entry in expected)
    ]
    stale = [
        f"{':'.join(filter(None, (entry.scenario, entry.check)))} is expected to fail, and nothing failed there"
        for entry in expected
        if not any(entry.covers(check) for check in failed)
    ]
    return unexpected + stale
