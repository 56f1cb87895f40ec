"""The files of expected failures, and what counts as a surprise."""

from __future__ import annotations

from pathlib import Path

import pytest
from expected_failures import Check, ExpectedFailure, read_expected, surprises
from run_conformance import SUITES, TARGETS, Suite, expected_file

each_target = pytest.mark.parametrize("target", TARGETS)


@each_target
@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.name)
def test_every_entry_has_its_reason(suite: Suite, target: str) -> None:
    """Each file can be read, names nothing twice, and excuses the fixture with nothing that it could offer."""
    entries = read_expected(expected_file(suite, target))
    named = [(entry.scenario, entry.check) for entry in entries]
    assert entries
    assert len(set(named)) == len(named)
    assert target == "product" or not any("product" in entry.reason for entry in entries)


@pytest.mark.parametrize(
    "text",
    [
        "client:\n  - ping  # why\n",
        "server:\n  - ping\n",
        "server:\n  - ping  #\n",
        "server:\n  - ping: check  # why\n",
        "server:\n- ping  # why\n",
        "server:\n\n  - ping  # why\n",
    ],
)
def test_an_entry_without_a_reason_is_refused(tmp_path: Path, text: str) -> None:
    """A file in another form names the line that is wrong."""
    path = tmp_path / "expected.yaml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"^expected\.yaml:[12]: expected '"):
        read_expected(path)


def test_entries_are_read(tmp_path: Path) -> None:
    """An entry is a scenario or one check of it; comments between entries are for people."""
    path = tmp_path / "expected.yaml"
    path.write_text("server:\n  # a comment\n  - ping  # no ball\n  - tools-list:a-b$c  # no tools\n")
    assert read_expected(path) == (
        ExpectedFailure("ping", None, "no ball"),
        ExpectedFailure("tools-list", "a-b$c", "no tools"),
    )


WHOLE, PART = ExpectedFailure("ping", None, "why"), ExpectedFailure("ping", "answer", "why")


@pytest.mark.parametrize(
    ("checks", "expected", "count"),
    [
        ([Check("ping", "answer", "SUCCESS")], [], 0),
        ([Check("ping", "answer", "SKIPPED"), Check("ping", "note", "INFO")], [], 0),
        ([Check("ping", "answer", "FAILURE")], [], 1),
        ([Check("ping", "answer", "WARNING")], [], 1),
        ([Check("ping", "answer", "FAILURE"), Check("ping", "other", "SUCCESS")], [WHOLE], 0),
        ([Check("ping", "answer", "WARNING")], [PART], 0),
        ([Check("ping", "answer", "FAILURE"), Check("ping", "answer", "SUCCESS")], [PART], 0),
        ([Check("ping", "answer", "FAILURE"), Check("ping", "other", "FAILURE")], [PART], 1),
        ([Check("ping", "answer", "SUCCESS")], [WHOLE], 1),
        ([Check("ping", "answer", "SUCCESS"), Check("ping", "other", "FAILURE")], [PART], 2),
        ([], [WHOLE], 1),
        ([Check("pong", "answer", "FAILURE")], [WHOLE], 2),
    ],
)
def test_what_is_a_surprise(checks: list[Check], expected: list[ExpectedFailure], count: int) -> None:
    """A failure or warning that no entry covers, and an entry that covers no failure."""
    assert len(surprises(checks, expected)) == count
