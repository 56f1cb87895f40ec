"""Which store a server counts in."""

from modeladvisor_server.limits.memory import inherited_memory
from modeladvisor_server.limits.remote import RemoteStore
from modeladvisor_server.limits.shared_memory import SharedMemoryStore


def open_store(
    url: str | None, *, shared_memory: str | None, largest_limit: int
) -> SharedMemoryStore | RemoteStore:
    """The store for one worker process; to be called in the worker, after the fork.

    Args:
        url: the setting MODELADVISOR_LIMITS_STORE; None or empty means this machine.
        shared_memory: the value of the environment variable `SHARED_MEMORY_VARIABLE`; None or empty makes
            memory of this process alone, which is exact only if it serves alone.
        largest_limit: the largest limit of any window.

    Raises:
        ValueError: `url` is none, or `shared_memory` names no file that this process inherited.
        ModuleNotFoundError: `url` needs a package that is not installed; the message says which.
    """
    descriptor = inherited_memory(shared_memory) if shared_memory else None
    local = SharedMemoryStore(descriptor, entries=max(1, largest_limit))
    return RemoteStore(url, local) if url else local
