"""The application: routes and refusals wired over one catalog; it knows no file and no clock."""

from __future__ import annotations

import datetime
import logging
import secrets
from collections.abc import Callable, Mapping
from importlib.metadata import version

import falcon
import falcon.asgi
from falcon.asgi import Request, Response

from modeladvisor.catalog import Catalog
from modeladvisor.errors import NotInCatalogError, QuestionError, nearest
from modeladvisor_server.discovery import AiCatalog, ServerCard
from modeladvisor_server.guards import (
    AddressLimit,
    CommonHeaders,
    HostGuard,
    McpLimiter,
    PathGuard,
    RequestLimit,
    client_of,
)
from modeladvisor_server.limits import Window, WindowStore
from modeladvisor_server.mcp import McpEndpoint
from modeladvisor_server.mcp.product import product_offer
from modeladvisor_server.mcp.tools import product_tools
from modeladvisor_server.pages.addresses import PAGES, is_page, pages_of
from modeladvisor_server.problems import errors_page, problem, problem_of
from modeladvisor_server.questions import Questions
from modeladvisor_server.ready import ReadyReplies, Reply
from modeladvisor_server.rest.answering import send_problem
from modeladvisor_server.rest.bodies import Bodies, edition_of
from modeladvisor_server.rest.description import ADDRESSES as DESCRIBED
from modeladvisor_server.rest.encoding import encode
from modeladvisor_server.rest.fragments import Fragments
from modeladvisor_server.rest.llms import llms_full, llms_txt
from modeladvisor_server.rest.openapi import openapi
from modeladvisor_server.rest.preparing import prepare
from modeladvisor_server.rest.resources import ADDRESSES, Document
from modeladvisor_server.rest.samples import sample_of
from modeladvisor_server.settings import Settings
from modeladvisor_server.tool_references import tool_references

API = "/api/v1"
MARKDOWN = "text/markdown; charset=utf-8"
REQUEST_ID = "modeladvisor.request_id"
"""Where the scope of a request has its id, if it has one."""
PLAIN = "text/plain; charset=utf-8"
MOST_TOOL_BYTES = 8 * 2**20
"""What one process keeps of the answers of tools."""
Router = falcon.asgi.App[Request, Response]
Application = ReadyReplies[Router]
logger = logging.getLogger("modeladvisor_server")


def create_app(
    catalog: Catalog,
    settings: Settings,
    *,
    store: WindowStore,
    today: Callable[[], datetime.date],
    reload: Mapping[str, object] | None = None,
    noted: Callable[[str], None] = lambda _outcome: None,
    prepared: bool = False,
) -> Application:
    """Return the ASGI application over one catalog.

    Args:
        catalog: What answers; it never changes while the application lives.
        settings: What the operator decided.
        store: Where requests are counted.
        today: Tells the day on which questions are answered.
        reload: What `/readyz` says about the last change of the catalog; None says nothing.
        prepared: Whether answers that need no parameters are made now, not when they are first asked for.
        noted: Is told of every `hit`, `miss` and `dropped` answer of those that are kept.
    """
    questions = Questions(catalog, today)
    client = client_of(settings.trusted_proxies)
    hosts = HostGuard(settings.allowed_hosts)
    limit = RequestLimit(Window("rest", settings.rest_limit, store=store), client, counts=_counts)
    app: Router = falcon.asgi.App()
    app.add_middleware(CommonHeaders())
    app.add_middleware(PathGuard())
    app.add_middleware(hosts)
    app.add_middleware(limit)
    app.add_middleware(AddressLimit())
    app.req_options.strip_url_path_trailing_slash = True
    bodies: Bodies[Reply] = Bodies(noted=noted)
    edition = edition_of(version("modeladvisor"), catalog)
    resources = {path: resource(questions, bodies, edition) for path, resource in ADDRESSES}
    for path, resource in resources.items():
        app.add_route(f"{API}{path}", resource)
    if prepared:
        prepare(resources, questions, bodies)
    tools = product_tools(questions)
    samples = {one.path: sample_of(one, questions) for one in DESCRIBED}
    reference = llms_full(questions, samples, tool_references(tools), settings.base_url)
    api = encode(openapi(questions, samples, settings.base_url))
    documents = {
        f"{API}/openapi.json": Document(api, "application/openapi+json", questions, bodies),
        "/llms.txt": Document(llms_txt(settings.base_url).encode(), PLAIN, questions, bodies),
        "/llms-full.txt": Document(reference.encode(), PLAIN, questions, bodies),
        "/docs/errors": Document(errors_page().encode(), MARKDOWN, questions, bodies),
    }
    for path, document in documents.items():
        app.add_route(path, document)
    pages = pages_of(questions, bodies, edition, settings.base_url)
    app.add_middleware(pages.refusals)
    for path, page in pages.routes.items():
        app.add_route(path, page)
    endpoint = McpEndpoint(
        product_offer(questions, tools, lambda: reference, Fragments(MOST_TOOL_BYTES).get),
        limiter=McpLimiter(Window("mcp", settings.mcp_limit, store=store)),
        client_of=lambda req: client(req.scope),
        allowed_hosts=settings.allowed_hosts,
        allowed_origins=settings.mcp_origins,
    )
    app.add_route("/mcp", endpoint)
    app.add_route("/mcp/server-card", ServerCard(settings.base_url, questions))
    app.add_route("/.well-known/ai-catalog.json", AiCatalog(settings.base_url, questions))
    app.add_route("/healthz", Health())
    app.add_route("/readyz", Ready(questions, edition, reload))
    _add_refusals(app, [*(f"{API}{path}" for path, _ in ADDRESSES), *documents, *PAGES, "/mcp"])
    return ReadyReplies(
        app,
        bodies,
        today=today,
        admits=limit.admits,
        admit_at_once=limit.admit_at_once,
        allows_host=hosts.allows,
    )


def _counts(path: str) -> bool:
    """Tell which paths count towards the limit of REST: the questions, however they are asked."""
    return path.startswith(f"{API}/") or is_page(path)


class Health:
    """`/healthz`: the process answers."""

    async def on_get(self, _req: Request, resp: Response) -> None:
        """Say so."""
        resp.set_header("Cache-Control", "no-store")
        resp.content_type = "application/json"
        resp.data = b'{"status":"ok"}'

    on_head = on_get


class Ready:
    """`/readyz`: a catalog is loaded, and whether what lies in its folder now was taken."""

    def __init__(self, questions: Questions, edition: str, reload: Mapping[str, object] | None) -> None:
        """Take the questions that are ready, what tells their catalog from others, and the last reload."""
        self._questions = questions
        self._edition = edition
        self._reload = {"reload": reload} if reload else {}

    async def on_get(self, _req: Request, resp: Response) -> None:
        """Tell which catalog answers."""
        catalog = self._questions.catalog
        resp.set_header("Cache-Control", "no-store")
        resp.content_type = "application/json"
        about = {
            "version": catalog.dataset.version,
            "as_of": catalog.dataset.as_of.isoformat(),
            "edition": self._edition,
        }
        answer = {"status": "ready", "catalog": about, "models": len(catalog.models), **self._reload}
        resp.data = encode(answer)

    on_head = on_get


def _add_refusals(app: Router, paths: list[str]) -> None:
    """Answer every error with a problem; the text of an unexpected exception stays in the log."""

    async def mistaken(req: Request, resp: Response, error: Exception, _params: object) -> None:
        assert isinstance(error, QuestionError | NotInCatalogError)  # noqa: S101 - what the handler is registered for
        body = problem_of(error, req.path)
        send_problem(resp, body, body["status"])

    async def refused(req: Request, resp: Response, error: Exception, _params: object) -> None:
        assert isinstance(error, falcon.HTTPError)  # noqa: S101 - what the handler is registered for
        resp.set_headers(error.headers or {})
        status = error.status_code
        if status == 404:
            close = list(nearest(req.path, paths))
            entry = {"parameter": "path", "got": req.path[:200], "expected": "an address of this server"}
            detail = f"There is nothing at {req.path[:200]}."
            body = problem("unknown-path", detail, req.path, [{**entry, "did_you_mean": close}])  # type: ignore[typeddict-item]  # the rest of the entry is right above
        elif status == 405:
            body = problem("method-not-allowed", f"{req.method} is not served at {req.path[:200]}.", req.path)
        else:
            body = problem("bad-request", error.title or "The request cannot be read.", req.path)
            body["status"] = status
        send_problem(resp, body, status)

    async def failed(req: Request, resp: Response, error: Exception, _params: object) -> None:
        incident = req.scope.get(REQUEST_ID) or secrets.token_hex(6)
        logger.error("incident %s at %s", incident, req.path, exc_info=error)
        send_problem(resp, problem("internal-error", f"Report this id: {incident}.", req.path), 500)

    app.add_error_handler(Exception, failed)
    app.add_error_handler(falcon.HTTPError, refused)
    app.add_error_handler(QuestionError, mistaken)
    app.add_error_handler(NotInCatalogError, mistaken)
