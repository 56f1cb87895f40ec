"""The gunicorn worker: uvicorn's event loop and parser, without telling which server it is."""

from __future__ import annotations

from typing import Any, ClassVar

from uvicorn_worker import UvicornWorker

from modeladvisor_server.prompt import PromptProtocol


class Worker(UvicornWorker):  # type: ignore[misc]  # the package ships no type information
    """Serves with uvloop and httptools, within the limits of `connections`."""

    CONFIG_KWARGS: ClassVar[dict[str, Any]] = {
        "loop": "uvloop",
        "http": PromptProtocol,
        "ws": "none",  # an upgraded connection would leave all limits behind; nothing here speaks WebSocket
        "lifespan": "on",
        "server_header": False,
        "access_log": False,
        "log_config": None,
        "timeout_graceful_shutdown": 15,  # seconds; then what is left is cancelled, before gunicorn kills the worker
        "proxy_headers": False,  # forwarded addresses are read by our own rules, from trusted peers only
    }
