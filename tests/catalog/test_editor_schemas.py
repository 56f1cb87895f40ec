"""Editors check catalog files by schemas that are current."""

from __future__ import annotations

import datetime
import json
import tomllib
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from editor_schemas import CATALOG, FOLDER, editor_schemas

FILES = {
    "model": "models/*/*.toml",
    "use_case": "use_cases/*.toml",
    "workflow": "workflows/*.toml",
    "access": "access/*.toml",
}


def plain(value: Any) -> Any:
    """Return a TOML value as JSON has it: dates as text."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


def validator(name: str) -> jsonschema.Draft202012Validator:
    """Return the validator of one kind of file."""
    return jsonschema.Draft202012Validator(json.loads((FOLDER / f"{name}.schema.json").read_text()))


def test_the_schemas_are_current() -> None:
    """The files hold what the classes and the vocabulary say; running `editor_schemas.py` writes them anew."""
    assert {path.name: path.read_text() for path in FOLDER.iterdir()} == editor_schemas()


@pytest.mark.parametrize("name", FILES)
def test_the_catalog_passes(name: str) -> None:
    """What the loader takes, the editor does not underline."""
    found = validator(name)
    files = sorted(CATALOG.glob(FILES[name]))
    assert files
    for path in files:
        problems = [error.message for error in found.iter_errors(plain(tomllib.loads(path.read_text())))]
        assert not problems, path


def set_fact(key: str, value: object) -> Callable[[dict[str, Any]], None]:
    """Return a change that gives a record one more fact."""
    return lambda table: table["facts"].update(
        {key: {"value": value, "source": "s", "verified": "2026-11-21"}}
    )


@pytest.mark.parametrize(
    "change",
    [
        set_fact("native_audoi", True),
        set_fact("native_audio", "yes"),
        set_fact("resolutions", ["9000p"]),
        set_fact("reference_images_max", -1),
        set_fact("aspect_ratios", ["wide"]),
        set_fact("duration_seconds", {"min": 3}),
        lambda table: table.pop("summary"),
        lambda table: table.update(made_by="me"),
        lambda table: table["routes"]["r"].update(kind="post"),
    ],
)
def test_a_slip_is_underlined(change: Callable[[dict[str, Any]], None]) -> None:
    """A misspelt key, a wrong form and an unknown word are caught before the loader sees them."""
    table: dict[str, Any] = {
        "name": "M", "vendor": "acme", "family": "m", "makes": ["video"], "summary": "A model.",
        "facts": {"fps": {"value": {"min": 24, "max": 60, "step": 12}, "source": "s", "verified": "2026-11-21"}},
        "routes": {"r": {"kind": "api"}},
    }  # fmt: skip
    assert validator("model").is_valid(table)
    change(table)
    assert not validator("model").is_valid(table)


def test_the_citation_names_this_edition() -> None:
    """Who cites the catalog cites the edition that is here."""
    edition = tomllib.loads((CATALOG / "catalog.toml").read_text())
    cited = (CATALOG.parent / "CITATION.cff").read_text()
    assert f'version: "{edition["version"]}"' in cited
    assert f"date-released: {edition['as_of']}" in cited
