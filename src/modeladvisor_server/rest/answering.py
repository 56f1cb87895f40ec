"""How an answer leaves: as JSON bytes with what HTTP says about keeping and revalidating it."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Callable, Iterable
from email.utils import format_datetime

import falcon
from falcon.asgi import Request, Response

from modeladvisor_server.rest.bodies import Body, etag_of
from modeladvisor_server.rest.codings import coding_for
from modeladvisor_server.rest.encoding import encode
from modeladvisor_server.rest.streams import coded_pieces

JSON = "application/json"
PROBLEM_JSON = "application/problem+json"
KEEP = "public, max-age=300, stale-while-revalidate=86400"


def send(req: Request, resp: Response, body: Body, *, changed: datetime.date, media_type: str = JSON) -> None:
    """Send bytes that may be kept, in the coding that the client likes best, or 304 where it holds them already."""
    coding = coding_for(req.get_header("Accept-Encoding")) if body.worth_coding else None
    etag = etag_of(body.tag, coding)
    if is_held(req, (etag, "*")):
        send_unchanged(resp, etag, changed=changed)
        return
    _may_be_kept(resp, etag, changed)
    resp.content_type = media_type
    if coding:
        resp.set_header("Content-Encoding", coding)
    resp.data = body.coded(coding)


def send_stream(
    req: Request, resp: Response, pieces: Callable[[], Iterable[bytes]], tag: str, changed: datetime.date
) -> None:
    """Send JSON that is too long to keep, piece by piece, in the coding that the client likes best."""
    coding = coding_for(req.get_header("Accept-Encoding"))
    etag = etag_of(tag, coding)
    if is_held(req, (etag, "*")):
        send_unchanged(resp, etag, changed=changed)
        return
    _may_be_kept(resp, etag, changed)
    resp.content_type = JSON
    if coding:
        resp.set_header("Content-Encoding", coding)
    resp.stream = coded_pieces(
        pieces(), coding
    )  # for HEAD too, which Falcon then tells no length, and does not read


def send_unchanged(resp: Response, etag: str, *, changed: datetime.date) -> None:
    """Say that what the client holds is still the answer."""
    _may_be_kept(resp, etag, changed)
    resp.status = falcon.HTTP_304


def takes_json(accept: str | None) -> bool:
    """Tell whether an Accept field takes JSON (RFC 9110, section 12.5.1); none, or none that can be read, does."""
    try:
        return falcon.mediatypes.quality(JSON, accept or "*/*") > 0
    except falcon.errors.InvalidMediaRange:
        return True


def is_held(req: Request, etags: tuple[str, ...]) -> bool:
    """Compare weakly, as If-None-Match asks (RFC 9110, section 13.1.2); `*` is held only where it is among the tags."""
    field = req.get_header("If-None-Match") or ""
    return not set(etags).isdisjoint(one.strip().removeprefix("W/") for one in field.split(","))


def _may_be_kept(resp: Response, etag: str, changed: datetime.date) -> None:
    resp.set_header("ETag", etag)
    resp.set_header("Cache-Control", KEEP)
    resp.set_header("Vary", "Accept-Encoding")
    resp.set_header("Last-Modified", _http_date(changed))


@functools.lru_cache(maxsize=16)
def _http_date(day: datetime.date) -> str:
    """Return the beginning of a day as HTTP writes it (RFC 9110, section 5.6.7)."""
    midnight = datetime.datetime.combine(day, datetime.time(), datetime.UTC)
    return format_datetime(midnight, usegmt=True)


def send_problem(resp: Response, body: object, status: int) -> None:
    """Send a problem, which nobody may keep."""
    resp.status = falcon.code_to_http_status(status)
    resp.content_type = PROBLEM_JSON
    resp.set_header("Cache-Control", "no-store")
    resp.data = encode(body)
