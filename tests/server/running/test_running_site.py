"""The static site is what the running server answers, byte for byte."""

from __future__ import annotations

import datetime
from pathlib import Path

import httpx
from running_server import serving

from modeladvisor_server.export import site_of
from modeladvisor_server.settings import Settings

BASE_URL = "https://models.example.org"
OF_THE_MOMENT = {"date", "x-request-id", "content-length", "content-encoding", "etag"}


def test_every_exported_byte_is_the_servers(tmp_path: Path) -> None:
    """At every exported address and in every coding the server sends the bytes, tag and headers of the site."""
    with serving(tmp_path, workers=1, MODELADVISOR_BASE_URL=BASE_URL, MODELADVISOR_REST_LIMIT="0") as running:
        answers, _ = site_of(Settings(base_url=BASE_URL), datetime.date.today())  # noqa: DTZ011 - the server's day
        with running.client() as client:
            for answer in answers:
                for form in answer.forms:
                    accept = {"Accept-Encoding": form.coding or "identity"}
                    with client.stream("GET", answer.address.path, headers=accept) as sent:
                        body = b"".join(sent.iter_raw())
                    place = (answer.address.path, form.coding)
                    assert sent.status_code == 200, place
                    assert body == form.body, place
                    assert (sent.headers["etag"], sent.headers.get("content-encoding")) == (
                        form.etag,
                        form.coding,
                    ), place
                    assert _shared(sent.headers) == answer.headers, place


def _shared(headers: httpx.Headers) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name not in OF_THE_MOMENT}
