"""The records of an offer as the lists of the protocol show them; one form serves all revisions."""

from __future__ import annotations

from collections.abc import Mapping

from modeladvisor_server.mcp.offers import Offer, Prompt, Resource, ResourceTemplate, Tool

READ_ONLY: Mapping[str, bool] = {
    "readOnlyHint": True,
    "destructiveHint": False,
    "idempotentHint": True,
    "openWorldHint": False,
}
"""The annotations of every tool: it looks things up in one catalog and changes nothing."""


def server_info(offer: Offer) -> dict[str, object]:
    """Give the `Implementation` that names the server."""
    return {"name": offer.name, "title": offer.title, "version": offer.version}


def capabilities(offer: Offer) -> dict[str, object]:
    """Give what the server can do; no `listChanged` and no `subscribe`, since nothing is ever sent unasked."""
    suggestions: dict[str, object] = {"completions": {}} if offer.suggests() else {}
    return {"tools": {}, "resources": {}, "prompts": {}, **suggestions}


def tool_list(offer: Offer) -> dict[str, object]:
    """Give the result of `tools/list`."""
    return {"tools": [_tool(tool) for tool in offer.tools]}


def resource_list(offer: Offer) -> dict[str, object]:
    """Give the result of `resources/list`."""
    return {"resources": [_resource(resource) for resource in offer.resources]}


def template_list(offer: Offer) -> dict[str, object]:
    """Give the result of `resources/templates/list`."""
    return {"resourceTemplates": [_template(template) for template in offer.resource_templates]}


def prompt_list(offer: Offer) -> dict[str, object]:
    """Give the result of `prompts/list`."""
    return {"prompts": [_prompt(prompt) for prompt in offer.prompts]}


def _tool(tool: Tool) -> dict[str, object]:
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
        "annotations": {"title": tool.title, **READ_ONLY},
    }


def _resource(resource: Resource) -> dict[str, object]:
    return {
        "uri": resource.uri,
        "name": resource.name,
        "title": resource.title,
        "description": resource.description,
        "mimeType": resource.mime_type,
    }


def _template(template: ResourceTemplate) -> dict[str, object]:
    return {
        "uriTemplate": template.uri_template,
        "name": template.name,
        "title": template.title,
        "description": template.description,
        "mimeType": template.mime_type,
    }


def _prompt(prompt: Prompt) -> dict[str, object]:
    return {
        "name": prompt.name,
        "title": prompt.title,
        "description": prompt.description,
        "arguments": [
            {"name": argument.name, "description": argument.description, "required": argument.required}
            for argument in prompt.arguments
        ],
    }
