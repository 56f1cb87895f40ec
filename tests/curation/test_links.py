"""Every address of a catalog, and what a visit says about it."""

from __future__ import annotations

import hashlib
import json
import time
from pathlib import Path
from urllib.parse import urldefrag

import attrs
import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from modeladvisor import Catalog, QuestionError
from modeladvisor.curation.link_memory import read_memory, write_memory
from modeladvisor.curation.link_pages import fingerprint
from modeladvisor.curation.links import Link, Mark, Visit, judged, links_of
from modeladvisor.loading import bundled_catalog
from modeladvisor.records import Source
from strategies import SOURCE, TODAY, bundled, catalogs

LINK = Link("https://docs.example.com/page", ("m1/sources/page",))
MARK = Mark('"1"', None, "abc", TODAY)


def addresses(value: object) -> set[str]:
    """Return every https address that stands alone in a text of a table."""
    if isinstance(value, dict):
        return set().union(*map(addresses, value.values()))
    if isinstance(value, list):
        return set().union(*map(addresses, value))
    alone = isinstance(value, str) and value.startswith("https://") and " " not in value
    return {urldefrag(value).url} if alone and isinstance(value, str) else set()


def test_every_address_of_the_files_is_there_once() -> None:
    """Each address that stands in any file of the bundled catalog is one link, and no link is made up."""
    written = set().union(
        *(addresses(tomli.loads(path.read_text("utf-8"))) for path in bundled_catalog().rglob("*.toml"))
    )
    listed = [one.url for one in links_of(bundled())]
    assert len(listed) == len(set(listed))
    assert set(listed) == written


@given(catalogs(links=True))
def test_a_link_knows_all_that_name_it(catalog: Catalog) -> None:
    """An address that stands in several places names each of them once."""
    found = {one.url: one.used_by for one in links_of(catalog)}
    assert found[SOURCE.url] == tuple(f"{slug}/sources/page" for slug in catalog.models)
    for slug, links in catalog.access.items():
        assert all(found[link.url].count(f"access/{slug}") == 1 for link in links)


@given(catalogs(links=True))
def test_affiliate_links_are_known(catalog: Catalog) -> None:
    """An address is an affiliate one if any access link says so."""
    paid = {one.url for links in catalog.access.values() for one in links if one.affiliate}
    assert {one.url for one in links_of(catalog) if one.affiliate} == paid


def test_what_no_server_sees_makes_no_second_link() -> None:
    """Two places on one page are one address, and a copy and its original are two."""
    model = attrs.evolve(
        bundled().models["veo-3.1"],
        sources={
            "one": Source("one", "One", "https://docs.example.com/page#one", "vendor-doc"),
            "two": Source(
                "two",
                "Two",
                "https://docs.example.com/page#two",
                "vendor-doc",
                copy_of="https://example.com/o",
            ),
        },
    )
    catalog = attrs.evolve(
        bundled(), models={"veo-3.1": model}, use_cases={}, workflows={}, access={}, vendors={}
    )
    found = {one.url: one.used_by for one in links_of(attrs.evolve(catalog, providers={}))}
    assert found == {
        "https://docs.example.com/page": ("veo-3.1/sources/one", "veo-3.1/sources/two"),
        "https://example.com/o": ("veo-3.1/sources/two",),
    }


@pytest.mark.parametrize(
    ("visit", "before", "state", "detail"),
    [
        (Visit(200), None, "fine", ""),
        (Visit(200, mark=MARK), MARK, "fine", ""),
        (Visit(200, mark=attrs.evolve(MARK, sha256="def")), MARK, "changed", "since 2026-11-21"),
        (Visit(200, mark=attrs.evolve(MARK, sha256=None)), MARK, "fine", ""),
        (Visit(200, mark=MARK), None, "fine", ""),
        (Visit(200, "https://docs.example.com/new"), MARK, "moved", "to https://docs.example.com/new"),
        (Visit(404), None, "gone", "answers 404"),
        (Visit(410), MARK, "gone", "answers 410"),
        (
            Visit(404, "https://a.example.com/"),
            None,
            "gone",
            "sent on to https://a.example.com/, answers 404",
        ),
        (Visit(403), None, "unreachable", "answers 403"),
        (Visit(500), None, "unreachable", "answers 500"),
        (Visit(trouble="no answer within 20 s"), MARK, "unreachable", "no answer within 20 s"),
        (
            Visit(skipped="robots.txt asks not to fetch it"),
            None,
            "skipped",
            "robots.txt asks not to fetch it",
        ),
    ],
)
def test_what_a_visit_says(visit: Visit, before: Mark | None, state: str, detail: str) -> None:
    """Gone is only what says so, changed only what was seen to be another, and the rest cannot be reached."""
    found = judged(LINK, visit, before)
    assert (found.url, found.state, found.detail, found.used_by) == (LINK.url, state, detail, LINK.used_by)


texts = st.none() | st.text(max_size=5)
marks = st.builds(Mark, texts, texts, texts, st.dates())


@given(st.dictionaries(st.text(max_size=9), marks, max_size=4))
def test_what_is_remembered_comes_back(
    tmp_path_factory: pytest.TempPathFactory, memory: dict[str, Mark]
) -> None:
    """A state file read back says what was written."""
    path = tmp_path_factory.mktemp("state") / "links.json"
    write_memory(path, memory)
    assert read_memory(path) == memory


def test_nothing_is_remembered_at_first(tmp_path: Path) -> None:
    """A path without a file is an empty memory."""
    assert read_memory(tmp_path / "links.json") == {}


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '{"form": 1}',
        '{"form": 2, "links": {}}',
        '{"form": 1, "links": {"a": {"seen": "x"}}}',
        "\xff",
    ],
)
def test_another_file_is_never_taken_for_a_state(content: str, tmp_path: Path) -> None:
    """A file that this command did not write is told as a mistake and left as it is."""
    path = tmp_path / "links.json"
    path.write_text(content, "latin-1")
    with pytest.raises(QuestionError, match="state: expected a file that this command wrote"):
        read_memory(path)
    assert path.read_text("latin-1") == content


def test_the_state_file_is_plain_json(tmp_path: Path) -> None:
    """Curators can read and compare what is kept."""
    path = tmp_path / "deep" / "links.json"
    write_memory(path, {LINK.url: MARK})
    assert json.loads(path.read_text()) == {
        "form": 1,
        "links": {LINK.url: {"etag": '"1"', "last_modified": None, "sha256": "abc", "seen": "2026-11-21"}},
    }
    assert [one.name for one in path.parent.iterdir()] == ["links.json"]


@given(st.text("ab <>&", max_size=20), st.integers())
def test_tokens_and_layout_do_not_change_a_page(words: str, token: int) -> None:
    """A page with the same words and another script, attribute or indent is the same page."""
    shown = words.replace("<", "&lt;").replace(">", "&gt;")
    pages = (
        f"<html><script>let t = {token};</script><p>Price: {shown}</p></html>",
        f'<html>\n  <style>p {{ }}</style><p data-token="{token}">Price:\n {shown} </p></html>',
    )
    first, second = (fingerprint("text/html; charset=utf-8", page.encode()) for page in pages)
    assert first == second
    assert first != fingerprint("text/html", f"<p>Price: {shown} more</p>".encode())


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("a<br>b", "a b"),
        ("a <b", "a"),
        ("1 < 2 <3", "1 < 2 < 3"),
        ("a<!-- no <b> --> b", "a b"),
        ("a <!-- no", "a"),
        ("a<SCRIPT>no</b></Script >b", "a b"),
        ("a<style>no", "a"),
        ("a</script>b", "a b"),
        ("<!doctype html><?xml?>a", "a"),
        ("<svg><text>no</text></svg>a", "a"),
    ],
)
def test_which_words_a_page_has(page: str, words: str) -> None:
    """Text between tags counts; comments, scripts and what is never closed do not."""
    assert fingerprint("text/html", page.encode()) == hashlib.sha256(words.encode()).hexdigest()


@given(st.text("<>!-/scriptSCRIPT &='\"a", max_size=60))
def test_any_page_has_a_fingerprint(page: str) -> None:
    """No nonsense that a server sends ends the run."""
    assert len(fingerprint("text/html", page.encode())) == 64


@pytest.mark.parametrize(
    "part", ["<", "<!", "<!--", "</", "<a ", "<a b='", "<?", "<![", "<!a", "<script>", "</script", "<svg>"]
)
def test_no_page_takes_long(part: str) -> None:
    """Two megabytes of whatever a server repeats are read at once."""
    started = time.monotonic()
    fingerprint("text/html", part.encode() * (2_000_000 // len(part)))
    assert time.monotonic() - started < 5


def test_what_is_no_page_counts_byte_by_byte() -> None:
    """Of other files, and of pages without words, every byte counts."""
    assert fingerprint("text/plain", b"a b") != fingerprint("text/plain", b"a  b")
    assert fingerprint("text/html", b"<script>1</script>") != fingerprint("text/html", b"<script>2</script>")
