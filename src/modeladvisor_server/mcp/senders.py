"""Who may speak to the endpoint: the checks of Host and Origin that stop DNS rebinding."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import frozen

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_DEFAULT_PORTS = {"http": "80", "https": "443"}
_HOST = re.compile(r"(?:\[(?P<v6>[0-9a-f:.]+)\]|(?P<name>[^\s:/?#@\[\]]+))(?::(?P<port>\d*))?")
_ORIGIN = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]*)://(?P<host>.+)")


@frozen
class _Origin:
    scheme: str
    host: str
    port: str


@frozen
class SenderRules:
    """The hosts under which the endpoint may be addressed and the web origins that may use it.

    Attributes:
        hosts: names, lower case, without port; None for any.
        origins: full origins; None for any.
        loopback: names of this machine whose pages may use the endpoint from every port.
    """

    hosts: frozenset[str] | None
    origins: frozenset[_Origin] | None
    loopback: frozenset[str]

    def allows_host(self, host: str | None) -> bool:
        """Tell whether a `Host` header is on the list, whatever its port."""
        return self.hosts is None or (host is not None and _host(host) in self.hosts)

    def allows_origin(self, origin: str | None) -> bool:
        """Tell whether an `Origin` header is on the list; programs that are no browsers send none."""
        if self.origins is None or origin is None:
            return True
        parsed = _origin(origin)
        return parsed is not None and (parsed in self.origins or self._is_loopback(parsed))

    def _is_loopback(self, origin: _Origin) -> bool:
        return origin.scheme in _DEFAULT_PORTS and origin.host in self.loopback


def sender_rules(allowed_hosts: Iterable[str] | None, allowed_origins: Iterable[str] | None) -> SenderRules:
    """Read the two lists; None allows any.

    A host may be written with a port, which is ignored.
    An origin is written in full (`https://example.org`); `localhost`, `127.0.0.1` or `[::1]`, with or without
    a scheme, allows that name from every port.
    Raises ValueError for an entry that is neither.
    """
    hosts = None if allowed_hosts is None else frozenset(_read_host(entry) for entry in allowed_hosts)
    if allowed_origins is None:
        return SenderRules(hosts, None, frozenset())
    origins, loopback = set(), set()
    for entry in allowed_origins:
        origin = _origin(entry)
        name = origin.host if origin else _host(entry)
        if name in _LOOPBACK:
            loopback.add(name)
        elif origin:
            origins.add(origin)
        else:
            raise ValueError(f"Unexpected origin {entry!r} (expected one like 'https://example.org')")
    return SenderRules(hosts, frozenset(origins), frozenset(loopback))


def _read_host(entry: str) -> str:
    name = _host(entry)
    if name is None:
        raise ValueError(f"Unexpected host {entry!r} (expected one like 'example.org')")
    return name


def _host(text: str) -> str | None:
    match = _HOST.fullmatch(text.strip().lower())
    return (match["v6"] or match["name"]) if match else None


def _origin(text: str) -> _Origin | None:
    match = _ORIGIN.fullmatch(text.strip().lower())
    host = _HOST.fullmatch(match["host"]) if match else None
    if match is None or host is None:
        return None
    scheme = match["scheme"]
    return _Origin(scheme, host["v6"] or host["name"], host["port"] or _DEFAULT_PORTS.get(scheme, ""))
