"""What the application answers at an address: its bytes in every coding, and its headers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from email.message import Message
from pathlib import PurePosixPath

import attrs
import falcon.inspect
import falcon.testing

from modeladvisor_server.app import Application
from modeladvisor_server.rest.codings import CODINGS
from modeladvisor_server.site.addresses import Address

OF_ONE_FORM = ("content-encoding", "content-length", "etag")
"""Headers that differ between the codings of one answer."""
_EXTENSIONS = {
    "image/png": ".png",
    "image/svg+xml": ".svg",
    "text/css": ".css",
    "text/html": ".html",
    "text/javascript": ".js",
    "text/markdown": ".md",
    "text/plain": ".txt",
}
_CODED_ENDINGS = {None: "", "br": ".br", "zstd": ".zst", "gzip": ".gz"}


@attrs.frozen
class Form:
    """The bytes of an answer in one coding, with their entity tag; the coding None is the bytes as they are."""

    coding: str | None
    body: bytes
    etag: str


@attrs.frozen
class Answer:
    """What is served at an address.

    Attributes:
        headers: By lower-case name, those that all forms share.
        forms: The bytes as they are first, then every coding that the server would send.
    """

    address: Address
    headers: Mapping[str, str]
    forms: tuple[Form, ...]

    @property
    def media_type(self) -> str:
        """The media type without its parameters."""
        field = Message()
        field["content-type"] = self.headers["content-type"]
        return field.get_content_type()

    @property
    def file(self) -> str:
        """Where the bytes are kept: at the path itself where that ends as files of the type do.

        An address such as `/models` has others below it, and no file system has a file and a folder of one name:
        so other answers are in a folder, and pages beside it, where static hosts look for them by themselves.
        """
        path = self.address.path.strip("/")
        if PurePosixPath(path).suffix == self.extension:
            return path
        if self.is_page:
            return f"{path or 'index'}.html"
        return f"{path}/index{self.extension}".lstrip("/")

    @property
    def is_page(self) -> bool:
        """Whether it is one that people look at."""
        return self.media_type == "text/html"

    @property
    def extension(self) -> str:
        """How files of the media type end.

        Raises:
            ValueError: for a media type that no answer had when this was written.
        """
        if self.media_type.endswith("json"):
            return ".json"
        found = _EXTENSIONS.get(self.media_type)
        if found is None:
            raise ValueError(f"{self.address.path}: expected a known media type, got {self.media_type!r}")
        return found

    def file_of(self, form: Form) -> str:
        """Return where the bytes of one form are kept."""
        return self.file + _CODED_ENDINGS[form.coding]


def routes_of(app: Application) -> list[str]:
    """Return the routes of an application."""
    return [route.path for route in falcon.inspect.inspect_routes(app.app)]


def answers_of(app: Application, addresses: Sequence[Address]) -> Iterator[Answer]:
    """Ask the application at each address, once for each coding, and hand over what it says.

    Raises:
        ValueError: if one is not answered with 200.
    """
    client = falcon.testing.TestClient(app)
    for address in addresses:
        plain = _asked(client, address, None)
        coded = (_asked(client, address, coding) for coding in CODINGS)
        told = [plain, *(one for one in coded if "content-encoding" in one.headers)]
        forms = tuple(
            Form(one.headers.get("content-encoding"), one.content, one.headers["etag"]) for one in told
        )
        shared = {name.lower(): value for name, value in plain.headers.items()}
        yield Answer(
            address, {name: shared[name] for name in sorted(shared) if name not in OF_ONE_FORM}, forms
        )


def _asked(client: falcon.testing.TestClient, address: Address, coding: str | None) -> falcon.testing.Result:
    result = client.simulate_get(address.path, headers={"Accept-Encoding": coding or "identity"})
    if result.status_code != 200:
        raise ValueError(f"{address.path}: expected status 200, got {result.status_code}")
    return result
