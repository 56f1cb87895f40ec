"""The sums of the cost sheet, as the script prints them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "site_cost.py"
RECORD = {
    "address": "/api/v1/models/vidgen-2",
    "headers": {"etag": "12345"},
    "forms": [
        {"coding": None, "bytes": 900},
        {"coding": "br", "bytes": 300},
        {"coding": "gzip", "bytes": 400},
    ],
}
SMALL = {"address": "/llms.txt", "headers": {}, "forms": [{"coding": None, "bytes": 90}]}


def sheet(folder: Path, *words: str) -> list[str]:
    """Return the lines of the sheet for a site of two answers."""
    (folder / "headers.json").write_text(json.dumps({"answers": [RECORD, SMALL]}))
    command = [sys.executable, str(SCRIPT), str(folder), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()  # noqa: S603 - our own interpreter


@pytest.mark.parametrize(("tiers", "paid"), [("inf:10", "11"), ("0.5:10,inf:0", "8"), ("10:1,inf:100", "3")])
def test_bytes_and_requests_are_priced(tiers: str, paid: str, tmp_path: Path) -> None:
    """A request a second of 300 bytes in br and 13 of headers is 0.82 GB in 2.63 million requests a month."""
    lines = sheet(tmp_path, "--rate", "1", "--per-gb", tiers, "--per-million", "1")
    assert f"| one record | 300 | 313 | 0.00 | 0 | {paid} |" in lines
    assert any(line.startswith("| any page or text | 90 | 90 |") for line in lines)


def test_reads_do_not_grow_with_requests(tmp_path: Path) -> None:
    """Each of so many places reads each address once in the 300 seconds for which it may be kept."""
    lines = sheet(tmp_path, "--locations", "1000", "--read-per-million", "2")
    assert "reads of the storage, at most: 18 million a month from 1000 places, 35 USD" in lines
