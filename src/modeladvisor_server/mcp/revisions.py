"""The five revisions of the protocol, and which of its two eras a message belongs to."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from enum import Enum

from attrs import frozen

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

_BASE64_START, _BASE64_END = "=?base64?", "?="


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
    """

    version: str | None = None
    method: str | None = None
    name: str | None = None

    def names_unknown_version(self) -> bool:
        """Tell whether the version header is there and is none of the five revisions."""
        return self.version is not None and self.version not in SUPPORTED_REVISIONS


def era_of(request: Request, headers: RoutingHeaders) -> Era:
    """Place a request in its era and check what the modern one demands of headers and `_meta`.

    Raises ProtocolError, always with HTTP status 400: -32022 for a version that is not served, -32602 for a
    `_meta` without the required keys, -32020 for headers that are missing or say another thing than the body.
    """
    meta = _meta(request)
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


def names_modern_version(request: Request) -> bool:
    """Tell whether the request's `_meta` names a version that is not a legacy one."""
    version = _meta(request).get(VERSION_KEY)
    return version is not None and version not in LEGACY_REVISIONS


def unsupported(requested: str | None) -> ProtocolError:
    """Give the error for a version that is not served, with the list of those that are."""
    return ProtocolError(
        UNSUPPORTED_VERSION,
        f"Protocol version {shown(requested or '')} is not served here.",
        {"supported": list(SUPPORTED_REVISIONS), "requested": requested},
    )


def _meta(request: Request) -> Mapping[str, object]:
    value = (request.params or {}).get("_meta")
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
    if name is None or not (name.startswith(_BASE64_START) and name.endswith(_BASE64_END)):
        return name
    try:
        return base64.b64decode(name[len(_BASE64_START) : -len(_BASE64_END)], validate=True).decode()
    except (binascii.Error, ValueError):
        return None
