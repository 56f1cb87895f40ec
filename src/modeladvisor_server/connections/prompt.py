"""What is ready is sent without a task and without messages, for all requests of one turn of the event loop together.

Of the time that uvicorn takes for a small answer, two thirds go into both: they carry what may wait, and a ready reply
waits for nothing.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, runtime_checkable
from weakref import WeakKeyDictionary

from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
from uvicorn.server import ServerState

from modeladvisor_server.connections.draining import DrainingProtocol
from modeladvisor_server.connections.turns import Turn
from modeladvisor_server.ready import READ_AT, Reply, Scope

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application

log = logging.getLogger(__name__)
READING = ("GET", "HEAD")


@runtime_checkable
class Prompt(Protocol):
    """An application that has some replies ready."""

    def replies_at_once(self, scopes: Sequence[Scope]) -> Sequence[Reply | None]:
        """Return the replies to some requests; None for each for which the application has to be called."""


class _Waiting(NamedTuple):
    """A request that was read in this turn."""

    connection: PromptProtocol
    cycle: RequestResponseCycle


class PromptProtocol(DrainingProtocol):
    """One connection, on which a ready reply is sent in the turn that read the request; the rest goes its usual way."""

    turns: ClassVar[WeakKeyDictionary[ServerState, Turn[_Waiting]]] = WeakKeyDictionary()
    """The turn that all connections of one server share."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take what uvicorn gives its own protocol."""
        super().__init__(*args, **kwargs)
        # Asked once for each connection: for each request it would take longer than finding the reply.
        self._turn = self._shared_turn(self.app) if isinstance(self.app, Prompt) else None

    def _shared_turn(self, prompt: Prompt) -> Turn[_Waiting]:
        found = self.turns.get(self.server_state)
        if found is None:
            found = self.turns[self.server_state] = Turn(self.loop, lambda waiting: _answer(prompt, waiting))
        return found

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        scope = cycle.scope
        is_usual = scope["method"] not in READING or cycle.waiting_for_100_continue or app is not self.app
        if self._turn is None or is_usual:
            super()._start_asgi_task(cycle, app)
            return
        self._running = cycle
        scope[READ_AT] = time.perf_counter()  # type: ignore[literal-required]  # what a server adds has a name of its own
        self._turn.add(_Waiting(self, cycle))

    def can_send(self, cycle: RequestResponseCycle) -> bool:
        """Say whether a ready reply can be sent now: not what closes the connection, nor before the client reads on."""
        stays = cycle.keep_alive and not self._draining
        return stays and not (self.flow.write_paused or self._has_left(cycle))

    def send(self, cycle: RequestResponseCycle, reply: Reply, dated: bytes) -> None:
        """Send a reply; `dated` are the fields that stand in every answer of the server, as HTTP/1.1 writes them."""
        cycle.response_started = cycle.response_complete = True
        self.transport.writelines([reply.head, dated, b"\r\n", reply.body.get("body", b"")])
        cycle.on_response()

    def pass_on(self, cycle: RequestResponseCycle) -> None:
        """Let the application answer, if somebody still waits for it."""
        if not self._has_left(cycle):
            super()._start_asgi_task(cycle, self.app)

    def _has_room(self) -> bool:
        if self._turn is not None and not super()._has_room():
            self._turn.hurry()  # what is ready need not wait
        return super()._has_room()

    def _has_left(self, cycle: RequestResponseCycle) -> bool:
        return cycle.disconnected or self.transport.is_closing()


def _answer(prompt: Prompt, waiting: list[_Waiting]) -> None:
    """Answer what was read in one turn; a failure costs no more than the usual way does."""
    asked: list[_Waiting] = []
    usual: list[_Waiting] = []
    for one in waiting:  # whoever is asked for a reply counts it, so it has to be sent
        (asked if one.connection.can_send(one.cycle) else usual).append(one)
    replies: list[Reply | None] = [None] * len(usual)
    replies += _looked_up(prompt, asked)
    fields = waiting[0].connection.server_state.default_headers
    dated = b"".join(b"%s: %s\r\n" % field for field in fields)
    for (connection, cycle), reply in zip([*usual, *asked], replies, strict=True):
        try:
            if reply is None:
                connection.pass_on(cycle)
            else:
                connection.send(cycle, reply, dated)
        except Exception:
            log.exception("a request could not be answered")
            connection.drop()


def _looked_up(prompt: Prompt, asked: Sequence[_Waiting]) -> Sequence[Reply | None]:
    """Return the ready replies; none where they cannot be looked up."""
    try:
        return prompt.replies_at_once([one.cycle.scope for one in asked]) if asked else ()  # type: ignore[misc]  # a scope is a dict
    except Exception:
        log.exception("ready replies could not be looked up")
        return [None] * len(asked)
