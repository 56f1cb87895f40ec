"""What changed between two catalogs, told to people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from modeladvisor.curation.differences import Change, Kind
from modeladvisor.records import Dataset
from modeladvisor.texts.words import tests_text, value_text
from modeladvisor.views.wire import JsonValue

_HEADINGS: Mapping[Kind, str] = {
    "verdict": "Verdicts",
    "fact": "Facts",
    "price": "Prices",
    "rule": "Rules",
    "evidence": "Evidence",
    "route": "Routes",
    "limitation": "Limitations",
    "tip": "Prompt tips",
    "link": "Access links",
    "search": "Searches",
    "use case": "Use cases",
    "rubric": "Rubrics",
    "workflow": "Workflows",
    "company": "Vendors and providers",
    "vocabulary": "Vocabulary",
}
_WHATS = ("retired", "added", "turned", "changed", "removed")
_BARE: tuple[Kind, ...] = ("rubric", "use case", "workflow", "company", "vocabulary", "route", "link")
"""Entries too large to be shown on one line: their names tell enough."""


def changelog(before: Dataset, after: Dataset, changes: Sequence[Change]) -> str:
    """Return the changes as Markdown: models first, then one heading for each kind of entry."""
    same = before.version == after.version
    title = f"# {after.version}" if same else f"# From {before.version} to {after.version}"
    told = [one for one in changes if one.what != "cited"]
    sections = [
        _section("Models", [one for one in told if one.kind == "model"], _model_line),
        *(
            _section(title, [one for one in told if one.kind == kind], _line)
            for kind, title in _HEADINGS.items()
        ),
        *_cited([one for one in changes if one.what == "cited"]),
    ]
    return "\n\n".join([title, *filter(None, sections)] if changes else [title, "Nothing changed."])


def _section(title: str, changes: Iterable[Change], line: Callable[[Change], str]) -> str:
    ordered = sorted(changes, key=lambda one: (_WHATS.index(one.what), one.id))
    return "\n".join([f"## {title}", "", *map(line, ordered)]) if ordered else ""


def _model_line(change: Change) -> str:
    now = change.now if isinstance(change.now, Mapping) else change.was
    if change.what == "retired" or not isinstance(now, Mapping):
        return f"- {change.what}: `{change.id}`"
    if change.what == "changed":
        return f"- changed: `{change.id}`, its head (name, vendor, family, media, summary or other names)"
    return f"- {change.what}: **{now['name']}** (`{change.id}`), {now['facts']} facts, {now['prices']} prices"


def _line(change: Change) -> str:
    name = f"`{change.id}`"
    if change.kind in ("tip", "limitation"):  # known by its words
        name = f"`{change.id.partition('/')[0]}`: {change.now or change.was}"
    if change.kind in (*_BARE, "tip", "limitation", "search"):
        return f"- {change.what}: {name}"
    was, now = _told(change.kind, change.was), _told(change.kind, change.now)
    if change.what == "added":
        return f"- added: {name}: {now}"
    if change.what == "removed":
        return f"- removed: {name}, it was {was}"
    if was == now:
        return f"- changed: {name}, still {now}"
    return f"- {change.what}: {name}: {was} → {now}"


def _told(kind: Kind, value: JsonValue) -> str:
    if kind == "verdict":
        return value_text(value) if value else "no verified winner"
    if kind == "rule" and isinstance(value, Mapping):
        return f"with {tests_text(value['when'])}: {tests_text(value['then'])}"
    if kind == "price" and isinstance(value, Mapping):
        rest = [f"{name} {value_text(one)}" for name, one in value.items() if name not in ("usd", "per")]
        return ", ".join([f"{value_text(value['usd'])} USD per {value['per']}", *rest])
    return value_text(value)


def _cited(changes: Sequence[Change]) -> Iterator[str]:
    """Yield one section that counts what says the same as before, by another page or on another day."""
    if changes:
        count = Counter(one.id.partition("/")[0] for one in changes)
        lines = [f"- `{name}`: {number}" for name, number in sorted(count.items())]
        yield "\n".join(
            ["## Read again", "", "The same value with another source, date, place or note.", "", *lines]
        )
