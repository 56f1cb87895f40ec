"""Access files into links; nothing that ranks ever sees them."""

from __future__ import annotations

import datetime

from modeladvisor.loading.problems import Problems
from modeladvisor.loading.reading import Document
from modeladvisor.loading.reading_needs import in_past
from modeladvisor.loading.reading_values import read_url
from modeladvisor.loading.shapes import AccessShape
from modeladvisor.loading.structuring import structure
from modeladvisor.records import AccessLink


def read_access(document: Document, today: datetime.date, problems: Problems) -> tuple[AccessLink, ...]:
    """Return the access links of one file in their fixed order: official, self-hosted, then by label."""
    shape = structure(AccessShape, document.table, document.place, problems)
    links = []
    for number, one in enumerate(shape.links if shape else ()):
        here = document.place.at("links", number)
        try:
            read_url(one.url, tracking=one.affiliate)
        except ValueError as error:
            problems.add(here.at("url"), str(error))
        in_past(one.verified, today, here.at("verified"), problems)
        links.append(AccessLink(one.url, one.label, one.kind, one.commercial, one.affiliate, one.verified))
    order = ("official", "self-hosted", "provider")
    return tuple(sorted(links, key=lambda one: (order.index(one.kind), one.label, one.url)))
