"""The methods that use an offer: `tools/call`, `resources/read` and `prompts/get`."""

from __future__ import annotations

from collections.abc import Mapping

from modeladvisor_server.mcp.failures import INVALID_PARAMS, ProtocolError, shown
from modeladvisor_server.mcp.offers import Offer, Prompt, ToolMistake


def call_tool(offer: Offer, params: Mapping[str, object]) -> dict[str, object]:
    """Call the tool that `name` names with `arguments` as they came.

    What the tool finds wrong is a result with `isError`, so that the model reads it and tries again;
    an unknown tool, or arguments that are no object, is a ProtocolError -32602.
    """
    name = _text(params, "name")
    tool = next((tool for tool in offer.tools if tool.name == name), None)
    if tool is None:
        known = ", ".join(tool.name for tool in offer.tools)
        raise ProtocolError(INVALID_PARAMS, f"Unknown tool {shown(name)}; the tools are {known}.")
    try:
        answer = tool.call(_arguments(params))
    except ToolMistake as mistake:
        return {"content": [_text_content(mistake.text)], "isError": True}
    return {
        "content": [_text_content(answer.text)],
        "structuredContent": answer.structured,
        "isError": False,
    }


def read_resource(offer: Offer, not_found: int, params: Mapping[str, object]) -> dict[str, object]:
    """Give the text at `uri`; an unknown address is a ProtocolError with the code `not_found`."""
    uri = _text(params, "uri")
    fixed = next((resource for resource in offer.resources if resource.uri == uri), None)
    found = (fixed.mime_type, fixed.read()) if fixed else offer.read_templated(uri)
    if found is None:
        raise ProtocolError(not_found, "Resource not found.", {"uri": uri})
    mime_type, text = found
    return {"contents": [{"uri": uri, "mimeType": mime_type, "text": text}]}


def get_prompt(offer: Offer, params: Mapping[str, object]) -> dict[str, object]:
    """Fill in the prompt that `name` names; whatever is wrong with the request is a ProtocolError -32602."""
    name = _text(params, "name")
    prompt = next((prompt for prompt in offer.prompts if prompt.name == name), None)
    if prompt is None:
        known = ", ".join(prompt.name for prompt in offer.prompts)
        raise ProtocolError(INVALID_PARAMS, f"Unknown prompt {shown(name)}; the prompts are {known}.")
    filled = _filled(prompt, _arguments(params))
    try:
        text = prompt.render(filled)
    except ToolMistake as mistake:
        raise ProtocolError(INVALID_PARAMS, mistake.text) from None
    return {
        "description": prompt.description,
        "messages": [{"role": "user", "content": _text_content(text)}],
    }


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
    arguments = params.get("arguments")
    if arguments is None:
        return {}
    if not isinstance(arguments, dict):
        raise ProtocolError(INVALID_PARAMS, 'The parameter "arguments" must be an object.')
    return arguments


def _text(params: Mapping[str, object], key: str) -> str:
    value = params.get(key)
    if not isinstance(value, str):
        raise ProtocolError(INVALID_PARAMS, f'The parameter "{key}" must be a string.')
    return value


def _text_content(text: str) -> dict[str, object]:
    return {"type": "text", "text": text}
