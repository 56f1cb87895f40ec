"""Which store the settings choose, and what stops the start."""

import sys
from collections.abc import Iterator
from contextlib import closing

import pytest

from modeladvisor_server.limits import RemoteStore, SharedMemoryStore, Window, open_store


@pytest.fixture
def local() -> Iterator[SharedMemoryStore]:
    """The machine's own store."""
    with closing(SharedMemoryStore(entries=60, slots=64)) as store:
        yield store


@pytest.mark.parametrize(
    "url",
    [
        "localhost:6379",
        "http://localhost",
        "redis://",
        "redis://host:port",
        "redis://host:0",
        "rediss://u:hunter2@host",
        "redis://u:hunter2@host:port",
    ],
)
def test_a_wrong_address_stops_the_start(url: str, local: SharedMemoryStore) -> None:
    """The message names the setting, what was expected and what was found, but no password."""
    with pytest.raises(
        ValueError, match=r"MODELADVISOR_LIMITS_STORE: expected redis://host:port or .*, got '"
    ) as error:
        RemoteStore(url, local)
    assert "hunter2" not in str(error.value)


def test_without_the_client_package_the_start_says_what_to_install(
    local: SharedMemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A configured server without the package `redis` is an error at the start, not at the first request."""
    for module in [name for name in sys.modules if name.partition(".")[0] == "redis"]:
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(ModuleNotFoundError, match=r"MODELADVISOR_LIMITS_STORE .* pip install 'redis>=5.2'"):
        RemoteStore("redis://localhost", local)


def test_a_window_that_the_machine_cannot_count_is_refused(local: SharedMemoryStore) -> None:
    """What could not be counted when the server fails is said at the start."""
    with pytest.raises(ValueError, match="expected a limit of at most 60, got 61"):
        Window("mcp", 61, store=RemoteStore("redis://localhost", local))


def test_the_settings_choose_the_store() -> None:
    """A URL gives the shared store, none the machine's own, which holds the largest limit."""
    for url, largest_limit in ((None, 0), ("", 500)):
        own = open_store(url, shared_memory=url, largest_limit=largest_limit)
        assert isinstance(own, SharedMemoryStore)
        own.accept(max(1, largest_limit), 60)
        own.close()
    shared = open_store("valkey://localhost", shared_memory=None, largest_limit=300)
    assert isinstance(shared, RemoteStore)
    shared.accept(300, 60)
    with pytest.raises(ValueError, match="MODELADVISOR_LIMITS_MEMORY"):
        open_store(None, shared_memory="stale", largest_limit=300)
