"""The world that the running server serves, which the eleventh law asks beside others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from running_server import Running
from tool_calls import CATALOG, World, over_http

from modeladvisor import Advisor


@pytest.fixture(scope="module")
def served(product: Running) -> Iterator[World]:
    """The bundled catalog behind a running server, today."""
    with product.client() as client:
        yield World(Advisor(CATALOG), over_http(client))
