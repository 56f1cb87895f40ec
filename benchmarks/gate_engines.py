"""The gates of a question answered by this engine, by Polars, by DuckDB and by a plain loop."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from pathlib import Path

import attrs
import duckdb
import polars as pl

from modeladvisor.asks import Brief
from modeladvisor.boards import Board
from modeladvisor.selection import select
from plain_gates import SLUG, Cell, Every, Holds, Never, Plain, Reaches, Some, Under

ROUNDING = 1e-12
"""Prices so little over a ceiling are at it: sums of binary fractions are not exact."""


@attrs.frozen
class Groups:
    """How many models fit, may fit and do not, and, if asked, the slugs of those that fit, as the engine has them."""

    yes: int
    unknown: int
    no: int
    slugs: Sequence[str] | pl.Series


Query = Callable[[], Groups]


class Ours:
    """Operations on the bit sets that the engine keeps for each constraint."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def query(self, brief: Brief, *, slugs: bool) -> Query:
        """Return the query that answers all that is asked."""
        field = self.board.field

        def ask() -> Groups:
            found = select(self.board, brief)
            fitting = list(itertools.compress(field.slugs, field.flags(found.fits))) if slugs else ()
            return Groups(
                found.fits.bit_count(), found.may_fit.bit_count(), found.excluded.bit_count(), fitting
            )

        return ask


class Polars:
    """One lazy query over a data frame in memory."""

    def __init__(self, columns: Mapping[str, list[Cell]]) -> None:
        self.frame = pl.DataFrame(columns)

    def query(self, condition: Plain, *, slugs: bool) -> Query:
        """Return the query that answers a condition."""
        answer = pl.col("answer")
        asked = {"yes": answer.sum(), "unknown": answer.null_count(), "size": pl.len()}
        if slugs:
            asked["slugs"] = pl.col(SLUG).filter(answer).implode()
        lazy = self.frame.lazy().select(SLUG, answer=_expression(condition)).select(**asked)

        def ask() -> Groups:
            found = lazy.collect()
            yes, unknown, size = (found[name][0] for name in ("yes", "unknown", "size"))
            return Groups(yes, unknown, size - yes - unknown, found["slugs"][0] if slugs else ())

        return ask


def _expression(condition: Plain) -> pl.Expr:
    if isinstance(condition, Holds):
        return pl.col(condition.column)
    if isinstance(condition, Reaches):
        reached = pl.when(pl.col(condition.low) >= condition.limit).then(pl.lit(value=True))
        return reached.when(pl.col(condition.high) < condition.limit).then(pl.lit(value=False))
    if isinstance(condition, Under):
        under = pl.when(pl.col(condition.usd) <= condition.ceiling + ROUNDING).then(pl.lit(value=True))
        return under.when(~pl.col(condition.open)).then(pl.lit(value=False))
    if isinstance(condition, Never):
        return ~_expression(condition.part)
    parts = [_expression(one) for one in condition.parts]
    if isinstance(condition, Every):
        return reduce(pl.Expr.__and__, parts, pl.lit(value=True))
    return reduce(pl.Expr.__or__, parts)


class DuckDB:
    """One SQL query over a table in memory."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self.connection = duckdb.connect()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "models.parquet")
            frame.write_parquet(file)
            self.connection.execute("CREATE TABLE models AS FROM read_parquet(?)", [str(file)])

    def query(self, condition: Plain, *, slugs: bool) -> Query:
        """Return the query that answers a condition."""
        inner = f"SELECT slug, {_sql(condition)} AS answer FROM models"  # noqa: S608 - columns of our own making
        fitting = "list(slug) FILTER (answer)" if slugs else "NULL"
        asked = f"count(*) FILTER (answer), count(*) FILTER (answer IS NULL), count(*), {fitting}"
        text = f"SELECT {asked} FROM ({inner})"  # noqa: S608 - as above

        def ask() -> Groups:
            found = self.connection.execute(text).fetchone()
            yes, unknown, size, fitting = found or (0, 0, 0, None)
            return Groups(yes, unknown, size - yes - unknown, fitting or ())

        return ask


def _sql(condition: Plain) -> str:
    if isinstance(condition, Holds):
        return condition.column
    if isinstance(condition, Reaches):
        low, high, limit = condition.low, condition.high, condition.limit
        return f"CASE WHEN {low} >= {limit} THEN true WHEN {high} < {limit} THEN false END"
    if isinstance(condition, Under):
        usd, may_be_less, limit = condition.usd, condition.open, condition.ceiling + ROUNDING
        return f"CASE WHEN {usd} <= {limit!r} THEN true WHEN NOT {may_be_less} THEN false END"
    if isinstance(condition, Never):
        return f"NOT ({_sql(condition.part)})"
    word = " AND " if isinstance(condition, Every) else " OR "
    return word.join(f"({_sql(one)})" for one in condition.parts)


Row = tuple[Cell, ...]
Judge = Callable[[Row], bool | None]


class PlainLoop:
    """A loop over tuples, with a function for each condition."""

    def __init__(self, columns: Mapping[str, list[Cell]]) -> None:
        self.rows: list[Row] = list(zip(*columns.values(), strict=True))
        self._places = {name: place for place, name in enumerate(columns)}

    def query(self, condition: Plain, *, slugs: bool) -> Query:
        """Return the query that answers a condition."""
        judge = self._judge(condition)

        def ask() -> Groups:
            fitting: list[str] = []
            yes = unknown = 0
            for row in self.rows:
                answer = judge(row)
                if answer:
                    yes += 1
                    if slugs:
                        fitting.append(str(row[0]))
                elif answer is None:
                    unknown += 1
            return Groups(yes, unknown, len(self.rows) - yes - unknown, fitting)

        return ask

    def _judge(self, condition: Plain) -> Judge:
        if isinstance(condition, Holds):
            return self._holds(condition)
        if isinstance(condition, Reaches):
            return self._reaches(condition)
        if isinstance(condition, Under):
            return self._under(condition)
        if isinstance(condition, Never):
            return _opposite(self._judge(condition.part))
        return _joined([self._judge(one) for one in condition.parts], decides=isinstance(condition, Some))

    def _holds(self, condition: Holds) -> Judge:
        place = self._places[condition.column]

        def judge(row: Row) -> bool | None:
            found = row[place]
            return found if found is None else bool(found)

        return judge

    def _reaches(self, condition: Reaches) -> Judge:
        low, high, limit = self._places[condition.low], self._places[condition.high], condition.limit

        def judge(row: Row) -> bool | None:
            if row[low] >= limit:  # type: ignore[operator]  # both columns hold numbers alone
                return True
            return False if row[high] < limit else None  # type: ignore[operator]  # as above

        return judge

    def _under(self, condition: Under) -> Judge:
        usd, may_be_less = self._places[condition.usd], self._places[condition.open]
        limit = condition.ceiling + ROUNDING

        def judge(row: Row) -> bool | None:
            price = row[usd]
            if price is not None and price <= limit:  # type: ignore[operator]  # the column holds numbers and nulls
                return True
            return None if row[may_be_less] else False

        return judge


def _opposite(judge: Judge) -> Judge:
    def opposite(row: Row) -> bool | None:
        found = judge(row)
        return found if found is None else not found

    return opposite


def _joined(judges: Sequence[Judge], *, decides: bool) -> Judge:
    """Return what stops at the first part that decides: a True of `or`, a False of `and`."""

    def joined(row: Row) -> bool | None:
        result: bool | None = not decides
        for judge in judges:
            found = judge(row)
            if found is decides:
                return decides
            if found is None:
                result = None
        return result

    return joined
