"""What an MCP server offers, as plain records that know no product and no wire."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from attrs import field, frozen

T = TypeVar("T")


class ToolMistake(Exception):  # noqa: N818 - the caller's mistake, to be taught, not a failure of the server
    """Raised by a tool (or a prompt) when the caller asked wrongly or nothing was found.

    Attributes:
        text: what was wrong, the allowed values and the next call to make; shown to the model as it is.
    """

    def __init__(self, text: str) -> None:
        """Keep the teaching text."""
        super().__init__(text)
        self.text = text


@frozen
class Media:
    """A picture or a sound.

    Attributes:
        mime_type: its media type, `image/...` or `audio/...`.
        data: the bytes of the file.
    """

    mime_type: str
    data: bytes


@frozen
class Embedded:
    """A resource that comes along, so that nobody needs to read it separately.

    Attributes:
        uri: the address of the resource.
        mime_type: the media type of what it holds.
        held: its text, or its bytes.
    """

    uri: str
    mime_type: str
    held: str | bytes


@frozen
class ToolAnswer:
    """A tool's answer, said twice: for clients that show text and for those that read structure.

    Attributes:
        text: compact Markdown, complete in itself.
        structured: the same facts, JSON-ready; an object that fits the tool's output schema.
        attached: what follows the text.
    """

    text: str
    structured: Mapping[str, object]
    attached: tuple[Media | Embedded, ...] = ()


@frozen
class Tool:
    """A read-only tool.

    Attributes:
        name: 1 to 128 of ASCII letters, digits, `_`, `-` and `.`.
        title: the name shown to people.
        description: what it does, when to use it, when to use another, what it returns.
        input_schema: JSON Schema 2020-12, an object at the root. A property with `x-mcp-header` is one that clients
            repeat in the header `Mcp-Param-...` of that name.
        output_schema: JSON Schema of `ToolAnswer.structured`, an object at the root, without `$ref`.
        call: takes the arguments as they came (any JSON values; checking them is the tool's own work)
            and answers, or raises ToolMistake.
        needs: names of client capabilities without which a call is refused. Nothing is kept of an `initialize`,
            so clients of the legacy revisions have none.
        depends_on: what an answer depends on beside the arguments and the offer, such as the day; None if answers
            may not be kept.
    """

    name: str
    title: str
    description: str
    input_schema: Mapping[str, object]
    output_schema: Mapping[str, object]
    call: Callable[[Mapping[str, object]], ToolAnswer]
    needs: tuple[str, ...] = ()
    depends_on: Callable[[], Hashable] | None = None

    def repeated(self) -> dict[str, tuple[str, ...]]:
        """Give the arguments that clients repeat in headers: name of the header, lower case -> path of keys."""
        return dict(_repeated(self.input_schema, ()))


def _repeated(schema: Mapping[str, object], path: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    # 2026-07-28, Streamable HTTP, Schema Extension: only what chains of `properties` lead to.
    properties = schema.get("properties")
    for name, described in properties.items() if isinstance(properties, Mapping) else ():
        if isinstance(described, Mapping):
            if "x-mcp-header" in described:
                yield f"mcp-param-{described['x-mcp-header']}".lower(), (*path, name)
            yield from _repeated(described, (*path, name))


@frozen
class Resource:
    """A text or a file at a fixed address.

    Attributes:
        uri: its address, compared as a string.
        name: a short identifier.
        title: the name shown to people.
        description: one sentence.
        mime_type: the media type of what it holds.
        read: gives its text, or its bytes.
    """

    uri: str
    name: str
    title: str
    description: str
    mime_type: str
    read: Callable[[], str | bytes]


@frozen
class ResourceTemplate:
    """A family of texts whose addresses follow one pattern.

    Attributes:
        uri_template: the pattern (RFC 6570), such as `scheme://things/{slug}`.
        name: a short identifier.
        title: the name shown to people.
        description: one sentence.
        mime_type: the media type of every text of the family.
    """

    uri_template: str
    name: str
    title: str
    description: str
    mime_type: str


@frozen
class PromptArgument:
    """One argument of a prompt; its value is always a string.

    Attributes:
        name: the key under which clients send it.
        description: what to write there.
        required: whether the prompt is refused without it.
        suggest: takes what was typed so far and gives values to choose from, best first; None suggests nothing.
    """

    name: str
    description: str
    required: bool = False
    suggest: Callable[[str], Sequence[str]] | None = None


@frozen
class Prompt:
    """A text with blanks that a person picks from a menu.

    Attributes:
        name: a short identifier.
        title: the name shown to people.
        description: what choosing it does.
        arguments: the blanks.
        render: takes the given arguments (checked: known names, strings, required ones present)
            and gives the text of one user message, or what each of several holds, or raises ToolMistake.
    """

    name: str
    title: str
    description: str
    arguments: tuple[PromptArgument, ...]
    render: Callable[[Mapping[str, str]], str | tuple[str | Media | Embedded, ...]]


def _nothing_templated(uri: str) -> tuple[str, str | bytes] | None:  # noqa: ARG001 - the signature of read_templated
    return None


class Keep(Protocol):
    """Gives the named part of an object as JSON, made now if it is not kept."""

    def __call__(self, name: Hashable, of: object, make: Callable[[], T], /) -> T:
        """Return what `make` makes, or JSON of it that was made before (`msgspec.Raw`)."""


def _make_anew(_name: Hashable, _of: object, make: Callable[[], T], /) -> T:
    return make()


@frozen
class Offer:
    """Everything one server offers.

    Attributes:
        name: the server's identifier.
        title: the name shown to people.
        version: the version of the server.
        instructions: how a model should use the server as a whole.
        tools: in the order in which they are listed.
        resources: in the order in which they are listed.
        resource_templates: in the order in which they are listed.
        read_templated: uri -> (media type, text or bytes), or None when no template knows it;
            asked only for addresses that no fixed resource has.
        prompts: in the order in which they are listed.
        keep: keeps parts of the answers of tools that may be kept, and bounds what that takes.
    """

    name: str
    title: str
    version: str
    instructions: str
    tools: tuple[Tool, ...] = ()
    resources: tuple[Resource, ...] = ()
    resource_templates: tuple[ResourceTemplate, ...] = ()
    read_templated: Callable[[str], tuple[str, str | bytes] | None] = field(default=_nothing_templated)
    prompts: tuple[Prompt, ...] = ()
    keep: Keep = _make_anew

    def suggests(self) -> bool:
        """Tell whether any argument of a prompt comes with suggestions."""
        return any(argument.suggest for prompt in self.prompts for argument in prompt.arguments)
