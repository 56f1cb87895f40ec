"""Data frames: a row for each thing, columns of one type, unknown as null."""

from __future__ import annotations

import datetime
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pandas
import polars
import pytest

from modeladvisor import NotInstalledError, QuestionError, load
from modeladvisor.frames import pandas_frame, polars_frame
from modeladvisor.sheets import NOTHING, Column, Sourced, sheet

if TYPE_CHECKING:
    from modeladvisor.exhibits import Tabular

ADVISOR = load()
FOUND = ADVISOR.find(task="product-videos", input="image")
TABLES = {
    "finder models": (FOUND, "models"),
    "finder reasons": (FOUND, "reasons"),
    "best": (ADVISOR.best("ugc-ads"), "models"),
    "comparison": (ADVISOR.compare("veo-3.1", "kling-3.0", task="ugc-ads"), "capabilities"),
    "comparison prices": (ADVISOR.compare("veo-3.1", "kling-3.0"), "prices"),
    "facts": (ADVISOR.model("veo-3.1"), "facts"),
    "prices": (ADVISOR.model("veo-3.1"), "prices"),
    "recipe": (ADVISOR.workflows()[0], "steps"),
}
TYPES = {
    "text": ("string", polars.String), "words": ("object", polars.List), "whole": ("Int64", polars.Int64),
    "number": ("Float64", polars.Float64), "points": ("Float64", polars.Float64),
    "truth": ("boolean", polars.Boolean), "date": ("datetime64[s]", polars.Date),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_both_libraries_get_the_same_table(name: str) -> None:
    """pandas and Polars have the same columns, rows and nulls; types are those of the columns, even of empty ones."""
    result, table = TABLES[name]
    told = result._frame(table)
    ours, theirs = result.to_pandas(table), result.to_polars(table)
    assert list(ours.columns) == theirs.columns
    assert len(ours) == len(theirs) == len(told.rows) > 0
    for column in told.columns:
        dtype, kind = TYPES[column.kind]
        assert str(ours[column.name].dtype) == dtype
        assert theirs.schema[column.name].base_type() == kind
        if column.sourced:
            assert str(ours[f"{column.name}_source"].dtype) == "string"
            assert theirs.schema[f"{column.name}_verified"] == polars.Date
    assert [int(ours[one].isna().sum()) for one in theirs.columns] == [
        theirs[one].null_count() for one in theirs.columns
    ]


def test_every_model_is_a_row() -> None:
    """The table of a ranking has every model of the medium once, with place, points and price."""
    frame = FOUND.to_polars()
    ranking = FOUND.rankings[0]
    assert len(frame) == len(ranking.fits) + len(ranking.may_fit) + len(ranking.excluded)
    assert frame["model"].n_unique() == len(frame)
    first = frame.row(0, named=True)
    place = ranking.fits[0]
    quote = place.cost.cheapest
    assert quote is not None
    assert (first["model"], first["rank"], first["fit"]) == (place.model.slug, 1, "fits")
    assert (first["proved"], first["possible"]) == (place.score.low, place.score.high)
    assert (first["usd"], first["usd_source"], first["usd_verified"]) == (
        quote.usd,
        quote.price.source.url,
        quote.price.verified,
    )
    assert first["unknown"] == list(place.unknowns)
    assert frame.filter(polars.col("fit") == "excluded")["proved"].null_count() == len(ranking.excluded)


def test_the_points_of_the_reasons_add_up() -> None:
    """The proved points of a model's reasons, each criterion once, are its proved points."""
    reasons = FOUND.to_pandas("reasons")
    of_first = reasons[reasons["model"] == FOUND.fits[0].model.slug].drop_duplicates("criterion")
    assert round(float(of_first["proved"].sum()), 2) == FOUND.fits[0].score.low


def test_unknown_is_null_and_no_is_not() -> None:
    """A fact that was looked for in vain is a row without a value; a no is False."""
    frame = ADVISOR.model("veo-3.1").to_pandas().set_index("key")
    assert frame.loc["video_to_video", "truth"] == False  # noqa: E712 - the value of a nullable column
    assert frame.loc["shots_max", "value"] is pandas.NA
    assert frame.loc["shots_max", "truth"] is pandas.NA
    assert frame.loc["shots_max", "searched"] == pandas.Timestamp("2026-11-21")


def test_cells_become_values() -> None:
    """Sources stand in columns of their own; nothing to know and unknown are both null."""
    day = datetime.date(2026, 1, 2)
    told = sheet(
        "t",
        "T",
        [Column("usd", "number", sourced=True), Column("words", "words"), Column("seen", "date")],
        [
            (Sourced(1, "https://example.com", "P", day), ("a", "b"), day),
            (None, (), NOTHING),
            (NOTHING, (), None),
        ],
    )
    rows = polars_frame(told).rows()
    assert rows == [
        (1.0, "https://example.com", day, ["a", "b"], day),
        (None, None, None, [], None),
        (None, None, None, [], None),
    ]
    assert pandas_frame(told)["usd"].tolist() == [1.0, pandas.NA, pandas.NA]
    assert pandas_frame(sheet("t", "T", told.columns, [])).dtypes.astype(str).tolist() == [
        "Float64",
        "string",
        "datetime64[s]",
        "object",
        "datetime64[s]",
    ]


def test_a_table_that_is_not_there_names_those_that_are() -> None:
    """A wrong name is told with the names that there are."""
    with pytest.raises(QuestionError) as told:
        FOUND.to_pandas("reason")
    assert str(told.value) == "table: expected one of models, reasons, got 'reason'; did you mean 'reasons'?"


@pytest.mark.parametrize(
    ("call", "package", "extra"),
    [("to_pandas", "pandas", "pandas"), ("to_polars", "polars", "polars"), ("plot", "matplotlib", "plot")],
)
def test_what_is_not_installed_is_named_with_its_extra(
    call: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the package one sentence says which extra brings it."""
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(NotInstalledError) as told:
        getattr(FOUND, call)()
    assert str(told.value) == f"{call}() needs {package}; run: pip install 'modeladvisor[{extra}]'"


OPTIONAL = ("pandas", "polars", "matplotlib", "rich", "argcomplete", "IPython", "numpy")


@pytest.mark.parametrize(
    "code",
    [
        "import modeladvisor",
        "import modeladvisor; a = modeladvisor.load(); a.find(task='ugc-ads')._repr_html_()",
    ],
)
def test_the_library_works_without_what_draws(code: str) -> None:
    """Importing, asking and showing as HTML work where none of the optional packages can be imported."""
    blocked = f"import sys\nfor name in {OPTIONAL!r}: sys.modules[name] = None\n"
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", blocked + code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_results_stay_what_they_were() -> None:
    """What shows as a table is still frozen, and compares by what it holds."""
    shown: Tabular = ADVISOR.model("veo-3.1")
    assert shown == ADVISOR.model("veo-3.1")
    with pytest.raises(AttributeError):
        shown.note = "x"  # type: ignore[attr-defined]  # that it cannot be set is the test


def test_the_tables_are_those_of_the_reference() -> None:
    """The page on Python names the tables of each result and record."""
    page = (Path(__file__).parents[2] / "docs/reference/python.md").read_text("utf-8")
    told = {
        name: re.findall(r"`(\w+)`", row[1])
        for row in re.findall(r"^\| (`[A-Z][^|]*) \| ([^|]*) \|$", page, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row[0])
    }
    results: list[Tabular] = [
        FOUND,
        FOUND.rankings[0],
        FOUND.fits[0],
        ADVISOR.best("ugc-ads"),
        ADVISOR.workflows()[0],
    ]
    results += [ADVISOR.compare("veo-3.1", "sora-2"), ADVISOR.model("veo-3.1"), ADVISOR.match("veo-3.1")]
    results += [
        ADVISOR.model("veo-3.1").facts["seed"],
        ADVISOR.find(why_not="veo-3.1", output="video").why_not[0],
    ]
    assert {type(one).__name__: [sheet.name for sheet in one._frames()] for one in results} == told
