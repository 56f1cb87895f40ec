"""What workers share for their metrics: where they listen, and a folder of counts that one leaves to the next.

prometheus_client names such a file after the process, and leaves it when the process is gone: many reloads would
fill the disk. Here it is named after a place: the lowest number that no living worker has. Whoever comes next at
that place counts on, so there are never more files than workers lived at one time.
"""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
from collections.abc import Iterable
from pathlib import Path

import attrs

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""prometheus_client's own."""
PLACE_VARIABLE = "MODELADVISOR_WORKER_PLACE"
_MEMORY = Path("/dev/shm")  # noqa: S108 - only as the parent of a folder with a random name


@attrs.frozen
class Shared:
    """Made by the first process; workers inherit it.

    Attributes:
        listener: The socket on which Prometheus asks.
        folder: Where counts are kept.
    """

    listener: socket.socket
    folder: Path

    def close(self) -> None:
        """Listen no more, and remove the folder with all counts."""
        self.listener.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def shared(host: str, port: int) -> Shared:
    """Return what workers are to share.

    Raises:
        OSError: nobody can listen there, or no folder can be made.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return Shared(socket.create_server((host, port), family=family), _new_folder())


def _new_folder() -> Path:
    """Return a new, empty folder, in memory where the machine has such a place."""
    parent = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    return Path(tempfile.mkdtemp(prefix="modeladvisor-metrics-", dir=parent))


def free_place(taken: Iterable[int]) -> int:
    """Return the lowest number from 0 on that is not taken."""
    others = set(taken)
    return next(place for place in range(len(others) + 1) if place not in others)
