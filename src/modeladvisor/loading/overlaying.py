"""A catalog folder with an overlay laid over it; each part remembers in which file it was written."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

import attrs

from modeladvisor.loading.positions import Path as KeyPath
from modeladvisor.loading.problems import Place, Problems
from modeladvisor.loading.reading import OVERLAY_FILE, Document, Files, Table, read_folder
from modeladvisor.loading.shapes import OverlayShape
from modeladvisor.loading.structuring import hint, structure


def read_catalog(root: Path, overlay: Path | None, problems: Problems) -> Files:
    """Return every document of a catalog, the overlay laid over it.

    A file of the overlay that the catalog has too is merged with it; another one is added to the catalog.
    `overlay.toml` may hold `ban = [slugs]`: those models, with their links, are left out.
    """
    files = read_folder(root, problems)
    if overlay is None:
        return files
    over = read_folder(overlay, problems, overlay=True)
    documents = dict(files.documents)
    for name, document in over.documents.items():
        if name != OVERLAY_FILE:
            documents[name] = lay_over(documents[name], document) if name in documents else document
    everything = Files(documents, files.unread | over.unread)
    banned = _banned(over.documents.get(OVERLAY_FILE), everything.stems("models"), problems)
    kept = {
        name: one
        for name, one in documents.items()
        if not (name.startswith(("models/", "access/")) and one.stem in banned)
    }
    return Files(kept, everything.unread, banned)


def _banned(document: Document | None, models: Collection[str], problems: Problems) -> frozenset[str]:
    shape = structure(OverlayShape, document.table, document.place, problems) if document else None
    if document is None or shape is None:
        return frozenset()
    for number, slug in enumerate(shape.ban):
        if slug not in models:
            place = document.place.at("ban", number)
            problems.add(place, f"expected a model slug, got {slug!r}{hint(slug, models)}")
    return frozenset(shape.ban)


def lay_over(below: Document, above: Document) -> Document:
    """Return the two merged key by key: the values of `above` win.

    Tables are merged, lists of tables with an `id` are merged by it, other lists and facts are replaced.
    A fact above takes the place of a search below, and a search above that of a fact.
    """
    origins: dict[KeyPath, Place] = {}
    table = _decided(below.table, above.table)
    merged = _Merge(below.place, above.place, origins).tables(table, above.table, (), ())
    return Document(attrs.evolve(below.place, origins=origins), merged)


def _decided(below: Table, above: Table) -> Table:
    """Return the lower table without the facts and searches that the upper one answers the other way."""
    result = dict(below)
    for here, there in (("facts", "searched"), ("searched", "facts")):
        said, old = above.get(here), below.get(there)
        if isinstance(said, dict) and isinstance(old, dict):
            result[there] = {key: value for key, value in old.items() if key not in said}
    return result


@attrs.frozen
class _Merge:
    """A merge under way: the two files, and the origins of parts found so far."""

    below: Place
    above: Place
    origins: dict[KeyPath, Place]

    def tables(
        self, below: Mapping[str, object], above: Mapping[str, object], path: KeyPath, own: KeyPath
    ) -> Table:
        """Return two tables merged; `path` is where they stand below, `own` where above."""
        result = dict(below)
        for key, value in above.items():
            old = result.get(key)
            here, there = (*path, key), (*own, key)
            if isinstance(old, dict) and isinstance(value, dict) and "value" not in value:
                result[key] = self.tables(old, value, here, there)
                continue
            self.origins[here] = self.above.at(*there)
            old_ids, ids = _ids(old), _ids(value)
            if old_ids and ids and isinstance(old, list) and isinstance(value, list):
                result[key] = self._lists(old, value, old_ids, ids, here, there)
            else:
                result[key] = value
        return result

    def _lists(
        self,
        below: list[Table],
        above: list[Table],
        old_ids: list[str],
        ids: list[str],
        path: KeyPath,
        own: KeyPath,
    ) -> list[Table]:
        result = list(below)
        for number in range(len(below)):
            self.origins[(*path, number)] = self.below.at(*path, number)
        for number, (one, identifier) in enumerate(zip(above, ids, strict=True)):
            if identifier in old_ids:
                place = old_ids.index(identifier)
                result[place] = self.tables(below[place], one, (*path, place), (*own, number))
            else:
                self.origins[(*path, len(result))] = self.above.at(*own, number)
                result.append(one)
        return result


def _ids(value: object) -> list[str]:
    """Return the ids of a list of tables; none unless each has one of its own."""
    if not isinstance(value, list):
        return []
    ids = [one.get("id") for one in value if isinstance(one, dict)]
    texts = [one for one in ids if isinstance(one, str)]
    return texts if len(texts) == len(value) == len(set(texts)) else []
