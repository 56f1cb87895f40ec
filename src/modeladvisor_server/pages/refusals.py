"""Refusals for people: whoever asked with a browser is told on a page what a program is told in JSON."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable

from falcon.asgi import Request, Response

from modeladvisor_server.pages.resources import HTML, dress
from modeladvisor_server.pages.templating import Templates
from modeladvisor_server.problems import CODES
from modeladvisor_server.rest.answering import PROBLEM_JSON

FOR_PROGRAMS = ("/api/", "/mcp", "/.well-known/", "/healthz", "/readyz")
"""How the addresses begin under which only programs ask."""


class RefusalPages:
    """Turns a problem into a page where the client names HTML among what it takes, outside the API."""

    def __init__(self, templates: Templates, today: Callable[[], datetime.date]) -> None:
        """Take what pages are made of."""
        self._templates = templates
        self._today = today

    async def process_response(self, req: Request, resp: Response, _resource: object, _fine: bool) -> None:
        """Put the page in the place of the problem; status and header fields stay."""
        if resp.content_type != PROBLEM_JSON or req.path.startswith(FOR_PROGRAMS):
            return
        resp.append_header("Vary", "Accept")
        if "text/html" not in (req.get_header("Accept") or ""):
            return
        told = json.loads(resp.data or b"{}")
        near = [one for error in told["errors"] for one in error["did_you_mean"] if "{" not in one]
        context = {"problem": told, "advice": CODES[told["code"]].advice, "near": near}
        resp.data = self._templates.render("refused.html", context, self._today())
        resp.content_type = HTML
        dress(resp)
