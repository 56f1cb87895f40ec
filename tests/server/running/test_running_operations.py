"""Metrics and access log of a real server with two workers."""

from __future__ import annotations

import json
import re
import signal
import socket
import time
from collections.abc import Iterator

import attrs
import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from running_server import PATIENCE, Running, free_port, serving

from modeladvisor import load_catalog
from modeladvisor_server.operations.later import SECONDS

CATALOG = load_catalog()
Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


@attrs.frozen
class Watched:
    """A server and the address of its metrics."""

    running: Running
    metrics: str

    def samples(self) -> Samples:
        """Return what Prometheus would read."""
        time.sleep(3 * SECONDS)  # until what was put off is counted
        answer = httpx.get(self.metrics, trust_env=False, timeout=PATIENCE)
        assert answer.status_code == 200
        assert answer.headers["Content-Type"].startswith("text/plain; version=")
        return {
            (one.name, tuple(sorted(one.labels.items()))): one.value
            for family in text_string_to_metric_families(answer.text)
            for one in family.samples
        }

    def count(self, name: str, **labels: str) -> float:
        """Return one figure; 0 where nothing was counted yet."""
        return self.samples().get((name, tuple(sorted(labels.items()))), 0.0)

    def lines(self) -> list[dict[str, object]]:
        """Return the lines of the access log."""
        return [json.loads(one) for one in self.running.log.read_text().splitlines() if one.startswith("{")]

    def workers_answering(self) -> None:
        """Wait until a reload is over."""
        deadline = time.monotonic() + PATIENCE
        while len(re.findall("Application startup complete", self.running.log.read_text())) < 4:
            assert time.monotonic() < deadline
            time.sleep(0.05)


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A server with few REST requests a minute and its metrics on a port of their own."""
    port = free_port()
    folder = tmp_path_factory.mktemp("server")
    metrics = f"127.0.0.1:{port}"
    with serving(folder, MODELADVISOR_METRICS=metrics, MODELADVISOR_REST_LIMIT="30") as running:
        yield Watched(running, f"http://{metrics}/metrics")


def test_every_request_is_counted_and_logged_once(watched: Watched) -> None:
    """Requests over both workers are counted by route and status, also after a reload, and each has its line."""
    route = "/api/v1/models/{slug}"
    ids = [f"request-{number:02d}" for number in range(20)]
    for number, one in enumerate(ids):
        path = "/api/v1/models/veo-3.1" if number % 4 else "/api/v1/models/nope"
        headers = {"X-Request-Id": one, "Connection": "close"}
        answer = httpx.get(watched.running.address + path, trust_env=False, headers=headers)
        assert answer.headers["X-Request-Id"] == one
        if number == 9:
            watched.running.process.send_signal(signal.SIGHUP)
            watched.workers_answering()
    assert watched.count("modeladvisor_requests_total", method="GET", route=route, status="200") == 15
    assert watched.count("modeladvisor_requests_total", method="GET", route=route, status="404") == 5
    assert watched.count("modeladvisor_request_seconds_count", route=route) == 20
    deadline = time.monotonic() + PATIENCE
    while (logged := {one["request_id"] for one in watched.lines()}) and not logged.issuperset(ids):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    found = [one for one in watched.lines() if one["request_id"] in ids]
    assert sorted(str(one["request_id"]) for one in found) == ids
    assert {one["client"] for one in found} == {"127.0.0.0/24"}


def test_what_is_served_is_said_once_it_listens(watched: Watched) -> None:
    """The log names the catalog and the addresses after the port is taken, and not among the lines of JSON."""
    listening, said = (
        "Listening at: ",
        f"with {len(CATALOG.models)} models: pages {watched.running.address}/,",
    )
    text = watched.running.log.read_text()
    assert 0 <= text.index(listening) < text.index(said)


def test_limits_and_kept_answers_are_counted(watched: Watched) -> None:
    """What the limiter refused and what was there ready can be read, and add up."""
    before = watched.samples()
    asked, path = 40, "/api/v1/models/veo-3.1/access"  # which is not made before anybody asks
    statuses = [
        httpx.get(f"{watched.running.address}{path}", trust_env=False).status_code for _ in range(asked)
    ]
    refused = statuses.count(429)
    assert 0 < refused < asked
    after = watched.samples()

    def grown(name: str, **labels: str) -> float:
        key = (name, tuple(sorted(labels.items())))
        return after.get(key, 0.0) - before.get(key, 0.0)

    route = "/api/v1/models/{slug}/access"
    assert grown("modeladvisor_requests_total", method="GET", route=route, status="429") == refused
    assert refused <= grown("modeladvisor_limit_hits_total", window="rest", outcome="refused") <= 2 * refused
    assert grown("modeladvisor_limit_hits_total", window="rest", outcome="allowed") == asked - refused
    hits = grown("modeladvisor_kept_answers_total", outcome="hit")
    misses = grown("modeladvisor_kept_answers_total", outcome="miss")
    assert hits + misses >= asked - refused
    assert 1 <= misses <= 2


def test_what_no_application_saw_is_counted(watched: Watched) -> None:
    """Bytes that are no request, and heads that are too large, are told by their status."""
    host, _, port = watched.running.address.removeprefix("http://").partition(":")
    for sent, status in ((b"nonsense\r\n\r\n", 400), (b"GET / HTTP/1.1\r\n" + 120 * b"X: y\r\n", 431)):
        before = watched.count("modeladvisor_connection_refusals_total", status=str(status))
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
            connection.sendall(sent)
            assert connection.recv(64).startswith(b"HTTP/1.1 %d " % status)
        assert watched.count("modeladvisor_connection_refusals_total", status=str(status)) == before + 1


def test_the_catalog_and_the_age_of_its_facts_can_be_read(watched: Watched) -> None:
    """Version, count, reloads, and how old the middle and the oldest fact are."""
    samples = watched.samples()
    (about,) = [dict(labels) for name, labels in samples if name == "modeladvisor_catalog_info"]
    assert about["version"] == CATALOG.dataset.version
    assert watched.count("modeladvisor_catalog_models") == len(CATALOG.models)
    assert watched.count("modeladvisor_catalog_refused") == 0
    assert 0 <= time.time() - watched.count("modeladvisor_catalog_read_timestamp_seconds") < 600
    middle, oldest = (watched.count("modeladvisor_age_days", kind="fact", quantile=q) for q in ("0.5", "1.0"))
    assert 0 < middle < oldest


def test_metrics_stand_on_their_own_address_alone(watched: Watched) -> None:
    """The public address knows no metrics, and that of the metrics answers nothing else."""
    assert httpx.get(f"{watched.running.address}/metrics", trust_env=False).status_code == 404
    answer = httpx.get(watched.metrics.replace("/metrics", "/api/v1/models"), trust_env=False)
    assert answer.text.startswith("# HELP")
