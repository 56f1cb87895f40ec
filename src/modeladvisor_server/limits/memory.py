"""A file without a name that worker processes inherit, with the tables of all stores that use it.

The first page lists the tables: version, sets, entries, place in the file, key of the hash, checksum.
A store of another release, or for another limit, appends a table of its own, so that old and new workers
can live side by side while a server is reloaded.
"""

import fcntl
import mmap
import os
import secrets
import stat
import struct
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from modeladvisor_server.limits.slots import Layout

SHARED_MEMORY_VARIABLE = "MODELADVISOR_LIMITS_MEMORY"
"""The environment variable in which a parent leaves `<descriptor>:<inode>` of the memory for its workers."""

_VERSION = 1
_PAGE = mmap.ALLOCATIONGRANULARITY
_FIELDS = struct.Struct("=IIIQ16s")
_RECORD_BYTES = _FIELDS.size + 4
_MOST_RECORDS = 64


def new_memory() -> int:
    """The descriptor of a new, empty file without a name; it is gone with the last process that holds it."""
    if sys.platform == "linux":
        return os.memfd_create("modeladvisor-limits")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def inherited_memory(text: str) -> int:
    """The descriptor that the value of `SHARED_MEMORY_VARIABLE` names.

    The inode is compared, so that a variable that outlived its file never makes us write into another one.

    Raises:
        ValueError: this process did not inherit that file.
    """
    number, _, inode = text.partition(":")
    problem = f"{SHARED_MEMORY_VARIABLE}: expected <descriptor>:<inode> of a file of the parent, got {text!r}"
    try:
        descriptor = int(number)
        found = os.fstat(descriptor)
    except (ValueError, OverflowError, OSError) as error:
        raise ValueError(problem) from error
    if not stat.S_ISREG(found.st_mode) or str(found.st_ino) != inode:
        raise ValueError(problem)
    return descriptor


@contextmanager
def locked(descriptor: int, at: int, count: int = 1) -> Iterator[None]:
    """Keep others away from what `count` bytes from `at` on stand for; the kernel lets go when this process dies.

    Locks of this kind belong to the process, so they do not keep its own threads apart.
    """
    fcntl.lockf(descriptor, fcntl.LOCK_EX, count, at)
    try:
        yield
    finally:
        fcntl.lockf(descriptor, fcntl.LOCK_UN, count, at)


def table(descriptor: int, layout: Layout) -> tuple[int, bytes]:
    """Where in the file the table of this layout begins, and the key of its hash; appended if there is none.

    Raises:
        RuntimeError: the list is full of other tables.
    """
    with locked(descriptor, 0):
        for index in range(_MOST_RECORDS):
            raw = os.pread(descriptor, _RECORD_BYTES, index * _RECORD_BYTES)
            fields, checksum = raw[:-4], raw[-4:]
            if len(raw) < _RECORD_BYTES or checksum != _checksum(fields):
                # The end of the list, or a record that a killed process left half-written and nobody uses.
                return _append(descriptor, layout, index)
            version, sets, entries, offset, secret = _FIELDS.unpack(fields)
            if (version, sets, entries) == (_VERSION, layout.sets, layout.entries):
                return offset, secret
    raise RuntimeError(f"expected at most {_MOST_RECORDS} tables in the shared memory")


def _append(descriptor: int, layout: Layout, index: int) -> tuple[int, bytes]:
    size = max(os.fstat(descriptor).st_size, _PAGE)
    offset = -(-size // _PAGE) * _PAGE
    os.ftruncate(descriptor, offset + layout.total_bytes)
    secret = secrets.token_bytes(16)
    fields = _FIELDS.pack(_VERSION, layout.sets, layout.entries, offset, secret)
    os.pwrite(descriptor, fields + _checksum(fields), index * _RECORD_BYTES)
    return offset, secret


def _checksum(fields: bytes) -> bytes:
    return zlib.crc32(fields).to_bytes(4, "big")
