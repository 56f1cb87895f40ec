"""Style sheet, script and icon: small files, named by their content so that they may be kept for ever."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib.resources import files

import attrs
from falcon.asgi import Request, Response

from modeladvisor_server.questions import Questions
from modeladvisor_server.rest.answering import send
from modeladvisor_server.rest.bodies import Body

KEEP = "public, max-age=31536000, immutable"
TYPES = {
    "icon.svg": "image/svg+xml",
    "site.js": "text/javascript; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
}


@attrs.frozen
class Asset:
    """One file: the name under which it is served, its bytes and media type."""

    name: str
    content: bytes
    media_type: str


def read_assets() -> Mapping[str, Asset]:
    """Return the files by their plain names; the served name holds a digest of the bytes."""
    found: dict[str, Asset] = {}
    for name, media_type in TYPES.items():
        content = files("modeladvisor_server.pages").joinpath("assets", name).read_bytes()
        stem, _, ending = name.partition(".")
        served = f"{stem}.{hashlib.sha256(content).hexdigest()[:12]}.{ending}"
        found[name] = Asset(served, content, media_type)
    return found


class AssetResource:
    """`/assets/<name>`: one file, which never changes under its name."""

    def __init__(self, asset: Asset, questions: Questions) -> None:
        """Take the file."""
        self._body = Body(asset.content)
        self._media_type = asset.media_type
        self._questions = questions

    async def on_get(self, req: Request, resp: Response) -> None:
        """Send it."""
        changed = self._questions.catalog.dataset.as_of
        send(req, resp, self._body, changed=changed, media_type=self._media_type)
        resp.set_header("Cache-Control", KEEP)

    on_head = on_get
