"""The command `modeladvisor serve`."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from typing import NoReturn

from modeladvisor import CatalogError, load_catalog
from modeladvisor_server.settings import SettingsError, settings_from

MISTAKE = 2


def command(arguments: Sequence[str]) -> int:
    """Check settings and catalog, then become gunicorn; return an exit code only if the check fails."""
    parser = argparse.ArgumentParser(prog="modeladvisor serve", description="Start the server.")
    parser.add_argument(
        "--bind", type=_bind, default="127.0.0.1:8000", help="address to listen on (%(default)s)"
    )
    parser.add_argument("--workers", type=int, default=1, help="worker processes (%(default)s)")
    parser.add_argument("--catalog", help="catalog folder instead of the bundled one")
    parser.add_argument("--overlay", help="folder laid over the catalog")
    parser.add_argument(
        "--watch",
        action="store_const",
        const="on",
        help="take changes of these folders into service as they happen",
    )
    given = parser.parse_args(arguments)
    if not 1 <= given.workers <= 256:
        parser.error(f"argument --workers: expected a number from 1 to 256, got {given.workers}")
    for name in ("catalog", "overlay", "watch"):
        if value := getattr(given, name):
            os.environ[f"MODELADVISOR_{name.upper()}"] = value
    try:
        settings = settings_from(os.environ)
        load_catalog(settings.catalog, overlay=settings.overlay)
    except (SettingsError, CatalogError) as error:
        print(error, file=sys.stderr)
        return MISTAKE
    return _become_gunicorn(given.bind, given.workers)


def _bind(text: str) -> str:
    _, colon, port = text.rpartition(":")
    if text.startswith("unix:") or (colon and re.fullmatch(r"[0-9]{1,5}", port) and int(port) <= 65535):
        return text
    raise argparse.ArgumentTypeError(f"expected host:port such as 127.0.0.1:8000, or unix:path, got {text!r}")


def _become_gunicorn(bind: str, workers: int) -> NoReturn:
    gunicorn = [sys.executable, "-m", "gunicorn", "modeladvisor_server.asgi:application"]
    configured = ["-c", "python:modeladvisor_server.gunicorn_conf"]
    os.execv(  # noqa: S606 - no shell; the command is our own interpreter
        sys.executable, [*gunicorn, *configured, "--bind", bind, "--workers", str(workers)]
    )
