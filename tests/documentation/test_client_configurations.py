"""The page on connecting an assistant: six clients, each with a configuration in the form that it reads."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import pytest
import tomli
from page_blocks import blocks
from page_runs import CHECKOUT

ADDRESS = "http://127.0.0.1:8000/mcp"
PAGE = (CHECKOUT / "docs/how-to/connect-an-assistant.md").read_text("utf-8")
SECTIONS: Mapping[str, str] = dict(re.findall(r"^## (.+)\n((?:(?!^## ).*\n)*)", PAGE, re.MULTILINE))
READERS = {"json": json.loads, "toml": tomli.loads}
FORMS: dict[str, tuple[str, str, dict[str, object]]] = {
    "Claude Code": (".mcp.json", "json", {"mcpServers": {"modeladvisor": {"type": "http", "url": ADDRESS}}}),
    "Cursor": (".cursor/mcp.json", "json", {"mcpServers": {"modeladvisor": {"url": ADDRESS}}}),
    "VS Code": (".vscode/mcp.json", "json", {"servers": {"modeladvisor": {"type": "http", "url": ADDRESS}}}),
    "Codex": ("~/.codex/config.toml", "toml", {"mcp_servers": {"modeladvisor": {"url": ADDRESS}}}),
    "Gemini CLI": ("~/.gemini/settings.json", "json", {"mcpServers": {"modeladvisor": {"httpUrl": ADDRESS}}}),
    "Windsurf": (
        "~/.codeium/windsurf/mcp_config.json",
        "json",
        {"mcpServers": {"modeladvisor": {"serverUrl": ADDRESS}}},
    ),
}
"""Where each client looks, in which language, and for which keys, as its own documentation says."""


@pytest.mark.parametrize("client", FORMS)
def test_a_configuration_has_the_keys_that_its_client_reads(client: str) -> None:
    """The block can be read, holds exactly what the client looks for, and stands beside the file it belongs into."""
    file, language, expected = FORMS[client]
    found = [one.body for one in blocks(SECTIONS[client]) if one.kind == language]
    assert [READERS[language](body) for body in found] == [expected]
    assert f"`{file}`" in SECTIONS[client]


@pytest.mark.parametrize("client", FORMS)
def test_a_configuration_names_the_page_it_was_taken_from(client: str) -> None:
    """Each section leads to the client's own documentation, and the page says when that was read."""
    assert re.search(r"\[documentation\]\(https://[^)]+\)", SECTIONS[client])
    assert re.search(r"its own documentation on \d{4}-\d\d-\d\d", PAGE)


@pytest.mark.parametrize(
    ("client", "command"), [("Claude Code", "claude mcp add --transport http"), ("Codex", "codex mcp add")]
)
def test_commands_name_the_server_and_its_address(client: str, command: str) -> None:
    """A command in one line adds the same server under the same name."""
    (line,) = [one.body.strip() for one in blocks(SECTIONS[client]) if one.kind == "sh"]
    assert line.startswith(f"{command} modeladvisor ")
    assert line.endswith(f" {ADDRESS}")


def test_no_configuration_stands_outside_of_its_section() -> None:
    """Every block of the page was looked at by one of these tests."""
    looked_at = len(FORMS) + 2
    assert len(blocks(PAGE)) == looked_at


def test_the_readme_shows_a_form_that_clients_read() -> None:
    """The one configuration of the README is that of Claude Code, in one line."""
    page = (CHECKOUT / "README.md").read_text("utf-8")
    (found,) = [one.body for one in blocks(page) if one.kind == "json" and "mcpServers" in one.body]
    assert json.loads(found) == FORMS["Claude Code"][2]
