"""What each assistant has to be told to connect: a command, a piece of configuration, or a link that does it."""

from __future__ import annotations

import base64
import json
from urllib.parse import quote

import attrs

NAME = "modeladvisor"


@attrs.frozen
class Assistant:
    """One client.

    Attributes:
        where: What to do with the text.
        text: A command or a configuration, to be copied.
        link: An address that the client itself opens and that adds the server, or None.
    """

    name: str
    where: str
    text: str
    link: str | None = None


def assistants(endpoint: str) -> tuple[Assistant, ...]:
    """Return the clients, each with the address of the endpoint filled in."""
    http = {"type": "http", "url": endpoint}
    packed = base64.b64encode(_compact({"url": endpoint}).encode()).decode()
    return (
        Assistant("Claude Code", "Run this command.", f"claude mcp add --transport http {NAME} {endpoint}"),
        Assistant(
            "Cursor",
            "Follow the link, or put this into ~/.cursor/mcp.json.",
            _pretty({"mcpServers": {NAME: {"url": endpoint}}}),
            f"cursor://anysphere.cursor-deeplink/mcp/install?name={NAME}&config={quote(packed, safe='')}",
        ),
        Assistant(
            "VS Code",
            "Follow the link, or put this into .vscode/mcp.json.",
            _pretty({"servers": {NAME: http}}),
            f"vscode:mcp/install?{quote(_compact({'name': NAME, **http}), safe='')}",
        ),
        Assistant("Codex", "Run this command.", f"codex mcp add {NAME} --url {endpoint}"),
        Assistant(
            "Gemini CLI",
            "Run this command.",
            f"gemini mcp add --transport http {NAME} {endpoint}",
        ),
        Assistant(
            "Windsurf",
            "Put this into ~/.codeium/windsurf/mcp_config.json.",
            _pretty({"mcpServers": {NAME: {"serverUrl": endpoint}}}),
        ),
        Assistant(
            "Any other",
            "A form for a connector, as in Claude on the web, takes the address alone. "
            "Where the assistant runs in somebody else's cloud, the address has to be reachable from the internet.",
            endpoint,
        ),
    )


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _pretty(value: object) -> str:
    return json.dumps(value, indent=2)
