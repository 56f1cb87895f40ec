"""Every problem of a catalog: what the loader refuses, and what only a whole catalog can show."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import tomli

from modeladvisor.best import best
from modeladvisor.catalog import Catalog
from modeladvisor.errors import CatalogError, Problem
from modeladvisor.loading import bundled_catalog, load_catalog
from modeladvisor.loading.problems import Place, Problems
from modeladvisor.records import Model


def check_catalog(
    folder: Path | None, overlay: Path | None, today: datetime.date
) -> tuple[Catalog | None, tuple[Problem, ...]]:
    """Return the catalog, or None if it cannot be loaded, and every problem found in it."""
    roots = tuple(root for root in (overlay, folder or bundled_catalog()) if root is not None)
    try:
        catalog = load_catalog(folder, overlay=overlay, today=today)
    except CatalogError as error:
        known = {(one.file, one.line) for one in error.problems}
        more = (one for one in _unfilled(roots) if (one.file, one.line) not in known)
        return None, tuple(sorted((*error.problems, *more)))
    problems = Problems()
    for one in _unfilled(roots):
        problems.add_file(one.file, one.message, one.line)
    check_toml(roots, problems)
    _check_verdicts(catalog, roots, today, problems)
    for model in catalog.models.values():
        for name in _uncited(model):
            place = _place(roots, f"models/{model.vendor}/{model.slug}.toml", "sources", name)
            problems.add(place, "expected to be cited by something in the file")
    return catalog, problems.all()


def under_review(catalog: Catalog, today: datetime.date) -> Iterator[str]:
    """Yield every verdict that can no longer be called current, with the reasons."""
    for use_case in catalog.use_cases.values():
        for now in best(catalog, use_case, today).verdicts:
            if now.state == "under-review":
                yield f"{use_case.slug}, {now.medium}: {' '.join(now.reasons)}"


_UNFILLED = re.compile(r"""^[\w.]+ = \[?"(<[^<>"\n]+>)\"""", re.MULTILINE)
"""A text that is still what `catalog new` puts in its place: all of it stands in `<...>`."""


def _unfilled(roots: tuple[Path, ...]) -> Iterator[Problem]:
    """Yield every line of a model's record that nobody has filled in yet."""
    for root in roots:
        for path in sorted(root.glob("models/*/*.toml")):
            text = path.read_bytes().decode("utf-8", "replace")
            if "<" not in text:
                continue
            for found in _UNFILLED.finditer(text):
                line = text.count("\n", 0, found.start(1)) + 1
                yield Problem(str(path), line, "", f"expected to be filled in, got {found[1]!r}")


def _place(roots: tuple[Path, ...], name: str, *key: str) -> Place:
    """Return a key of the first file of this name that has it: the overlay's own, or the catalog's."""
    for root in roots:
        path = root / name
        if not path.is_file():
            continue
        text = path.read_text("utf-8")
        table: object = tomli.loads(text)
        for part in key[:2]:
            table = table.get(part) if isinstance(table, dict) else None
        if table is not None or root == roots[-1]:
            return Place(str(path), text, key)
    return Place(str(roots[-1] / name), "", key)


_NEWER = re.compile(
    r"\{[^{}\n]*\n"  # an inline table that goes on in the next line
    r"|\},[ \t]*(?:#[^\n]*)?\n\s*[\w\"'.-]+\s*="  # also after a table inside it
    r"|\}\s*\n\s*\}"
    r"|,\s*\}"  # or ends in a comma
    r"|\\[ex]"  # escapes of one character
    r"|[T ]\d\d:\d\d(?!:)"  # times without seconds
)
"""What TOML 1.1 has and 1.0 has not, somewhere in a text; the text may yet be TOML 1.0."""


def check_toml(roots: tuple[Path, ...], problems: Problems) -> None:
    """Note files that only a parser newer than TOML 1.0 reads: they must load with every parser.

    The standard library's parser knows 1.0 alone, and is slow: it reads only what might be newer.
    """
    for root in roots:
        for path in sorted(root.rglob("*.toml")):
            text = path.read_bytes().decode("utf-8")
            if _NEWER.search(text) is None:
                continue
            try:
                tomllib.loads(text)
            except tomllib.TOMLDecodeError as error:
                problems.add_file(str(path), f"expected TOML 1.0, got {error}")


def _check_verdicts(
    catalog: Catalog, roots: tuple[Path, ...], today: datetime.date, problems: Problems
) -> None:
    """Note verdicts that differ from the computed ranking without a reason, or have one without differing."""
    for use_case in catalog.use_cases.values():
        answer = best(catalog, use_case, today)
        for now, ranking in zip(answer.verdicts, answer.computed.rankings, strict=True):
            if now.verdict is None or now.same_first is None:
                continue
            table = ("verdict",) if len(use_case.media) == 1 else ("verdict", now.medium)
            place = _place(roots, f"use_cases/{use_case.slug}.toml", *table, "differs")
            if not now.same_first and not now.verdict.differs:
                first = f"{ranking.fits[0].model.slug} is" if ranking.fits else "nothing fits"
                expected = f"why the pick is not first in the computed ranking, where {first}"
                problems.add(place, f"missing, expected {expected}")
            elif now.same_first and now.verdict.differs:
                problems.add(place, "expected nothing: the pick is first in the computed ranking")


def _uncited(model: Model) -> Iterator[str]:
    """Yield the names of sources that no value of their file cites."""
    cited = {one.source.id for one in model.facts.values()}
    cited.update(one.source.id for one in model.limitations)
    cited.update(one.source.id for one in model.rules)
    cited.update(one.source.id for one in model.evidence)
    cited.update(one.source.id for one in model.prompt_tips)
    for route in model.routes:
        cited.update(one.source.id for one in route.facts.values())
        cited.update(one.source.id for one in route.prices)
    cited.update(source.id for search in model.searched.values() for source in search.sources)
    yield from sorted(set(model.sources) - cited)
