"""The eight tools, asked the way a client asks: what the tests of the tools speak to."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs
import httpx
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
class Reply:
    """What came back from a skin."""

    status: int
    text: str

    @property
    def json(self) -> Any:
        """The body, read."""
        return json.loads(self.text)


Door = Callable[[str, str | None], Reply]
"""Takes an address with its query, and a body to post there, None to get; gives the reply."""
JSON = {"Content-Type": "application/json", "Accept": "application/json"}


def inside(app: Application) -> Door:
    """Return the way into an application of this process."""

    def ask(path: str, body: str | None) -> Reply:
        address, _, query = path.partition("?")
        result = (
            testing.simulate_get(app, address, query_string=query)
            if body is None
            else testing.simulate_post(app, address, body=body, headers=JSON)
        )
        assert isinstance(result, testing.Result)
        return Reply(result.status_code, result.text)

    return ask


def over_http(client: httpx.Client) -> Door:
    """Return the way into a running server, whose address the client knows."""

    def ask(path: str, body: str | None) -> Reply:
        answer = client.get(path) if body is None else client.post(path, content=body, headers=JSON)
        return Reply(answer.status_code, answer.text)

    return ask


@attrs.frozen
class World:
    """One catalog behind its three skins, on one day: asked of Python, and through a door."""

    advisor: Advisor
    door: Door

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
        reply = self.door("/mcp", body)
        assert reply.status == 200, reply.text
        return dict(reply.json)


def world(catalog: Catalog) -> World:
    """Return a catalog behind its skins, without limits."""
    store = SharedMemoryStore(entries=1, slots=64)
    app = create_app(catalog, Settings(mcp_limit=0, rest_limit=0), store=store, today=lambda: TODAY)
    return World(Advisor(catalog, TODAY), inside(app))


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
