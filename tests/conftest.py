"""What all tests share: how many examples Hypothesis generates, and running servers, started when first asked for.

`quick` examples by default, the same in every run, so that what fails for one fails for all;
`HYPOTHESIS_PROFILE=thorough` for twenty times as many, others each time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, settings
from running_server import Running, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

QUICK = 40

settings.register_profile(
    "quick",
    max_examples=QUICK,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[one for one in Phase if one is not Phase.explain],
)
settings.register_profile(
    "thorough", settings.get_profile("quick"), max_examples=20 * QUICK, derandomize=False
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_configure(config: pytest.Config) -> None:
    """Let a failing test print a whole catalog."""
    config.addinivalue_line("filterwarnings", "ignore:Generating overly large repr")


@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server over the bundled catalog, without limits."""
    folder = tmp_path_factory.mktemp("product")
    with serving(folder, MODELADVISOR_MCP_LIMIT="0", MODELADVISOR_REST_LIMIT="0") as running:
        yield running


@pytest.fixture(scope="session")
def limited_product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that admits five messages of MCP a minute from each address, and believes what X-Forwarded-For says."""
    folder = tmp_path_factory.mktemp("limited")
    with serving(folder, MODELADVISOR_MCP_LIMIT="5", MODELADVISOR_TRUSTED_PROXIES="127.0.0.1") as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium that is closed with the module: while it runs, no other event loop can."""
    from chromium import launched  # here, so that tests without a browser do not wait for what drives one

    with launched() as found:
        yield found
