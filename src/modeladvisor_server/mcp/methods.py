"""The methods of each era over one offer, dispatched through jsonrpcserver."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping
from functools import partial
from inspect import signature

import msgspec
from jsonrpcserver import Error, Result, Success, dispatch_to_serializable

from modeladvisor_server.mcp import calls, listings
from modeladvisor_server.mcp.envelope import Request
from modeladvisor_server.mcp.failures import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    RESOURCE_NOT_FOUND,
    ProtocolError,
    error_answer,
)
from modeladvisor_server.mcp.offers import Offer
from modeladvisor_server.mcp.revisions import (
    LATEST_LEGACY,
    LEGACY_REVISIONS,
    SERVER_INFO_KEY,
    SUPPORTED_REVISIONS,
    Era,
)

log = logging.getLogger(__name__)

FRESH_MS = 300_000
"""How long a client may keep a list or a resource: the five minutes of the REST answers."""

Params = Mapping[str, object]
Method = Callable[[Params], Mapping[str, object]]
MethodTable = dict[str, Callable[[Params | None], Result]]

_CACHEABLE = frozenset(
    {
        "server/discover",
        "tools/list",
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "prompts/list",
    }
)


def method_tables(offer: Offer) -> dict[Era, MethodTable]:
    """Give the methods of each era by name, ready for `answer`."""
    legacy: dict[str, Method] = {
        "initialize": partial(_initialize, offer),
        "ping": _ping,
        **_shared(offer, resource_not_found=RESOURCE_NOT_FOUND),
    }
    modern: dict[str, Method] = {
        "server/discover": partial(_discover, offer),
        **_shared(offer, resource_not_found=INVALID_PARAMS),
    }
    return {
        Era.LEGACY: {name: _guarded(name, method) for name, method in legacy.items()},
        Era.MODERN: {name: _guarded(name, _dressed(offer, name, method)) for name, method in modern.items()},
    }


def answer(table: MethodTable, request: Request) -> dict[str, object]:
    """Give the JSON-RPC response to a checked request; its `result` is JSON already (`msgspec.Raw`)."""
    # The parameters go as one positional argument, so that no client can collide with a Python signature.
    document = {"jsonrpc": "2.0", "method": request.method, "params": [request.params], "id": request.id}
    response = dispatch_to_serializable(document, table, deserializer=_as_it_is, validator=_as_it_is)
    if not isinstance(response, dict):
        return error_answer(INTERNAL_ERROR, "Internal error.", request_id=request.id)
    return response


def _as_it_is(document: object) -> object:
    return document


def _guarded(name: str, method: Method) -> Callable[[Params | None], Result]:
    def run(params: Params | None) -> Result:
        try:
            if params is None:
                raise ProtocolError(INVALID_PARAMS, 'The member "params" must be an object.')
            # Encoded in here, so that a result that is no JSON fails as the method's own failure.
            return Success(msgspec.Raw(msgspec.json.encode(method(params))))
        except ProtocolError as error:
            details = () if error.data is None else (error.data,)
            return Error(error.code, error.message, *details)
        except Exception:
            incident = secrets.token_hex(6)
            log.exception("incident %s: %s failed", incident, name)
            return Error(INTERNAL_ERROR, f"Internal error; the server's log has it as incident {incident}.")

    run.__signature__ = _SIGNATURE  # type: ignore[attr-defined]  # spares jsonrpcserver computing it each time
    return run


def _takes_params(params: Params | None) -> None:
    """Exist for its signature, which all dispatched methods share."""


_SIGNATURE = signature(_takes_params)


def _dressed(offer: Offer, name: str, method: Method) -> Method:
    """Add what revision 2026-07-28 wants in every result."""
    freshness = {"ttlMs": FRESH_MS, "cacheScope": "public"} if name in _CACHEABLE else {}
    identity = {SERVER_INFO_KEY: listings.server_info(offer)}

    def dressed(params: Params) -> dict[str, object]:
        return {"resultType": "complete", **method(params), **freshness, "_meta": identity}

    return dressed


def _shared(offer: Offer, *, resource_not_found: int) -> dict[str, Method]:
    suggestions: dict[str, Method] = (
        {"completion/complete": partial(calls.complete, offer)} if offer.suggests() else {}
    )
    return {
        **suggestions,
        "tools/list": _one_page(listings.tool_list(offer)),
        "tools/call": partial(calls.call_tool, offer),
        "resources/list": _one_page(listings.resource_list(offer)),
        "resources/templates/list": _one_page(listings.template_list(offer)),
        "resources/read": partial(calls.read_resource, offer, resource_not_found),
        "prompts/list": _one_page(listings.prompt_list(offer)),
        "prompts/get": partial(calls.get_prompt, offer),
    }


def _one_page(listing: Mapping[str, object]) -> Method:
    def page(params: Params) -> Mapping[str, object]:
        cursor = params.get("cursor")
        if cursor is not None:
            # Pagination, Error Handling; the empty string counts as a cursor, too.
            raise ProtocolError(INVALID_PARAMS, "Unknown cursor; the whole list is one page.")
        return listing

    return page


def _initialize(offer: Offer, params: Params) -> dict[str, object]:
    asked = params.get("protocolVersion")
    if not isinstance(asked, str):
        raise ProtocolError(INVALID_PARAMS, 'The parameter "protocolVersion" must be a string.')
    return {
        "protocolVersion": asked if asked in LEGACY_REVISIONS else LATEST_LEGACY,
        "capabilities": listings.capabilities(offer),
        "serverInfo": listings.server_info(offer),
        "instructions": offer.instructions,
    }


def _ping(_params: Params) -> dict[str, object]:
    return {}


def _discover(offer: Offer, _params: Params) -> dict[str, object]:
    return {
        "supportedVersions": list(SUPPORTED_REVISIONS),
        "capabilities": listings.capabilities(offer),
        "instructions": offer.instructions,
    }
