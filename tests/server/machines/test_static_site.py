"""The exported site behind nginx alone, as `deploy/nginx/static-site.conf` serves it."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from machine_parts import NGINX, nginx

from modeladvisor.command_line import main

pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
OF_THE_HOST = {"last-modified", "vary"}


def test_nginx_serves_the_site_as_the_server_would(tmp_path: Path) -> None:
    """nginx sends the bytes and the headers of the export, plain and in gzip; of the models, every tenth is asked for."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("MODELADVISOR_BASE_URL", "")  # so that what the command sets is undone
        site = tmp_path / "site"
        assert main(["export", "site", str(site), "--base-url", "https://models.example.org"]) == 0
    answers = json.loads((site / "headers.json").read_text())["answers"]
    told = [one for number, one in enumerate(answers) if number % 10 == 0 or "/models/" not in one["address"]]
    with nginx(tmp_path, [], {"modeladvisor.conf": "static-site.conf"}) as front, httpx.Client() as client:
        for one in told:
            files = {form["coding"]: site / form["file"] for form in one["forms"]}
            for coding in [None, *({"gzip"} & set(files))]:
                accept = {"Accept-Encoding": coding or "identity"}
                with client.stream("GET", front.address + one["address"], headers=accept) as sent:
                    assert b"".join(sent.iter_raw()) == files[coding].read_bytes()
                assert sent.headers.get("content-encoding") == coding
                expected = {name: value for name, value in one["headers"].items() if name not in OF_THE_HOST}
                assert {name: sent.headers.get(name) for name in expected} == expected, one["address"]
        for missing in ("/_headers", "/headers.json", "/api/v1/models/no-such-model"):
            assert client.get(front.address + missing).status_code == 404
