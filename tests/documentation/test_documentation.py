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
    """Every environment variable that the server reads stands once in the table of settings, and no other."""
    page = (CHECKOUT / "docs/reference/settings.md").read_text()
    read = set(re.findall(r'"(MODELADVISOR_[A-Z_]+)"', Path(settings.__file__).read_text()))
    rows = dict(re.findall(r"^\| (MODELADVISOR_[A-Z_]+) \| (.*?) \|", page, re.MULTILINE))
    assert set(rows) == read - {settings.LOOPBACK_VARIABLE}
    assert page.count("| MODELADVISOR_") == len(rows)


def test_defaults_of_settings_are_those_of_the_code() -> None:
    """Where the table of settings gives a number, or says on or off, the code has the same default."""
    page = (CHECKOUT / "docs/reference/settings.md").read_text()
    rows = dict(re.findall(r"^\| MODELADVISOR_([A-Z_]+) \| (.*?) \|", page, re.MULTILINE))
    plain = settings.Settings()
    told = {name: default for name, default in rows.items() if re.fullmatch(r"\d+|on|off", default)}
    words = {True: "on", False: "off"}
    values = {name: getattr(plain, name.lower()) for name in told}
    assert told == {name: words[one] if isinstance(one, bool) else str(one) for name, one in values.items()}
    assert len(told) == 5
    unset = {
        name for name, default in rows.items() if default in ("none", "the bundled one", "from the request")
    }
    assert all(not getattr(plain, name.lower()) for name in unset)


def test_every_metric_is_documented() -> None:
    """The table of metrics names what the code counts."""
    page = (CHECKOUT / "docs/how-to/run-the-server.md").read_text()
    code = "".join(path.read_text() for path in Path(settings.__file__).parent.rglob("metrics*.py"))
    counted = {one.removesuffix("_total") for one in re.findall(r'"(modeladvisor_[a-z_]+)"', code)}
    told = {
        re.sub("_(total|info)$", "", one)
        for one in re.findall(r"^\| (modeladvisor_\w+) ", page, re.MULTILINE)
    }
    assert told == counted - {"modeladvisor_server"}


def test_laws_quote_the_promises() -> None:
    """Every law test quotes its promise word for word, as the page on the promises states it."""
    page = (CHECKOUT / "docs/explanation/promises.md").read_text()
    promises = [re.sub(r"\*\*", "", one) for one in re.findall(r"^\d+\. (.*)$", page, re.MULTILINE)]
    quoted = " ".join(" ".join(path.read_text().split()) for path in CHECKOUT.glob("tests/**/test_law*.py"))
    kept = [promise for promise in promises if promise not in quoted]
    assert len(promises) == 11
    assert kept == []
