"""The eight tools, asked the way a client asks: what the tests of the tools speak to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import attrs
import jsonschema
from falcon import testing

from modeladvisor import Advisor, load_catalog
from modeladvisor.catalog import Catalog
from modeladvisor_server.app import Application, create_app
from modeladvisor_server.limits import SharedMemoryStore
from modeladvisor_server.settings import Settings

CATALOG = load_catalog()
TODAY = CATALOG.dataset.as_of
SMALL = CATALOG.with_models(CATALOG.models[slug] for slug in ("veo-3.1", "flux.2-pro", "sora-2", "kling-3.0"))
NAMES = (
    "find_model", "compare_models", "get_model", "best_model_for",
    "list_models", "where_to_use", "get_trending_workflows", "get_prompt_tips",
)  # fmt: skip


@attrs.frozen
class Said:
    """What a tool said: as text, and as structure where nothing was wrong."""

    text: str
    structured: dict[str, Any]
    wrong: bool


@attrs.frozen
class World:
    """One catalog behind its three skins, on one day."""

    advisor: Advisor
    app: Application

    def call(self, name: str, arguments: Mapping[str, object] | None = None) -> Said:
        """Call a tool; what it says is checked against its own description."""
        result = self.post("tools/call", {"name": name, "arguments": arguments})["result"]
        (content,) = result["content"]
        assert content["type"] == "text"
        assert "Traceback" not in content["text"]
        if result["isError"]:
            assert set(result) == {"content", "isError"}
            return Said(content["text"], {}, wrong=True)
        assert set(result) == {"content", "structuredContent", "isError"}
        jsonschema.Draft202012Validator(TOOLS[name]["outputSchema"]).validate(result["structuredContent"])
        return Said(content["text"], result["structuredContent"], wrong=False)

    def fine(self, name: str, arguments: Mapping[str, object] | None = None) -> Said:
        """Call a tool that has nothing to complain about."""
        said = self.call(name, arguments)
        assert not said.wrong, said.text
        return said

    def taught(self, name: str, arguments: Mapping[str, object] | None = None) -> str:
        """Call a tool with a mistake, and return what it teaches."""
        said = self.call(name, arguments)
        assert said.wrong, said.text
        return said.text

    def post(self, method: str, params: object = None) -> dict[str, Any]:
        """Post one message and return the answer."""
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        result = testing.simulate_post(self.app, "/mcp", body=body, headers=headers)
        assert isinstance(result, testing.Result)
        assert result.status_code == 200, result.text
        return dict(result.json)


def world(catalog: Catalog) -> World:
    """Return a catalog behind its skins, without limits."""
    store = SharedMemoryStore(entries=1, slots=64)
    app = create_app(catalog, Settings(mcp_limit=0, rest_limit=0), store=store, today=lambda: TODAY)
    return World(Advisor(catalog, TODAY), app)


WORLD = world(CATALOG)
SMALL_WORLD = world(SMALL)
TOOLS: dict[str, dict[str, Any]] = {
    tool["name"]: tool for tool in WORLD.post("tools/list")["result"]["tools"]
}


def heads(view: object) -> Iterator[str]:
    """Yield the slugs of all model heads of a structure, in the order of the structure."""
    if isinstance(view, dict):
        if {"slug", "vendor", "name"} <= view.keys():
            yield view["slug"]
        else:
            for inner in view.values():
                yield from heads(inner)
    elif isinstance(view, list):
        for inner in view:
            yield from heads(inner)


def slugs_in(text: str) -> list[str]:
    """Return the slugs of all model heads of a text, in its order."""
    return re.findall(r"\*\*[^*]+\*\* \(`([^`]+)`, ", text)


def tokens(text: str) -> float:
    """Estimate the tokens of an English or JSON text: 4 characters a token."""
    return len(text) / 4
