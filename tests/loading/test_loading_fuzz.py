"""Whatever stands in a file, the loader gives a catalog that answers, or says what is wrong with it."""

from __future__ import annotations

import copy
import datetime
import json
from pathlib import Path

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st
from loading_fixtures import (
    ACCESS_FILE,
    FILES,
    MODEL,
    MODEL_FILE,
    TODAY,
    USE_CASE_FILE,
    WORKFLOW_FILE,
    small_catalog,
    write,
)

from modeladvisor import Advisor, CatalogError
from modeladvisor.curation.checking import check_catalog
from modeladvisor.loading import load_catalog


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A good catalog of which one file at a time is replaced."""
    return small_catalog(tmp_path_factory.mktemp("fuzz") / "catalog")


def outcome(root: Path, file: str, content: str | bytes) -> str:
    """Load the catalog with this content of one file, ask it if it loads, and put the good content back."""
    good = (root / file).read_bytes()
    write(root, file, content)
    try:
        catalog = load_catalog(root, today=TODAY)
        advisor = Advisor(catalog, TODAY)
        json.dumps(advisor.as_dict(advisor.find(output="video", audio="silent", duration=8, budget=0.2)))
        for use_case in catalog.use_cases:
            json.dumps(advisor.as_dict(advisor.best(use_case)))
        for model in catalog.models.values():
            json.dumps(advisor.as_dict(model))
        json.dumps(advisor.as_dict(advisor.workflows()))
        check_catalog(root, None, TODAY)
    except CatalogError as error:
        refused = error.problems
    else:
        return "loaded"
    finally:
        write(root, file, good)
    assert refused
    for one in refused:
        assert one.file.startswith(str(root))
        assert one.line >= 0
        assert "\n" not in str(one)
    return "refused"


@given(content=st.binary(max_size=200))
def test_any_bytes_are_a_model_or_a_problem(root: Path, content: bytes) -> None:
    """No content of a model file raises anything but `CatalogError`."""
    assert outcome(root, MODEL_FILE, content) == "refused"


PIECES = st.sampled_from(
    [
        *("[", "]", "[[", "]]", "{", "}", "=", ",", ".", '"', "'", '"""', "'''", "\\", "#", "\n", "\r\n", "\x00"),
        *("name", "facts", "sources", "value", "[facts]\n", "[[rules]]\n", "routes.x.facts.status", "1", "true", "1e999"),
        *("0x" + "f" * 40, "9" * 400, "nan", "2026-11-03", "07:00:00", "é", "\u2028", '"\\ud800"', "a" * 300, "\ufeff"),
    ]
)  # fmt: skip


@given(pieces=st.lists(PIECES, max_size=30), at=st.integers(0, len(MODEL)), cut=st.integers(0, 40))
def test_a_good_file_with_any_piece_in_it_is_read_or_refused(
    root: Path, pieces: list[str], at: int, cut: int
) -> None:
    """A slip of the keyboard anywhere in a good record is a catalog or a list of problems."""
    outcome(root, MODEL_FILE, (MODEL[:at] + "".join(pieces) + MODEL[at + cut :]).encode())


@pytest.mark.parametrize(
    "content",
    [
        "a = " + "9" * 5000,
        "a = 0x" + "f" * 5000,
        "a = " + "[" * 2000 + "]" * 2000,
        "[" + ".".join("a" * 3000) + "]\nb = 1",
        MODEL + "\n[facts.seed.value" + ".a" * 3000 + "]\nb = 1",
        MODEL.replace("[4, 6, 8]", "[1" + "0" * 400 + "]"),
        MODEL.replace("value = 15.5", "value = 1" + "0" * 400),
        MODEL.replace("value = 15.5", "value = 1e400"),
        MODEL.replace("usd = 0.20", "usd = nan"),
        "\ufeff" + MODEL,
        MODEL.replace("\n", "\r"),
        "",
    ],
    ids=[
        "digits",
        "hex",
        "lists",
        "header",
        "deep",
        "list",
        "integer",
        "float",
        "nan",
        "mark",
        "returns",
        "empty",
    ],
)
def test_what_parsers_choke_on_is_refused(root: Path, content: str) -> None:
    """Numbers without end, nesting without end and odd beginnings are problems like any other."""
    wanted = "loaded" if content == MODEL else "refused"
    assert outcome(root, MODEL_FILE, content) == wanted


def dumped(value: object) -> str:
    """Return a value as TOML writes it on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {dumped(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(dumped, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, bool):
        return str(value).lower()
    return value.isoformat() if isinstance(value, datetime.date | datetime.time) else repr(value)


def document(table: dict[str, object]) -> str:
    """Return a table as a file of TOML with one line for each key at the top."""
    return "".join(f"{json.dumps(key)} = {dumped(value)}\n" for key, value in table.items())


OTHERS = st.sampled_from(
    [
        True, 0, -1, 1.5, 10**12, "", "x", "vidgen-2", "2026-11-03", [], [1], ["x", "x"], [[]], {}, {"value": 1},
        {"at_least": 1}, {"includes": ["x"]}, [{"id": "x"}], datetime.date(2026, 11, 3), datetime.date(2099, 1, 1),
        datetime.datetime(2026, 11, 3, 7, tzinfo=datetime.UTC), datetime.time(7), {"all": [{}]}, {"not": {}}, "https://example.com",
    ]
)  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """Return a good file with one to three keys deleted, renamed, doubled, or given a value of another kind."""
    table = copy.deepcopy(tomli.loads(text))
    for _ in range(draw(st.integers(1, 3))):
        holders = _holders(table)
        if not holders:
            break
        holder = draw(st.sampled_from(holders))
        if isinstance(holder, dict):
            key = draw(st.sampled_from(list(holder)))
            act = draw(st.sampled_from(["delete", "change", "rename", "swap"]))
            if act == "delete":
                del holder[key]
            elif act == "change":
                holder[key] = copy.deepcopy(draw(OTHERS))
            elif act == "rename":
                holder[key + "s"] = holder.pop(key)
            else:
                other = draw(st.sampled_from(list(holder)))
                holder[key], holder[other] = holder[other], holder[key]
        else:
            place = draw(st.integers(0, len(holder) - 1))
            act = draw(st.sampled_from(["delete", "change", "double"]))
            if act == "delete":
                del holder[place]
            elif act == "change":
                holder[place] = copy.deepcopy(draw(OTHERS))
            else:
                holder.append(copy.deepcopy(holder[place]))
    return document(table)


def _holders(value: object) -> list[dict[str, object] | list[object]]:
    """Return every table and list that holds something."""
    found: list[dict[str, object] | list[object]] = []
    if isinstance(value, dict | list) and value:
        found.append(value)
        for inner in value.values() if isinstance(value, dict) else value:
            found.extend(_holders(inner))
    return found


@given(data=st.data())
@pytest.mark.parametrize(
    "file",
    [
        MODEL_FILE,
        USE_CASE_FILE,
        WORKFLOW_FILE,
        ACCESS_FILE,
        "capabilities.toml",
        "asking.toml",
        "vendors.toml",
        "general.toml",
        "catalog.toml",
    ],
)
def test_any_mutation_of_a_good_file_answers_or_is_refused(
    root: Path, file: str, data: st.DataObject
) -> None:
    """A file with a key deleted, doubled or of another kind gives a catalog that answers, or a list of problems."""
    outcome(root, file, data.draw(mutated((root / file).read_text())))


@pytest.mark.parametrize("file", [*FILES, "capabilities.toml", "asking.toml", "vendors.toml", "general.toml"])
def test_the_good_files_survive_being_written_anew(root: Path, file: str) -> None:
    """The writer of the test itself changes nothing: what it writes without a mutation loads."""
    assert outcome(root, file, document(tomli.loads((root / file).read_text()))) == "loaded"
