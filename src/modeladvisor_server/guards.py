"""What every request passes before a resource sees it: host names, request limits, common headers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import falcon
from falcon.asgi import Request, Response

from modeladvisor_server.limits import Decision, Network, Window, client_key
from modeladvisor_server.mcp.senders import sender_rules
from modeladvisor_server.problems import problem
from modeladvisor_server.rest.answering import send_problem

Scope = Mapping[str, Any]
READABLE = "ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"
LONGEST_PATH, LONGEST_QUERY = 1000, 4096
"""Characters of an address that is read: its path, decoded, and its query as it came."""
LONGEST_REMEMBERED = 200
"""Characters of a forwarded address of which it is remembered whom it names."""
UNGUARDED = ("/healthz", "/readyz")


def client_of(trusted: Sequence[Network]) -> Callable[[Scope], str]:
    """Return the function that names the client of a request, for counting, from its ASGI scope."""

    @functools.lru_cache(maxsize=4096)
    def told(peer: str | None, forwarded: str, forwarded_for: str) -> str:
        return client_key(peer, {"forwarded": forwarded, "x-forwarded-for": forwarded_for}, trusted)

    def client(scope: Scope) -> str:
        peer = scope.get("client")
        address = peer[0] if peer else None
        if not trusted:
            return told(address, "", "")
        fields = {b"forwarded": "", b"x-forwarded-for": ""}
        for name, value in scope["headers"]:
            if name in fields:
                text = value.decode("latin-1")
                fields[name] = f"{fields[name]},{text}" if fields[name] else text
        if any(len(text) > LONGEST_REMEMBERED for text in fields.values()):
            return told.__wrapped__(address, *fields.values())
        return told(address, *fields.values())

    return client


class CommonHeaders:
    """Headers that stand on every answer; MCP sets its own for other web origins."""

    async def process_response(self, req: Request, resp: Response, _resource: object, _fine: bool) -> None:
        """Add them at the end, whatever answered."""
        resp.set_header("X-Content-Type-Options", "nosniff")
        resp.set_header("Referrer-Policy", "no-referrer")
        if req.path == "/mcp":
            return
        # Always, not only when an Origin was sent: a shared cache hands one answer to everybody.
        resp.set_header("Access-Control-Allow-Origin", "*")
        resp.set_header("Access-Control-Expose-Headers", READABLE)
        if req.method == "OPTIONS":
            if resp.get_header("Allow"):
                resp.set_header("Allow", "GET, HEAD, OPTIONS")
            resp.set_header("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
            resp.set_header("Access-Control-Allow-Headers", "If-None-Match, If-Modified-Since")
            resp.set_header("Access-Control-Max-Age", "86400")


class HostGuard:
    """Refuses host names that are not served here; MCP checks for itself, in its own form."""

    def __init__(self, hosts: Iterable[str] | None) -> None:
        """Take the names; None is any."""
        self._rules = sender_rules(hosts, None)

    def allows(self, host: str | None) -> bool:
        """Say whether a Host field names this server."""
        return self._rules.allows_host(host)

    async def process_request(self, req: Request, resp: Response) -> None:
        """Refuse a foreign name."""
        if req.path in UNGUARDED or req.path == "/mcp" or self.allows(req.get_header("Host")):
            return
        detail = "The Host header names another server."
        send_problem(resp, problem("host-not-allowed", detail, req.path), 403)
        resp.complete = True


class PathGuard:
    """Refuses paths with an empty first part: the router would skip it, and what guards a prefix would not."""

    async def process_request(self, req: Request, _resp: Response) -> None:
        """Refuse such a path as one that is not there."""
        if req.path.startswith("//"):
            raise falcon.HTTPNotFound


class AddressLimit:
    """Refuses over-long addresses before anything reads or repeats them."""

    async def process_request(self, req: Request, resp: Response) -> None:
        """Refuse a path or query that is too long."""
        if resp.complete:
            return
        for part, text, most in (
            ("path", req.path, LONGEST_PATH),
            ("query", req.query_string, LONGEST_QUERY),
        ):
            if len(text) > most:
                detail = f"The {part} has more than {most} characters."
                send_problem(resp, problem("uri-too-long", detail, req.path), 414)
                resp.complete = True


class RequestLimit:
    """Counts the requests of each client, and refuses those over the limit."""

    def __init__(
        self, window: Window, client: Callable[[Scope], str], *, counts: Callable[[str], bool]
    ) -> None:
        """Take where to count, who asks, and which paths count."""
        self._window = window
        self._client = client
        self._counts = counts

    async def admits(self, scope: Scope) -> bool:
        """Count a request that is not routed, and say whether it may be answered; a refused one is not counted."""
        if not self._window.limit or not self._counts(scope["path"]):
            return True
        return (await self._window.hit(self._client(scope))).allowed

    def admit_at_once(self, scopes: Sequence[Scope]) -> list[bool]:
        """Do the same for many without waiting; also False, and nothing counted, where the store cannot tell at once."""
        if not self._window.limit:
            return [True] * len(scopes)
        counted = [self._counts(scope["path"]) for scope in scopes]
        clients = [self._client(scope) for scope, counts in zip(scopes, counted, strict=True) if counts]
        admitted = iter(self._window.admit_at_once(clients))
        return [next(admitted) if counts else True for counts in counted]

    async def process_request(self, req: Request, resp: Response) -> None:
        """Count a request; over the limit, say how long to wait."""
        if resp.complete or not self._counts(req.path):
            return
        decision = await self._window.hit(self._client(req.scope))
        if decision.allowed:
            return
        seconds = max(1, decision.retry_after)
        resp.set_header("Retry-After", str(seconds))
        resp.set_header("RateLimit-Policy", decision.policy_field(self._window.name))
        resp.set_header("RateLimit", decision.limit_field(self._window.name))
        detail = f"More than {decision.limit} requests in a minute. Retry in {seconds} s."
        send_problem(resp, problem("too-many-requests", detail, req.path), 429)
        resp.complete = True


class McpLimiter:
    """The window of MCP; what costs nothing is answered without asking the store."""

    def __init__(self, window: Window) -> None:
        """Take where to count."""
        self._window = window

    async def hit(self, client: str, cost: int) -> Decision:
        """Count `cost` messages; 0 tells nothing and counts nothing."""
        if cost < 1:
            return Decision(allowed=True, limit=0, remaining=0, reset_seconds=0)
        return await self._window.hit(client, cost)
