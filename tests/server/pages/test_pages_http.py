"""Pages keep to HTTP, to HTML, and to what they promise about size and about others."""

from __future__ import annotations

import gzip
import itertools

import attrs
import brotli
import pytest
from page_client import BUNDLED, FLOWS, HTML, OPEN, REFUSED, application, ask, read

from modeladvisor_server.pages.addresses import PAGES
from modeladvisor_server.pages.resources import POLICY

LARGEST = 60_000
"""Bytes of the longest page as HTML, before any coding."""
each_flow = pytest.mark.parametrize("address", FLOWS)
each_page = pytest.mark.parametrize("address", [*FLOWS, *REFUSED])


def test_every_page_is_among_the_flows() -> None:
    """What the other tests look at leaves no page out."""
    paths = {address.partition("?")[0] for address in FLOWS}
    for route in PAGES:
        start = route.partition("{")[0]
        assert any(path.startswith(start) and (path == start) == (start == route) for path in paths), route


@each_flow
def test_pages_are_html_that_may_be_kept(address: str) -> None:
    """A page is HTML with a strong tag, and whoever holds it gets 304."""
    first = ask(address)
    assert (first.status_code, first.headers["content-type"]) == (200, HTML)
    assert first.headers["cache-control"] == "public, max-age=300, stale-while-revalidate=86400"
    etag = first.headers["etag"]
    again = ask(address, headers={"If-None-Match": etag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    headed = ask(address, method="HEAD")
    assert dict(headed.headers) == dict(first.headers)


@each_flow
def test_pages_come_in_the_coding_that_is_liked(address: str) -> None:
    """The coded bytes are those of the page."""
    plain = ask(address).content
    assert brotli.decompress(ask(address, headers={"Accept-Encoding": "br"}).content) == plain
    assert gzip.decompress(ask(address, headers={"Accept-Encoding": "gzip"}).content) == plain


@each_page
def test_pages_stay_small(address: str) -> None:
    """No page is larger than is stated, even without a coding."""
    assert len(ask(address).content) < LARGEST


def test_every_record_and_use_case_stays_small() -> None:
    """The longest record, the longest verdict and the longest recipe are no longer than is stated."""
    addresses = [
        *(f"/models/{slug}" for slug in BUNDLED.models),
        *(f"/best/{slug}" for slug in BUNDLED.use_cases),
        *(f"/workflows/{slug}" for slug in BUNDLED.workflows),
        *(f"/?task={slug}&limit=50" for slug in BUNDLED.use_cases),
    ]
    sizes = {address: len(ask(address).content) for address in addresses}
    assert max(sizes.values()) < LARGEST, max(sizes, key=lambda one: sizes[one])


@each_page
def test_nothing_is_inline_and_nothing_is_from_elsewhere(address: str) -> None:
    """The policy forbids what is inline or foreign, and the page has none of it; no cookie is set."""
    result = ask(address)
    assert result.headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert "set-cookie" not in result.headers
    page = read(result)
    assert not page.all("style")
    for one in page.elements():
        assert not [name for name in one.attrib if name == "style" or name.startswith("on")]
    loaded = [one.get("src") for name in ("script", "img", "iframe", "source") for one in page.all(name)]
    loaded += [one.get("href") for one in page.all("link") if one.get("rel") in ("stylesheet", "icon")]
    assert len(loaded) == 3
    assert all(one and one.startswith("/assets/") for one in loaded)
    assert all(not (one.text or "").strip() for one in page.all("script"))


@each_page
def test_pages_are_built_alike(address: str) -> None:
    """A page has a language, a title of its own, one heading of the first order, one main part, and ids once."""
    page = read(ask(address))
    assert page.tree.get("lang") == "en"
    title = page.all("title")[0]
    assert (title.text or "").endswith(" \N{EN DASH} modeladvisor")
    assert len(page.all("h1")) == len(page.all("main")) == 1
    ids = [one.get("id") for one in page.elements() if one.get("id")]
    assert len(ids) == len(set(ids))
    levels = [int(one.tag[1]) for one in page.elements() if one.tag in ("h1", "h2", "h3", "h4")]
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_titles_tell_pages_apart() -> None:
    """No two pages that can be bookmarked without a question share a title."""
    titles = [read(ask(one)).all("title")[0].text for one in FLOWS if "?" not in one]
    assert len(set(titles)) == len(titles)


def test_links_lead_somewhere() -> None:
    """Every link of every page to this site is answered, its fragment included."""
    seen: set[str] = set()
    for address in [*FLOWS, "/models/veo-31", "/nothing"]:
        page = read(ask(address))
        for one in [*page.all("a"), *page.all("link"), *page.all("script")]:
            target = one.get("href") or one.get("src") or ""
            if target.startswith("#"):
                page.with_id(target[1:])
            elif target.startswith("/"):
                seen.add(target)
    assert len(seen) > 150
    for target in sorted(seen):
        plain, _, fragment = target.partition("#")
        result = ask(plain)
        assert result.status_code == 200, target
        if fragment:
            read(result).with_id(fragment)


def test_programs_find_the_api_from_the_first_page() -> None:
    """The head of each page names OpenAPI and llms.txt."""
    links = {one.get("rel"): one.get("href") for one in read(ask("/")).all("link")}
    assert links["service-desc"] == "/api/v1/openapi.json"
    assert links["alternate"] == "/llms.txt"


def test_pages_name_the_same_answer_as_json() -> None:
    """The JSON answer that a page names is the one that the page shows."""
    for address in ("/models/veo-3.1", "/best/ugc-ads", f"{FLOWS[1]}", f"/compare?models={FLOWS[12][16:]}"):
        links = [one for one in read(ask(address)).all("link") if one.get("rel") == "alternate"]
        answer = ask(links[0].get("href") or "", headers={"Accept": "application/json"})
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/json"


def test_files_never_change_under_their_name() -> None:
    """Style sheet, script and icon may be kept for ever; another name is answered with 404."""
    page = read(ask("/"))
    for one in [*page.all("link"), *page.all("script")]:
        path = one.get("href") or one.get("src") or ""
        if path.startswith("/assets/"):
            result = ask(path)
            assert result.status_code == 200
            assert "immutable" in result.headers["cache-control"]
            assert result.headers["x-content-type-options"] == "nosniff"
    assert ask("/assets/style.css").status_code == 404


def test_pages_count_towards_the_limit() -> None:
    """The request after the last allowed one is refused, on a page, whether the questions came as HTML or JSON."""
    app = application(settings=attrs.evolve(OPEN, rest_limit=3))
    for address in ("/", "/api/v1/best", "/models/veo-31"):
        assert ask(address, app=app).status_code != 429
    result = ask("/connect", app=app)
    assert (result.status_code, result.headers["content-type"]) == (429, HTML)
    assert "retry-after" in result.headers
    assert "Retry in" in read(result).text
    assert ask("/assets/nothing", app=app).status_code == 404
    assert ask("/api/v1/best", app=app).headers["content-type"] == "application/problem+json"


def test_a_public_address_with_a_path_stands_before_every_link() -> None:
    """Under https://example.org/advisor every link of the site begins with /advisor."""
    app = application(settings=attrs.evolve(OPEN, base_url="https://example.org/advisor"))
    for address in ("/", "/models/veo-3.1", "/connect", "/models/veo-31", "/nothing"):
        page = read(ask(address, app=app))
        for one in [*page.all("a"), *page.all("link"), *page.all("form")]:
            target = one.get("href") or one.get("action") or ""
            assert not target.startswith("/") or target.startswith("/advisor/"), target
    assert "https://example.org/advisor/mcp" in read(ask("/connect", app=app)).text
    moved = ask("/?task=&output=video", app=app)
    assert moved.headers["location"] == "/advisor/?output=video"


def test_the_address_of_the_endpoint_is_the_one_that_was_asked() -> None:
    """A server that was told no address names that of the request, and keeps caches from mixing them."""
    result = ask("/connect", host="advisor.example")
    assert "http://advisor.example/mcp" in read(result).text
    assert "Host" in result.headers["vary"]
    assert ask("/connect").headers["etag"] != result.headers["etag"]


def test_another_day_is_another_page() -> None:
    """Ages are told for the day, so the tag changes with it."""
    later = application(today=BUNDLED.dataset.as_of.replace(year=BUNDLED.dataset.as_of.year + 2))
    assert ask("/models/veo-3.1").headers["etag"] != ask("/models/veo-3.1", app=later).headers["etag"]
    assert "past its limit" in read(ask("/models/veo-3.1", app=later)).text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_pages_are_only_read(method: str) -> None:
    """Other methods are refused with the methods that are served."""
    result = ask("/", method=method)
    assert result.status_code == 405
    assert result.headers["allow"] == "GET, HEAD, OPTIONS"
    assert ask("/", method="OPTIONS").headers["allow"] == "GET, HEAD, OPTIONS"
