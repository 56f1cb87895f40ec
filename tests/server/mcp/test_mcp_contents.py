"""What tools, resources and prompts can hand over beside text, in every revision."""

from __future__ import annotations

import base64

import pytest
from mcp_fixtures import ALL_REVISIONS, ask, build_app, result_of

from modeladvisor_server.mcp import Offer, Prompt, Resource, Tool, ToolAnswer
from modeladvisor_server.mcp.offers import Embedded, Media

BYTES = b"\x00\xff\xfebytes"
CODED = base64.b64encode(BYTES).decode()
PICTURE, SOUND = Media("image/png", BYTES), Media("audio/wav", BYTES)
NOTE, FILE = Embedded("things://note", "text/plain", "a note"), Embedded("things://file", "image/png", BYTES)
ATTACHED: list[dict[str, object]] = [
    {"type": "image", "data": CODED, "mimeType": "image/png"},
    {"type": "audio", "data": CODED, "mimeType": "audio/wav"},
    {"type": "resource", "resource": {"uri": "things://note", "mimeType": "text/plain", "text": "a note"}},
    {"type": "resource", "resource": {"uri": "things://file", "mimeType": "image/png", "blob": CODED}},
]

APP = build_app(
    offer=Offer(
        name="contents",
        title="Contents",
        version="1",
        instructions="",
        tools=(
            Tool(
                "show",
                "Show",
                "Shows.",
                {"type": "object"},
                {"type": "object"},
                lambda _arguments: ToolAnswer("Look:", {}, (PICTURE, SOUND, NOTE, FILE)),
            ),
        ),
        resources=(Resource("things://file", "file", "File", "A file.", "image/png", lambda: BYTES),),
        read_templated=lambda uri: ("image/png", BYTES) if uri == "things://other" else None,
        prompts=(
            Prompt("see", "See", "Sees.", (), lambda _given: (PICTURE, SOUND, NOTE, FILE, "What is this?")),
        ),
    )
)

each_revision = pytest.mark.parametrize("revision", ALL_REVISIONS)


@each_revision
def test_tools_attach_pictures_sounds_and_resources(revision: str) -> None:
    """What is attached follows the text, in its order, bytes in base64."""
    result = result_of(ask(revision, "tools/call", {"name": "show"}, app=APP))
    assert result["content"] == [{"type": "text", "text": "Look:"}, *ATTACHED]


@each_revision
@pytest.mark.parametrize("uri", ["things://file", "things://other"])
def test_resources_may_be_files(revision: str, uri: str) -> None:
    """Bytes come as a blob in base64, from fixed addresses and from templates."""
    result = result_of(ask(revision, "resources/read", {"uri": uri}, app=APP))
    assert result["contents"] == [{"uri": uri, "mimeType": "image/png", "blob": CODED}]


@each_revision
def test_prompts_may_have_several_messages(revision: str) -> None:
    """Each part of a prompt is one message of the user."""
    result = result_of(ask(revision, "prompts/get", {"name": "see"}, app=APP))
    parts = [*ATTACHED, {"type": "text", "text": "What is this?"}]
    assert result["messages"] == [{"role": "user", "content": part} for part in parts]
