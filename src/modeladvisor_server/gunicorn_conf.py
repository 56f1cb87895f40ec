"""gunicorn's configuration.

`gunicorn modeladvisor_server.asgi:application -c python:modeladvisor_server.gunicorn_conf` is what `serve` runs.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from modeladvisor import CatalogError, load_catalog
from modeladvisor_server.limits import SHARED_MEMORY_VARIABLE
from modeladvisor_server.limits.memory import new_memory
from modeladvisor_server.settings import LOOPBACK_VARIABLE, SettingsError, is_loopback, settings_from

bind = "127.0.0.1:8000"
workers = 1
worker_class = "modeladvisor_server.worker.Worker"
control_socket_disable = True  # it would open a socket in the home folder
graceful_timeout = 20
keepalive = 15
proc_name = "modeladvisor"
accesslog = None
errorlog = "-"
loglevel = "info"


def on_starting(server: Any) -> None:
    """Check settings and catalog before any worker starts, and make what the workers share."""
    try:
        settings = settings_from(os.environ)
        load_catalog(settings.catalog, overlay=settings.overlay)
    except (SettingsError, CatalogError) as error:
        print(error, file=sys.stderr)
        raise SystemExit(2) from None
    descriptor = new_memory()
    os.set_inheritable(descriptor, True)
    os.environ[SHARED_MEMORY_VARIABLE] = f"{descriptor}:{os.fstat(descriptor).st_ino}"
    if all(is_loopback(one) for one in server.cfg.bind):
        os.environ[LOOPBACK_VARIABLE] = "1"
    else:
        os.environ.pop(LOOPBACK_VARIABLE, None)
