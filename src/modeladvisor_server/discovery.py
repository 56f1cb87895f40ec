"""How clients find the MCP endpoint before they connect: a server card (SEP-2127) and the AI catalog that names it."""

from __future__ import annotations

import ipaddress
from importlib.metadata import version
from urllib.parse import urlsplit

from falcon.asgi import Request, Response

from modeladvisor_server.mcp.revisions import SUPPORTED_REVISIONS
from modeladvisor_server.questions import Questions
from modeladvisor_server.rest.answering import send
from modeladvisor_server.rest.bodies import Body
from modeladvisor_server.rest.encoding import encode

NAME = "modeladvisor"
DESCRIPTION = "Ranks AI image and video models for a job, with the source and date of every value."
CARD = "application/mcp-server-card+json"
CATALOG = "application/ai-catalog+json"
CARD_SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"


def publisher_of(base_url: str) -> str:
    """Return the host of an address as publishers are named, without its port."""
    return urlsplit(base_url).hostname or "localhost"


def server_card(base_url: str) -> dict[str, object]:
    """Return the card of the MCP server at an address; its name is the host in reverse."""
    return {
        "$schema": CARD_SCHEMA,
        "name": f"{_reversed(publisher_of(base_url))}/{NAME}",
        "title": NAME,
        "description": DESCRIPTION,
        "version": version(NAME),
        "websiteUrl": base_url,
        "remotes": [
            {
                "type": "streamable-http",
                "url": f"{base_url}/mcp",
                "supportedProtocolVersions": list(SUPPORTED_REVISIONS),
            }
        ],
    }


def ai_catalog(base_url: str) -> dict[str, object]:
    """Return the catalog of the site at an address: one entry, which leads to the card."""
    return {
        "specVersion": "1.0",
        "entries": [
            {
                "identifier": f"urn:air:{publisher_of(base_url).replace(':', '-')}:mcp:{NAME}",
                "type": CARD,
                "url": f"{base_url}/mcp/server-card",
            }
        ],
    }


def _reversed(host: str) -> str:
    try:
        return ipaddress.ip_address(host).exploded.replace(":", "-")
    except ValueError:
        return ".".join(reversed(host.split(".")))


class _AddressedDocument:
    """A document that names the address under which it was asked for, or the public one where that is set."""

    media_type = ""

    def __init__(self, base_url: str | None, questions: Questions) -> None:
        """Take the public address; None takes it from each request."""
        self._base_url = base_url
        self._questions = questions

    async def on_get(self, req: Request, resp: Response) -> None:
        """Send the document."""
        body = Body(encode(self.document(self._base_url or req.prefix)))
        send(req, resp, body, changed=self._questions.catalog.dataset.as_of, media_type=self.media_type)
        if self._base_url is None:
            resp.append_header("Vary", "Host")

    on_head = on_get

    def document(self, base_url: str) -> dict[str, object]:
        """Return the document of an address."""
        raise NotImplementedError


class ServerCard(_AddressedDocument):
    """`/mcp/server-card`: what a client has to know to connect."""

    media_type = CARD

    def document(self, base_url: str) -> dict[str, object]:
        """Return the card."""
        return server_card(base_url)


class AiCatalog(_AddressedDocument):
    """`/.well-known/ai-catalog.json`: where the card is."""

    media_type = CATALOG

    def document(self, base_url: str) -> dict[str, object]:
        """Return the catalog."""
        return ai_catalog(base_url)
