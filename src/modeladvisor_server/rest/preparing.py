"""Answers that are made before anybody asks: those without parameters, as far as there is room for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from modeladvisor_server.questions import Questions
from modeladvisor_server.rest.bodies import Bodies
from modeladvisor_server.rest.resources import STREAMED_FROM, Answering, Asked


def prepare(resources: Mapping[str, Answering], questions: Questions, bodies: Bodies[Any]) -> None:
    """Make the bytes of indexes, verdicts and records, in this order, until half of the memory is full.

    The other half is left to questions; coded forms are made when a client first takes one.
    """
    for resource, asked in _finite(resources, questions):
        if bodies.is_half_full:
            return
        resource.body(asked, resource.tag(asked))


def _finite(resources: Mapping[str, Answering], questions: Questions) -> Iterator[tuple[Answering, Asked]]:
    catalog = questions.catalog
    short = ["/models"] if len(catalog.models) < STREAMED_FROM else []
    for path in ("/best", "/vocabulary", "/workflows", *short):
        yield resources[path], Asked({}, {})
    yield from _named(resources["/best/{usecase}"], "usecase", catalog.use_cases)
    yield from _named(resources["/workflows/{slug}"], "slug", catalog.workflows)
    yield from _named(resources["/models/{slug}"], "slug", catalog.models)


def _named(resource: Answering, name: str, values: Iterable[str]) -> Iterator[tuple[Answering, Asked]]:
    return ((resource, Asked({}, {name: value})) for value in values)
