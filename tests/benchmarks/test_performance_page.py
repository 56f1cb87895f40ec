"""The page on performance says what was measured, and the goals are judged by their figures."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType

import attrs
import pytest


@attrs.frozen
class Loaded:
    """As much of a measured load as goals look at."""

    rate: float
    p99: float = 0.0


@attrs.frozen
class Contest:
    """As much of a contest as goals look at."""

    name: str
    loads: list[Loaded]


@pytest.fixture
def benchmarks(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    """Return the scripts; benchmarks are no package that tests can import."""
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
    return {name: importlib.import_module(name) for name in ("performance_page", "serving_goals", "wrk")}


def test_the_figures_of_the_page_are_those_measured(benchmarks: dict[str, ModuleType]) -> None:
    """Between its markers the page holds what the script makes of the measurements beside it, and nothing else."""
    script = benchmarks["performance_page"]
    page = script.PAGE.read_text()
    assert script.filled(page, script.measured_in(script.MEASURED)) == page
    assert re.findall(r"<!-- figures: (\w+) -->", page) == [
        "machine", "goals", "plot", "servers", "half_load", "memory", "request", "growth", "questions",
    ]  # fmt: skip


def test_figures_replace_what_stood_there(benchmarks: dict[str, ModuleType]) -> None:
    """A part is filled from its own measurement, and says so where there is none."""
    end = "<!-- end of figures -->"
    page = f"A\n<!-- figures: memory -->\nold\n{end}\nB <!-- figures: growth -->\n{end}"
    told = benchmarks["performance_page"].filled(page, {"serving": {"memory": {"nginx": 3 * 2**20}}})
    assert "old" not in told
    assert "| nginx | 3 |" in told
    assert "Not measured yet." in told.partition("B")[2]


@pytest.mark.parametrize(("rates", "met"), [((25.0, 26.0, 5.0), True), ((25.0, 24.0, 5.0), False)])
def test_a_goal_is_judged_by_the_median_of_ratios(
    benchmarks: dict[str, ModuleType], rates: tuple[float, ...], met: bool
) -> None:
    """One bad round decides nothing, and the range tells of it."""
    ours = Contest("modeladvisor", [Loaded(one) for one in rates])
    theirs = Contest("FastAPI, record serialised", [Loaded(10.0)] * 3)
    (verdict,) = benchmarks["serving_goals"].judged([ours, theirs], [])
    assert verdict.met is met
    assert (verdict.low, verdict.high) == (0.5, max(rates) / 10)


def test_what_is_slow_at_half_load_misses_the_goal(benchmarks: dict[str, ModuleType]) -> None:
    """99 of 100 requests have to be answered within 10 ms."""
    judged = benchmarks["serving_goals"].judged
    assert [one.met for one in judged([], [Loaded(1, p99=9_999)])] == [True]
    assert [one.met for one in judged([], [Loaded(1, p99=10_000)])] == [False]


def test_a_script_names_new_numbers(benchmarks: dict[str, ModuleType]) -> None:
    """Where a target has a place for a number, each request counts on from the first."""
    request = benchmarks["wrk"].Request(["/finder?budget=0.1{}/s"])
    script = request.script(0, 700)
    assert 'local targets, at = { "/finder?budget=0.1{}/s" }, 700' in script
    assert "delay" not in script
    assert "math.random(5, 15)" in request.script(10, 0)
