"""A small offer, a limiter that counts, and a client: what the tests of the protocol speak to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping

import falcon.asgi
import msgspec
from attrs import Factory, define, field, frozen
from falcon import testing

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
from modeladvisor_server.mcp.failures import MODERN_STATUS
from modeladvisor_server.mcp.revisions import CAPABILITIES_KEY, LEGACY_REVISIONS, MODERN_REVISION, VERSION_KEY

SECRET = "what only the log may hold"  # noqa: S105 - a text to look for, not a password
UNKNOWN_REVISION = "2031-01-01"
ALL_REVISIONS = (*LEGACY_REVISIONS, MODERN_REVISION)
SERVER = {"name": "fixture", "title": "A fixture", "version": "1.2.3"}
CAPABILITIES: dict[str, object] = {"tools": {}, "resources": {}, "prompts": {}}
BOTH = "application/json, text/event-stream"

App = falcon.asgi.App[falcon.asgi.Request, falcon.asgi.Response]


def _echo(arguments: Mapping[str, object]) -> ToolAnswer:
    return ToolAnswer(
        text=f"You said {msgspec.json.encode(arguments).decode()}", structured={"said": arguments}
    )


def _fail(arguments: Mapping[str, object]) -> ToolAnswer:
    raise RuntimeError(f"{SECRET}: {arguments!r}")


def _babble(_arguments: Mapping[str, object]) -> ToolAnswer:
    return ToolAnswer(text="fine", structured={"thing": object()})


def _teach(arguments: Mapping[str, object]) -> ToolAnswer:
    if arguments.get("colour") != "green":
        raise ToolMistake(f"colour was {arguments.get('colour')!r}; allowed: green. Call teach again.")
    return ToolAnswer(text="green", structured={"colour": "green"})


def _tool(name: str, call: Callable[[Mapping[str, object]], ToolAnswer]) -> Tool:
    return Tool(
        name=name,
        title=name.title(),
        description=f"What {name} does.",
        input_schema={"type": "object", "properties": {"colour": {"type": "string"}}},
        output_schema={"type": "object"},
        call=call,
    )


def _read_templated(uri: str) -> tuple[str, str] | None:
    slug = uri.removeprefix("things://one/")
    if slug == "broken":
        raise RuntimeError(SECRET)
    return ("application/json", f'{{"slug": "{slug}"}}') if slug in ("apple", "pear/ü") else None


def _choose(arguments: Mapping[str, str]) -> str:
    if arguments["job"] == "nothing":
        raise ToolMistake("nothing is no job; try posters.")
    return f"Choose for {arguments['job']} within {arguments.get('budget', 'any budget')}."


OFFER = Offer(
    name="fixture",
    title="A fixture",
    version="1.2.3",
    instructions="Echo first.",
    tools=(
        _tool("echo", _echo),
        _tool("fail", _fail),
        _tool("teach", _teach),
        _tool("babble", _babble),
        _tool("größe", _echo),
    ),
    resources=(
        Resource("things://all", "all", "All things", "Every thing.", "text/markdown", lambda: "# all"),
    ),
    resource_templates=(
        ResourceTemplate("things://one/{slug}", "one", "One thing", "A thing.", "application/json"),
    ),
    read_templated=_read_templated,
    prompts=(
        Prompt(
            "choose",
            "Choose a thing",
            "Picks a thing.",
            (PromptArgument("job", "What for.", required=True), PromptArgument("budget", "How much.")),
            _choose,
        ),
    ),
)


@frozen
class FixedDecision:
    """A decision that was made before."""

    allowed: bool = True
    limit: int = 60
    retry_after: int = 37

    def policy_field(self, name: str) -> str:
        """Give a policy that names itself."""
        return f'"{name}";q={self.limit};w=60'

    def limit_field(self, name: str) -> str:
        """Give figures that name themselves."""
        return f'"{name}";r=5;t=37'


@define
class RecordingLimiter:
    """Answers with one decision and remembers who was charged what."""

    decision: FixedDecision = field(factory=FixedDecision)
    hits: list[tuple[str, int]] = Factory(list)

    async def hit(self, client: str, cost: int) -> FixedDecision:
        """Remember the hit."""
        self.hits.append((client, cost))
        return self.decision


def build_app(
    limiter: RecordingLimiter | None = None,
    *,
    offer: Offer = OFFER,
    allowed_hosts: Iterable[str] | None = None,
    allowed_origins: Iterable[str] | None = None,
) -> App:
    """Mount the endpoint at /mcp; the client of a request is its `X-Client` header."""
    app: App = falcon.asgi.App()
    endpoint = McpEndpoint(
        offer,
        limiter=limiter or RecordingLimiter(),
        client_of=lambda req: req.get_header("X-Client") or "nobody",
        allowed_hosts=allowed_hosts,
        allowed_origins=allowed_origins,
    )
    app.add_route("/mcp", endpoint)
    return app


APP = build_app()


def send(
    verb: str,
    raw: bytes = b"",
    headers: Mapping[str, str | None] | None = None,
    *,
    app: App = APP,
) -> testing.Result:
    """Send bytes; a header that is None is left out."""
    present = {name: value for name, value in (headers or {}).items() if value is not None}
    # A Host among the headers would be sent beside the simulated one.
    host = present.pop("Host", "localhost")
    result = testing.simulate_request(app, verb, "/mcp", body=raw, headers=present, host=host)
    assert isinstance(result, testing.Result)
    return result


def post(body: object, headers: Mapping[str, str | None] | None = None, *, app: App = APP) -> testing.Result:
    """Post a body (bytes as they are, anything else as JSON); a header that is None is left out."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return send("POST", raw, {"Content-Type": "application/json", "Accept": BOTH, **(headers or {})}, app=app)


def request(method: str, params: object = None, request_id: object = 1) -> dict[str, object]:
    """Give a JSON-RPC request; params that are None are left out."""
    message: dict[str, object] = {"jsonrpc": "2.0", "id": request_id, "method": method}
    return message if params is None else {**message, "params": params}


def modern_meta(version: object = MODERN_REVISION) -> dict[str, object]:
    """Give the `_meta` that every request of the modern era carries."""
    return {VERSION_KEY: version, CAPABILITIES_KEY: {}}


def modern_headers(
    method: str, name: str | None = None, version: str = MODERN_REVISION
) -> dict[str, str | None]:
    """Give the headers that every request of the modern era carries."""
    return {"MCP-Protocol-Version": version, "Mcp-Method": method, "Mcp-Name": name}


def ask(
    revision: str,
    method: str,
    params: Mapping[str, object] | None = None,
    *,
    app: App = APP,
    request_id: object = 1,
) -> testing.Result:
    """Send one request the way a good client of that revision does."""
    if revision != MODERN_REVISION:
        # The version header came with 2025-06-18.
        headers = {"MCP-Protocol-Version": revision if revision >= "2025-06-18" else None}
        return post(request(method, params, request_id), headers, app=app)
    body = request(method, {**(params or {}), "_meta": modern_meta()}, request_id)
    named = (params or {}).get("uri" if method == "resources/read" else "name")
    name = named if isinstance(named, str) else None
    return post(body, modern_headers(method, name), app=app)


def result_of(response: testing.Result) -> dict[str, object]:
    """Give the result of a successful answer."""
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    answer = response.json
    assert answer.keys() == {"jsonrpc", "result", "id"}, answer
    assert answer["jsonrpc"] == "2.0"
    result = answer["result"]
    assert isinstance(result, dict)
    return result


def error_of(response: testing.Result, status: int, code: int, request_id: object = 1) -> dict[str, object]:
    """Check an error answer and give its error object."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    answer = response.json
    assert answer.keys() == {"jsonrpc", "error", "id"}, answer
    assert answer["id"] == request_id
    assert type(answer["id"]) is type(request_id)
    error = answer["error"]
    assert isinstance(error, dict)
    assert error["code"] == code, error
    assert isinstance(error["message"], str)
    assert error["message"]
    return error


def status_of(revision: str, code: int) -> int:
    """Tell the HTTP status of a method's error: 200 in the old revisions, by its code in the new one."""
    return MODERN_STATUS[code] if revision == MODERN_REVISION else 200
