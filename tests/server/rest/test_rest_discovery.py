"""Clients find the MCP endpoint from the name of the site alone."""

from __future__ import annotations

import json

import attrs
import pytest
from rest_client import OPEN, application, ask

from modeladvisor_server.discovery import ai_catalog, server_card
from modeladvisor_server.mcp.revisions import SUPPORTED_REVISIONS

PUBLIC = application(settings=attrs.evolve(OPEN, base_url="https://advisor.example.org"))


def test_the_catalog_leads_to_the_card_and_the_card_to_the_endpoint() -> None:
    """From the well-known address a client gets to the card, and from the card to where MCP is served."""
    found = ask("/.well-known/ai-catalog.json", app=PUBLIC)
    assert found.headers["content-type"] == "application/ai-catalog+json"
    (entry,) = json.loads(found.text)["entries"]
    assert entry["type"] == "application/mcp-server-card+json"
    assert entry["identifier"] == "urn:air:advisor.example.org:mcp:modeladvisor"
    card = ask(entry["url"].removeprefix("https://advisor.example.org"), app=PUBLIC)
    assert card.headers["content-type"] == entry["type"]
    told = json.loads(card.text)
    assert told["name"] == "org.example.advisor/modeladvisor"
    (remote,) = told["remotes"]
    assert remote["url"] == "https://advisor.example.org/mcp"
    assert remote["supportedProtocolVersions"] == list(SUPPORTED_REVISIONS)


def test_without_a_public_address_the_asked_one_is_named() -> None:
    """A server that was told no address names that of the request, and keeps caches from mixing them."""
    result = ask("/mcp/server-card", headers={"Host": "127.0.0.1:8000"})
    assert answer_of_card(result.text)["remotes"][0]["url"].endswith("/mcp")
    assert "Host" in result.headers["vary"]


def answer_of_card(text: str) -> dict[str, list[dict[str, str]]]:
    """Return a card read."""
    card: dict[str, list[dict[str, str]]] = json.loads(text)
    return card


@pytest.mark.parametrize("base", ["http://localhost:8000", "http://[::1]:8000", "https://a-b.example.com/x"])
def test_cards_keep_to_their_schema(base: str) -> None:
    """A card has the members that its schema demands, in the forms that it demands (SEP-2127)."""
    card = server_card(base)
    name = str(card["name"])
    assert name.count("/") == 1
    assert all(one.isalnum() or one in ".-_/" for one in name)
    assert 3 <= len(name) <= 200
    assert 1 <= len(str(card["description"])) <= 100
    assert str(card["$schema"]).startswith("https://static.modelcontextprotocol.io/schemas/v1/")
    assert len(str(ai_catalog(base)["entries"])) > 0


def test_documents_may_be_kept() -> None:
    """Both documents have a tag, and give 304 to whoever holds it."""
    for path in ("/mcp/server-card", "/.well-known/ai-catalog.json"):
        etag = ask(path, app=PUBLIC).headers["etag"]
        assert ask(path, app=PUBLIC, headers={"If-None-Match": etag}).status_code == 304
