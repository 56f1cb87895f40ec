"""What the documentation says is so."""

from __future__ import annotations

import re
from pathlib import Path

import commands_page
import pytest
import rest_reference
from examples import DOCUMENTS, current, pages
from page_runs import CHECKOUT
from vocabulary_page import PAGE, vocabulary_page

from modeladvisor import load_catalog
from modeladvisor_server import settings


@pytest.mark.parametrize("path", pages(), ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_examples_show_real_answers(path: Path) -> None:
    """Every example of a page runs and prints what stands below it; `examples.py` rewrites the answers."""
    assert current(path) == path.read_text("utf-8")


def test_the_vocabulary_is_that_of_the_catalog() -> None:
    """The page on the vocabulary is written from the catalog; `vocabulary_page.py` writes it anew."""
    assert PAGE.read_text("utf-8") == vocabulary_page(load_catalog())


def test_the_commands_are_those_of_the_parser() -> None:
    """The page on the commands is what their help prints; `commands_page.py` writes it anew."""
    assert commands_page.PAGE.read_text("utf-8") == commands_page.commands_page()


def test_the_rest_reference_is_what_the_code_says() -> None:
    """Addresses, parameters, errors and fields stand in the page as they are; `rest_reference.py` rewrites them."""
    text = rest_reference.PAGE.read_text()
    assert text.count("written by the code") == 3
    assert rest_reference.rewritten(text) == text


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_links_inside_the_project_lead_somewhere(path: Path) -> None:
    """Every relative link of a document names a file that exists."""
    links = re.findall(r"\]\((?!https?://|#)([^)#]+)", path.read_text())
    assert [link for link in links if not (path.parent / link).exists()] == []


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
