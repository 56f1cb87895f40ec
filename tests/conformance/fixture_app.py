"""The application that the official conformance suite asks for: its tools, resources and prompts, on our protocol.

Names, texts and schemas are those that the descriptions of the suite's scenarios demand.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping

import falcon.asgi
import msgspec
from attrs import frozen

from modeladvisor_server.mcp import (
    McpEndpoint,
    Offer,
    Prompt,
    PromptArgument,
    Resource,
    ResourceTemplate,
    Tool,
    ToolAnswer,
    ToolMistake,
)
from modeladvisor_server.mcp.offers import Embedded, Media

App = falcon.asgi.App[falcon.asgi.Request, falcon.asgi.Response]
Call = Callable[[Mapping[str, object]], ToolAnswer]

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
RED_DOT = Media(
    "image/png",
    base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC"
    ),
)
SILENCE = Media(
    "audio/wav",
    base64.b64decode("UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQIAAACAgA=="),
)
NO_ARGUMENTS: Mapping[str, object] = {"type": "object", "properties": {}, "additionalProperties": False}
WITH_NAME: Mapping[str, object] = {"type": "object", "properties": {"name": {"type": "string"}}}
WITH_REGION: Mapping[str, object] = {
    "type": "object",
    "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
}
RICH_SCHEMA: Mapping[str, object] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}


def _says(text: str, *attached: Media | Embedded) -> Call:
    return lambda _arguments: ToolAnswer(text=text, structured={"said": text}, attached=attached)


def _greet(arguments: Mapping[str, object]) -> ToolAnswer:
    text = f"Hello, {arguments.get('name', 'nobody')}!"
    return ToolAnswer(text=text, structured={"said": text})


def _fails(_arguments: Mapping[str, object]) -> ToolAnswer:
    raise ToolMistake("This tool intentionally returns an error for testing")


def _tool(
    name: str,
    description: str,
    call: Call,
    *,
    schema: Mapping[str, object] = NO_ARGUMENTS,
    needs: tuple[str, ...] = (),
) -> Tool:
    return Tool(
        name=name,
        title=name.replace("_", " "),
        description=description,
        input_schema=schema,
        output_schema={"type": "object", "properties": {"said": {"type": "string"}}, "required": ["said"]},
        call=call,
        needs=needs,
    )


_TOOLS = (
    # The first one is what the checks of headers call, without arguments.
    _tool("test_simple_text", "Says a text.", _says("This is a simple text response for testing.")),
    _tool("test_image_content", "Shows a picture.", _says("A red dot:", RED_DOT)),
    _tool("test_audio_content", "Plays a sound.", _says("A short silence:", SILENCE)),
    _tool(
        "test_embedded_resource",
        "Hands over a resource.",
        _says(
            "A resource:",
            Embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."),
        ),
    ),
    _tool(
        "test_multiple_content_types",
        "Says a text, shows a picture and hands over a resource.",
        _says(
            "Multiple content types test:",
            RED_DOT,
            Embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
        ),
    ),
    _tool("test_error_handling", "Always fails.", _fails),
    _tool(
        "json_schema_2020_12_tool",
        "Has a schema with much of JSON Schema 2020-12.",
        _says("Fine."),
        schema=RICH_SCHEMA,
    ),
    _tool("test_header_argument", "Wants its argument in a header, too.", _says("Fine."), schema=WITH_REGION),
    _tool("test_missing_capability", "Needs sampling.", _says("Sampling is there."), needs=("sampling",)),
    _tool(
        "test_streaming_elicitation",
        "Needs elicitation and asks nothing.",
        _says("Elicitation is there."),
        needs=("elicitation",),
    ),
    _tool("greet", "Greets.", _greet, schema=WITH_NAME),
    _tool("test_logging_tool", "Would log, if anything here did.", _says("Nothing was logged.")),
)

_RESOURCES = (
    Resource(
        uri="test://static-text",
        name="static-text",
        title="Static text",
        description="A text that never changes.",
        mime_type="text/plain",
        read=lambda: "This is the content of the static text resource.",
    ),
    Resource(
        uri="test://static-binary",
        name="static-binary",
        title="Static picture",
        description="A picture that never changes.",
        mime_type=RED_DOT.mime_type,
        read=lambda: RED_DOT.data,
    ),
)


def _read_templated(uri: str) -> tuple[str, str] | None:
    start, end = "test://template/", "/data"
    if not uri.startswith(start) or not uri.endswith(end):
        return None
    number = uri[len(start) : -len(end)]
    data = {"id": number, "templateTest": True, "data": f"Data for ID: {number}"}
    return "application/json", msgspec.json.encode(data).decode()


def _suggest(typed: str) -> list[str]:
    return [word for word in ("paris", "park", "party") if word.startswith(typed)]


_PROMPTS = (
    Prompt(
        name="test_simple_prompt",
        title="Simple",
        description="A text without blanks.",
        arguments=(),
        render=lambda _given: "This is a simple prompt for testing.",
    ),
    Prompt(
        name="test_prompt_with_arguments",
        title="With arguments",
        description="A text with two blanks.",
        arguments=(
            PromptArgument("arg1", "First test argument.", required=True, suggest=_suggest),
            PromptArgument("arg2", "Second test argument.", required=True),
        ),
        render=lambda given: f"Prompt with arguments: arg1={given['arg1']!r}, arg2={given['arg2']!r}",
    ),
    Prompt(
        name="test_prompt_with_embedded_resource",
        title="With a resource",
        description="A resource and what to do with it.",
        arguments=(PromptArgument("resourceUri", "Address of the resource.", required=True),),
        render=lambda given: (
            Embedded(given["resourceUri"], "text/plain", "Embedded resource content for testing."),
            "Please process the embedded resource above.",
        ),
    ),
    Prompt(
        name="test_prompt_with_image",
        title="With a picture",
        description="A picture and what to do with it.",
        arguments=(),
        render=lambda _given: (RED_DOT, "Please analyze the image above."),
    ),
)

OFFER = Offer(
    name="conformance-fixture",
    title="Conformance fixture",
    version="1.0.0",
    instructions="For the conformance suite.",
    tools=_TOOLS,
    resources=_RESOURCES,
    resource_templates=(
        ResourceTemplate(
            uri_template="test://template/{id}/data",
            name="template",
            title="Data of a number",
            description="Repeats the number in its address.",
            mime_type="application/json",
        ),
    ),
    read_templated=_read_templated,
    prompts=_PROMPTS,
)


@frozen
class _Always:
    """A decision that admits everything and tells nothing."""

    allowed: bool = True
    retry_after: int = 0
    limit: int = 0

    def policy_field(self, name: str) -> str:
        """Is never asked, since the limit is off."""
        raise NotImplementedError(name)

    limit_field = policy_field


class _NoLimit:
    """A limiter that is off."""

    async def hit(self, client: str, cost: int) -> _Always:  # noqa: ARG002 - the signature of Limiter
        """Admit everything."""
        return _Always()


def build_app() -> App:
    """Return the application with its one address, /mcp, open to this machine only."""
    app: App = falcon.asgi.App()
    endpoint = McpEndpoint(
        OFFER,
        limiter=_NoLimit(),
        client_of=lambda _req: "suite",
        allowed_hosts=LOOPBACK,
        allowed_origins=LOOPBACK,
    )
    app.add_route("/mcp", endpoint)
    return app


app = build_app()
