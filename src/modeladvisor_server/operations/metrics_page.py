"""The page that Prometheus reads, on an address of its own: what all workers counted, and the age of the catalog."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Callable, Iterator
from importlib.metadata import version

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from modeladvisor.curation.ages import dated, stale
from modeladvisor_server.catalogs import InService
from modeladvisor_server.ready import AsgiApplication, Receive, Scope, Send

SHARES = (0.5, 0.9, 1.0)


class CatalogAges(Collector):
    """Which catalog is in service, what came of the last reload, and how old its facts are."""

    def __init__(self, in_service: InService, today: Callable[[], datetime.date]) -> None:
        """Take what is in service."""
        self._in_service = in_service
        self._today = today
        self._dated = dated(in_service.catalog)

    def collect(self) -> Iterator[Metric]:
        """Return the figures of today."""
        yield from self._service()
        yield from self._ages(self._today())

    def _service(self) -> Iterator[Metric]:
        now = self._in_service
        about = {"version": now.catalog.dataset.version, "as_of": now.catalog.dataset.as_of.isoformat()}
        yield InfoMetricFamily(
            "modeladvisor_catalog",
            "The catalog in service and the release that serves it.",
            {**about, "release": version("modeladvisor")},
        )
        models = len(now.catalog.models)
        yield GaugeMetricFamily("modeladvisor_catalog_models", "Models in the catalog.", models)
        read = "When the catalog in service was read, in seconds since 1970."
        yield GaugeMetricFamily("modeladvisor_catalog_read_timestamp_seconds", read, now.since.timestamp())
        old = "1 where what lies in the folder now was refused and an older catalog is in service."
        yield GaugeMetricFamily("modeladvisor_catalog_refused", old, now.refusal is not None)
        reloads = CounterMetricFamily(
            "modeladvisor_catalog_reloads", "Changes of the catalog by outcome.", labels=("outcome",)
        )
        reloads.add_metric(["taken"], now.taken)
        reloads.add_metric(["refused"], now.refused)
        yield reloads

    def _ages(self, day: datetime.date) -> Iterator[Metric]:
        ages = GaugeMetricFamily(
            "modeladvisor_age_days",
            "Days since the facts, prices and verdicts were verified: of the middle one, the ninth of ten, the oldest.",
            labels=("kind", "quantile"),
        )
        past = GaugeMetricFamily(
            "modeladvisor_stale", "Facts, prices and verdicts past their age.", labels=("kind",)
        )
        late = stale(self._dated, day)
        for kind in ("fact", "price", "verdict"):
            found = sorted((day - one.dated).days for one in self._dated if one.kind == kind)
            for share in SHARES if found else ():
                ages.add_metric([kind, str(share)], found[min(len(found) - 1, int(share * len(found)))])
            past.add_metric([kind], sum(one.kind == kind for one in late))
        yield ages
        yield past


def metrics_page(folder: str, ages: Collector) -> AsgiApplication:
    """Return the application that answers every address with all figures."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=folder)  # type: ignore[no-untyped-call]  # the package leaves it untyped
    registry.register(ages)

    async def page(scope: Scope, _receive: Receive, send: Send) -> None:
        accepted = dict(scope["headers"]).get(b"accept", b"").decode("latin-1")
        encode, media_type = choose_encoder(accepted)
        # In a thread: the files of many workers take some milliseconds, in which others are answered.
        body = await asyncio.to_thread(encode, registry)
        headers = [(b"content-type", media_type.encode()), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    return page
