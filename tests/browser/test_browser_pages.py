"""The pages in a real browser: what people see and do; `every_page.py` looks at all of them in all ways."""

from __future__ import annotations

import urllib.parse

import pytest
from chromium import NARROW, tab
from page_client import FLOWS, REFUSED
from playwright.sync_api import Browser
from running_server import Running

LOOKED_AT = (
    FLOWS[1],
    "/models/veo-3.1",
    "/compare?models=veo-3.1,kling-3.0,wan-3.0&task=product-videos",
    REFUSED[0],
)
"""Pages that between them hold every kind of part."""


def test_no_page_is_wider_than_a_narrow_window(browser: Browser, product: Running) -> None:
    """At 320 pixels nothing but tables and code scrolls sideways, and those in frames of their own."""
    with tab(browser, product.address, width=NARROW) as opened:
        for address in (*FLOWS, *REFUSED):
            opened.open(address)
            opened.unfold()
            assert opened.width() <= NARROW, address


@pytest.mark.parametrize("address", LOOKED_AT)
def test_axe_finds_nothing(browser: Browser, product: Running, address: str) -> None:
    """Everybody can use the page, as far as axe-core can tell, folded parts included."""
    with tab(browser, product.address) as opened:
        opened.open(address)
        opened.unfold()
        assert opened.violations() == []


def test_axe_finds_nothing_in_the_dark(browser: Browser, product: Running) -> None:
    """Dark colours have enough contrast too."""
    with tab(browser, product.address, scheme="dark") as opened:
        opened.open(LOOKED_AT[0])
        opened.unfold()
        assert opened.violations() == []


def test_nothing_is_asked_of_others_and_nothing_is_kept(browser: Browser, product: Running) -> None:
    """A visit asks this server alone, gets no cookie, stores nothing, and breaks no rule of the policy."""
    with tab(browser, product.address) as opened:
        for address in FLOWS:
            assert opened.open(address) == 200
        assert {urllib.parse.urlsplit(one).netloc for one in opened.asked} == {product.address[7:]}
        assert opened.complaints == []
        assert opened.context.cookies() == []
        assert opened.page.evaluate("localStorage.length + sessionStorage.length") == 0


def test_the_finder_is_answered_by_keyboard_alone(browser: Browser, product: Running) -> None:
    """From the top of the page to the sources of the first place, without a mouse."""
    with tab(browser, product.address) as opened:
        opened.open("/")
        opened.press_until("a# Skip to the content")
        opened.page.keyboard.press("Enter")
        opened.press_until("select#task")
        opened.page.keyboard.type("Product v")
        opened.press_until("input#")
        opened.press_until("input#")
        opened.page.keyboard.press("Space")
        opened.press_until("input#budget")
        opened.page.keyboard.type("medium")
        opened.page.keyboard.press("Enter")
        opened.page.wait_for_url("**/?task=product-videos&input=image&budget=medium")
        opened.press_until("summary# Why this place")
        opened.page.keyboard.press("Enter")
        opened.press_until("a# ")
        source = opened.page.locator("details.why[open] a.src").first
        assert source.is_visible()
        assert (source.get_attribute("href") or "").startswith("https://")


def test_forms_work_without_script(browser: Browser, product: Running) -> None:
    """With scripts switched off the same question gets the same short address, and mistakes stand beside fields."""
    with tab(browser, product.address, scripts=False) as opened:
        opened.open("/")
        opened.page.select_option("#task", "ugc-ads")
        opened.page.fill("#budget", "lots")
        opened.page.click("form.finder button")
        assert opened.page.url.endswith("/?task=ugc-ads&budget=lots")
        assert opened.page.locator("#error-budget").is_visible()
        assert opened.page.input_value("#budget") == "lots"
        opened.page.fill("#budget", "0.5/s")
        opened.page.click("form.finder button")
        assert opened.page.url.endswith("/?task=ugc-ads&budget=0.5/s")
        assert opened.page.locator("ol.places > li").count() >= 5


def test_what_is_wrong_gets_the_focus(browser: Browser, product: Running) -> None:
    """Whoever cannot see the red border is taken to the list of mistakes, and from there to the field."""
    with tab(browser, product.address) as opened:
        opened.open(REFUSED[0])
        assert opened.focused().startswith("div# This cannot be answered yet")
        opened.page.keyboard.press("Tab")
        opened.page.keyboard.press("Enter")
        assert opened.page.url.endswith("#field-task")


def test_texts_are_copied_with_one_click(browser: Browser, product: Running) -> None:
    """Each of the six clients, any other, and the endpoint have a button that copies exactly what stands there."""
    with tab(browser, product.address, permissions=("clipboard-read", "clipboard-write")) as opened:
        opened.open("/connect")
        figures = opened.page.locator("figure.code")
        assert figures.count() == 8
        for place in range(figures.count()):
            figures.nth(place).locator("button").click()
            copied = opened.page.evaluate("navigator.clipboard.readText()")
            assert copied == figures.nth(place).locator("code").text_content()
            assert f"{product.address}/mcp" in copied


def test_the_head_of_a_comparison_stays_in_sight(browser: Browser, product: Running) -> None:
    """However far the table is scrolled, the names of the models stand above it."""
    with tab(browser, product.address) as opened:
        opened.open(LOOKED_AT[2])
        frame = opened.page.locator(".wrap.tall")
        frame.evaluate("one => { one.scrollTop = one.scrollHeight }")
        top = frame.bounding_box()
        head = opened.page.locator("table.compare thead th").nth(1).bounding_box()
        assert top is not None
        assert head is not None
        assert abs(head["y"] - top["y"]) < 4
        assert opened.page.locator("table.compare tbody tr").last.is_visible()
