"""On which line of a TOML file a key stands; asked only when there is a problem to report.

TOML parsers give values without positions. This scanner reads headers and keys line by line, skips what
stands inside multi-line strings and arrays, and answers with the line of the nearest enclosing key.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

Path = tuple[str | int, ...]

_BARE_OR_QUOTED = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_DOTTED = rf"{_BARE_OR_QUOTED}(?:\s*\.\s*{_BARE_OR_QUOTED})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]")
_KEY = re.compile(rf"\s*({_DOTTED})\s*=(.*)", re.DOTALL)
_STRINGS = re.compile(r'"""|\'\'\'|"(?:[^"\\]|\\.)*"|\'[^\']*\'|#')


def line_of(text: str, path: Sequence[str | int]) -> int:
    """Return the line, from 1, of the longest part of `path` that has a line of its own; 1 if none has."""
    lines = _lines(text)
    for length in range(len(path), 0, -1):
        line = lines.get(tuple(path[:length]))
        if line is not None:
            return line
    return 1


def _lines(text: str) -> dict[Path, int]:
    found: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    array: Path | None = None
    depth, element, fence = 0, -1, ""
    for number, line in enumerate(text.splitlines(), start=1):
        if fence:
            if fence in line:
                fence = ""
            continue
        if depth:
            if depth == 1 and array is not None and line.strip()[:1] not in ("", "#", "]", ","):
                element += 1
                found.setdefault((*array, element), number)
            change, fence = _nesting(line)
            depth += change
            continue
        if header := _HEADER.match(line):
            table = _enter(_parts(header[2]), header[1] == "[[", counts)
            _note(found, table, number)
        elif key := _KEY.match(line):
            array = (*table, *_parts(key[1]))
            _note(found, array, number)
            depth, fence = _nesting(key[2])
            element = -1
    return found


def _parts(dotted: str) -> list[str]:
    return [part.strip("\"'") for part in re.findall(_BARE_OR_QUOTED, dotted)]


def _enter(parts: Sequence[str], is_array: bool, counts: dict[Path, int]) -> Path:
    """Return the path of a table header, with the index of every array of tables on the way."""
    path: Path = ()
    for place, part in enumerate(parts):
        path = (*path, part)
        if is_array and place == len(parts) - 1:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _note(found: dict[Path, int], path: Path, number: int) -> None:
    for length in range(1, len(path) + 1):
        found.setdefault(path[:length], number)


def _nesting(line: str) -> tuple[int, str]:
    """Return by how much brackets open after a line, and the quotes of a string left open."""
    depth, place = 0, 0
    while place < len(line):
        token = _STRINGS.search(line, place)
        plain = line[place : token.start() if token else len(line)]
        depth += sum(plain.count(one) for one in "[{") - sum(plain.count(one) for one in "]}")
        if token is None or token[0] == "#":
            break
        place = token.end()
        if token[0] in ('"""', "'''"):
            end = line.find(token[0], place)
            if end < 0:
                return depth, token[0]
            place = end + 3
    return depth, ""
