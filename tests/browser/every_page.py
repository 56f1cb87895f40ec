"""Every page in every way: bright and dark, wide and narrow, on paper; `nox -s browser` runs it."""

from __future__ import annotations

import pytest
from chromium import NARROW, WIDE, Scheme, tab
from page_client import FLOWS, REFUSED
from playwright.sync_api import Browser
from running_server import Running

each_page = pytest.mark.parametrize("address", [*FLOWS, *REFUSED, "/nothing"])


@each_page
@pytest.mark.parametrize(("scheme", "width"), [("light", WIDE), ("light", NARROW), ("dark", WIDE)])
def test_axe_finds_nothing(
    browser: Browser, product: Running, address: str, scheme: Scheme, width: int
) -> None:
    """Everybody can use the page, as far as axe-core can tell, with everything unfolded."""
    with tab(browser, product.address, scheme=scheme, width=width) as opened:
        opened.open(address)
        opened.unfold()
        assert opened.violations() == []
        assert opened.width() <= width


@each_page
def test_paper_holds_all_that_is_folded(browser: Browser, product: Running, address: str) -> None:
    """On paper there is no navigation and no form, and nothing stays folded or cut off."""
    with tab(browser, product.address) as opened:
        opened.open(address)
        opened.page.emulate_media(media="print")
        for hidden in ("nav", "button", "input", "select"):
            assert not any(one.is_visible() for one in opened.page.locator(hidden).all())
        folded = "main details:not(.ask):not(.more) > :nth-child(2)"
        assert all(one.is_visible() for one in opened.page.locator(folded).all())
        assert all(one.is_visible() for one in opened.page.locator("main table tbody th").all())
        cut = "[...document.querySelectorAll('.wrap')].filter(one => getComputedStyle(one).overflow !== 'visible').length"
        assert opened.page.evaluate(cut) == 0
        assert len(opened.page.pdf(format="A4")) > 5_000


@each_page
def test_the_focus_can_be_seen_wherever_it_goes(browser: Browser, product: Running, address: str) -> None:
    """Each of the first stops of the tab key is on the screen and has an outline."""
    with tab(browser, product.address) as opened:
        opened.open(address)
        for _ in range(25):
            opened.page.keyboard.press("Tab")
            seen = opened.page.evaluate(
                "(one => one === document.body || (getComputedStyle(one).outlineStyle !== 'none' &&"
                " one.getBoundingClientRect().width > 0))(document.activeElement)"
            )
            assert seen, opened.focused()


def test_every_page_is_reached_from_the_first(browser: Browser, product: Running) -> None:
    """Following links from / leads to every kind of page."""
    with tab(browser, product.address) as opened:
        opened.open("/")
        names = opened.page.locator("header nav a").all_text_contents()
        for name in names:
            opened.page.click(f"header nav >> text='{name}'")
            assert opened.page.locator("header nav a[aria-current=page]").text_content() == name
        opened.page.click("header nav >> text='Models'")
        opened.page.click("text=what is known")
        opened.page.go_back()
        opened.page.click("text=when they came")
        opened.page.go_back()
        opened.page.check("input[value='flux.2-pro']")
        opened.page.check("input[value='gpt-image-2']")
        opened.page.click("text=Compare the chosen")
        assert opened.page.url.endswith("/compare?models=flux.2-pro,gpt-image-2")
        opened.page.click("table.compare thead >> text=GPT Image 2")
        assert opened.page.url.endswith("/models/gpt-image-2")
