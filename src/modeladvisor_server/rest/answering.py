"""How an answer leaves: as JSON bytes with what HTTP says about keeping and revalidating it."""

from __future__ import annotations

import datetime
import hashlib
from email.utils import format_datetime

import falcon
import msgspec
from falcon.asgi import Request, Response

JSON = "application/json"
PROBLEM_JSON = "application/problem+json"
KEEP = "public, max-age=300, stale-while-revalidate=86400"
_encoder = msgspec.json.Encoder()


def encode(answer: object) -> bytes:
    """Return an answer as JSON bytes, members in the order of the view."""
    return _encoder.encode(answer)


def etag_of(body: bytes) -> str:
    """Return a strong entity tag over the bytes (RFC 9110, section 8.8.3)."""
    return f'"{hashlib.sha256(body).hexdigest()[:24]}"'


def send(
    req: Request, resp: Response, body: bytes, *, changed: datetime.date, media_type: str = JSON
) -> None:
    """Send bytes that may be kept, or 304 where the client holds them already."""
    etag = etag_of(body)
    resp.set_header("ETag", etag)
    resp.set_header("Cache-Control", KEEP)
    midnight = datetime.datetime.combine(changed, datetime.time(), datetime.UTC)
    resp.set_header("Last-Modified", format_datetime(midnight, usegmt=True))
    if _holds(req.get_header("If-None-Match"), etag):
        resp.status = falcon.HTTP_304
        return
    resp.content_type = media_type
    resp.data = body


def _holds(field: str | None, etag: str) -> bool:
    """Compare weakly, as If-None-Match asks (RFC 9110, section 13.1.2)."""
    if field is None:
        return False
    held = [one.strip().removeprefix("W/") for one in field.split(",")]
    return etag in held or "*" in held


def send_problem(resp: Response, body: object, status: int) -> None:
    """Send a problem, which nobody may keep."""
    resp.status = falcon.code_to_http_status(status)
    resp.content_type = PROBLEM_JSON
    resp.set_header("Cache-Control", "no-store")
    resp.data = encode(body)
