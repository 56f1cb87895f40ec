"""What a worker counts: requests, their seconds, limits, kept answers."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Sequence

import prometheus_client.values
from prometheus_client import CollectorRegistry, Counter, Histogram

from modeladvisor_server.limits import Decision, WindowStore
from modeladvisor_server.limits.windows import PromptStore
from modeladvisor_server.operations.later import Later, at_once
from modeladvisor_server.operations.observing import Observed, Sink

BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
"""Seconds; a kept answer that waits for few others takes a part of the first, a fresh one of the finder some of the
middle."""


def count_at(place: int) -> None:
    """Let this process count in the files of a place; to be called before anything is counted."""
    prometheus_client.values.ValueClass = prometheus_client.values.MultiProcessValue(lambda: place)  # type: ignore[no-untyped-call]  # the package leaves it untyped


def request_counts(registry: CollectorRegistry) -> Sink:
    """Return what counts every request and its seconds."""
    requests = Counter(
        "modeladvisor_requests",
        "Requests by method, route and status.",
        ("method", "route", "status"),
        registry=registry,
    )
    seconds = Histogram(
        "modeladvisor_request_seconds",
        "Seconds until the answer stood ready, by route.",
        ("route",),
        buckets=BUCKETS,
        registry=registry,
    )
    # Looking a child up in a plain dict costs a tenth of what `labels` does.
    counted: dict[tuple[str, str, int], tuple[Callable[[float], None], Callable[[float], None]]] = {}

    def count(observed: Sequence[Observed]) -> None:
        alike: dict[tuple[str, str, int], list[float]] = {}
        for one in observed:
            alike.setdefault((one.method, one.route, one.status), []).append(one.seconds)
        for key, each in alike.items():
            found = counted.get(key)
            if found is None:
                found = counted[key] = (requests.labels(*key).inc, seconds.labels(key[1]).observe)
            found[0](len(each))
            for one_seconds in each:
                found[1](one_seconds)

    return count


def answer_counts(registry: CollectorRegistry) -> Callable[[Sequence[str]], None]:
    """Return what counts how the store of ready answers was asked, each time: `hit`, `miss`, `dropped`."""
    answers = Counter(
        "modeladvisor_kept_answers",
        "Answers that were there ready (hit), made (miss), and dropped to make room.",
        ("outcome",),
        registry=registry,
    )
    counted = {outcome: answers.labels(outcome) for outcome in ("hit", "miss", "dropped")}

    def count(outcomes: Sequence[str]) -> None:
        for outcome, times in Tally(outcomes).items():
            counted[outcome].inc(times)

    return count


def refusal_counts(registry: CollectorRegistry) -> Callable[[int], None]:
    """Return what counts the requests that a connection refused before any application saw them, by status."""
    refusals = Counter(
        "modeladvisor_connection_refusals",
        "Requests that could not be read, came too slowly or were too large, by status.",
        ("status",),
        registry=registry,
    )
    return lambda status: refusals.labels(status).inc()


class CountedStore:
    """A store of request windows whose decisions are counted, at once or later."""

    def __init__(self, store: WindowStore, registry: CollectorRegistry, later: Later | None = None) -> None:
        """Take the store that decides."""
        self._store = store
        self._count = later.put_off(self._count_now) if later else at_once(self._count_now)
        self._hits = Counter(
            "modeladvisor_limit_hits",
            "Hits of a window of requests, by window and outcome.",
            ("window", "outcome"),
            registry=registry,
        )
        self._counted: dict[tuple[str, bool], Counter] = {}

    def accept(self, limit: int, seconds: int) -> None:
        """Say whether such a window can be counted.

        Raises:
            ValueError: it cannot.
        """
        self._store.accept(limit, seconds)

    async def hit(self, key: str, limit: int, seconds: int, cost: int) -> Decision:
        """Ask the store, and count what it says."""
        decision = await self._store.hit(key, limit, seconds, cost)
        self._count((key, decision.allowed, 1))
        return decision

    def _count_now(self, all_hits: Sequence[tuple[str, bool, int]]) -> None:
        alike: Tally[tuple[str, bool]] = Tally()
        for key, allowed, hits in all_hits:
            alike[key.partition("/")[0], allowed] += hits
        for (window, allowed), hits in alike.items():
            child = self._counted.get((window, allowed))
            if child is None:
                outcome = "allowed" if allowed else "refused"
                child = self._counted[window, allowed] = self._hits.labels(window, outcome)
            child.inc(hits)


class CountedPromptStore(CountedStore):
    """The same of a store that needs no waiting."""

    def __init__(self, store: PromptStore, registry: CollectorRegistry, later: Later | None = None) -> None:
        """Take the store that decides."""
        super().__init__(store, registry, later)  # type: ignore[arg-type]  # it was seen to be both
        self._prompt = store

    def admit_at_once(self, keys: Sequence[str], limit: int, seconds: int) -> list[bool]:
        """Ask the store, and count what it admits; what it does not is asked again in the other way."""
        admitted = self._prompt.admit_at_once(keys, limit, seconds)
        if hits := sum(admitted):
            self._count((keys[0], True, hits))
        return admitted


def counted(store: WindowStore, registry: CollectorRegistry, later: Later | None = None) -> WindowStore:
    """Return a store whose decisions are counted, without waiting where this one needs none."""
    return (
        CountedPromptStore(store, registry, later)
        if isinstance(store, PromptStore)
        else CountedStore(store, registry, later)
    )
