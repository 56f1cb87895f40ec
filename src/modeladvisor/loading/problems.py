"""Collects every problem of every file, and says where each stands."""

from __future__ import annotations

import attrs

from modeladvisor.errors import CatalogError, Problem
from modeladvisor.loading.positions import Path, line_of


@attrs.frozen
class Place:
    """A key of a file that was read.

    Attributes:
        name: Path of the file as shown to people.
        text: Its whole text, for finding lines.
        path: Keys and indexes from the top of the file.
    """

    name: str
    text: str = attrs.field(repr=False)
    path: Path = ()

    def at(self, *further: str | int) -> Place:
        """Return a place further down in the same file."""
        return Place(self.name, self.text, (*self.path, *further))


class Problems:
    """All problems found so far; adding one never stops the reading."""

    def __init__(self) -> None:
        self._found: list[tuple[Place, str]] = []
        self._whole: list[Problem] = []

    def add(self, place: Place, message: str) -> None:
        """Note a problem at a place."""
        self._found.append((place, message))

    def add_file(self, name: str, message: str, line: int = 0) -> None:
        """Note a problem of a file as a whole."""
        self._whole.append(Problem(name, line, "", message))

    def __len__(self) -> int:
        return len(self._found) + len(self._whole)

    def __bool__(self) -> bool:
        return bool(self._found or self._whole)

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
    """Return a path as people write it: `verdict.rests_on[2].id`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text
