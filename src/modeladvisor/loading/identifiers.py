"""Which names are slugs, and that none stands twice."""

from __future__ import annotations

import re
from collections.abc import Iterable

from modeladvisor.loading.problems import Place, Problems
from modeladvisor.loading.reading import Document

SLUG = re.compile(r"[a-z0-9]+([.-][a-z0-9]+)*")


def check_slug(document: Document, problems: Problems) -> None:
    """Note a file name that is no slug."""
    if not SLUG.fullmatch(document.stem):
        problems.add_file(
            document.place.name, f"expected a file name of a-z, 0-9, '-' and '.', got {document.stem!r}"
        )


def check_ids(ids: Iterable[str], place: Place, problems: Problems) -> None:
    """Note ids that stand twice or are no slugs."""
    seen: set[str] = set()
    for number, one in enumerate(ids):
        if not SLUG.fullmatch(one):
            problems.add(place.at(number, "id"), f"expected an id of a-z, 0-9, '-' and '.', got {one!r}")
        if one in seen:
            problems.add(place.at(number, "id"), f"expected each id once, got {one!r} again")
        seen.add(one)
