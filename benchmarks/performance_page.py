"""Fills docs/explanation/performance.md with what was measured, and draws it: the figures there come from here alone.

What was measured lies beside the page, in measured/*.json; nothing between two markers is written by hand.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "performance.md"
MEASURED = PAGE.parent / "measured"
MARKED = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)
Measured = Mapping[str, Any]


def filled(page: str, measured: Mapping[str, Any]) -> str:
    """Return the page with the figures of each part between its markers; a part not measured says so."""

    def part(found: re.Match[str]) -> str:
        name = found[2]
        source, make = PARTS[name]
        told = make(measured[source]) if source in measured else "Not measured yet."
        return f"{found[1]}\n{told}\n\n{found[3]}"

    return MARKED.sub(part, page)


def rows(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table; all but the first column are figures."""
    told = [f"| {' | '.join(line)} |" for line in (head, ["---", *["---:"] * (len(head) - 1)], *lines)]
    return "\n".join(told)


def _machine(found: Measured) -> str:
    machine = found["machine"]
    hardware = [
        f"- {machine['processors']} processors ({machine['processor']}), {machine['memory']} of memory, "
        f"{machine['system']}, Python {machine['python']}",
        f"- measured on {machine['day']} in {found['rounds']} rounds of {found['seconds']:g} s each; "
        f"when it began, other work on the machine kept {machine['load']} processors busy or waited for",
    ]
    apart = {"day", "processor", "processors", "memory", "system", "python", "load"}
    versions = ", ".join(f"{name} {one}" for name, one in machine.items() if name not in apart)
    return "\n".join([*hardware, f"- {versions}"])


def _goals(found: Measured) -> str:
    lines = [
        (
            one["what"],
            f"{one['goal']:g} {one['unit']}",
            f"{one['middle']:.2f}",
            f"{one['low']:.2f} to {one['high']:.2f}",
            "met" if one["met"] else "**not met**",
        )
        for one in found["goals"]
    ]
    return rows(("what", "goal", "median of the rounds", "from to", ""), lines)


def _middle(contest: Measured, key: str) -> float:
    return float(statistics.median(one[key] for one in contest["loads"]))


def _contests(found: Measured) -> str:
    lines = []
    for one in found["contests"]:
        rates = [load["rate"] for load in one["loads"]]
        lines.append(
            (
                one["name"],
                f"{statistics.median(rates):,.0f}",
                f"{min(rates):,.0f} to {max(rates):,.0f}",
                f"{statistics.median(one['seconds_each']) * 1e6:,.0f}",
                f"{_middle(one, 'p99') / 1e3:.1f}",
                f"{one['loads'][0]['bytes_each']:,.0f}",
            )
        )
    head = ("server", "requests a second", "from to", "processor time each, us", "p99, ms", "bytes each")
    return rows(head, lines)


def _half_load(found: Measured) -> str:
    paced = found["half_load"]
    if not paced:
        return "Not measured yet."
    middle = {key: statistics.median(one[key] for one in paced) for key in ("rate", "p50", "p99", "most")}
    return (
        f"With {middle['rate']:,.0f} requests a second, about half of what it can do, half of the requests took up to "
        f"{middle['p50'] / 1e3:.2f} ms, 99 of 100 up to {middle['p99'] / 1e3:.2f} ms, and the slowest "
        f"{middle['most'] / 1e3:.1f} ms."
    )


def _parts(found: Measured) -> str:
    return rows(("what", "us"), [(one["what"], f"{one['microseconds']:.1f}") for one in found["parts"]])


def _memory(found: Measured) -> str:
    lines = [(name, f"{size / 2**20:.0f}") for name, size in found["memory"].items()]
    return rows(("server", "MiB"), lines)


def _grown(found: Sequence[Measured]) -> str:
    from scale_report import exponent

    first, last = found[0], found[-1]
    lines = []
    for name in first["seconds"]:
        points = [(one["size"], one["seconds"][name]) for one in (first, last)]
        figures = [f"{one['seconds'][name] * 1e3:,.1f}" for one in found]
        lines.append((name, *figures, f"{exponent(*points):.2f}"))
    head = ("milliseconds", *(f"{one['size']:,} models" for one in found), "exponent")
    told = (
        f"A record loaded from files takes {last['loaded_bytes'] / 1e3:,.0f} kB of memory at {last['size']:,} models, "
        f"and one generated and served {last['served_bytes'] / 1e3:,.0f} kB."
    )
    return f"{rows(head, lines)}\n\n{told}"


def _questions(found: Measured) -> str:
    from scale_report import exponent

    sizes = found["sizes"]

    def middle(one: Measured, step: str) -> float:
        return float(statistics.median(one["steps"][step]["seconds"]))

    lines = []
    for step in sizes[0]["steps"]:
        first, last = ((one["size"], middle(one, step)) for one in (sizes[0], sizes[-1]))
        figures = [f"{middle(one, step) * 1e3:,.3f}" for one in sizes]
        lines.append((step, *figures, f"{exponent(first, last):.2f}"))
    head = (
        "milliseconds, median of the questions",
        *(f"{one['size']:,} models" for one in sizes),
        "exponent",
    )
    last = sizes[-1]
    told = (
        f"At {last['size']:,} models a generated record takes {last['catalog_bytes']:,.0f} bytes, "
        f"and what is worked out from it for these questions {last['board_bytes']:,.0f}."
    )
    return f"{rows(head, lines)}\n\n{told}"


def _plot(_found: Measured) -> str:
    return "![Requests a second of every server, with the range of the rounds](measured/serving.svg)"


PARTS: Mapping[str, tuple[str, Callable[[Any], str]]] = {
    "machine": ("serving", _machine),
    "goals": ("serving", _goals),
    "plot": ("serving", _plot),
    "servers": ("serving", _contests),
    "half_load": ("serving", _half_load),
    "request": ("serving", _parts),
    "memory": ("serving", _memory),
    "growth": ("scale_serving", _grown),
    "questions": ("scale", _questions),
}


def drawn(found: Measured, file: Path) -> None:
    """Draw the requests a second of every server, with the range of the rounds."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "modeladvisor"  # so that the same figures give the same file
    from matplotlib import pyplot

    contests = found["contests"][::-1]
    rates = [[load["rate"] for load in one["loads"]] for one in contests]
    middles = [statistics.median(one) for one in rates]
    spread = [
        [middle - min(one) for middle, one in zip(middles, rates, strict=True)],
        [max(one) - middle for middle, one in zip(middles, rates, strict=True)],
    ]
    colours = ["#1f6f5c" if one["name"].startswith("modeladvisor") else "#9aa5b1" for one in contests]
    figure, axes = pyplot.subplots(figsize=(9, 0.4 * len(contests) + 1), layout="constrained")
    axes.barh([one["name"] for one in contests], middles, xerr=spread, color=colours, ecolor="#333333")
    axes.set_xscale("log")
    axes.set_xlabel("requests a second (logarithmic), one process on one processor")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file, metadata={"Date": None})
    pyplot.close(figure)


def measured_in(folder: Path) -> dict[str, Any]:
    """Return all that was measured, by the names of the files."""
    return {one.stem: json.loads(one.read_text()) for one in sorted(folder.glob("*.json"))}


def main() -> None:
    """Fill the page and draw the plot."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    found = measured_in(MEASURED)
    PAGE.write_text(filled(PAGE.read_text(), found))
    if "serving" in found:
        drawn(found["serving"], MEASURED / "serving.svg")
    print(f"{PAGE.name} holds the figures of: {', '.join(found) or 'nothing'}")


if __name__ == "__main__":
    main()
