"""The address `/mcp` as a Falcon ASGI resource: HTTP here, the protocol in the modules beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import falcon
import falcon.asgi
from attrs import frozen
from falcon.constants import COMBINED_METHODS

from modeladvisor_server.mcp.envelope import MAX_BYTES, Body, parse
from modeladvisor_server.mcp.exchange import Reply, error_reply, exchange
from modeladvisor_server.mcp.failures import ProtocolError
from modeladvisor_server.mcp.methods import method_tables
from modeladvisor_server.mcp.negotiation import EVENT_STREAM, JSON, Form, answer_form, is_json
from modeladvisor_server.mcp.offers import Offer
from modeladvisor_server.mcp.revisions import RoutingHeaders
from modeladvisor_server.mcp.senders import sender_rules

POLICY = "mcp"
ALLOW = "POST, OPTIONS"
_REQUEST_HEADERS = (
    "Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID"
)
_READABLE_HEADERS = "RateLimit, RateLimit-Policy, Retry-After"


class Decision(Protocol):
    """What the rate limit says to one POST."""

    @property
    def allowed(self) -> bool:
        """Whether it may be answered."""

    @property
    def retry_after(self) -> int:
        """Seconds until asking again makes sense, if it may not."""

    @property
    def limit(self) -> int:
        """How many messages the window admits; 0 is off, and then the fields below are not sent."""

    def policy_field(self, name: str) -> str:
        """Give the value of `RateLimit-Policy` under that policy name."""

    def limit_field(self, name: str) -> str:
        """Give the value of `RateLimit` under that policy name."""


class Limiter(Protocol):
    """Counts the messages of each client."""

    async def hit(self, client: str, cost: int) -> Decision:
        """Count `cost` messages of a client; with cost 0 only tell where it stands."""


class _Refusal(Exception):  # noqa: N818 - an answer, not a failure
    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.reply = error_reply(status, status, message)


@frozen
class _Received:
    """A POST that can be answered: the form of answer it takes, and its messages."""

    form: Form
    body: Body


class McpEndpoint:
    """Answers MCP over Streamable HTTP, without sessions: `app.add_route("/mcp", McpEndpoint(...))`."""

    def __init__(
        self,
        offer: Offer,
        *,
        limiter: Limiter,
        client_of: Callable[[falcon.asgi.Request], str],
        allowed_hosts: Iterable[str] | None = None,
        allowed_origins: Iterable[str] | None = None,
    ) -> None:
        """Prepare the answers; the lists are those of `sender_rules`, None allows any.

        Raises ValueError for an entry of a list that is no host or no origin.
        """
        self._tables = method_tables(offer)
        self._repeated = {tool.name: repeated for tool in offer.tools if (repeated := tool.repeated())}
        self._limiter = limiter
        self._client_of = client_of
        self._senders = sender_rules(allowed_hosts, allowed_origins)

    async def on_post(self, req: falcon.asgi.Request, resp: falcon.asgi.Response) -> None:
        """Answer one message or one batch."""
        received = await self._receive(req)
        # What is refused as a whole counts as one message.
        cost = len(received.body.messages) if isinstance(received, _Received) else 1
        decision = await self._open(req, resp, cost)
        if not decision.allowed:
            seconds = max(1, decision.retry_after)
            resp.set_header("Retry-After", str(seconds))
            _send(resp, error_reply(429, 429, f"Too many requests. Retry in {seconds} s."))
        elif isinstance(received, Reply):
            _send(resp, received)
        else:
            headers = _routing(req, with_arguments=bool(self._repeated))
            reply = await exchange(self._tables, received.body, headers, self._repeated)
            _send(resp, reply, received.form)

    async def on_options(self, req: falcon.asgi.Request, resp: falcon.asgi.Response) -> None:
        """Tell a browser what it may send."""
        await self._open(req, resp, cost=0)
        stranger = self._refuse_stranger(req)
        if stranger is not None:
            _send(resp, stranger)
            return
        resp.status = falcon.HTTP_204
        resp.set_header("Allow", ALLOW)
        resp.set_header("Access-Control-Allow-Methods", ALLOW)
        resp.set_header("Access-Control-Allow-Headers", _REQUEST_HEADERS)
        resp.set_header("Access-Control-Max-Age", "86400")

    async def refuse_method(self, req: falcon.asgi.Request, resp: falcon.asgi.Response) -> None:
        """Answer 405: there is no stream to open with GET and no session to end with DELETE."""
        await self._open(req, resp, cost=0)
        resp.set_header("Allow", ALLOW)
        message = f"{req.method} is not served here; send JSON-RPC messages with POST."
        _send(resp, self._refuse_stranger(req) or error_reply(405, 405, message))

    async def _receive(self, req: falcon.asgi.Request) -> _Received | Reply:
        stranger = self._refuse_stranger(req)
        if stranger is not None:
            return stranger
        try:
            form = _form_of_answer(req)
            return _Received(form, parse(await _read(req)))
        except _Refusal as refusal:
            return refusal.reply
        except ProtocolError as error:
            return error_reply(400, error.code, error.message)

    def _refuse_stranger(self, req: falcon.asgi.Request) -> Reply | None:
        if not self._senders.allows_host(req.get_header("Host")):
            return error_reply(403, 403, "This server does not answer under the name in the Host header.")
        if not self._senders.allows_origin(req.get_header("Origin")):
            return error_reply(403, 403, "Pages of this Origin may not use this server.")
        return None

    async def _open(self, req: falcon.asgi.Request, resp: falcon.asgi.Response, cost: int) -> Decision:
        """Count the request and set the headers that every answer carries."""
        decision = await self._limiter.hit(self._client_of(req), cost)
        fields = {
            "RateLimit-Policy": decision.policy_field(POLICY) if decision.limit else "",
            "RateLimit": decision.limit_field(POLICY) if decision.limit else "",
            "Access-Control-Allow-Origin": self._readable_by(req),
            "Access-Control-Expose-Headers": _READABLE_HEADERS,
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
            "Vary": "" if self._senders.origins is None else "Origin",
        }
        resp.set_headers({name: value for name, value in fields.items() if value})
        return decision

    def _readable_by(self, req: falcon.asgi.Request) -> str:
        if self._senders.origins is None:
            return "*"
        origin = req.get_header("Origin") or ""
        return origin if self._senders.allows_origin(origin) else ""


for _method in set(COMBINED_METHODS) - {"POST", "OPTIONS", "WEBSOCKET"}:
    # Falcon's own 405 would lack the headers that every answer here carries.
    setattr(McpEndpoint, f"on_{_method.lower()}", McpEndpoint.refuse_method)


def _form_of_answer(req: falcon.asgi.Request) -> Form:
    if not is_json(req.get_header("Content-Type")):
        raise _Refusal(415, f"Send the message as {JSON}.")
    form = answer_form(req.get_header("Accept"))
    if form is None:
        raise _Refusal(406, f"Answers are {JSON} or {EVENT_STREAM}; accept one of them.")
    return form


async def _read(req: falcon.asgi.Request) -> bytes:
    # Counted while reading: a chunked body announces no length.
    received = bytearray()
    async for chunk in req.stream:
        received += chunk
        if len(received) > MAX_BYTES:
            raise _Refusal(413, f"A body has at most {MAX_BYTES} bytes.")
    return bytes(received)


def _routing(req: falcon.asgi.Request, *, with_arguments: bool) -> RoutingHeaders:
    version, method, name = (
        value if value is None else value.strip()
        for value in (req.get_header(header) for header in ("MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"))
    )
    if not with_arguments:
        return RoutingHeaders(version, method, name)
    arguments = {
        key: value.strip() for key, value in req.headers_lower.items() if key.startswith("mcp-param-")
    }
    return RoutingHeaders(version, method, name, arguments)


def _send(resp: falcon.asgi.Response, reply: Reply, form: Form = Form.JSON) -> None:
    resp.status = falcon.code_to_http_status(reply.status)
    if reply.body is None:
        return
    if form is Form.EVENT and reply.status == 200:
        resp.content_type = EVENT_STREAM
        resp.set_header("X-Accel-Buffering", "no")  # keeps nginx from holding the event back
        resp.data = b"event: message\ndata: " + reply.body + b"\n\n"
    else:
        resp.content_type = JSON
        resp.data = reply.body
