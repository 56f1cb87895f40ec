"""OpenTelemetry: a span for each request, through the standard packages of the extra `otel`.

Where spans go, which are sampled and what the service is called is said in OpenTelemetry's own variables, `OTEL_...`.
The packages that instrument ASGI are not used: they record addresses, queries and user agents.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from modeladvisor_server.operations.observing import Observed

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import SpanProcessor

SERVICE = "modeladvisor"


class Traces:
    """Makes a span of every request, in the trace that the client names."""

    def __init__(self, *processors: SpanProcessor) -> None:
        """Take what handles finished spans."""
        resource = Resource.create({"service.name": SERVICE, "service.version": version(SERVICE)})
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        for one in processors:
            self._provider.add_span_processor(one)
        self._tracer = self._provider.get_tracer("modeladvisor_server", version(SERVICE))
        self._propagator = TraceContextTextMapPropagator()

    def record(self, requests: Sequence[Observed]) -> None:
        """Record each request as HTTP server span (OpenTelemetry semantic conventions, HTTP spans)."""
        for one in requests:
            self._record(one)

    def _record(self, observed: Observed) -> None:
        sent = {"traceparent": observed.traceparent, "tracestate": observed.tracestate}
        span = self._tracer.start_span(
            f"{observed.method} {observed.route}",
            context=self._propagator.extract({name: value for name, value in sent.items() if value}),
            kind=SpanKind.SERVER,
            start_time=observed.began,
            attributes={
                "http.request.method": observed.method if observed.method != "other" else "_OTHER",
                "http.route": observed.route,
                "http.response.status_code": observed.status,
                "http.response.body.size": observed.size,
                "modeladvisor.request_id": observed.request_id,
            },
        )
        if observed.status >= 500:
            span.set_status(Status(StatusCode.ERROR))
            span.set_attribute("error.type", str(observed.status))
        span.end(observed.began + int(observed.seconds * 1e9))

    def close(self) -> None:
        """Send what is finished."""
        self._provider.shutdown()


def exported() -> Traces:
    """Return traces that are sent with OTLP over HTTP, as OpenTelemetry's variables say."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    return Traces(BatchSpanProcessor(OTLPSpanExporter()))
