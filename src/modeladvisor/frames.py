"""Tables as data frames of pandas and Polars; unknown is null in both."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import TYPE_CHECKING

from modeladvisor.errors import NotInstalledError
from modeladvisor.sheets import NOTHING, Cell, Column, Plain, Sheet, Sourced

if TYPE_CHECKING:
    import pandas
    import polars


def pandas_frame(sheet: Sheet) -> pandas.DataFrame:
    """Return a table as a pandas data frame of nullable types; several texts are a list in one cell.

    Raises:
        NotInstalledError: if pandas is missing.
    """
    try:
        import pandas
    except ImportError as error:
        raise NotInstalledError("to_pandas()", "pandas", "pandas") from error

    types = {
        "text": "string", "words": "object", "whole": "Int64", "number": "Float64", "points": "Float64",
        "truth": "boolean", "date": "datetime64[s]",
    }  # fmt: skip
    series = {name: pandas.Series(list(cells), dtype=types[kind]) for name, kind, cells in _columns(sheet)}
    return pandas.DataFrame(series)


def polars_frame(sheet: Sheet) -> polars.DataFrame:
    """Return a table as a Polars data frame; several texts are a list in one cell.

    Raises:
        NotInstalledError: if Polars is missing.
    """
    try:
        import polars
    except ImportError as error:
        raise NotInstalledError("to_polars()", "polars", "polars") from error

    types: dict[str, polars.DataType] = {
        "text": polars.String(), "words": polars.List(polars.String()), "whole": polars.Int64(),
        "number": polars.Float64(), "points": polars.Float64(), "truth": polars.Boolean(), "date": polars.Date(),
    }  # fmt: skip
    return polars.DataFrame(
        [polars.Series(name, list(cells), dtype=types[kind]) for name, kind, cells in _columns(sheet)]
    )


def _columns(sheet: Sheet) -> Iterator[tuple[str, str, Iterator[object]]]:
    """Yield name, kind and values of every column, those of the sources beside the ones that have them."""
    for place, column in enumerate(sheet.columns):
        cells = [row[place] for row in sheet.rows]
        yield column.name, column.kind, (_value(column, cell) for cell in cells)
        if column.sourced:
            yield f"{column.name}_source", "text", (_url(cell) for cell in cells)
            yield f"{column.name}_verified", "date", (_verified(cell) for cell in cells)


def _value(column: Column, cell: Cell) -> object:
    value: Plain = cell.value if isinstance(cell, Sourced) else cell
    if isinstance(value, tuple):
        return list(value)
    if value is None or value == NOTHING:
        return None
    if column.kind in ("number", "points") and isinstance(value, int | float):
        return float(value)
    return value


def _url(cell: Cell) -> str | None:
    return cell.url if isinstance(cell, Sourced) else None


def _verified(cell: Cell) -> datetime.date | None:
    return cell.verified if isinstance(cell, Sourced) else None
