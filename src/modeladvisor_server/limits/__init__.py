"""Request limits: how many requests one client may make in any 60 seconds, and who a client is."""

from modeladvisor_server.limits.clients import Network, client_key, parse_trusted
from modeladvisor_server.limits.memory import SHARED_MEMORY_VARIABLE
from modeladvisor_server.limits.remote import RemoteStore
from modeladvisor_server.limits.shared_memory import SharedMemoryStore
from modeladvisor_server.limits.stores import open_store
from modeladvisor_server.limits.windows import Decision, Window, WindowStore

__all__ = [
    "SHARED_MEMORY_VARIABLE",
    "Decision",
    "Network",
    "RemoteStore",
    "SharedMemoryStore",
    "Window",
    "WindowStore",
    "client_key",
    "open_store",
    "parse_trusted",
]
