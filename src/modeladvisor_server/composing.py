"""The whole server put together: what the first process leaves for its workers, and the application over that.

The first process reads settings and catalog, and every worker that it forks inherits both.
All workers of one generation so answer from the same catalog, in memory that they share; a worker that dies is
followed by one with the same catalog, whatever has become of the folder meanwhile.
"""

from __future__ import annotations

import datetime
import gc
from collections.abc import Mapping

import attrs

from modeladvisor.catalog import Catalog
from modeladvisor_server import catalogs
from modeladvisor_server.app import Application, create_app
from modeladvisor_server.limits import SHARED_MEMORY_VARIABLE, SharedMemoryStore, open_store
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


def composed(environment: Mapping[str, str]) -> Application:
    """Return the application over what the first process left; under another server than gunicorn it is read here.

    Raises:
        SettingsError: naming every wrong variable.
        CatalogError: with every problem of every file.
    """
    heritage = left() or read(environment)
    settings = heritage.settings
    return create_app(
        heritage.in_service.catalog,
        settings,
        store=open_store(
            settings.limits_store,
            shared_memory=environment.get(SHARED_MEMORY_VARIABLE),
            largest_limit=max(settings.mcp_limit, settings.rest_limit),
        ),
        today=datetime.date.today,
        reload=catalogs.told(heritage.in_service),
    )


def tried(catalog: Catalog, settings: Settings) -> Application:
    """Return an application over a catalog that counts nothing anybody sees, to find out whether one can be made."""
    most = max(1, settings.mcp_limit, settings.rest_limit)
    store = SharedMemoryStore(entries=most, slots=64)
    return create_app(catalog, settings, store=store, today=datetime.date.today)
