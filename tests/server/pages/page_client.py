"""The application, a client, and pages read as a browser reads them: what the tests of the pages speak to."""

from __future__ import annotations

import datetime
import urllib.parse
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree

import attrs
import html5lib
from falcon import testing

from modeladvisor import load_catalog
from modeladvisor.catalog import Catalog
from modeladvisor_server.app import Application, create_app
from modeladvisor_server.limits import SharedMemoryStore
from modeladvisor_server.settings import Settings

BUNDLED = load_catalog()
TODAY = BUNDLED.dataset.as_of
OPEN = Settings(mcp_limit=0, rest_limit=0)
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
HTML = "text/html; charset=utf-8"
THREE = "veo-3.1,kling-3.0,wan-3.0"
EIGHT = "veo-3.1,kling-3.0,wan-3.0,sora-2,seedance-2.0,minimax-h3,hailuo-02,ltx-2.3"
RECIPE = next(iter(BUNDLED.workflows))
FLOWS = (
    "/",
    "/?task=product-videos&input=image&audio=silent&budget=medium",
    "/?budget=medium&limit=50",
    "/?task=product-videos&why_not=veo-3.1&budget=0.05/s",
    "/?output=image&budget=0.0001",
    "/models",
    "/models?output=video&query=kling&status=active",
    "/models?query=nothing-is-called-so",
    "/models/veo-3.1",
    "/coverage",
    "/time-line",
    "/compare",
    f"/compare?models={THREE}&task=product-videos",
    f"/compare?models={THREE}&differences_only=true",
    f"/compare?models={EIGHT}",
    "/compare?models=veo-3.1",
    "/best",
    "/best/product-videos",
    "/best/ai-influencer",
    "/workflows",
    f"/workflows/{RECIPE}",
    "/methodology",
    "/data",
    "/connect",
)
"""Every page, and those whose question changes what they show."""
REFUSED = (
    "/?task=ugc&budget=lots&weights=foo:1&duration=soon&output=sound&input=smell,image&limit=0",
    "/?taks=ugc-ads",
    "/?why_not=veo-31",
    "/models?vendor=gogle",
    "/models?cursor=zzz&status=dead",
    "/compare?models=veo-31,kling-3.0",
    "/compare?models=veo-3.1&task=ugc-ads",
    "/compare?task=ugc-ads",
    "/models/veo-31",
    "/best/ugc-add",
    "/workflows/nothing",
)
"""Pages that say what is wrong with a question."""


def application(
    catalog: Catalog = BUNDLED, settings: Settings = OPEN, *, today: datetime.date = TODAY
) -> Application:
    """Return the application; without `settings` nothing is limited."""
    store = SharedMemoryStore(entries=max(1, settings.rest_limit), slots=64)
    return create_app(catalog, settings, store=store, today=lambda: today)


APP = application()


def ask(
    address: str,
    *,
    app: Application = APP,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    host: str = "127.0.0.1",
) -> testing.Result:
    """Send a request as a browser does; the address may hold a query."""
    path, _, query = address.partition("?")
    given = {**BROWSER, **(headers or {})}
    result = testing.simulate_request(app, method, path, query_string=query, headers=given, host=host)
    assert isinstance(result, testing.Result)
    return result


def visit(address: str) -> testing.Result:
    """Ask, and follow the one redirect that a loose address gets."""
    result = ask(address)
    return ask(result.headers["location"]) if result.status_code == 303 else result


@attrs.frozen
class Read:
    """A page read by the rules of HTML; anything that breaks them raises."""

    tree: ElementTree.Element

    def all(self, name: str) -> list[ElementTree.Element]:
        """Return the elements of a name, in order, those of pictures included."""
        return [one for one in self.elements() if one.tag.rpartition("}")[2] == name]

    def elements(self) -> Iterator[ElementTree.Element]:
        """Yield every element."""
        return (one for one in self.tree.iter() if isinstance(one.tag, str))

    def with_id(self, name: str) -> ElementTree.Element:
        """Return the element of an id."""
        (found,) = [one for one in self.elements() if one.get("id") == name]
        return found

    @property
    def text(self) -> str:
        """All that can be read, blanks as one."""
        return text_of(self.tree.findall("body")[0])


def text_of(element: ElementTree.Element) -> str:
    """Return what can be read in an element, blanks as one."""
    return " ".join("".join(element.itertext()).split())


def read(result: testing.Result) -> Read:
    """Return a page, read strictly."""
    assert result.headers["content-type"] == HTML, result.text
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    return Read(parser.parse(result.text))


def encoded(**parameters: str) -> str:
    """Return a query string."""
    return urllib.parse.urlencode(parameters)
