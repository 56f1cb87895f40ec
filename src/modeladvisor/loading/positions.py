"""On which line of a TOML file a key stands; asked only when there is a problem to report.

TOML parsers give values without positions. This scanner reads a text that a parser has accepted once more, for
keys and brackets alone, and answers with the line of the nearest enclosing key or list item.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress

import tomli

Path = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*'""")
_TEXT = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}' + r"|'''.*?'{3,5}" + r'|"(?:[^"\\]|\\.)*"' + r"|'[^']*'", re.DOTALL
)
_PLAIN = re.compile(r"[^,\]}#\r\n]+")


def line_of(text: str, path: Sequence[str | int]) -> int:
    """Return the line, from 1, of the longest part of `path` that has a line of its own; 1 if none has."""
    scanner = _Scanner(text)
    with suppress(RecursionError):  # lists nested a thousand deep: what stands before them is near enough
        scanner.document()
    for length in range(len(path), 0, -1):
        wanted = tuple(path[:length])
        line = scanner.named.get(wanted) or scanner.implied.get(wanted)
        if line is not None:
            return line
    return 1


class _Scanner:
    """Walks through one text.

    Attributes:
        named: Lines of keys, headers and list items that are written out.
        implied: Lines where a table is first meant: `a` in `a.b = 1`.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.ends = [found.start() for found in re.finditer("\n", text)]
        self.named: dict[Path, int] = {}
        self.implied: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}

    def document(self) -> None:
        table: Path = ()
        while self._blank() < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)

    def _blank(self) -> int:
        self._take(_BLANK)
        return self.at

    def _take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at + 1
        return found[0] if found else ""

    def _line(self) -> int:
        return bisect_left(self.ends, self.at) + 1

    def _parts(self) -> list[str]:
        """Return the parts of a dotted key, and stand behind it."""
        parts: list[str] = []
        while True:
            self._blank()
            part = self._take(_KEY)
            parts.append(_unquoted(part))
            self._blank()
            if self.text[self.at : self.at + 1] != ".":
                return parts
            self.at += 1

    def _header(self) -> Path:
        line = self._line()
        is_array = self.text.startswith("[[", self.at)
        self.at += 2 if is_array else 1
        path: Path = ()
        parts = self._parts()
        for place, part in enumerate(parts):
            path = (*path, part)
            self.implied.setdefault(path, line)
            if is_array and place == len(parts) - 1:
                self.counts[path] = self.counts.get(path, -1) + 1
            if path in self.counts:
                path = (*path, self.counts[path])
        self.named.setdefault(path, line)
        self.at += 2 if is_array else 1
        return path

    def _pair(self, table: Path) -> None:
        line = self._line()
        path = table
        for part in self._parts():
            path = (*path, part)
            self.implied.setdefault(path, line)
        self.named.setdefault(path, line)
        self.at += 1  # the equals sign
        self._value(path)

    def _value(self, path: Path) -> None:
        self._blank()
        opening = self.text[self.at : self.at + 1]
        if opening in ("[", "{"):
            closing = "]" if opening == "[" else "}"
            self.at += 1
            number = 0
            while self._blank() < len(self.text) and self.text[self.at] != closing:
                if self.text[self.at] == ",":
                    self.at += 1
                elif opening == "{":
                    self._pair(path)
                else:
                    self.named[(*path, number)] = self._line()
                    self._value((*path, number))
                    number += 1
            self.at += 1
        else:
            self._take(_TEXT if opening in ("'", '"') else _PLAIN)


def _unquoted(part: str) -> str:
    if part[:1] not in ("'", '"'):
        return part
    return str(tomli.loads(f"key = {part}")["key"])
