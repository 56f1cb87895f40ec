"""The five revisions of the protocol, and which of its two eras a message belongs to."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from enum import Enum

from attrs import field, frozen

from modeladvisor_server.mcp.envelope import Request
from modeladvisor_server.mcp.failures import (
    HEADER_MISMATCH,
    INVALID_PARAMS,
    UNSUPPORTED_VERSION,
    ProtocolError,
    shown,
)

LEGACY_REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
LATEST_LEGACY = LEGACY_REVISIONS[-1]
MODERN_REVISION = "2026-07-28"
SUPPORTED_REVISIONS = (MODERN_REVISION, *reversed(LEGACY_REVISIONS))
"""Newest first, of both eras, so that a client that shares only an older one can fall back to it."""

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo"

NAMED_BY: Mapping[str, str] = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""Method -> the parameter that the header `Mcp-Name` repeats."""

Repeated = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Tool -> name of a header, lower case -> path of keys to the argument that the header repeats."""

_BASE64_START, _BASE64_END = "=?base64?", "?="
_WHOLE_NUMBER = re.compile(r"(-?[0-9]{1,16})(?:\.0+)?")


class Era(Enum):
    """The two ways of the protocol: a handshake first, or every request complete in itself."""

    LEGACY = "legacy"
    MODERN = "modern"


@frozen
class RoutingHeaders:
    """The headers that repeat parts of the body.

    Attributes:
        version: `MCP-Protocol-Version`.
        method: `Mcp-Method`.
        name: `Mcp-Name`, still encoded.
        arguments: those of arguments (`Mcp-Param-...`) by their names in lower case, still encoded.
    """

    version: str | None = None
    method: str | None = None
    name: str | None = None
    arguments: Mapping[str, str] = field(factory=dict)

    def names_unknown_version(self) -> bool:
        """Tell whether the version header is there and is none of the five revisions."""
        return self.version is not None and self.version not in SUPPORTED_REVISIONS


def era_of(request: Request, headers: RoutingHeaders) -> Era:
    """Place a request in its era and check what the modern one demands of headers and `_meta`.

    Raises ProtocolError, always with HTTP status 400: -32022 for a version that is not served, -32602 for a
    `_meta` without the required keys, -32020 for headers that are missing or say another thing than the body.
    """
    meta = _meta(request.params)
    version = meta.get(VERSION_KEY)
    in_meta = names_modern_version(request)
    if not in_meta and (request.method == "initialize" or headers.version in (None, *LEGACY_REVISIONS)):
        return Era.LEGACY
    if version is None and headers.names_unknown_version():
        raise unsupported(headers.version)
    if version is not None and not isinstance(version, str):
        raise ProtocolError(INVALID_PARAMS, f"_meta must name its version as a string at {VERSION_KEY!r}.")
    if MODERN_REVISION in (version, headers.version):
        _check_meta(meta)
    _check_headers(request, version, headers)
    if version != MODERN_REVISION:
        raise unsupported(version)
    return Era.MODERN


def check_arguments(request: Request, headers: RoutingHeaders, repeated: Repeated) -> None:
    """Compare the arguments of a modern `tools/call` with the headers that repeat them.

    Raises ProtocolError -32020 for a header that is missing, cannot be decoded or says another thing.
    """
    params = request.params or {}
    name = params.get("name")
    if request.method != "tools/call" or not isinstance(name, str):
        return
    for header, path in repeated.get(name, {}).items():
        value: object = params.get("arguments")
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        said = headers.arguments.get(header)
        if not _says(said, value):
            raise ProtocolError(
                HEADER_MISMATCH,
                f"The header {header} and the argument {'.'.join(path)!r} do not say the same.",
            )


def _says(header: str | None, value: object) -> bool:
    # 2026-07-28, Streamable HTTP, Server Behavior for Custom Headers: no value, no header.
    if header is None or value is None:
        return header is None and value is None
    said = _decoded(header)
    if isinstance(value, bool):
        return said == str(value).lower()
    if isinstance(value, int | float):
        number = _WHOLE_NUMBER.fullmatch(said or "")
        return number is not None and int(number[1]) == value
    return said == value


def names_modern_version(request: Request) -> bool:
    """Tell whether the request's `_meta` names a version that is not a legacy one."""
    version = _meta(request.params).get(VERSION_KEY)
    return version is not None and version not in LEGACY_REVISIONS


def declared_capabilities(params: Mapping[str, object]) -> Mapping[str, object]:
    """Give the capabilities that the client declared with a request, none where it said nothing about them."""
    declared = _meta(params).get(CAPABILITIES_KEY)
    return declared if isinstance(declared, dict) else {}


def unsupported(requested: str | None) -> ProtocolError:
    """Give the error for a version that is not served, with the list of those that are."""
    return ProtocolError(
        UNSUPPORTED_VERSION,
        f"Protocol version {shown(requested or '')} is not served here.",
        {"supported": list(SUPPORTED_REVISIONS), "requested": requested},
    )


def _meta(params: Mapping[str, object] | None) -> Mapping[str, object]:
    value = (params or {}).get("_meta")
    return value if isinstance(value, dict) else {}


def _check_meta(meta: Mapping[str, object]) -> None:
    # 2026-07-28, General fields, _meta: these two keys are required of every request.
    missing = [key for key in (VERSION_KEY, CAPABILITIES_KEY) if meta.get(key) is None]
    if missing:
        raise ProtocolError(INVALID_PARAMS, f"params._meta lacks {' and '.join(missing)}.")
    if not isinstance(meta[CAPABILITIES_KEY], dict):
        raise ProtocolError(INVALID_PARAMS, f"{CAPABILITIES_KEY} in params._meta must be an object.")


def _check_headers(request: Request, version: str | None, headers: RoutingHeaders) -> None:
    # 2026-07-28, Streamable HTTP, Server Validation: a proxy may have routed by the headers, so a body that
    # says another thing is refused.
    _must_match("MCP-Protocol-Version", headers.version, version)
    _must_match("Mcp-Method", headers.method, request.method)
    parameter = NAMED_BY.get(request.method)
    named = (request.params or {}).get(parameter) if parameter else None
    if isinstance(named, str):  # another type is the method's to refuse
        _must_match("Mcp-Name", _decoded(headers.name), named)


def _must_match(header: str, value: str | None, expected: str | None) -> None:
    if value is None:
        raise ProtocolError(HEADER_MISMATCH, f"The header {header} is missing or cannot be decoded.")
    if value != expected:
        raise ProtocolError(
            HEADER_MISMATCH, f"The header {header} says {shown(value)}, the body {shown(expected or '')}."
        )


def _decoded(name: str | None) -> str | None:
    if name is None or not name.isascii():
        return None
    if not (name.startswith(_BASE64_START) and name.endswith(_BASE64_END)):
        return name
    try:
        return base64.b64decode(name[len(_BASE64_START) : -len(_BASE64_END)], validate=True).decode()
    except (binascii.Error, ValueError):
        return None
