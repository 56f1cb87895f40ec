"""Tells the server that files of its catalog have changed; a small process of its own beside the workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from watchfiles import watch

QUIET_MS = 500
"""A change is told when nothing else has changed for this long: several files are seldom written at once."""
LONGEST_MS = 5_000
LOOK_SECONDS = 1.0
"""How often it looks whether a folder has been replaced as a whole, and whether the server is still there."""

Identity = list[tuple[int, int]]


def start(catalog: Path, overlay: Path | None) -> subprocess.Popen[bytes]:
    """Watch folders for this process, which is sent SIGHUP when something in them changes."""
    folders = [str(one) for one in (catalog, overlay) if one is not None]
    command = [sys.executable, "-m", __name__, str(os.getpid()), *folders]
    return subprocess.Popen(command)  # noqa: S603 - our own interpreter and module


def tell(server: int, folders: Sequence[Path]) -> None:
    """Send SIGHUP to the parent process at every change, until it is gone."""
    known = _identity(folders)
    while os.getppid() == server:
        now = _identity(folders)
        if now is None:  # a folder is gone: what is in service stays there until it is back
            known = None
            time.sleep(LOOK_SECONDS)
            continue
        if now != known:
            os.kill(server, signal.SIGHUP)
        known = now
        if not _tell_while_same(server, folders, now):
            return


def _tell_while_same(server: int, folders: Sequence[Path], identity: Identity) -> bool:
    """Tell changes inside the folders; return whether one of them has become another, or else this has to end."""
    changes = watch(
        *folders,
        debounce=LONGEST_MS,
        step=QUIET_MS,
        rust_timeout=int(LOOK_SECONDS * 1000),
        yield_on_timeout=True,
        raise_interrupt=False,
    )
    try:
        for changed in changes:
            if os.getppid() != server:
                return False
            if _identity(folders) != identity:
                return True
            if changed:
                os.kill(server, signal.SIGHUP)
    except FileNotFoundError:  # gone between two looks
        return True
    return False


def _identity(folders: Sequence[Path]) -> Identity | None:
    """Return which folders these names lead to, links followed; None where one leads nowhere."""
    try:
        return [(found.st_dev, found.st_ino) for found in (one.stat() for one in folders)]
    except OSError:
        return None


if __name__ == "__main__":
    tell(int(sys.argv[1]), [Path(one) for one in sys.argv[2:]])
