"""A sample of random bytes, random JSON and damaged requests at both doors; `nox -s thorough` sends 100,000."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz_requests import KINDS
from fuzzing import flaws, fuzzed

SAMPLE = 900


def test_whatever_is_sent_the_answer_is_a_documented_one(tmp_path: Path) -> None:
    """No other status, no text of an exception, no line in the log, and the same worker serves on."""
    outcome = fuzzed(tmp_path, SAMPLE, seed=11)
    assert not outcome.wrong
    assert outcome.statuses.total() == SAMPLE
    assert set(outcome.statuses) >= {200, 400}
    assert outcome.statuses[-1] + outcome.statuses[0] < SAMPLE // 10
    assert len(KINDS) == 3


@pytest.mark.parametrize(
    ("told", "flaw"),
    [
        (b"HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n", "status 500"),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 502 No\r\n\r\n", "status 502"),
        (b"HTTP/1.1 400 Bad\r\ncontent-length: 12\r\n\r\nKeyError('x')", "shows"),
        (b"HTTP/1.1 400 Bad\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nno", "without a problem"),
        (
            b"HTTP/1.1 400 Bad\r\ncontent-type: application/problem+json\r\ncontent-length: 36\r\n\r\n"
            b'{"code":"uri-too-long","status":413}',
            "with uri-too-long",
        ),
        (b"SSH-2.0", "no HTTP"),
    ],
)
def test_what_may_not_be_answered_is_noticed(told: bytes, flaw: str) -> None:
    """The judge of the answers is no stub."""
    assert any(flaw in one for one in flaws(told))
