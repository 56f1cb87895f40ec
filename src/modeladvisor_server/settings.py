"""Settings of the server, read from the environment; every wrong one is named at once."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar
from urllib.parse import SplitResult, urlsplit

import attrs

from modeladvisor_server.limits import SHARED_MEMORY_VARIABLE, Network, parse_trusted

T = TypeVar("T")

LOOPBACK_VARIABLE = "MODELADVISOR_LOOPBACK_ONLY"
"""Set for the workers by gunicorn's configuration when every bind is a loopback address."""
LOOPBACK_NAMES: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
OUR_OWN = (LOOPBACK_VARIABLE, SHARED_MEMORY_VARIABLE)
"""Names that the first process gives to its workers."""
ALIKE = 0.85
"""How alike a name and that of a setting are, from 0 to 1, for it to be a mistake."""
MOST_PER_MINUTE = 100_000
OTEL_PACKAGES = ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http")
_SERVICE = re.compile(r"_(SERVICE_HOST|SERVICE_PORT\w*|PORT|PORT_\d\w*)$")
"""What Kubernetes adds to the name of a service in the variables that it gives to every container."""
_HOST = re.compile(r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?")


class SettingsError(ValueError):
    """Raised when settings are wrong; names each variable, its value and what was expected."""

    def __init__(self, wrong: list[str]) -> None:
        """Keep every complaint."""
        self.wrong = tuple(wrong)
        super().__init__("\n".join(wrong))


@attrs.frozen
class Settings:
    """What an operator decides.

    Attributes:
        catalog, overlay: Folders; None is the bundled catalog, and no overlay.
        base_url: Public address without a slash at the end; None takes it from each request.
        mcp_limit, rest_limit: Requests a minute for each client address; 0 is off.
        limits_store: `redis://` or `valkey://` address; None counts on this machine.
        trusted_proxies: Networks whose forwarded addresses are believed.
        allowed_hosts: Host names that are answered; None is any.
        mcp_origins: Web origins that may use MCP; None is any.
        watch: Whether a change in the catalog's folders is taken without being told.
        access_log: Whether each request is a line of JSON on standard output.
        metrics: Host and port of the page for Prometheus; None is no page.
        traces: Whether each request is a span, sent as OpenTelemetry's own variables say.
    """

    catalog: Path | None = None
    overlay: Path | None = None
    base_url: str | None = None
    mcp_limit: int = 60
    rest_limit: int = 300
    limits_store: str | None = None
    trusted_proxies: tuple[Network, ...] = ()
    allowed_hosts: tuple[str, ...] | None = None
    mcp_origins: tuple[str, ...] | None = LOOPBACK_NAMES
    watch: bool = False
    access_log: bool = True
    metrics: tuple[str, int] | None = None
    traces: bool = False


def settings_from(environment: Mapping[str, str]) -> Settings:
    """Return the settings in environment variables; empty ones count as absent.

    Raises:
        SettingsError: naming every wrong variable.
    """
    wrong: list[str] = []
    known: list[str] = []

    def read(name: str, parse: Callable[[str], T], default: T) -> T:
        known.append(name)
        text = environment.get(name, "").strip()
        if not text:
            return default
        try:
            return parse(text)
        except ValueError as error:
            wrong.append(f"{name}: {error}")
            return default

    base_url = read("MODELADVISOR_BASE_URL", _base_url, None)
    hosts = read("MODELADVISOR_ALLOWED_HOSTS", _hosts, None)
    if hosts is None and environment.get(LOOPBACK_VARIABLE):
        hosts = LOOPBACK_NAMES
    if hosts == ("*",):
        hosts = None
    if hosts is not None and base_url:
        hosts = (*hosts, urlsplit(base_url).netloc)
    origins = read("MODELADVISOR_ALLOWED_ORIGINS", _origins, LOOPBACK_NAMES)
    settings = Settings(
        catalog=read("MODELADVISOR_CATALOG", _folder, None),
        overlay=read("MODELADVISOR_OVERLAY", _folder, None),
        base_url=base_url,
        mcp_limit=read("MODELADVISOR_MCP_LIMIT", _per_minute, 60),
        rest_limit=read("MODELADVISOR_REST_LIMIT", _per_minute, 300),
        limits_store=read("MODELADVISOR_LIMITS_STORE", _store, None),
        trusted_proxies=read("MODELADVISOR_TRUSTED_PROXIES", parse_trusted, ()),
        allowed_hosts=hosts,
        mcp_origins=None if "*" in origins else (*origins, *([_origin_of(base_url)] if base_url else [])),
        watch=read("MODELADVISOR_WATCH", _switch, False),
        access_log=read("MODELADVISOR_ACCESS_LOG", _switch, True),
        metrics=read("MODELADVISOR_METRICS", _address, None),
        traces=read("MODELADVISOR_TRACES", _traces, False),
    )
    wrong += _misspelt(environment, known)
    if wrong:
        raise SettingsError(wrong)
    return settings


def _misspelt(environment: Mapping[str, str], known: Sequence[str]) -> Iterator[str]:
    """Complain of names that are nearly those of settings; what is far from all is somebody else's."""
    for name in environment:
        if not name.startswith("MODELADVISOR_") or name in known or name in OUR_OWN or _SERVICE.search(name):
            continue
        if close := get_close_matches(name, known, n=1, cutoff=ALIKE):
            yield f"{name}: expected a setting, did you mean {close[0]}?"


def is_loopback(bind: str) -> bool:
    """Return whether a bind such as `127.0.0.1:8000` or `unix:...` can be reached from this machine alone."""
    if bind.startswith("unix:"):
        return True
    host = bind.rsplit(":", 1)[0].strip("[]")
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in re.split(r"[\s,]+", text) if word)


def _folder(text: str) -> Path | None:
    if not Path(text).is_dir():
        raise ValueError(f"expected a folder that exists, got {text!r}")
    return Path(text)


def _per_minute(text: str) -> int:
    if not re.fullmatch(r"\d{1,6}", text) or int(text) > MOST_PER_MINUTE:
        raise ValueError(
            f"expected a whole number of requests a minute up to {MOST_PER_MINUTE} (0 is off), got {text!r}"
        )
    return int(text)


def _switch(text: str) -> bool:
    if text.casefold() not in ("on", "off"):
        raise ValueError(f"expected on or off, got {text!r}")
    return text.casefold() == "on"


def _traces(text: str) -> bool:
    if _switch(text) and not all(map(_is_installed, OTEL_PACKAGES)):
        raise ValueError(
            f"expected the packages of OpenTelemetry (pip install 'modeladvisor[otel]'), got {text!r}"
        )
    return _switch(text)


def _address(text: str) -> tuple[str, int] | None:
    host, _, port = text.rpartition(":")
    try:
        found = host if host == "localhost" else str(ipaddress.ip_address(host.strip("[]")))
        if not re.fullmatch(r"\d{1,5}", port) or not 0 < int(port) <= 65535:
            raise ValueError
    except ValueError:
        expected = "expected an IP address and a port, such as 127.0.0.1:9464"
        raise ValueError(f"{expected}, got {text!r}") from None
    return found, int(port)


def _base_url(text: str) -> str | None:
    parts = _split(text)
    if (
        parts is None
        or parts.scheme not in ("http", "https")
        or not _HOST.fullmatch(parts.netloc)
        or parts.query
        or parts.fragment
    ):
        raise ValueError(f"expected an address such as https://models.example.org, got {text!r}")
    return text.rstrip("/")


def _origin_of(base_url: str) -> str:
    parts = urlsplit(base_url)
    return f"{parts.scheme}://{parts.netloc}"


def _origins(text: str) -> tuple[str, ...]:
    words = _words(text)
    for word in words:
        if word != "*" and re.sub(r":\d+$", "", word) not in LOOPBACK_NAMES and not _is_origin(word):
            expected = "expected origins such as https://example.org or localhost, separated by commas, or *"
            raise ValueError(f"{expected}, got {word!r}")
    return words


def _is_origin(text: str) -> bool:
    parts = _split(text)
    if parts is None or parts.scheme not in ("http", "https") or not _HOST.fullmatch(parts.netloc):
        return False
    return f"{parts.scheme}://{parts.netloc}".lower() == text.lower()


def _store(text: str) -> str | None:
    parts = _split(text)
    shown = re.sub("//.*@", "//...@", text)  # without the password
    if parts is None or parts.scheme not in ("redis", "valkey") or not parts.hostname or parts.port == 0:
        raise ValueError(f"expected redis://host:port/db or valkey://host:port/db, got {shown!r}")
    if not _is_installed("redis"):
        raise ValueError(f"expected the package redis (pip install 'modeladvisor[redis]'), got {shown!r}")
    return text


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # not even what it is inside of
        return False


def _split(text: str) -> SplitResult | None:
    """Return the parts of an address; None where it has none, or a port that is no port."""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return None
    return parts


def _hosts(text: str) -> tuple[str, ...] | None:
    words = _words(text)
    for word in words:
        if word != "*" and not _HOST.fullmatch(word):
            raise ValueError(f"expected host names separated by commas, or *, got {word!r}")
    return ("*",) if "*" in words else words
