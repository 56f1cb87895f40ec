"""A changed catalog is taken while the server serves, and a broken one is not."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs
import httpx
import pytest
from running_server import PATIENCE, Running, serving

from modeladvisor.loading import bundled_catalog

WORKERS = 2
SERVED = [
    "/api/v1/models/veo-3.1",
    "/api/v1/best/product-videos",
    "/api/v1/finder?task=product-videos",
    "/readyz",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the catalog that may be changed."""
    copy = tmp_path / "catalog"
    shutil.copytree(bundled_catalog(), copy)
    return copy


def call_it(folder: Path, version: str) -> None:
    """Give the catalog another version."""
    about = folder / "catalog.toml"
    lines = about.read_text().splitlines()
    about.write_text(
        "\n".join(f'version = "{version}"' if one.startswith("version") else one for one in lines) + "\n"
    )


@contextlib.contextmanager
def mistaken(folder: Path) -> Iterator[None]:
    """Break two files of the catalog for a while."""
    files = [folder / "vendors.toml", next((folder / "models").rglob("*.toml"))]
    texts = [one.read_text() for one in files]
    for one, text in zip(files, texts, strict=True):
        one.write_text(f"{text}\nthis is no TOML\n")
    yield
    for one, text in zip(files, texts, strict=True):
        one.write_text(text)


@attrs.define
class Load:
    """What clients with connections of their own saw while they asked without a pause."""

    statuses: list[int] = attrs.field(factory=list)
    failures: list[str] = attrs.field(factory=list)


@contextlib.contextmanager
def loaded(running: Running, clients: int = 4) -> Iterator[Load]:
    """Ask from several threads, each on kept connections, until the block is left; every third time on a new one."""
    load, ended = Load(), threading.Event()

    def ask() -> None:
        with running.client() as kept, anew(running) as fresh:
            for number in itertools.count():
                if ended.is_set():
                    return
                try:
                    answer = (kept if number % 3 else fresh).get(SERVED[number % len(SERVED)])
                    load.statuses.append(answer.status_code)
                except httpx.HTTPError as error:
                    load.failures.append(repr(error))
                time.sleep(0.01)

    threads = [threading.Thread(target=ask) for _ in range(clients)]
    for one in threads:
        one.start()
    try:
        yield load
    finally:
        ended.set()
        for one in threads:
            one.join()


Said = dict[str, dict[str, object]]


def anew(running: Running) -> httpx.Client:
    """Return a client that opens a connection for each request, so that any worker may answer."""
    return httpx.Client(
        base_url=running.address, trust_env=False, timeout=PATIENCE, headers={"Connection": "close"}
    )


def ready(running: Running) -> Said:
    """Return what `/readyz` says."""
    with anew(running) as client:
        answer = client.get("/readyz")
    assert answer.status_code == 200
    found: Said = answer.json()
    return found


def wait_for(running: Running, seen: Callable[[Said], bool]) -> None:
    """Wait until every one of many connections is answered as it should be: by each worker, that is."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with contextlib.suppress(httpx.TransportError), anew(running) as client:
            if all(seen(client.get("/readyz").json()) for _ in range(8 * WORKERS)):
                return
        time.sleep(0.05)
    raise AssertionError(running.log.read_text())


def tags(running: Running) -> set[str]:
    """Return the entity tags that many connections get for one answer."""
    with anew(running) as client:
        return {client.get(SERVED[1]).headers["ETag"] for _ in range(8 * WORKERS)}


def test_changed_catalogs_are_taken_and_broken_ones_refused_under_load(folder: Path, tmp_path: Path) -> None:
    """SIGHUP takes a change with no failed request; a broken one leaves the old in service and says so in both places."""
    call_it(folder, "2101.1.0")
    limits = {"MODELADVISOR_REST_LIMIT": "0"}
    with serving(tmp_path, workers=WORKERS, MODELADVISOR_CATALOG=str(folder), **limits) as running:
        assert ready(running)["catalog"]["version"] == "2101.1.0"
        with loaded(running) as load:
            call_it(folder, "2101.2.0")
            running.process.send_signal(signal.SIGHUP)
            wait_for(running, lambda said: said["catalog"]["version"] == "2101.2.0")
            assert ready(running)["reload"]["status"] == "taken"
            with mistaken(folder):
                call_it(folder, "2101.3.0")
                running.process.send_signal(signal.SIGHUP)
                wait_for(running, lambda said: said["reload"]["status"] == "refused")
                said = ready(running)
                assert said["catalog"]["version"] == "2101.2.0"
                assert said["reload"]["problems"] == 2
                with running.client() as client:
                    assert client.get("/healthz").json() == {"status": "ok"}
                log = running.log.read_text()
                assert "has 2 problems and is refused; 2101.2.0 stays in service" in log
                assert f"{folder}/vendors.toml:" in log
            running.process.send_signal(signal.SIGHUP)
            wait_for(running, lambda said: said["catalog"]["version"] == "2101.3.0")
            assert ready(running)["reload"]["status"] == "taken"
        assert load.failures == []
        assert set(load.statuses) == {200}
        assert len(load.statuses) > 100


def test_all_workers_answer_from_one_catalog(folder: Path, tmp_path: Path) -> None:
    """After a reload every worker sends the same entity tag, though the files have changed again meanwhile."""
    with serving(tmp_path, workers=WORKERS, MODELADVISOR_CATALOG=str(folder)) as running:
        before = tags(running)
        call_it(folder, "2101.2.0")
        running.process.send_signal(signal.SIGHUP)
        wait_for(running, lambda said: said["catalog"]["version"] == "2101.2.0")
        shutil.rmtree(folder)  # what a worker that died is followed by does not read it either
        for worker in running.workers[-WORKERS:]:
            os.kill(worker, signal.SIGKILL)
        wait_for(running, lambda said: said["catalog"]["version"] == "2101.2.0")
        after = tags(running)
    assert len(before) == len(after) == 1
    assert before != after


def test_a_watched_folder_is_taken_by_itself(folder: Path, tmp_path: Path) -> None:
    """With the watch on, a changed file is in service without a signal, and so is a folder put in its place."""
    link = tmp_path / "current"
    link.symlink_to(folder)
    with serving(tmp_path, workers=1, MODELADVISOR_CATALOG=str(link), MODELADVISOR_WATCH="on") as running:
        call_it(folder, "2101.2.0")
        wait_for(running, lambda said: said["catalog"]["version"] == "2101.2.0")
        other = tmp_path / "other"
        shutil.copytree(folder, other)
        call_it(other, "2101.3.0")
        new = tmp_path / "new"
        new.symlink_to(other)
        new.replace(link)
        wait_for(running, lambda said: said["catalog"]["version"] == "2101.3.0")
