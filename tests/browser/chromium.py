"""Chromium as people have it, and a tab in it that remembers everything it asked for and complained about."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from typing import Any, Literal

import attrs
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
NARROW, WIDE = 320, 1280
"""Width of windows in CSS pixels; 320 is what WCAG 2.2, success criterion 1.4.10, asks for."""
Scheme = Literal["light", "dark"]


def chromium() -> str | None:
    """Return the path of the machine's Chromium; None where there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextlib.contextmanager
def launched() -> Iterator[Browser]:
    """Run the machine's Chromium until the block is left, or skip where it has none."""
    program = chromium()
    if program is None:
        pytest.skip("needs Chromium: install the package chromium of the system")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield found
        found.close()


@attrs.frozen
class Tab:
    """A tab with a profile of its own.

    Attributes:
        page: What Playwright drives.
        root: The server's address.
        asked: Addresses of all requests so far.
        complaints: What the console said, and errors of scripts.
    """

    context: BrowserContext
    page: Page
    root: str
    asked: list[str]
    complaints: list[str]

    def open(self, address: str) -> int:
        """Go to an address of the server, and return the status."""
        response = self.page.goto(f"{self.root}{address}")
        assert response is not None
        return response.status

    def width(self) -> int:
        """Return how wide the document is, in CSS pixels."""
        return int(self.page.evaluate("document.documentElement.scrollWidth"))

    def unfold(self) -> None:
        """Open everything that is folded."""
        self.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")

    def violations(self) -> list[str]:
        """Return what axe-core finds wrong, each with the element."""
        found: Any = Axe().run(self.page).response["violations"]
        return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found]

    def focused(self) -> str:
        """Return what has the focus: its name, id and text."""
        told = "one => `${one.tagName.toLowerCase()}#${one.id} ${one.textContent.trim().slice(0, 60)}`"
        return str(self.page.evaluate(f"({told})(document.activeElement)"))

    def press_until(self, wanted: str, *, key: str = "Tab", most: int = 80) -> None:
        """Press a key until the focus is where it begins with `wanted`."""
        for _ in range(most):
            self.page.keyboard.press(key)
            if self.focused().startswith(wanted):
                return
        raise AssertionError(f"{wanted} was not reached by {most} times {key}; at {self.focused()}")


@contextlib.contextmanager
def tab(
    browser: Browser,
    root: str,
    *,
    width: int = WIDE,
    scheme: Scheme = "light",
    scripts: bool = True,
    permissions: tuple[str, ...] = (),
) -> Iterator[Tab]:
    """Open a tab with an empty profile until the block is left."""
    context = browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme=scheme,
        java_script_enabled=scripts,
        permissions=list(permissions),
    )
    page = context.new_page()
    opened = Tab(context, page, root, [], [])
    page.on("request", lambda request: opened.asked.append(request.url))
    page.on("console", lambda message: opened.complaints.append(message.text))
    page.on("pageerror", lambda error: opened.complaints.append(str(error)))
    try:
        yield opened
    finally:
        context.close()
