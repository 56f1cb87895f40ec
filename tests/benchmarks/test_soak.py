"""The soak finds what it is there to find, and runs."""

from __future__ import annotations

import importlib
import math
import random
from pathlib import Path
from types import ModuleType

import pytest
from running_server import free_port

SOAK = ("soak_slopes", "soak_server", "soak_load", "soak_report", "soak")
READINGS = 400
STEP = 3.0


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    """Return the modules of the soak; benchmarks are scripts, not a package that tests can import."""
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
    return {name: importlib.import_module(name) for name in SOAK}


def readings(growth_per_hour: float, noise: float, seed: int) -> tuple[list[float], list[float]]:
    """Return moments and values with noise in which each value leans on the one before, as memory does."""
    chance = random.Random(seed)  # noqa: S311 - test data
    seconds = [STEP * number for number in range(READINGS)]
    lean, values = 0.0, []
    for one in seconds:
        lean = 0.8 * lean + chance.gauss(0, noise)
        values.append(300.0 + growth_per_hour * one / 3600 + lean)
    return seconds, values


def test_a_leak_is_found(modules: dict[str, ModuleType]) -> None:
    """A growth of a tenth in an hour under noise is told from none, every time."""
    for seed in range(20):
        found = modules["soak_slopes"].slope(*readings(30.0, 0.5, seed))
        assert not found.is_flat
        assert found.low < 30.0 < found.high or abs(found.per_hour - 30.0) < 10.0


def test_noise_is_no_leak(modules: dict[str, ModuleType]) -> None:
    """Readings that only waver are flat; of a 95 % interval one in twenty may miss, of these a few more."""
    flat = [modules["soak_slopes"].slope(*readings(0.0, 0.5, seed)) for seed in range(100)]
    assert sum(one.holds_zero for one in flat) >= 88
    assert sum(one.is_flat for one in flat) >= 90


def test_a_line_without_noise_is_found_exactly(modules: dict[str, ModuleType]) -> None:
    """The slope is that of the line, and Student's t that of the tables."""
    found = modules["soak_slopes"].slope(*readings(12.0, 0.0, 1))
    assert math.isclose(found.per_hour, 12.0, rel_tol=1e-9)
    assert math.isclose(modules["soak_slopes"]._quantile(18), 2.1009, abs_tol=1e-4)  # tables have 2.1009


def test_too_few_readings_give_no_slope(modules: dict[str, ModuleType]) -> None:
    """A line through a handful of readings would say nothing."""
    with pytest.raises(ValueError, match="at least 60 readings, got 5"):
        modules["soak_slopes"].slope([1, 2, 3, 4, 5], [1, 2, 3, 4, 5])


def test_a_tiny_soak(modules: dict[str, ModuleType], tmp_path: Path) -> None:
    """A few seconds of the mixed load on a real server with everything on: nothing is wrong, and it can be written."""
    done = modules["soak"].soak(
        minutes=0.1, rate=15.0, workers=2, port=free_port(), seed=7, settling=1.0, filling=200
    )
    assert done.seen.failures == []
    assert done.log.complaints == []
    assert set(done.seen.counts) >= set(modules["soak_load"].WEIGHTS) - {"many", "listing"}
    assert sum(done.log.statuses.values()) >= len(done.seen.seconds) > 60
    assert max(done.log.statuses) < 500
    text = modules["soak_report"].page(done, "soak.svg")
    assert "| finder |" in text
    modules["soak_report"].draw(done, tmp_path / "soak.svg")
    assert (tmp_path / "soak.svg").read_text().startswith("<?xml")
