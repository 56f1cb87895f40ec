"""Nothing that is typed, and nothing that a catalog says, becomes part of a page's markup."""

from __future__ import annotations

import unicodedata

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_client import BUNDLED, Read, application, ask, encoded, read, visit

from modeladvisor.catalog import Catalog
from modeladvisor.records import AccessLink
from modeladvisor_server.pages.templating import fit_for_html
from modeladvisor_server.questions import COMPARE, FINDER

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onfocus=alert(1) autofocus '",
    "</title><svg onload=alert(1)>",
    "{{ 7*7 }}{% include 'base.html' %}",
    "&lt;b&gt;&amp;",
    "javascript:alert(1)",
    "\u202ertl\u0000\ufffe",
    "]]><!--",
)
pieces = st.sampled_from([*HOSTILE, "<", ">", '"', "'", "&", "`", "=", " ", "x", "é"])
hostile_texts = st.lists(pieces, min_size=1, max_size=4).map("".join)
SLUG = "veo-3.1"
KNOWN = {
    one.tag for address in ("/", "/data", "/compare", "/models") for one in read(ask(address)).elements()
}
"""Elements that pages have anyway."""


def check(page: Read) -> None:
    """Check that a page has no script of its own, no handler, and no address of another kind."""
    assert len(page.all("script")) == 1
    assert len(page.all("title")) >= 1
    for one in page.elements():
        assert not [name for name in one.attrib if name.startswith("on") or name in ("autofocus", "style")]
        for name in ("href", "src", "action"):
            target = (one.get(name) or "/").strip().lower()
            assert target.startswith(("/", "#", "https://", "http://", "cursor:", "vscode:")), target


@given(given_=st.dictionaries(st.sampled_from(FINDER), hostile_texts, min_size=1, max_size=3))
def test_what_is_typed_into_the_finder_stays_text(given_: dict[str, str]) -> None:
    """Whatever stands in the address, the page has the elements that it has anyway."""
    page = read(visit("/?" + encoded(**given_)))
    check(page)
    assert {one.tag for one in page.elements()} <= KNOWN | {"strong", "span", "div"}


@given(given_=st.dictionaries(st.sampled_from(COMPARE), hostile_texts, min_size=1, max_size=3))
def test_what_is_typed_into_a_comparison_stays_text(given_: dict[str, str]) -> None:
    """Whatever stands in the address, the page has the elements that it has anyway."""
    check(read(visit("/compare?" + encoded(**given_))))


@pytest.mark.parametrize("text", [*HOSTILE, *(f"zz{text}" for text in HOSTILE)])
@pytest.mark.parametrize("start", ["/models/", "/best/", "/workflows/", "/"])
def test_names_in_paths_stay_text(start: str, text: str) -> None:
    """A page about what is not there says the name, and nothing of it is markup."""
    path = start + text.replace("?", "").replace("\u0000", "").replace("/", "")
    result = ask(path)
    assert result.status_code == 404
    check(read(result))


@given(
    st.text(
        alphabet=st.characters() | st.sampled_from("\x00\x7f\x80\ufffe\ufdd0\ud800\U0010ffff"), max_size=30
    )
)
def test_only_what_html_forbids_is_replaced(text: str) -> None:
    """Every other character stays, and the result is UTF-8 that has as many characters."""
    found = fit_for_html(text).decode()
    assert len(found) == len(text)
    for was, now in zip(text, found, strict=True):
        forbidden = (unicodedata.category(was) in ("Cc", "Cs") and was not in "\t\n\x0c\r") or (
            ord(was) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(was) <= 0xFDEF
        )
        assert now == ("\N{REPLACEMENT CHARACTER}" if forbidden else was)


def hostile_catalog(text: str) -> Catalog:
    """Return a catalog in which everything that an editor of an overlay writes is hostile."""
    model = BUNDLED.models[SLUG]
    facts = {
        key: attrs.evolve(one, note=text, source=attrs.evolve(one.source, url=text))
        for key, one in model.facts.items()
    }
    changed = attrs.evolve(
        model,
        name=text,
        summary=text,
        aliases=(text,),
        facts=facts,
        limitations=tuple(
            attrs.evolve(one, text=text, source=attrs.evolve(one.source, url=text))
            for one in model.limitations
        ),
        prompt_tips=tuple(attrs.evolve(one, tip=text, example=text) for one in model.prompt_tips),
        evidence=tuple(attrs.evolve(one, finding=text, misses=text) for one in model.evidence),
    )
    case = BUNDLED.use_cases["product-videos"]
    verdicts = {
        key: attrs.evolve(
            one,
            because=text,
            not_for=text,
            sources=tuple(attrs.evolve(source, url=text, title=text) for source in one.sources),
        )
        for key, one in case.verdicts.items()
    }
    case = attrs.evolve(case, title=text, question=text, verdicts=verdicts)
    links = (
        AccessLink(text, text, "official", commercial=True, affiliate=True, verified=BUNDLED.dataset.as_of),
    )
    with_links = BUNDLED.with_access({**BUNDLED.access, SLUG: links})
    small = with_links.with_models([changed, BUNDLED.models["kling-3.0"], BUNDLED.models["minimax-h3"]])
    return small.with_use_cases({**small.use_cases, case.slug: case})


@pytest.mark.parametrize("text", ["".join(HOSTILE), "javascript:alert(1)", HOSTILE[1]])
def test_what_a_catalog_says_stays_text(text: str) -> None:
    """Names, summaries, notes, verdicts and links of an overlay are shown, and nothing of them is markup."""
    app = application(hostile_catalog(text.replace("\u0000", "").replace("\ufffe", "")))
    for address in (
        "/",
        f"/models/{SLUG}",
        "/models",
        "/coverage",
        "/time-line",
        "/?task=product-videos&why_not=veo-3.1",
        f"/compare?models={SLUG},kling-3.0&task=product-videos",
        "/best",
        "/best/product-videos",
        "/data",
    ):
        result = ask(address, app=app)
        assert result.status_code == 200, address
        check(read(result))
