"""How a worker that is replaced lets go of its connections: nobody's request meets a closed door."""

from __future__ import annotations

from modeladvisor_server.connections.guarded import GuardedProtocol

DRAIN_SECONDS = 3.0
"""How long a connection without a request stays open in a worker that ends.

uvicorn closes it at once, and a request that is on its way then fails; here it is answered, with
`Connection: close` (RFC 9112, section 9.6), and the next one goes to another worker.
"""


class DrainingProtocol(GuardedProtocol):
    """One connection, which a worker that ends closes with the next answer, or after a while without a request."""

    _draining = False

    def shutdown(self) -> None:
        """Let the answer under way, or that to the next request, be the last one."""
        self._draining = True
        if self.cycle is None or self.cycle.response_complete:
            self.loop.call_later(DRAIN_SECONDS, self._close_if_idle)
        else:
            self.cycle.keep_alive = False

    def on_headers_complete(self) -> None:
        """Answer, and close if this worker ends."""
        super().on_headers_complete()
        if self._draining:
            self.cycle.keep_alive = False

    def _close_if_idle(self) -> None:
        if not self.transport.is_closing() and (self.cycle is None or self.cycle.response_complete):
            self._close()
