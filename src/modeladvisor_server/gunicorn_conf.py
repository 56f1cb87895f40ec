"""gunicorn's configuration.

`gunicorn modeladvisor_server.asgi:application -c python:modeladvisor_server.gunicorn_conf` is what `serve` runs.
The first process imports the application and reads the catalog before it forks, so that workers start at once and
share both; a changed catalog is so taken by SIGHUP, changed code by a restart.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from modeladvisor import CatalogError, load_catalog
from modeladvisor.catalog import Catalog
from modeladvisor.loading import bundled_catalog
from modeladvisor_server import catalogs, composing, watching
from modeladvisor_server.connections import crowds
from modeladvisor_server.limits import SHARED_MEMORY_VARIABLE
from modeladvisor_server.limits.memory import new_memory
from modeladvisor_server.operations import metrics_sharing
from modeladvisor_server.settings import LOOPBACK_VARIABLE, Settings, SettingsError, is_loopback

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
    if all(is_loopback(one) for one in server.cfg.bind):
        os.environ[LOOPBACK_VARIABLE] = "1"
    else:
        os.environ.pop(LOOPBACK_VARIABLE, None)
    try:
        heritage = composing.read(os.environ)
        composing.leave(heritage)
    except (SettingsError, CatalogError) as error:
        print(error, file=sys.stderr)
        raise SystemExit(2) from None
    if heritage.settings.metrics is not None:
        server.metrics = _metrics(*heritage.settings.metrics)
        os.environ[metrics_sharing.FOLDER_VARIABLE] = str(server.metrics.folder)
    descriptor = new_memory()
    os.set_inheritable(descriptor, True)
    os.environ[SHARED_MEMORY_VARIABLE] = f"{descriptor}:{os.fstat(descriptor).st_ino}"


def when_ready(server: Any) -> None:
    """Prepare for many connections, say what is served where, and watch the folders if that is asked for."""
    crowds.prepare(listener.sock for listener in server.LISTENERS)
    heritage = composing.left()
    if heritage is None:  # unreachable: gunicorn calls this only after on_starting
        return
    served = heritage.in_service.catalog
    said = (served.dataset.version, len(served.models), *[server.LISTENERS[0]] * 3)
    server.log.info("Catalog %s with %d models: pages %s/, REST %s/api/v1/models, MCP %s/mcp", *said)
    if heritage.settings.watch:
        catalog, overlay = heritage.settings.catalog, heritage.settings.overlay
        server.watcher = watching.start(catalog or bundled_catalog(), overlay)


def on_reload(server: Any) -> None:
    """Take the changed catalog, or keep the old one and say why; the workers that follow inherit the outcome."""
    before = composing.left()
    if before is None:  # unreachable: gunicorn calls this only after on_starting
        return
    now = catalogs.renewed(before.in_service, lambda: _changed(before.settings))
    composing.leave(composing.Heritage(before.settings, now))
    version = now.catalog.dataset.version
    if now.refusal is None:
        server.log.info("Catalog %s with %d models is in service.", version, len(now.catalog.models))
    else:
        message = "The changed catalog has %d problems and is refused; %s stays in service:\n%s"
        server.log.error(message, now.refusal.count, version, "\n".join(now.refusal.problems))


def pre_fork(server: Any, worker: Any) -> None:
    """Give a worker a place, at which its counts follow those of the worker that had it before."""
    worker.place = metrics_sharing.free_place(one.place for one in server.WORKERS.values())
    worker.beside = [metrics.listener] if (metrics := getattr(server, "metrics", None)) else []


def post_fork(_server: Any, worker: Any) -> None:
    """Tell the worker its place, and let it listen for Prometheus too."""
    os.environ[metrics_sharing.PLACE_VARIABLE] = str(worker.place)
    worker.sockets = [*worker.sockets, *worker.beside]


def on_exit(server: Any) -> None:
    """End what was started beside the workers."""
    if watcher := getattr(server, "watcher", None):
        watcher.terminate()
    if metrics := getattr(server, "metrics", None):
        metrics.close()


def _metrics(host: str, port: int) -> metrics_sharing.Shared:
    try:
        return metrics_sharing.shared(host, port)
    except OSError as error:
        expected = "expected an address that is free to listen on"
        print(
            f"MODELADVISOR_METRICS: {expected}, got '{host}:{port}': {error.strerror or error}",
            file=sys.stderr,
        )
        raise SystemExit(2) from None


def _changed(settings: Settings) -> Catalog:
    catalog = load_catalog(settings.catalog, overlay=settings.overlay)
    composing.try_out(catalog, settings)  # a worker that could not start would stop the whole server
    return catalog
