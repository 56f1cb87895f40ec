"""Files into tables: which files a catalog has, how an overlay is laid over it, what TOML says of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import attrs
import tomli

from modeladvisor.errors import nearest
from modeladvisor.loading.problems import Place, Problems

TOP_FILES = (
    "catalog.toml",
    "capabilities.toml",
    "asking.toml",
    "vendors.toml",
    "providers.toml",
    "general.toml",
)
FOLDERS = ("models", "use_cases", "workflows", "access")
LARGEST_FILE = 1_000_000
"""Bytes of one file; a larger one is refused."""

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


def read_catalog(root: Path, overlay: Path | None, problems: Problems) -> dict[str, Document]:
    """Return every document by its path inside the catalog, the overlay laid over it.

    A file of the overlay that the catalog has too is merged key by key: its values win, tables are merged,
    lists of tables with an `id` are merged by it, other lists are replaced. `overlay.toml` may hold
    `ban = [slugs]`: those models, with their links, are left out.
    """
    documents = _read_folder(root, problems)
    for name in TOP_FILES:
        if root.is_dir() and name not in documents and not problems:
            problems.add_file(f"{root}/{name}", "missing, expected this file in every catalog")
    if overlay is None:
        return documents
    over = _read_folder(overlay, problems)
    bans = over.pop("overlay.toml", None)
    for name, document in over.items():
        below = documents.get(name)
        table = _merged(below.table, document.table) if below else document.table
        documents[name] = attrs.evolve(document, table=table)
    for slug in _banned(bans, problems):
        gone = [
            name
            for name, one in documents.items()
            if one.stem == slug and name.startswith(("models/", "access/"))
        ]
        if not gone and bans is not None:
            slugs = [one.stem for name, one in documents.items() if name.startswith("models/")]
            problems.add(
                bans.place.at("ban"), f"no model {slug!r} to leave out; the nearest: {nearest(slug, slugs)}"
            )
        for name in gone:
            del documents[name]
    return documents


def _banned(document: Document | None, problems: Problems) -> list[str]:
    if document is None:
        return []
    for key in sorted(set(document.table) - {"ban"}):
        problems.add(document.place.at(key), "unknown key; known keys: ban")
    slugs = document.table.get("ban", [])
    if not isinstance(slugs, list) or not all(isinstance(one, str) for one in slugs):
        problems.add(document.place.at("ban"), f"expected a list of slugs, got {slugs!r}")
        return []
    return slugs


def _read_folder(root: Path, problems: Problems) -> dict[str, Document]:
    if not root.is_dir():
        problems.add_file(str(root), "expected a catalog folder, found none")
        return {}
    documents = {}
    for path in sorted(root.rglob("*.toml")):
        name = path.relative_to(root).as_posix()
        parts = name.split("/")
        depth = 3 if parts[0] == "models" else 2
        known = name in TOP_FILES or name == "overlay.toml" or (parts[0] in FOLDERS and len(parts) == depth)
        if not known:
            expected = f"{', '.join(TOP_FILES)}, models/<vendor>/<slug>.toml or use_cases|workflows|access/<slug>.toml"
            problems.add_file(str(path), f"unknown file, expected {expected}")
            continue
        text = _text(path, problems)
        table = None if text is None else _table(path, text, problems)
        if text is not None and table is not None:
            documents[name] = Document(Place(str(path), text), table)
    return documents


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
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        problems.add_file(str(path), f"expected TOML, {error.msg} (column {error.colno})", error.lineno)
    except RecursionError:
        problems.add_file(str(path), "expected TOML, got tables nested too deep to read")
    return None


def _merged(below: Mapping[str, object], above: Mapping[str, object]) -> Table:
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        if isinstance(old, dict) and isinstance(value, dict) and "value" not in value:
            result[key] = _merged(old, value)
        elif _has_ids(old) and _has_ids(value):
            assert isinstance(old, list) and isinstance(value, list)  # noqa: S101, PT018 - what _has_ids has checked
            by_id = {one["id"]: one for one in old}
            by_id.update((one["id"], _merged(by_id.get(one["id"], {}), one)) for one in value)
            result[key] = list(by_id.values())
        else:
            result[key] = value
    return result


def _has_ids(value: object) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(one, dict) and "id" in one for one in value)
    )
