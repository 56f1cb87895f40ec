"""Which page stands at which address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import attrs

from modeladvisor_server.pages.assets import AssetResource, read_assets
from modeladvisor_server.pages.compare_page import ComparePage
from modeladvisor_server.pages.finder_page import FinderPage
from modeladvisor_server.pages.opinion_pages import BestPage, UseCasesPage, WorkflowPage, WorkflowsPage
from modeladvisor_server.pages.plain_pages import ConnectPage, DataPage, MethodPage
from modeladvisor_server.pages.record_pages import CoveragePage, ModelPage, ModelsPage, TimeLinePage
from modeladvisor_server.pages.refusals import RefusalPages
from modeladvisor_server.pages.resources import Page, Site
from modeladvisor_server.pages.templating import templates
from modeladvisor_server.questions import Questions
from modeladvisor_server.rest.bodies import Bodies

PAGES: Mapping[str, type[Page]] = {
    "/": FinderPage,
    "/models": ModelsPage,
    "/coverage": CoveragePage,
    "/time-line": TimeLinePage,
    "/models/{slug}": ModelPage,
    "/compare": ComparePage,
    "/best": UseCasesPage,
    "/best/{usecase}": BestPage,
    "/workflows": WorkflowsPage,
    "/workflows/{slug}": WorkflowPage,
    "/methodology": MethodPage,
    "/data": DataPage,
    "/connect": ConnectPage,
}


@attrs.frozen
class Pages:
    """The pages of one catalog: what answers at each address, and what tells people of a refusal."""

    routes: Mapping[str, Page | AssetResource]
    refusals: RefusalPages


def pages_of(questions: Questions, bodies: Bodies[Any], edition: str, base_url: str | None) -> Pages:
    """Return every page, and every file that pages refer to.

    Args:
        questions: What answers.
        bodies: Where finished bytes are kept.
        edition: What tells this catalog and code from others.
        base_url: Public address; None takes it from each request.
    """
    assets = read_assets()
    root = urlsplit(base_url or "").path.rstrip("/")
    made = templates(questions.catalog, assets, root)
    site = Site(questions, bodies, edition, made, base_url, root)
    pages = {path: page(site) for path, page in PAGES.items()}
    files = {f"/assets/{one.name}": AssetResource(one, questions) for one in assets.values()}
    return Pages({**pages, **files}, RefusalPages(made, questions.today))


def is_page(path: str) -> bool:
    """Tell whether a path belongs to the pages, known or not; the files that they refer to do not count."""
    return path == "/" or path[1:].partition("/")[0] in FIRST_PARTS


FIRST_PARTS = frozenset(path.split("/")[1] for path in PAGES if path != "/")
