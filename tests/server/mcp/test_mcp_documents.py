"""The documents by which others find the server: its card, the catalog of its site, its entry for the registry.

Their schemas are written down here anew, member by member, from modelcontextprotocol/experimental-ext-server-card
(schema.json of 2026-07-24), the AI Catalog specification 1.0 (Agent-Card/ai-catalog) and the registry's schema of
2025-12-11; against the originals the documents were checked by hand.
"""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from running_server import Running

from modeladvisor_server.discovery import DESCRIPTION, ai_catalog, server_card
from modeladvisor_server.mcp.revisions import CAPABILITIES_KEY, MODERN_REVISION, SERVER_INFO_KEY, VERSION_KEY

Document = dict[str, Any]
CHECKOUT = Path(__file__).parents[3]
BASES = (
    "http://127.0.0.1:8000",
    "http://localhost:8000",
    "http://[::1]:8000",
    "https://advisor.example.org",
    "https://a-b.example.com/models",
)
ADDRESS = {"type": "string", "pattern": r"^https?://[^\s]+$"}
ABOUT: Document = {
    "name": {
        "type": "string",
        "minLength": 3,
        "maxLength": 200,
        "pattern": "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$",
    },
    "title": {"type": "string", "minLength": 1, "maxLength": 100},
    "description": {"type": "string", "minLength": 1, "maxLength": 100},
    "version": {"type": "string", "maxLength": 255, "pattern": r"^\d+\.\d+\.\d+"},
    "websiteUrl": {"type": "string", "format": "uri"},
}
REMOTE: Document = {
    "type": "object",
    "required": ["type", "url"],
    "properties": {
        "type": {"enum": ["streamable-http", "sse"]},
        "url": ADDRESS,
        "supportedProtocolVersions": {"type": "array", "items": {"type": "string"}},
        "variables": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "properties": {
                    "description": {"type": "string"},
                    "isRequired": {"type": "boolean"},
                    "placeholder": {"type": "string"},
                },
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}
CARD: Document = {
    "type": "object",
    "required": ["$schema", "name", "description", "version"],
    "properties": {
        "$schema": {"const": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"},
        **ABOUT,
        "remotes": {"type": "array", "items": REMOTE},
    },
    "additionalProperties": False,  # the schema allows more; the card has no more
}
ENTRY: Document = {
    "type": "object",
    "required": ["name", "description", "version"],
    "properties": {
        "$schema": {"const": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"},
        **ABOUT,
        "remotes": {"type": "array", "items": REMOTE},
    },
    "additionalProperties": False,
}
CATALOG: Document = {
    "type": "object",
    "required": ["specVersion", "entries"],
    "properties": {
        "specVersion": {"type": "string", "pattern": r"^\d+\.\d+$"},
        "entries": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["identifier", "type", "url"],
                "properties": {
                    "identifier": {"type": "string", "pattern": r"^urn:air:[^:]+(:[^:]+)+:[^:]+$"},
                    "type": {"const": "application/mcp-server-card+json"},
                    "url": ADDRESS,
                },
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}
SERVER_JSON: Document = json.loads((CHECKOUT / "server.json").read_text("utf-8"))
each_base = pytest.mark.parametrize("base", BASES)


def mistakes(document: Mapping[str, object], schema: Document) -> list[str]:
    """Give what is wrong with a document."""
    return [one.message for one in jsonschema.Draft202012Validator(schema).iter_errors(document)]


@each_base
def test_cards_fit_their_schema(base: str) -> None:
    """Whatever the address, the card is one by its schema."""
    assert mistakes(server_card(base), CARD) == []


@each_base
def test_catalogs_fit_their_specification(base: str) -> None:
    """Whatever the address, the catalog has one entry, named after the host, that leads to the card."""
    document = ai_catalog(base)
    assert mistakes(document, CATALOG) == []
    entries = document["entries"]
    assert isinstance(entries, list)
    assert [entry["url"] for entry in entries] == [f"{base}/mcp/server-card"]


def test_the_entry_for_the_registry_fits_its_schema() -> None:
    """`server.json` is an entry by its schema, of this version, described as the card describes it."""
    assert mistakes(SERVER_JSON, ENTRY) == []
    assert (
        SERVER_JSON["version"]
        == tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    )
    assert SERVER_JSON["description"] == DESCRIPTION
    (remote,) = SERVER_JSON["remotes"]
    assert set(remote["variables"]) == {"host"}
    assert "{host}" in remote["url"]


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("name", "modeladvisor"),
        ("description", "x" * 101),
        ("version", None),
        ("remotes", [{"type": "stdio"}]),
    ],
)
def test_the_schemas_refuse_what_is_wrong(member: str, value: object) -> None:
    """What the originals refuse is refused here."""
    for document, schema in ((server_card(BASES[0]), CARD), (SERVER_JSON, ENTRY)):
        broken = copy.deepcopy(dict(document))
        broken[member] = value
        assert mistakes(broken, schema)
    assert mistakes({"specVersion": 1, "entries": []}, CATALOG)


def test_the_card_says_what_the_server_says(product: Running) -> None:
    """From the well-known address to the card to `server/discover`: name, version and revisions are the same."""
    with product.client() as client:
        found = client.get("/.well-known/ai-catalog.json")
        assert found.headers["content-type"] == "application/ai-catalog+json"
        (entry,) = found.json()["entries"]
        card = client.get(entry["url"], headers={"Accept": "application/mcp-server-card+json"})
        assert card.headers["content-type"] == entry["type"]
        told = card.json()
        (remote,) = told["remotes"]
        params = {"_meta": {VERSION_KEY: MODERN_REVISION, CAPABILITIES_KEY: {}}}
        message = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": params}
        headers = {"MCP-Protocol-Version": MODERN_REVISION, "Mcp-Method": "server/discover"}
        said = client.post(remote["url"], json=message, headers=headers).json()["result"]
    server = said["_meta"][SERVER_INFO_KEY]
    assert told["version"] == server["version"]
    assert told["title"] == server["title"]
    assert told["name"].rpartition("/")[2] == server["name"]
    assert remote["supportedProtocolVersions"] == said["supportedVersions"]
