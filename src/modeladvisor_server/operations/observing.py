"""What is seen of each request, for the log, the metrics and the traces: little, and nothing personal.

Of the address only the network is kept; the path is told as its route, so that what people type stays out, and
query, body, user agent and referrer are not looked at.
"""

from __future__ import annotations

import functools
import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from ipaddress import IPv4Address, ip_address, ip_network
from typing import NamedTuple, Protocol

from modeladvisor_server.app import REQUEST_ID
from modeladvisor_server.operations.later import Later, at_once
from modeladvisor_server.ready import READ_AT, Message, Receive, Reply, Scope, Send

log = logging.getLogger(__name__)
UNROUTED = "unrouted"
"""In place of a route: the address is unknown."""
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST"})
OTHER = "other"
IDS_AT_ONCE = 200
LONGEST_REMEMBERED = 200
"""Characters of a path of which it is remembered which route it is."""
_WELL_FORMED = re.compile(rb"[A-Za-z0-9][A-Za-z0-9_-]{7,63}")


class Observed(NamedTuple):
    """One request and its answer.

    Attributes:
        method: One of `METHODS`, or `OTHER`.
        route: The pattern of its address, such as `/api/v1/models/{slug}`, or `UNROUTED`.
        status: Of the answer.
        began: When it was read, in nanoseconds since 1970.
        seconds: Until the answer stood ready; sending it is not in them.
        size: Bytes of the answer's body.
        client: The network of the client: a /24 or /48, or `unknown`.
        request_id: As the answer tells it.
        traceparent, tracestate: As the client sent them (W3C Trace Context); empty where it did not.
    """

    method: str
    route: str
    status: int
    began: int
    seconds: float
    size: int
    client: str
    request_id: str
    traceparent: str
    tracestate: str


Sink = Callable[[Sequence[Observed]], None]
"""Is told of some requests, in the order of their answers."""


class PromptApplication(Protocol):
    """An ASGI application that has some replies ready."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""

    def replies_at_once(self, scopes: Sequence[Scope]) -> Sequence[Reply | None]:
        """Return the replies to some requests; None for each for which the application has to be called."""


class _Asked(NamedTuple):
    """What a request says about itself, and when it was read by the clock that measures."""

    start: float
    request_id: bytes
    traceparent: bytes
    tracestate: bytes


class _Answered(NamedTuple):
    """A request and what became of it, before anything is made of it."""

    scope: Scope
    asked: _Asked
    status: int
    seconds: float
    size: int


class Observation:
    """An application around another one: gives every request its id, and tells what became of it."""

    def __init__(
        self,
        application: PromptApplication,
        routes: Iterable[str],
        client: Callable[[Scope], str],
        sinks: Sequence[Sink],
        later: Later | None = None,
    ) -> None:
        """Take what answers, its routes, what names the client of a request, who wants to know, and when: None is now."""
        self._application = application
        self._route_of = route_finder(routes)
        self._client = client
        self._sinks = tuple(sinks)
        self._next_id = request_ids()
        self._tell = later.put_off(self._tell_now) if later else at_once(self._tell_now)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request be answered, and tell the id with the answer; what is no request passes unseen."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        asked = self._asked(scope, time.perf_counter())
        scope[REQUEST_ID] = asked.request_id.decode("ascii")
        status, seconds, size = 500, 0.0, 0

        async def tell(message: Message) -> None:
            nonlocal status, seconds, size
            if message["type"] == "http.response.start":
                seconds = time.perf_counter() - asked.start
                status = message["status"]
                # A new message: the one that came may be kept and sent again.
                message = {**message, "headers": [*message["headers"], (b"x-request-id", asked.request_id)]}
            else:
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self._application(scope, receive, tell)
        finally:
            seconds = seconds or time.perf_counter() - asked.start
            self._tell(_Answered(scope, asked, status, seconds, size if scope["method"] != "HEAD" else 0))

    def replies_at_once(self, scopes: Sequence[Scope]) -> list[Reply | None]:
        """Return ready replies, each with the id of its request; None where the application has to be called."""
        start = time.perf_counter()
        replies = self._application.replies_at_once(scopes)
        end = time.perf_counter()
        return [
            None if reply is None else self._told(scope, self._asked(scope, start), reply, end)
            for scope, reply in zip(scopes, replies, strict=True)
        ]

    def _told(self, scope: Scope, asked: _Asked, reply: Reply, end: float) -> Reply:
        size = len(reply.body.get("body", b""))
        self._tell(_Answered(scope, asked, reply.start["status"], end - asked.start, size))
        return Reply(reply.start, reply.body, b"%sx-request-id: %s\r\n" % (reply.head, asked.request_id))

    def _tell_now(self, all_answered: Sequence[_Answered]) -> None:
        if not self._sinks:
            return
        observed: list[Observed] = []
        for one in all_answered:
            try:
                observed.append(self._observed(one))
            except Exception:
                log.exception("a request could not be told")
        for sink in self._sinks:
            try:
                sink(observed)
            except Exception:
                log.exception("%d requests could not be told", len(observed))

    def _observed(self, answered: _Answered) -> Observed:
        scope, asked, status, seconds, size = answered
        method = scope["method"]
        return Observed(
            method if method in METHODS else OTHER,
            self._route_of(scope["path"]),
            status,
            time.time_ns() - int((time.perf_counter() - asked.start) * 1e9),
            seconds,
            size,
            network_of(self._client(scope)),
            asked.request_id.decode("ascii"),
            asked.traceparent.decode("latin-1"),
            asked.tracestate.decode("latin-1"),
        )

    def _asked(self, scope: Scope, start: float) -> _Asked:
        given = traceparent = tracestate = b""
        if type(scope["headers"]) is not list:  # ASGI promises something to iterate over, perhaps once
            scope["headers"] = [tuple(one) for one in scope["headers"]]
        for name, value in scope["headers"]:
            if name == b"x-request-id":
                given = value
            elif name == b"traceparent":
                traceparent = value
            elif name == b"tracestate":
                tracestate = value
        request_id = given if given and _WELL_FORMED.fullmatch(given) else self._next_id()
        return _Asked(scope.get(READ_AT, start), request_id, traceparent, tracestate)


def request_ids() -> Callable[[], bytes]:
    """Return what gives an id that nobody had before, 24 hexadecimal digits; many are drawn from the system at once."""
    drawn: list[bytes] = []

    def next_id() -> bytes:
        if not drawn:
            digits = secrets.token_hex(12 * IDS_AT_ONCE).encode()
            drawn.extend(digits[at : at + 24] for at in range(0, len(digits), 24))
        return drawn.pop()

    return next_id


def route_finder(routes: Iterable[str]) -> Callable[[str], str]:
    """Return the function that names the route of a path; a slash at the end is overlooked, as routing does."""
    routes = list(routes)
    plain = {route: route for route in routes if "{" not in route}
    patterns = [
        (
            re.compile(
                "/".join("[^/]+" if part.startswith("{") else re.escape(part) for part in route.split("/"))
            ),
            route,
        )
        for route in routes
        if "{" in route
    ]

    def look_up(path: str) -> str:
        path = path.rstrip("/") or "/"
        return plain.get(path) or next((route for form, route in patterns if form.fullmatch(path)), UNROUTED)

    remembered = functools.lru_cache(maxsize=4096)(look_up)
    return lambda path: remembered(path) if len(path) <= LONGEST_REMEMBERED else look_up(path)


@functools.lru_cache(maxsize=4096)
def network_of(client: str) -> str:
    """Return the network of a client, wide enough to be nobody: a /24 of IPv4, a /48 of IPv6."""
    try:
        address = ip_address(client.partition("/")[0])
    except ValueError:
        return "unknown"
    return str(ip_network((address, 24 if isinstance(address, IPv4Address) else 48), strict=False))
