"""Collects every problem of every file, and says where each stands."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import attrs

from modeladvisor.errors import CatalogError, Problem
from modeladvisor.loading.positions import Path, line_of

_BARE = re.compile(r"[A-Za-z0-9_-]+")


@attrs.frozen
class Place:
    """A key of a file that was read.

    Attributes:
        name: Path of the file as shown to people.
        text: Its whole text, for finding lines.
        path: Keys and indexes from the top of the file.
        origins: Parts that came from elsewhere when an overlay was laid over the file, by their path.
    """

    name: str
    text: str = attrs.field(repr=False)
    path: Path = ()
    origins: Mapping[Path, Place] = attrs.field(factory=dict, repr=False, eq=False)

    def at(self, *further: str | int) -> Place:
        """Return a place further down in the same file."""
        return Place(self.name, self.text, (*self.path, *further), self.origins)

    def files(self) -> set[str]:
        """Return the names of all files that this one was put together from."""
        return {self.name} | {one.name for one in self.origins.values()}

    def written(self) -> Place:
        """Return the place in the file in which this key was written."""
        for length in range(len(self.path), -1, -1):
            origin = self.origins.get(self.path[:length])
            if origin is not None:
                return origin.at(*self.path[length:])
        return self


class Problems:
    """All problems found so far; adding one never stops the reading."""

    def __init__(self) -> None:
        self._found: list[tuple[Place, str]] = []
        self._whole: list[Problem] = []

    def add(self, place: Place, message: str) -> None:
        """Note a problem at a place."""
        self._found.append((place.written(), message))

    def add_file(self, name: str, message: str, line: int = 0) -> None:
        """Note a problem of a file as a whole."""
        self._whole.append(Problem(name, line, "", message))

    def __len__(self) -> int:
        return len(self._found) + len(self._whole)

    def __bool__(self) -> bool:
        return bool(self._found or self._whole)

    def files(self) -> set[str]:
        """Return the names of the files that have a problem."""
        return {place.name for place, _ in self._found} | {one.file for one in self._whole}

    def all(self) -> tuple[Problem, ...]:
        """Return every problem with its line, each once, sorted."""
        listed = {
            Problem(place.name, line_of(place.text, place.path), dotted(place.path), message)
            for place, message in self._found
        }
        return tuple(sorted({*listed, *self._whole}))

    def raise_if_any(self) -> None:
        """Raise `CatalogError` with every problem, if there is one."""
        if self:
            raise CatalogError(self.all())


def dotted(path: Path) -> str:
    """Return a path as people write it: `verdict.rests_on[2].id`, with quotes where TOML needs them."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            plain = part if _BARE.fullmatch(part) else json.dumps(part, ensure_ascii=False)
            text += f".{plain}" if text else plain
    return text
