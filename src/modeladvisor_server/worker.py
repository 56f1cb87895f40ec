"""The gunicorn worker: uvicorn's event loop and parser, without telling which server it is."""

from __future__ import annotations

import os
import signal
from typing import Any, ClassVar

from uvicorn_worker import UvicornWorker

from modeladvisor_server.connections.prompt import PromptProtocol


class Worker(UvicornWorker):  # type: ignore[misc]  # the package ships no type information
    """Serves with uvloop and httptools, within the limits of `connections`."""

    CONFIG_KWARGS: ClassVar[dict[str, Any]] = {
        "loop": "uvloop",
        "http": PromptProtocol,
        "ws": "none",  # an upgraded connection would leave all limits behind; nothing here speaks WebSocket
        "lifespan": "on",
        "timeout_notify": 2,  # seconds between two signs of life, and looks for the first process
        "server_header": False,
        "access_log": False,
        "log_config": None,
        "timeout_graceful_shutdown": 15,  # seconds; then what is left is cancelled, before gunicorn kills the worker
        "proxy_headers": False,  # forwarded addresses are read by our own rules, from trusted peers only
    }

    async def callback_notify(self) -> None:
        """Give a sign of life, and end if the first process is gone: nobody else would, and the port stayed taken."""
        await super().callback_notify()
        if os.getppid() != self.ppid:
            self.log.error("The first process is gone: worker %d ends.", os.getpid())
            os.kill(os.getpid(), signal.SIGTERM)
