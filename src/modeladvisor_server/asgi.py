"""The application that gunicorn serves, made from the environment."""

import datetime
import gc
import os

from modeladvisor import load_catalog
from modeladvisor_server.app import create_app
from modeladvisor_server.limits import SHARED_MEMORY_VARIABLE, open_store
from modeladvisor_server.settings import settings_from

_settings = settings_from(os.environ)
application = create_app(
    load_catalog(_settings.catalog, overlay=_settings.overlay),
    _settings,
    store=open_store(
        _settings.limits_store,
        shared_memory=os.environ.get(SHARED_MEMORY_VARIABLE),
        largest_limit=max(_settings.mcp_limit, _settings.rest_limit),
    ),
    today=datetime.date.today,
)
gc.freeze()  # the catalog lives as long as the process: no collection need look at it again
