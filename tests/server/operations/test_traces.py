"""Spans through OpenTelemetry's own packages."""

from __future__ import annotations

import attrs
import falcon.testing
import pytest
from falcon.inspect import inspect_routes
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from modeladvisor import load_catalog
from modeladvisor_server.app import create_app
from modeladvisor_server.guards import client_of
from modeladvisor_server.limits import SharedMemoryStore
from modeladvisor_server.operations.observing import Observation
from modeladvisor_server.operations.traces import Traces
from modeladvisor_server.ready import AsgiApplication
from modeladvisor_server.settings import Settings

CATALOG = load_catalog()
TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"


@attrs.frozen
class Recorded:
    """An application and what it records."""

    app: AsgiApplication
    exporter: InMemorySpanExporter

    def span(self, path: str, **headers: str) -> ReadableSpan:
        """Ask for a path and return its one span."""
        self.exporter.clear()
        falcon.testing.simulate_get(self.app, path, headers=headers)
        (span,) = self.exporter.get_finished_spans()
        return span


@pytest.fixture(scope="module")
def recorded() -> Recorded:
    """An application whose spans are kept in memory."""
    exporter = InMemorySpanExporter()
    today = CATALOG.dataset.as_of
    app = create_app(CATALOG, Settings(), store=SharedMemoryStore(), today=lambda: today)

    class Broken:
        async def on_get(self, _req: object, _resp: object) -> None:
            raise RuntimeError

    app.app.add_route("/broken", Broken())
    routes = [route.path for route in inspect_routes(app.app)]
    observation = Observation(app, routes, client_of(()), [Traces(SimpleSpanProcessor(exporter)).record])
    return Recorded(observation, exporter)


def test_a_request_is_a_server_span(recorded: Recorded) -> None:
    """A span is named after method and route, says what HTTP spans have to say, and nothing about the person."""
    span = recorded.span("/api/v1/models/veo-3.1", **{"X-Request-Id": "given-by-a-proxy", "User-Agent": "me"})
    assert span.name == "GET /api/v1/models/{slug}"
    assert span.kind is SpanKind.SERVER
    attributes = dict(span.attributes or {})
    assert attributes.pop("http.response.body.size")
    assert attributes == {
        "http.request.method": "GET",
        "http.route": "/api/v1/models/{slug}",
        "http.response.status_code": 200,
        "modeladvisor.request_id": "given-by-a-proxy",
    }
    assert span.status.status_code is StatusCode.UNSET
    assert span.start_time is not None
    assert span.end_time is not None
    assert 0 < span.end_time - span.start_time < 60e9
    assert span.resource.attributes["service.name"] == "modeladvisor"


def test_the_trace_of_the_client_is_continued(recorded: Recorded) -> None:
    """A span belongs to the trace that `traceparent` names (W3C Trace Context), and to a new one where that is wrong."""
    span = recorded.span("/healthz", traceparent=f"00-{TRACE}-{PARENT}-01", tracestate="a=b")
    assert span.context is not None
    assert f"{span.context.trace_id:032x}" == TRACE
    assert span.parent is not None
    assert f"{span.parent.span_id:016x}" == PARENT
    other = recorded.span("/healthz", traceparent="00-nonsense-00-zz")
    assert other.parent is None


@pytest.mark.parametrize(
    ("path", "status", "code"), [("/nope", 404, StatusCode.UNSET), ("/broken", 500, StatusCode.ERROR)]
)
def test_only_the_servers_failures_are_errors(
    recorded: Recorded, path: str, status: int, code: StatusCode
) -> None:
    """A mistake of the client leaves the span's status unset, a failure of the server is an error."""
    span = recorded.span(path)
    assert (span.attributes or {})["http.response.status_code"] == status
    assert span.status.status_code is code
    assert (span.attributes or {}).get("error.type") == ("500" if status == 500 else None)
