"""How long pages take: to ask the question, to render the answer, and to send the bytes that are kept; and their size.

Processor time of this process, medians; the rendering of a fixed table by the same engine stands beside, since ratios
travel between machines and milliseconds do not.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from typing import Any

import brotli
from jinja2 import Environment

from modeladvisor import load_catalog
from modeladvisor.catalog import Catalog
from modeladvisor_server.app import create_app
from modeladvisor_server.limits import SharedMemoryStore
from modeladvisor_server.pages.addresses import pages_of
from modeladvisor_server.pages.forms import read_typed
from modeladvisor_server.pages.resources import Asked, Page
from modeladvisor_server.questions import Questions
from modeladvisor_server.rest.bodies import Bodies
from modeladvisor_server.settings import Settings

ROUNDS = 31
CASES: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("/", "", {}),
    ("/", "task=product-videos&input=image&budget=medium", {}),
    ("/", "task=character-consistency&limit=10", {}),
    ("/models", "", {}),
    ("/models/{slug}", "", {"slug": "veo-3.1"}),
    ("/coverage", "", {}),
    ("/time-line", "", {}),
    ("/compare", "models=veo-3.1,kling-3.0,wan-3.0&task=product-videos", {}),
    ("/compare", "models=veo-3.1,kling-3.0,wan-3.0,sora-2,seedance-2.0,minimax-h3,hailuo-02,ltx-2.3", {}),
    ("/best", "", {}),
    ("/best/{usecase}", "", {"usecase": "ai-influencer"}),
    ("/workflows", "", {}),
    ("/methodology", "", {}),
    ("/data", "", {}),
    ("/connect", "", {}),
)


def main() -> None:
    """Measure and print a table."""
    catalog = load_catalog()
    questions = Questions(catalog, lambda: catalog.dataset.as_of)
    pages = pages_of(questions, Bodies(), "bench", None).routes
    yardstick = median(table_rendering())
    kept = KeptPages(catalog)
    print(f"a table of 300 rows of 3 cells, same engine: {yardstick * 1e3:.2f} ms")
    print(f"{'page':62} {'question':>9} {'render':>8} {'ratio':>6} {'kept':>8} {'bytes':>7} {'br':>6}")
    for route, query, names in CASES:
        page = pages[route]
        assert isinstance(page, Page)  # noqa: S101 - as the table above says
        asked = Asked(read_typed(query, page.fields, page.repeatable), names, "http://127.0.0.1:8000")
        view = page.view(asked)
        question = median(lambda page=page, asked=asked: page.view(asked))  # type: ignore[misc]  # bound at once
        rendering = median(lambda page=page, view=view: page.made(view))  # type: ignore[misc]  # bound at once
        body = page.made(view)
        coded = len(brotli.compress(body, quality=5))
        path = route.format(**names)
        told = f"{path}?{query}" if query else path
        sending = kept.seconds(path, query)
        print(
            f"{told[:62]:62} {question * 1e3:6.2f} ms {rendering * 1e3:5.2f} ms {rendering / yardstick:6.2f} "
            f"{sending * 1e6:5.0f} us {len(body):7,} {coded:6,}"
        )


def median(call: Callable[[], object]) -> float:
    """Return the processor seconds of a call."""
    seconds = []
    for _ in range(ROUNDS):
        start = time.process_time()
        call()
        seconds.append(time.process_time() - start)
    return statistics.median(seconds)


def table_rendering() -> Callable[[], str]:
    """Return what renders a table that never changes."""
    template = Environment(autoescape=True).from_string(
        "<table>{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>{% endfor %}</table>"
    )
    rows = [(f"row {number}", "<b>", str(number)) for number in range(300)]
    return lambda: template.render(rows=rows)


class KeptPages:
    """The whole application, asked over ASGI as the server asks it."""

    def __init__(self, catalog: Catalog) -> None:
        """Make the application, without limits."""
        store = SharedMemoryStore(entries=1, slots=64)
        settings = Settings(mcp_limit=0, rest_limit=0)
        self._app = create_app(catalog, settings, store=store, today=lambda: catalog.dataset.as_of)

    def seconds(self, path: str, query: str, times: int = 200) -> float:
        """Return the processor seconds of a request for what is kept."""
        scope: dict[str, Any] = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
            "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
            "headers": [(b"host", b"127.0.0.1"), (b"accept", b"text/html,*/*;q=0.8"), (b"accept-encoding", b"br")],
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8000),
        }  # fmt: skip

        async def ask_often() -> float:
            await self._ask(scope)
            start = time.process_time()
            for _ in range(times):
                await self._ask(scope)
            return (time.process_time() - start) / times

        return asyncio.run(ask_often())

    async def _ask(self, scope: dict[str, Any]) -> None:
        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(_message: dict[str, Any]) -> None:
            return None

        answered: Awaitable[None] = self._app(dict(scope), receive, send)
        await answered


if __name__ == "__main__":
    main()
