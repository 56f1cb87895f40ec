"""What it takes to serve an exported site at a steady rate: sizes from its `headers.json`, prices from whoever asks.

`modeladvisor export site SITE && python benchmarks/site_cost.py SITE --per-gb 10000:0.085,inf:0.02 --per-million 1`
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Sequence
from pathlib import Path

import attrs

MONTH = 365.25 / 12 * 86_400
"""Seconds."""
GB = 1e9
FRESH = 300.0
"""Seconds for which every answer may be kept, as its Cache-Control says."""


@attrs.frozen
class Weight:
    """What one answer weighs: its address, its body in the best coding, its headers."""

    address: str
    body: int
    headers: int


def weights_of(site: Path) -> list[Weight]:
    """Read what every answer weighs, for a client that takes br."""
    answers = json.loads((site / "headers.json").read_text())["answers"]
    return [
        Weight(
            one["address"],
            {form["coding"]: form["bytes"] for form in reversed(one["forms"])}.get(
                "br", one["forms"][0]["bytes"]
            ),
            sum(len(name) + len(value) + 4 for name, value in one["headers"].items()),
        )
        for one in answers
    ]


def tiers_of(text: str) -> list[tuple[float, float]]:
    """Read prices by volume: `10000:0.085,inf:0.08` is 0.085 USD for each of the first 10,000 GB, 0.08 beyond."""
    return [(float(upto), float(price)) for upto, price in (one.split(":") for one in text.split(","))]


def tiered(amount: float, tiers: Sequence[tuple[float, float]]) -> float:
    """Return what an amount costs where each further part has its own price."""
    paid, below = 0.0, 0.0
    for upto, price in tiers:
        part = max(0.0, min(amount, upto) - below)
        paid, below = paid + part * price, upto
    return paid


def main() -> None:
    """Print the sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--rate", type=float, default=10_000, help="requests a second (%(default)s)")
    parser.add_argument("--per-gb", type=tiers_of, help="USD a GB sent, by volume: 10000:0.085,inf:0.02")
    parser.add_argument("--per-million", type=float, help="USD a million requests")
    parser.add_argument(
        "--locations", type=int, default=100, help="places that each keep a copy (%(default)s)"
    )
    parser.add_argument("--read-per-million", type=float, help="USD a million reads of the storage")
    given = parser.parse_args()
    weights = weights_of(given.site)
    stored = sum(path.stat().st_size for path in given.site.rglob("*") if path.is_file())
    requests = given.rate * MONTH
    print(f"{len(weights)} addresses; {stored / 1e6:.1f} MB of files in all codings")
    print(f"{given.rate:,.0f} requests a second are {requests / 1e9:.2f} thousand million a month")
    reads = len(weights) * given.locations * MONTH / FRESH
    line = f"reads of the storage, at most: {reads / 1e6:,.0f} million a month from {given.locations} places"
    print(
        line
        + (f", {reads / 1e6 * given.read_per_million:,.0f} USD" if given.read_per_million is not None else "")
    )
    print("| what is asked | bytes of one answer, br | with headers | Gbit/s | TB a month | USD a month |")
    print("|---|---|---|---|---|---|")
    for name, chosen in _mixes(weights).items():
        body = statistics.fmean(one.body for one in chosen)
        whole = statistics.fmean(one.body + one.headers for one in chosen)
        sent = whole * requests / GB
        cost = "-"
        if given.per_gb is not None and given.per_million is not None:
            cost = f"{tiered(sent, given.per_gb) + requests / 1e6 * given.per_million:,.0f}"
        row = (
            name,
            f"{body:,.0f}",
            f"{whole:,.0f}",
            f"{whole * given.rate * 8 / 1e9:.2f}",
            f"{sent / 1e3:,.0f}",
            cost,
        )
        print(f"| {' | '.join(row)} |")


def _mixes(weights: Sequence[Weight]) -> dict[str, list[Weight]]:
    """Return what a client may ask; within each every address is asked equally often."""
    records = [
        one for one in weights if one.address.startswith("/api/v1/models/") and one.address.count("/") == 4
    ]
    whole = [one for one in weights if one.address == "/api/v1/models"]
    pages = [
        one for one in weights if not one.address.startswith(("/api/", "/assets/", "/mcp/", "/.well-known/"))
    ]
    mixes = {
        "one record": records,
        "any address of the API but the whole dataset": [
            one for one in weights if one.address.startswith("/api/") and one not in whole
        ],
        "any page or text": pages,
        "the whole dataset": whole,
    }
    return {name: chosen for name, chosen in mixes.items() if chosen}


if __name__ == "__main__":
    main()
