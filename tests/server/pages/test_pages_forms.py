"""Forms keep what was typed and say beside the field what is wrong; what is unknown offers the nearest."""

from __future__ import annotations

import urllib.parse

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_client import HTML, Read, ask, encoded, read, text_of

from modeladvisor_server.pages.forms import read_typed
from modeladvisor_server.questions import FINDER

WRONG = {
    "task": "ugc",
    "output": "sound",
    "input": "smell,image",
    "budget": "lots",
    "duration": "soon",
    "audio": "loud",
    "platform": "tiktoc",
    "style": "nice",
    "weights": "price",
    "limit": "0",
}
typed_texts = st.text(
    alphabet=st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Cn")), min_size=1, max_size=40
).filter(str.strip)


def values_of(page: Read, name: str) -> list[str]:
    """Return what a form would send for a field."""
    found = [
        one.get("value") or ""
        for one in page.all("input")
        if one.get("name") == name and (one.get("type") == "text" or one.get("checked") is not None)
    ]
    for select in (one for one in page.all("select") if one.get("name") == name):
        found += [one.get("value") or "" for one in select.iter("option") if one.get("selected") is not None]
    return [one for one in found if one]


def error_of(page: Read, name: str) -> str:
    """Return what stands beside a field about what is wrong, and check that the field refers to it."""
    error = page.with_id(f"error-{name}")
    fields = [
        one for one in page.elements() if f"error-{name}" in (one.get("aria-describedby") or "").split()
    ]
    assert fields
    return text_of(error)


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_value_is_kept_and_explained_beside_its_field(name: str) -> None:
    """400, the value as it was typed, what was expected, and a link to the field at the top."""
    result = ask("/?" + encoded(**{name: WRONG[name]}))
    assert (result.status_code, result.headers["cache-control"]) == (400, "no-store")
    page = read(result)
    assert ",".join(values_of(page, name)) in (WRONG[name], ",".join(sorted(WRONG[name].split(","))))
    assert "Expected" in error_of(page, name)
    assert f"#field-{name}" in [one.get("href") for one in page.all("a")]


def test_all_mistakes_are_told_at_once() -> None:
    """A form with ten mistakes shows ten, and keeps all ten values."""
    page = read(ask("/?" + encoded(**WRONG)))
    for name, value in WRONG.items():
        assert error_of(page, name)
        assert sorted(values_of(page, name)) == sorted(value.split(",") if name == "input" else [value])


def test_a_near_miss_is_one_click_from_right() -> None:
    """The link asks the same question with the better word, and is answered."""
    page = read(ask("/?task=ugc-adds&budget=medium"))
    error = page.with_id("error-task")
    (link, *_) = error.iter("a")
    target = link.get("href") or ""
    assert urllib.parse.parse_qs(target.partition("?")[2]) == {"task": ["ugc-ads"], "budget": ["medium"]}
    assert ask(target).status_code == 200


@given(given_=st.dictionaries(st.sampled_from(FINDER), typed_texts, min_size=1, max_size=4))
def test_whatever_is_typed_is_kept(given_: dict[str, str]) -> None:
    """A refused question comes back with every value as it was typed; others are answered."""
    result = ask("/?" + encoded(**given_))
    assert result.status_code in (200, 400, 404)
    page = read(result)
    if result.status_code == 200:
        return
    for name, value in given_.items():
        found = values_of(page, name)
        kept = [one.strip() for one in value.split(",") if one.strip()] if name == "input" else [value]
        assert sorted(set(found)) == sorted(set(kept)) or found == [value.strip()]


def test_a_form_sent_without_script_becomes_the_short_address() -> None:
    """Empty fields, boxes of one name and what other sites add are left out by one redirect."""
    loose = "/?task=ugc-ads&output=&input=text&input=image&budget=&utm_source=letter&fbclid=x"
    result = ask(loose)
    assert (result.status_code, result.headers["location"]) == (303, "/?task=ugc-ads&input=text,image")
    assert ask(result.headers["location"]).status_code == 200
    boxes = ask("/compare?models=veo-3.1&models=&models=kling-3.0&task=")
    assert boxes.headers["location"] == "/compare?models=veo-3.1,kling-3.0"
    assert ask("/?task=&budget=").headers["location"] == "/"


@given(
    pairs=st.lists(st.tuples(st.sampled_from(["task", "input", "budget"]), st.text(max_size=8)), max_size=6)
)
def test_the_short_address_is_its_own_short_address(pairs: list[tuple[str, str]]) -> None:
    """One redirect is enough."""
    allowed, repeatable = ("task", "input", "budget"), ("input",)
    typed = read_typed(urllib.parse.urlencode(pairs, errors="surrogatepass"), allowed, repeatable)
    if not typed.mistakes:
        again = read_typed(typed.canonical, allowed, repeatable)
        assert again.is_canonical
        assert again.given == typed.given


def test_an_unknown_field_is_named() -> None:
    """A parameter that the page does not have is no silent nothing: it is named, with the nearest."""
    assert ask("/").status_code == 200  # is kept, and must not be what is answered
    result = ask("/?taks=ugc-ads")
    assert result.status_code == 400
    assert "taks" in read(result).text
    assert "Did you mean task" in read(result).text


def test_unreadable_bytes_are_a_mistake() -> None:
    """Percent-encoding that is not UTF-8 is said to be wrong, on the page."""
    result = ask("/?task=%ff")
    assert result.status_code == 400
    assert "percent-encoded UTF-8" in read(result).text


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("/models/veo-31", "/models/veo-3.1"),
        ("/best/ugc-add", "/best/ugc-ads"),
        ("/workflows/product-photo-to-add", "/workflows/product-photo-to-ad"),
    ],
)
def test_what_is_unknown_offers_the_nearest(address: str, near: str) -> None:
    """404 as a page, with links to what looks most like it."""
    result = ask(address)
    assert (result.status_code, result.headers["cache-control"]) == (404, "no-store")
    page = read(result)
    assert near in [one.get("href") for one in page.all("a")]
    assert "No such" in page.text
    assert "`errors`" not in page.text, "what a program reads is no advice for people"


def test_an_unknown_model_stands_beside_its_field() -> None:
    """A comparison or a question about a model that is not there keeps the form, and offers the nearest."""
    for address, name in (("/compare?models=veo-31,kling-3.0", "models"), ("/?why_not=veo-31", "why_not")):
        result = ask(address)
        assert result.status_code == 404
        page = read(result)
        assert "veo-31" in values_of(page, name)
        error = page.with_id(f"error-{name}")
        targets = [urllib.parse.unquote(one.get("href") or "") for one in error.iter("a")]
        assert any("veo-3.1" in one for one in targets)
        assert ask(targets[0]).status_code == 200


def test_a_loose_name_finds_its_record() -> None:
    """A former name or another spelling shows the record and says under which name it is kept."""
    page = read(ask("/models/Veo%203.1"))
    assert "the record is kept as veo-3.1" in page.text


def test_an_address_that_nobody_has_is_told_as_it_was_asked() -> None:
    """A browser gets a page with the nearest address; a program, and whoever asks below the API, gets JSON."""
    result = ask("/modles")
    assert (result.status_code, result.headers["content-type"]) == (404, HTML)
    assert "/models" in [one.get("href") for one in read(result).all("a")]
    assert "content-security-policy" in result.headers
    for address, accept in (("/modles", "*/*"), ("/api/v1/modles", "text/html"), ("/mcp/x", "text/html")):
        told = ask(address, headers={"Accept": accept})
        assert (told.status_code, told.headers["content-type"]) == (404, "application/problem+json")


def test_the_boxes_hold_every_model_that_was_named() -> None:
    """Nine names are one too many, and none of them is lost."""
    names = [
        "veo-3.1",
        "kling-3.0",
        "wan-3.0",
        "sora-2",
        "hailuo-02",
        "ltx-2.3",
        "ltx-2",
        "pika-2.5",
        "wan-2.2",
    ]
    result = ask(f"/compare?models={','.join(names)}")
    assert result.status_code == 400
    page = read(result)
    assert ",".join(values_of(page, "models")) == ",".join(names)
    assert error_of(page, "models")
