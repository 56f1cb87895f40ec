"""The application over the bundled catalog and over a small one, and a client: what the tests of REST speak to."""

from __future__ import annotations

import datetime
import gzip
import urllib.parse
from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_type_hints

import attrs
import brotli
import msgspec
import zstandard
from falcon import testing

from modeladvisor import load_catalog
from modeladvisor.catalog import Catalog
from modeladvisor.opinions import RestsOn, RunnerUp, Verdict
from modeladvisor_server.app import Application, create_app
from modeladvisor_server.limits import SharedMemoryStore
from modeladvisor_server.problems import ProblemView
from modeladvisor_server.ready import AsgiApplication
from modeladvisor_server.settings import Settings

API = "/api/v1"
DECODED: Mapping[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.decompress,
    "br": brotli.decompress,
    "zstd": lambda body: zstandard.ZstdDecompressor().decompressobj().decompress(body),
}
Pairs = Sequence[tuple[str, str]]
BUNDLED = load_catalog()
TODAY = BUNDLED.dataset.as_of
OPEN = Settings(mcp_limit=0, rest_limit=0)


def reviewed(catalog: Catalog) -> Catalog:
    """Return a catalog in which an editor has picked Veo 3.1 for product videos."""
    veo = catalog.models["veo-3.1"]
    fact = next(iter(veo.facts.values()))
    verdict = Verdict(
        medium="video",
        pick=("veo-3.1",),
        runners_up=(RunnerUp("sora-2", "nothing else will do"),),
        because="It is the one that this test names.",
        not_for="Who wants to know.",
        differs="The computed ranking knows no taste.",
        rests_on=(RestsOn(fact.id, fact.value),),
        unknowns=("Nobody has looked.",),
        sources=(fact.source,),
        reviewed=TODAY,
        review_by=TODAY + datetime.timedelta(days=90),
    )
    task = attrs.evolve(catalog.use_cases["product-videos"], verdicts={"video": verdict})
    return catalog.with_use_cases({**catalog.use_cases, task.slug: task})


def application(
    catalog: Catalog = BUNDLED,
    settings: Settings = OPEN,
    *,
    entries: int = 1,
    today: datetime.date = TODAY,
) -> Application:
    """Return the application; without `settings` nothing is limited."""
    store = SharedMemoryStore(entries=entries, slots=64)
    return create_app(catalog, settings, store=store, today=lambda: today)


SMALL = reviewed(BUNDLED.with_models(BUNDLED.models[slug] for slug in ("veo-3.1", "flux.2-pro", "sora-2")))
BARE = SMALL.with_access({})
APPS = {"bundled": application(), "small": application(SMALL)}
APP = APPS["bundled"]
BARE_APP = application(BARE)


def ask(
    path: str,
    query: Pairs | str = (),
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    app: AsgiApplication = APP,
    host: str = "127.0.0.1",
) -> testing.Result:
    """Send a request; the path is used as it is, percent-encoded where need be."""
    text = query if isinstance(query, str) else urllib.parse.urlencode(query)
    result = testing.simulate_request(
        app, method, path, query_string=text, headers=dict(headers or {}), host=host
    )
    assert isinstance(result, testing.Result)
    return result


def named(*parts: str) -> str:
    """Return an address below `/api/v1`, each part percent-encoded."""
    return "/".join([API, *(urllib.parse.quote(part, safe="") for part in parts)])


def answer_of(result: testing.Result) -> dict[str, Any]:
    """Check that a request was answered, and return the JSON object."""
    assert result.status_code == 200, result.text
    assert result.headers["content-type"] == "application/json"
    found = result.json
    assert isinstance(found, dict)
    return found


def problem_of(result: testing.Result, status: int, code: str) -> dict[str, Any]:
    """Check that a request was refused as documented, and return the problem."""
    assert result.status_code == status, result.text
    assert result.headers["content-type"] == "application/problem+json"
    assert result.headers["cache-control"] == "no-store"
    problem = result.json
    assert set(problem) == set(get_type_hints(ProblemView))
    assert msgspec.convert(problem, type=ProblemView) == problem
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["type"] == f"/docs/errors#{code}"
    assert problem["title"]
    assert problem["detail"]
    assert "Traceback" not in result.text
    return dict(problem)


def mistakes_of(result: testing.Result) -> dict[str, list[dict[str, Any]]]:
    """Check that a request was called mistaken, and return its mistakes by parameter."""
    found: dict[str, list[dict[str, Any]]] = {}
    for mistake in problem_of(result, 400, "invalid-parameter")["errors"]:
        found.setdefault(mistake["parameter"], []).append(mistake)
    assert found
    return found
