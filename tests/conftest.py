"""How many examples Hypothesis generates: `quick` by default, `HYPOTHESIS_PROFILE=thorough` for twenty times that."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, Phase, settings

QUICK = 40

settings.register_profile(
    "quick",
    max_examples=QUICK,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[one for one in Phase if one is not Phase.explain],
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=20 * QUICK)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_configure(config: pytest.Config) -> None:
    """Let a failing test print a whole catalog."""
    config.addinivalue_line("filterwarnings", "ignore:Generating overly large repr")
