"""The methods that use an offer: `tools/call`, `resources/read`, `prompts/get` and `completion/complete`."""

from __future__ import annotations

import base64
import functools
from collections.abc import Mapping

import msgspec

from modeladvisor_server.mcp.failures import INVALID_PARAMS, MISSING_CAPABILITY, ProtocolError, shown
from modeladvisor_server.mcp.offers import Embedded, Media, Offer, Prompt, Tool, ToolMistake
from modeladvisor_server.mcp.revisions import declared_capabilities

MOST_SUGGESTIONS = 100
LONGEST_KEPT = 1_000
"""Bytes of arguments as JSON up to which an answer is kept: longer ones are seldom sent twice."""


def call_tool(offer: Offer, params: Mapping[str, object]) -> dict[str, object]:
    """Call the tool that `name` names with `arguments` as they came.

    What the tool finds wrong is a result with `isError`, so that the model reads it and tries again;
    an unknown tool, or arguments that are no object, is a ProtocolError -32602, and a client that lacks a
    capability which the tool needs is a ProtocolError -32021.
    """
    name = _text(params, "name")
    tool = next((tool for tool in offer.tools if tool.name == name), None)
    if tool is None:
        known = ", ".join(tool.name for tool in offer.tools)
        raise ProtocolError(INVALID_PARAMS, f"Unknown tool {shown(name)}; the tools are {known}.")
    _check_capabilities(tool, params)
    arguments = _arguments(params)
    try:
        return _answered(offer, tool, arguments)
    except ToolMistake as mistake:
        return {"content": [_content(mistake.text)], "isError": True}


def _answered(offer: Offer, tool: Tool, arguments: Mapping[str, object]) -> dict[str, object]:
    answer = functools.cache(lambda: tool.call(arguments))

    def content() -> list[dict[str, object]]:
        return [_content(part) for part in (answer().text, *answer().attached)]

    asked = b"" if tool.depends_on is None else msgspec.json.encode(arguments)
    if tool.depends_on is None or len(asked) > LONGEST_KEPT:
        return {"content": content(), "structuredContent": answer().structured, "isError": False}
    key = (asked, tool.depends_on())
    return {
        "content": offer.keep(("content", *key), tool, content),
        "structuredContent": offer.keep(("structure", *key), tool, lambda: answer().structured),
        "isError": False,
    }


def read_resource(offer: Offer, not_found: int, params: Mapping[str, object]) -> dict[str, object]:
    """Give what stands at `uri`; an unknown address is a ProtocolError with the code `not_found`."""
    uri = _text(params, "uri")
    fixed = next((resource for resource in offer.resources if resource.uri == uri), None)
    found = (fixed.mime_type, fixed.read()) if fixed else offer.read_templated(uri)
    if found is None:
        raise ProtocolError(not_found, "Resource not found.", {"uri": uri})
    return {"contents": [_contents(uri, *found)]}


def get_prompt(offer: Offer, params: Mapping[str, object]) -> dict[str, object]:
    """Fill in the prompt that `name` names; whatever is wrong with the request is a ProtocolError -32602."""
    prompt = _prompt(offer, _text(params, "name"))
    filled = _filled(prompt, _arguments(params))
    try:
        rendered = prompt.render(filled)
    except ToolMistake as mistake:
        raise ProtocolError(INVALID_PARAMS, mistake.text) from None
    parts = (rendered,) if isinstance(rendered, str) else rendered
    return {
        "description": prompt.description,
        "messages": [{"role": "user", "content": _content(part)} for part in parts],
    }


def complete(offer: Offer, params: Mapping[str, object]) -> dict[str, object]:
    """Suggest values for an argument of a prompt, the best 100; there are none for resources.

    Whatever is wrong with the request is a ProtocolError -32602.
    """
    reference, blank = _object(params, "ref"), _object(params, "argument")
    name, typed = _text(blank, "name"), _text(blank, "value")
    match reference.get("type"):
        case "ref/prompt":
            prompt = _prompt(offer, _text(reference, "name"))
            argument = next((argument for argument in prompt.arguments if argument.name == name), None)
            if argument is None:
                message = f"Prompt {prompt.name!r} has no argument {shown(name)}."
                raise ProtocolError(INVALID_PARAMS, message)
            values = list(argument.suggest(typed)) if argument.suggest else []
        case "ref/resource":
            values = []
        case _:
            message = 'The parameter "ref" must have the type "ref/prompt" or "ref/resource".'
            raise ProtocolError(INVALID_PARAMS, message)
    shortened = values[:MOST_SUGGESTIONS]
    more = len(values) > len(shortened)
    return {"completion": {"values": shortened, "total": len(values), "hasMore": more}}


def _prompt(offer: Offer, name: str) -> Prompt:
    prompt = next((prompt for prompt in offer.prompts if prompt.name == name), None)
    if prompt is None:
        known = ", ".join(prompt.name for prompt in offer.prompts)
        raise ProtocolError(INVALID_PARAMS, f"Unknown prompt {shown(name)}; the prompts are {known}.")
    return prompt


def _check_capabilities(tool: Tool, params: Mapping[str, object]) -> None:
    # 2026-07-28, General fields, clientCapabilities: a server relies on no capability that was not declared.
    declared = declared_capabilities(params)
    missing = [name for name in tool.needs if not isinstance(declared.get(name), dict)]
    if missing:
        message = f"Tool {tool.name!r} needs a client with {' and '.join(missing)}."
        raise ProtocolError(
            MISSING_CAPABILITY, message, {"requiredCapabilities": {name: {} for name in missing}}
        )


def _filled(prompt: Prompt, arguments: Mapping[str, object]) -> dict[str, str]:
    declared = {argument.name for argument in prompt.arguments}
    required = {argument.name for argument in prompt.arguments if argument.required}
    given = {key: value for key, value in arguments.items() if value is not None}
    filled = {key: value for key, value in given.items() if key in declared and isinstance(value, str)}
    unknown = sorted(given.keys() - declared)
    misfits = sorted(given.keys() - filled.keys() - set(unknown))
    missing = sorted(required - given.keys())
    wrong = [
        *(f"unknown argument {shown(key)}" for key in unknown[:3]),
        *(f"argument {key!r} must be a string" for key in misfits),
        *(f"argument {key!r} is missing" for key in missing),
    ]
    if wrong:
        raise ProtocolError(INVALID_PARAMS, f"Prompt {prompt.name!r}: {'; '.join(wrong)}.")
    return filled


def _arguments(params: Mapping[str, object]) -> Mapping[str, object]:
    return {} if params.get("arguments") is None else _object(params, "arguments")


def _object(params: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = params.get(key)
    if not isinstance(value, dict):
        raise ProtocolError(INVALID_PARAMS, f'The parameter "{key}" must be an object.')
    return value


def _text(params: Mapping[str, object], key: str) -> str:
    value = params.get(key)
    if not isinstance(value, str):
        raise ProtocolError(INVALID_PARAMS, f'The parameter "{key}" must be a string.')
    return value


def _content(part: str | Media | Embedded) -> dict[str, object]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    if isinstance(part, Embedded):
        return {"type": "resource", "resource": _contents(part.uri, part.mime_type, part.held)}
    kind = part.mime_type.partition("/")[0]
    return {"type": kind, "data": _base64(part.data), "mimeType": part.mime_type}


def _contents(uri: str, mime_type: str, held: str | bytes) -> dict[str, object]:
    kept = {"text": held} if isinstance(held, str) else {"blob": _base64(held)}
    return {"uri": uri, "mimeType": mime_type, **kept}


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
