"""Files into tables: which files a catalog has, and what TOML says of them."""

from __future__ import annotations

import math
from pathlib import Path

import attrs
import tomli

from modeladvisor.loading.problems import Place, Problems

TOP_FILES = (
    "catalog.toml",
    "capabilities.toml",
    "asking.toml",
    "vendors.toml",
    "providers.toml",
    "general.toml",
)
OVERLAY_FILE = "overlay.toml"
FOLDERS = ("models", "use_cases", "workflows", "access")
LARGEST_FILE = 1_000_000
"""Bytes of one file; a larger one is refused."""
DEEPEST = 16
"""Tables and lists one inside the other; the deepest that the files need is half of it."""

Table = dict[str, object]


@attrs.frozen
class Document:
    """One file that was read: where it stands and what it holds."""

    place: Place
    table: Table

    @property
    def stem(self) -> str:
        """The file name without `.toml`: the id of what the file describes."""
        return self.place.name.rsplit("/", 1)[-1].removesuffix(".toml")

    @property
    def folder(self) -> str:
        """The name of the folder that holds the file."""
        return self.place.name.rsplit("/", 2)[-2] if "/" in self.place.name else ""


def bundled_catalog() -> Path:
    """Return the folder of the catalog that came with this library.

    An installed wheel carries it inside the package; an editable install finds it at the top of the checkout.
    """
    package = Path(__file__).parent.parent
    inside = package / "bundled_catalog"
    return inside if inside.is_dir() else package.parent.parent / "catalog"


@attrs.frozen
class Files:
    """All that was read of a catalog folder.

    Attributes:
        documents: By path inside the catalog.
        unread: Paths of files that hold no TOML that can be read; each is a problem already.
        banned: Slugs of models that the overlay leaves out.
    """

    documents: dict[str, Document]
    unread: frozenset[str] = frozenset()
    banned: frozenset[str] = frozenset()

    def stems(self, folder: str) -> frozenset[str]:
        """Return the ids of every file in a folder, read or not."""
        names = [name for name in (*self.documents, *self.unread) if name.startswith(f"{folder}/")]
        return frozenset(name.rsplit("/", 1)[-1].removesuffix(".toml") for name in names)


def read_folder(root: Path, problems: Problems, *, overlay: bool = False) -> Files:
    """Return every document of a folder; an overlay needs no top files, and may have `overlay.toml`."""
    if not root.is_dir():
        problems.add_file(str(root), "expected a catalog folder, found none")
        return Files({})
    inner = root / "catalog"
    if not overlay and not (root / TOP_FILES[0]).exists() and (inner / TOP_FILES[0]).is_file():
        problems.add_file(str(root), f"expected a catalog folder; did you mean '{inner}'?")
        return Files({})
    documents, unread = {}, set()
    top_files = (*TOP_FILES, OVERLAY_FILE) if overlay else TOP_FILES
    for path in sorted(root.rglob("*.toml")):
        name = path.relative_to(root).as_posix()
        parts = name.split("/")
        depth = 3 if parts[0] == "models" else 2
        if name not in top_files and not (parts[0] in FOLDERS and len(parts) == depth):
            expected = f"{', '.join(top_files)}, models/<vendor>/<slug>.toml or use_cases|workflows|access/<slug>.toml"
            problems.add_file(str(path), f"unknown file, expected {expected}")
            continue
        text = _text(path, problems)
        table = None if text is None else _table(path, text, problems)
        if text is None or table is None:
            unread.add(name)
        else:
            documents[name] = Document(Place(str(path), text), table)
    for name in () if overlay else TOP_FILES:
        if name not in documents and name not in unread:
            problems.add_file(str(root / name), "missing, expected this file in every catalog")
            unread.add(name)
    return Files(documents, frozenset(unread))


def _text(path: Path, problems: Problems) -> str | None:
    try:
        if path.stat().st_size > LARGEST_FILE:
            problems.add_file(str(path), f"expected a file of at most {LARGEST_FILE} bytes")
            return None
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        problems.add_file(
            str(path), f"expected UTF-8, got byte {error.object[error.start]:#04x} at {error.start}"
        )
    except OSError as error:
        problems.add_file(str(path), f"cannot be read: {error.strerror}")
    return None


def _table(path: Path, text: str, problems: Problems) -> Table | None:
    try:
        table = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        problems.add_file(str(path), f"expected TOML, {error.msg} (column {error.colno})", error.lineno)
    except RecursionError:
        problems.add_file(str(path), "expected TOML, got tables nested too deep to read")
    except ValueError:  # Python reads no whole number of more than some thousand digits
        problems.add_file(str(path), "expected TOML, got a number too long to read")
    else:
        return table if _is_plain(table) or _is_told_plain(table, Place(str(path), text), problems) else None
    return None


def _is_plain(value: object, depth: int = 0) -> bool:
    """Return whether every value is one that a catalog can hold; nearly always all are, and none needs a place."""
    if isinstance(value, str | bool):
        return True
    if isinstance(value, dict | list):
        inside = value.values() if isinstance(value, dict) else value
        return depth < DEEPEST and all(_is_plain(one, depth + 1) for one in inside)
    if isinstance(value, float):
        return math.isfinite(value)
    return not isinstance(value, int) or -(2**63) <= value < 2**63


def _is_told_plain(table: Table, place: Place, problems: Problems) -> bool:
    """Say whether every value is one that a catalog can hold; what is not is added to `problems`.

    TOML 1.0: "If an integer cannot be represented losslessly, an error must be thrown", for 64 bits.
    """
    before = len(problems)
    waiting: list[tuple[tuple[str | int, ...], object]] = [((), table)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict | list):
            if len(path) >= DEEPEST:
                problems.add(
                    place.at(*path), f"expected at most {DEEPEST} tables and lists one inside the other"
                )
                continue
            items = value.items() if isinstance(value, dict) else enumerate(value)
            waiting.extend(((*path, key), inner) for key, inner in items)
        elif isinstance(value, float) and not math.isfinite(value):
            problems.add(place.at(*path), f"expected a finite number, got {value}")
        elif isinstance(value, int) and not -(2**63) <= value < 2**63:
            problems.add(place.at(*path), "expected a whole number of at most 64 bits")
    return len(problems) == before
