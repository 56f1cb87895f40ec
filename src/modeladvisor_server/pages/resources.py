"""What every page does: reads what was typed, answers from kept bytes, and says what is wrong on the page itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import attrs
import falcon
from falcon.asgi import Request, Response

from modeladvisor.errors import NotInCatalogError, QuestionError, refuse
from modeladvisor_server.pages.forms import Errors, Typed, errors_by_field, read_typed
from modeladvisor_server.pages.templating import Context, Templates
from modeladvisor_server.questions import Questions
from modeladvisor_server.rest.answering import is_held, send, send_unchanged
from modeladvisor_server.rest.bodies import Bodies, Body, digest, etag_of
from modeladvisor_server.rest.codings import coding_for

HTML = "text/html; charset=utf-8"
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Nothing inline and nothing from elsewhere (Content Security Policy, Level 3)."""


@attrs.frozen
class Site:
    """What all pages share: the questions, where bytes are kept, what tells this edition, and the templates."""

    questions: Questions
    bodies: Bodies[Any]
    edition: str
    templates: Templates
    base_url: str | None
    root: str


@attrs.frozen
class Asked:
    """What a page is asked: what was typed, names in the path, and the address of the site as the client sees it."""

    typed: Typed
    path: Mapping[str, str]
    address: str


class Page:
    """A page that answers GET and HEAD; its query string is a question that can be shared.

    Attributes:
        template: Name of its template.
        fields: Names of the parameters that it reads; a page without any disregards its query string.
        repeatable: Those that a form may send several times.
        names_itself: Whether the page shows the address under which it was asked for.
    """

    template: ClassVar[str]
    fields: ClassVar[tuple[str, ...]] = ()
    repeatable: ClassVar[tuple[str, ...]] = ()
    names_itself: ClassVar[bool] = False

    def __init__(self, site: Site) -> None:
        """Take what all pages share."""
        self.site = site
        self.questions = site.questions

    async def on_get(self, req: Request, resp: Response, **path: str) -> None:
        """Send the page from the bytes that are kept, or make it; a question in loose form is sent to its short one."""
        typed = read_typed(req.query_string if self.fields else "", self.fields, self.repeatable)
        if not typed.is_canonical and not typed.mistakes:
            resp.status = falcon.HTTP_303
            resp.location = self.site.root + req.path + (f"?{typed.canonical}" if typed.canonical else "")
            resp.set_header("Cache-Control", "no-store")
            resp.content_type = HTML
            dress(resp)
            return
        address = (self.site.base_url or req.prefix) if self.names_itself else ""
        await self._send(req, resp, Asked(typed, path, address))

    on_head = on_get

    async def _send(self, req: Request, resp: Response, asked: Asked) -> None:
        site, today = self.site, self.questions.today()
        told = (
            type(self).__name__,
            sorted(asked.path.items()),
            sorted(asked.typed.given.items()),
            asked.address,
        )
        tag = digest(site.edition, site.templates.edition, today, *told)
        changed = self.questions.catalog.dataset.as_of
        dress(resp)
        for coding in (coding_for(req.get_header("Accept-Encoding")), None):
            if not asked.typed.mistakes and is_held(req, (etag := etag_of(tag, coding),)):
                send_unchanged(resp, etag, changed=changed)
                break
        else:
            try:
                if asked.typed.mistakes:
                    self._checked(asked)  # raises: what is kept under the tag knows nothing of the mistakes
                body = site.bodies.get(tag, lambda: Body(self._checked(asked), tag))
            except (QuestionError, NotInCatalogError) as error:
                self._refuse(req, resp, asked, error)
                return
            send(req, resp, body, changed=changed, media_type=HTML)
        if asked.address and site.base_url is None:
            resp.append_header("Vary", "Host")

    def _checked(self, asked: Asked) -> bytes:
        """Return the page, or raise all that is wrong with the question at once."""
        try:
            view = self.view(asked)
        except (QuestionError, NotInCatalogError) as error:
            if not asked.typed.mistakes:
                raise
            raise QuestionError(dict.fromkeys([*asked.typed.mistakes, *error.mistakes])) from None
        refuse(asked.typed.mistakes)
        return self.made(view)

    def _refuse(
        self, req: Request, resp: Response, asked: Asked, error: QuestionError | NotInCatalogError
    ) -> None:
        """Send the page with what is wrong, which nobody may keep."""
        resp.status = falcon.HTTP_404 if isinstance(error, NotInCatalogError) else falcon.HTTP_400
        resp.content_type = HTML
        resp.set_header("Cache-Control", "no-store")
        errors = errors_by_field(error.mistakes, asked.typed, self.site.root + req.path)
        resp.data = self.refusal(asked, error, errors)

    def refusal(self, _asked: Asked, error: QuestionError | NotInCatalogError, _errors: Errors) -> bytes:
        """Return the page that says what is wrong: the nearest names, for a page that has no form."""
        near = error.nearest if isinstance(error, NotInCatalogError) else ()
        kind = error.kind if isinstance(error, NotInCatalogError) else ""
        return self.made(
            {"kind": kind, "message": str(error).partition(";")[0], "near": near}, "missing.html"
        )

    def made(self, context: Context, template: str | None = None) -> bytes:
        """Return the bytes of a page."""
        return self.site.templates.render(template or self.template, context, self.questions.today())

    def view(self, asked: Asked) -> Context:
        """Return what the template shows, or raise what is wrong with the question."""
        raise NotImplementedError


def dress(resp: Response) -> None:
    """Set the header fields that belong to pages alone."""
    resp.set_header("Content-Security-Policy", POLICY)
    resp.set_header("Cross-Origin-Opener-Policy", "same-origin")
