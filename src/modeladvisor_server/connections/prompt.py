"""What is ready is sent as soon as the head of a request is read, without a task and without messages.

Of the time that uvicorn takes for a small answer, two thirds go into both: they carry what may wait, and a ready reply
waits for nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from modeladvisor_server.connections.draining import DrainingProtocol
from modeladvisor_server.ready import Reply, Scope

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application


@runtime_checkable
class Prompt(Protocol):
    """An application that has some replies ready."""

    def reply_at_once(self, scope: Scope) -> Reply | None:
        """Return the reply to a request; None where the application has to be called."""


class PromptProtocol(DrainingProtocol):
    """One connection, on which a ready reply is sent at once; everything else goes its usual way."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take what uvicorn gives its own protocol."""
        super().__init__(*args, **kwargs)
        # Asked once for each connection: for each request it would take longer than finding the reply.
        self._prompt = self.app if isinstance(self.app, Prompt) else None

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        reply = self._ready(cycle)
        if reply is None:
            super()._start_asgi_task(cycle, app)
            return
        self._running = cycle
        cycle.response_started = cycle.response_complete = True
        dated = b"".join(b"%s: %s\r\n" % field for field in self.server_state.default_headers)
        self.transport.writelines([reply.head, dated, b"\r\n", reply.body.get("body", b"")])
        cycle.on_response()

    def _ready(self, cycle: RequestResponseCycle) -> Reply | None:
        """Return what can be sent now: nothing that closes the connection, and nothing while somebody waits behind it."""
        if self._draining or self.pipeline or not cycle.keep_alive or self.flow.write_paused:
            return None
        if cycle.waiting_for_100_continue or self._prompt is None:
            return None
        return self._prompt.reply_at_once(cycle.scope)  # type: ignore[arg-type]  # a scope is a dict
