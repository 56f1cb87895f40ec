"""Tables as HTML for notebooks: every text is escaped, and unknown has a look of its own."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, tostring  # nosec B405 # only written, never read

from modeladvisor.sheets import NOTHING, Cell, Column, Sheet, Sourced

STYLE = """
.modeladvisor { overflow-x: auto; margin: 0.5em 0 }
.modeladvisor table { border-collapse: collapse; color: inherit; background: none; font-variant-numeric: tabular-nums }
.modeladvisor caption { text-align: left; font-weight: bold; padding: 0.4em 0; caption-side: top; color: inherit }
.modeladvisor th, .modeladvisor td { text-align: left !important; vertical-align: top; padding: 0.25em 0.8em 0.25em 0;
  border-bottom: 1px solid rgba(128, 128, 128, 0.35); max-width: 32em; white-space: normal }
.modeladvisor .number { text-align: right !important; white-space: nowrap }
.modeladvisor .unknown { font-style: italic; padding: 0 0.3em; border: 1px dashed currentColor; border-radius: 0.3em;
  opacity: 0.85; background: repeating-linear-gradient(135deg, transparent 0 4px, rgba(128, 128, 128, 0.2) 4px 6px) }
.modeladvisor .source, .modeladvisor .note { font-size: 85%; opacity: 0.8; white-space: nowrap }
.modeladvisor .note { white-space: normal; display: block }
.modeladvisor a { color: inherit; text-decoration: underline }
"""
"""Colours are those of the page around it, so that it reads in the dark as well; only where texts stand is insisted
on, because notebooks put those of every table to the right."""

_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)


def html(title: str, sheets: Iterable[Sheet], notes: Iterable[str] = ()) -> str:
    """Return tables below a title as a piece of HTML; without style sheets it still reads as tables."""
    root = Element("div", {"class": "modeladvisor"})
    SubElement(root, "style").text = STYLE
    if title:
        SubElement(SubElement(root, "p"), "strong").text = _printable(title)
    for one in sheets:
        root.append(_table(one))
    for note in notes:
        SubElement(root, "p", {"class": "note"}).text = _printable(note)
    return tostring(root, encoding="unicode", method="html")


def _table(sheet: Sheet) -> Element:
    part = Element("div")
    table = SubElement(part, "table")
    SubElement(table, "caption").text = _printable(sheet.title)
    head = SubElement(SubElement(table, "thead"), "tr")
    for column in sheet.columns:
        SubElement(head, "th", {"scope": "col", **_class(column)}).text = _printable(
            column.title or column.name
        )
    body = SubElement(table, "tbody")
    for row in sheet.rows:
        line = SubElement(body, "tr")
        for place, (column, cell) in enumerate(zip(sheet.columns, row, strict=True)):
            tag = (
                SubElement(line, "td", _class(column)) if place else SubElement(line, "th", {"scope": "row"})
            )
            _fill(tag, column, cell)
    if sheet.note:
        SubElement(part, "p", {"class": "note"}).text = _printable(sheet.note)
    return part


def _class(column: Column) -> dict[str, str]:
    return {"class": "number"} if column.kind in ("whole", "number", "points") else {}


def _fill(tag: Element, column: Column, cell: Cell) -> None:
    value = cell.value if isinstance(cell, Sourced) else cell
    if value is None:
        SubElement(tag, "em", {"class": "unknown"}).text = "unknown"
    elif value != NOTHING:
        told = SubElement(tag, "span")
        told.text = _printable(_text(value))
        if column.kind == "points" and isinstance(value, int | float):
            share = f"{max(0, min(100, value)):g}%"
            shade = f"rgba(46, 125, 50, 0.35) {share}, transparent {share}"
            told.set(
                "style",
                f"display: inline-block; min-width: 6em; background: linear-gradient(to right, {shade})",
            )
    if isinstance(cell, Sourced):
        _add_source(tag, cell)


def _add_source(tag: Element, cell: Sourced) -> None:
    if len(tag):
        tag[-1].tail = " "
    place = SubElement(tag, "span", {"class": "source"})
    named = {"title": _printable(cell.title)}
    if cell.url.startswith(("https://", "http://")):
        link = {"href": _printable(cell.url), "rel": "noopener noreferrer", "target": "_blank"}
        SubElement(place, "a", {**link, **named}).text = str(cell.verified)
    else:
        SubElement(place, "span", named).text = f"{_printable(cell.url)}, {cell.verified}"
    if cell.note:
        SubElement(tag, "span", {"class": "note"}).text = _printable(cell.note)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1000 else f"{value:.2f}"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return value.isoformat() if isinstance(value, datetime.date) else str(value)


def _printable(text: str) -> str:
    """Return a text without the characters that no HTML may hold, and those that turn the text around them."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)
