"""The whole server put together: what the first process leaves for its workers, and the application over that.

The first process reads settings and catalog, and every worker that it forks inherits both.
All workers of one generation so answer from the same catalog, in memory that they share; a worker that dies is
followed by one with the same catalog, whatever has become of the folder meanwhile.
"""

from __future__ import annotations

import asyncio
import datetime
import gc
import sys
from collections.abc import Callable, Mapping, Sequence

import attrs
from falcon.inspect import inspect_routes
from prometheus_client import CollectorRegistry

from modeladvisor.catalog import Catalog
from modeladvisor_server import catalogs
from modeladvisor_server.app import create_app
from modeladvisor_server.connections.guarded import GuardedProtocol
from modeladvisor_server.guards import client_of
from modeladvisor_server.limits import SHARED_MEMORY_VARIABLE, SharedMemoryStore, WindowStore, open_store
from modeladvisor_server.operations.access_log import Outbox, access_log
from modeladvisor_server.operations.later import Later
from modeladvisor_server.operations.metrics import (
    answer_counts,
    count_at,
    counted,
    refusal_counts,
    request_counts,
)
from modeladvisor_server.operations.metrics_page import CatalogAges, metrics_page
from modeladvisor_server.operations.metrics_sharing import FOLDER_VARIABLE, PLACE_VARIABLE
from modeladvisor_server.operations.observing import Observation, PromptApplication, Sink
from modeladvisor_server.ready import AsgiApplication, Receive, Reply, Scope, Send
from modeladvisor_server.settings import Settings, settings_from


@attrs.frozen
class Heritage:
    """What the first process leaves for its workers."""

    settings: Settings
    in_service: catalogs.InService


_heritage: Heritage | None = None


def leave(heritage: Heritage) -> None:
    """Leave settings and catalog for the workers that are forked from now on."""
    global _heritage
    _heritage = heritage
    # What is left lives as long as the process: no collection need look at it again, nor touch its shared pages.
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def left() -> Heritage | None:
    """Return what the first process left; None in a process that nobody forked."""
    return _heritage


def read(environment: Mapping[str, str]) -> Heritage:
    """Return settings and catalog as environment variables ask for them.

    Raises:
        SettingsError: naming every wrong variable.
        CatalogError: with every problem of every file.
    """
    settings = settings_from(environment)
    return Heritage(settings, catalogs.first(settings.catalog, settings.overlay))


def composed(environment: Mapping[str, str]) -> AsgiApplication:
    """Return the application over what the first process left; under another server than gunicorn it is read here.

    Raises:
        SettingsError: naming every wrong variable.
        CatalogError: with every problem of every file.
    """
    heritage = left() or read(environment)
    settings = heritage.settings
    later = Later()
    sinks: list[Sink] = []
    closing: list[Callable[[], None]] = [later.do_all]
    if settings.access_log and sys.stdout is not None:  # None where it was closed before the start
        outbox = Outbox(sys.stdout.fileno())
        sinks.append(access_log(outbox.put))
        closing.append(outbox.close)
    if settings.traces:
        from modeladvisor_server.operations.traces import exported  # its packages come with an extra

        traces = exported()
        sinks.append(traces.record)
        closing.append(traces.close)
    store: WindowStore = open_store(
        settings.limits_store,
        shared_memory=environment.get(SHARED_MEMORY_VARIABLE),
        largest_limit=max(settings.mcp_limit, settings.rest_limit),
    )
    noted: Callable[[str], None] = _nobody
    page: tuple[AsgiApplication, int] | None = None
    folder = environment.get(FOLDER_VARIABLE)
    if settings.metrics is not None and folder is not None:
        registry = CollectorRegistry()
        count_at(int(environment.get(PLACE_VARIABLE, "0")))
        sinks.append(request_counts(registry))
        store, noted = counted(store, registry, later), later.put_off(answer_counts(registry))
        GuardedProtocol.refusals.told = refusal_counts(registry)
        ages = CatalogAges(heritage.in_service, datetime.date.today)
        page = metrics_page(folder, ages), settings.metrics[1]
    application = create_app(
        heritage.in_service.catalog,
        settings,
        store=store,
        today=datetime.date.today,
        reload=catalogs.told(heritage.in_service),
        noted=noted,
        prepared=True,
    )
    routes = [route.path for route in inspect_routes(application.app)]
    observed = Observation(application, routes, client_of(settings.trusted_proxies), sinks, later)
    return _Served(observed, page, closing)


class _Served:
    """An application with a page on the connections that came in at a port, and with an orderly end."""

    def __init__(
        self,
        application: PromptApplication,
        page: tuple[AsgiApplication, int] | None,
        closing: Sequence[Callable[[], None]],
    ) -> None:
        self._application = application
        self._page = page[0] if page else None
        self._port = page[1] if page else None
        self._closing = closing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _live(receive, send, self._closing)
        elif self._page is not None and _port_of(scope) == self._port:
            await self._page(scope, receive, send)
        else:
            await self._application(scope, receive, send)

    def replies_at_once(self, scopes: Sequence[Scope]) -> Sequence[Reply | None]:
        if self._port is None or all(_port_of(scope) != self._port for scope in scopes):
            return self._application.replies_at_once(scopes)
        # The page is asked seldom, and so is what was read in the same turn.
        return [None] * len(scopes)


def _port_of(scope: Scope) -> int | None:
    server: tuple[str, int | None] | None = scope.get("server")
    return server[1] if server else None


async def _live(receive: Receive, send: Send, closing: Sequence[Callable[[], None]]) -> None:
    """Answer the two messages of a life (ASGI lifespan): it begins, and it ends."""
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    for close in closing:
        await asyncio.to_thread(close)
    await send({"type": "lifespan.shutdown.complete"})


def _nobody(_outcome: str) -> None:
    """Note nothing."""


def try_out(catalog: Catalog, settings: Settings) -> None:
    """Make an application over a catalog and let it go; whatever makes that impossible is raised."""
    most = max(1, settings.mcp_limit, settings.rest_limit)
    store = SharedMemoryStore(entries=most, slots=64)
    try:
        create_app(catalog, settings, store=store, today=datetime.date.today)
    finally:
        store.close()  # the first process does this at each reload, and lives long
