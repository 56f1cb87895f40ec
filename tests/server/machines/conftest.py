"""The service on two machines, started once for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from machine_parts import NGINX, REDIS
from machine_story import Service, service


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Everything started."""
    if NGINX is None:
        pytest.skip("nginx is not installed")
    if REDIS is None:
        pytest.skip("neither redis-server nor valkey-server is installed")
    with service(tmp_path_factory.mktemp("machines")) as started:
        yield started
