"""What was measured on, and with which versions of what."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

PACKAGES = ("modeladvisor", "falcon", "gunicorn", "uvicorn", "uvloop", "httptools", "fastapi", "pydantic", "starlette",
            "litestar", "mcp", "fastmcp", "msgspec", "polars", "duckdb")  # fmt: skip


def machine() -> dict[str, str]:
    """Return processor, memory, system, and versions, by their names."""
    information = Path("/proc/cpuinfo").read_text()
    models = [
        line.partition(":")[2].strip() for line in information.splitlines() if line.startswith("model name")
    ]
    pages = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    busy = os.getloadavg()[0]
    return {
        "day": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "processor": models[0] if models else platform.machine(),
        "processors": str(os.cpu_count()),
        "memory": f"{pages / 2**30:.0f} GiB",
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "wrk": _first_line("wrk", "-v"),
        "nginx": _first_line("nginx", "-v"),
        "load": f"{busy:.1f}",
        **{name: version(name) for name in PACKAGES},
    }


def _first_line(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - fixed commands
    words = (done.stdout + done.stderr).splitlines()[0].replace("nginx version: nginx/", "").split()
    return words[1] if words[0] == "wrk" and len(words) > 1 else words[0]


def resident() -> int:
    """Return the resident set of this process in bytes, as Linux tells it."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
