"""What the documentation says is so."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from examples import BLOCK, CHECKOUT, README, rewritten

from modeladvisor_server import settings

DOCUMENTS = sorted([*CHECKOUT.glob("*.md"), *CHECKOUT.glob("docs/**/*.md"), *CHECKOUT.glob("catalog/*.md")])


def test_the_readme_shows_real_answers() -> None:
    """Every example of the README prints what stands below it; `examples.py` rewrites the answers."""
    text = README.read_text()
    assert rewritten(text) == text


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_links_inside_the_project_lead_somewhere(path: Path) -> None:
    """Every relative link of a document names a file that exists."""
    links = re.findall(r"\]\((?!https?://|#)([^)#]+)", path.read_text())
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_client_configurations_are_json() -> None:
    """Every client configuration of the documents is JSON that names the endpoint."""
    found = [
        json.loads(body)
        for path in DOCUMENTS
        for kind, body in BLOCK.findall(path.read_text())
        if kind == "json" and body.startswith(('{"mcp', '{"servers"'))
    ]
    assert len(found) >= 5
    assert all("/mcp" in json.dumps(one) for one in found)


def test_every_setting_is_documented() -> None:
    """Every environment variable that the server reads stands in the page on running it, and no other."""
    page = (CHECKOUT / "docs/how-to/run-the-server.md").read_text()
    read = set(re.findall(r'"(MODELADVISOR_[A-Z_]+)"', Path(settings.__file__).read_text()))
    assert set(re.findall(r"MODELADVISOR_[A-Z_]+", page)) == read - {settings.LOOPBACK_VARIABLE}


def test_laws_quote_the_promises() -> None:
    """Every law test quotes its promise word for word, as the page on the promises states it."""
    page = (CHECKOUT / "docs/explanation/promises.md").read_text()
    promises = [re.sub(r"\*\*", "", one) for one in re.findall(r"^\d+\. (.*)$", page, re.MULTILINE)]
    quoted = " ".join(" ".join(path.read_text().split()) for path in CHECKOUT.glob("tests/**/test_law*.py"))
    kept = [promise for promise in promises if promise not in quoted]
    assert len(promises) == 11
    assert kept == []
