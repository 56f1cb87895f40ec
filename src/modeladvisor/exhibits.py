"""What results and records have in a notebook: they show as tables, become data frames, and are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from modeladvisor.errors import Mistake, QuestionError, nearest
from modeladvisor.sheets import Sheet

if TYPE_CHECKING:
    import pandas
    import polars
    from matplotlib.figure import Figure

    from modeladvisor.charts import Panel

Page = tuple[str, tuple[Sheet, ...], tuple[str, ...]]
"""Title, tables and notes."""
PlotKind = Literal["scores", "prices"]
PLOT_KINDS: tuple[PlotKind, ...] = ("scores", "prices")
PLOTTED = 15
"""Models that a chart of scores shows if it is not told otherwise."""

# What draws is imported where it is asked for: a program that only asks questions never needs it.


class Tabular:
    """Something that shows as tables and becomes data frames."""

    __slots__ = ()

    def _frames(self) -> tuple[Sheet, ...]:
        """Return its tables for programs, the foremost first; those for people where they serve both."""
        return self._page()[1]

    def _page(self) -> Page:
        """Return title, tables and notes for people."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        from modeladvisor.html_tables import html

        return html(*self._page())

    def _repr_mimebundle_(self, **_wanted: object) -> dict[str, str]:
        """Return a line instead of all that is inside: IPython keeps it beside the tables in every notebook.

        IPython asks `_repr_pretty_` of a base class only after the `__repr__` that attrs writes into each class.
        """
        return {"text/plain": str(self)}

    def __str__(self) -> str:
        title, sheets, _ = self._page()
        told = "; ".join(
            [*([title] if title else []), *(f"{one.title} ({len(one.rows)} rows)" for one in sheets)]
        )
        return f"<{type(self).__name__}: {told}>"

    def to_pandas(self, table: str | None = None) -> pandas.DataFrame:
        """Return a table as a pandas data frame of nullable types; unknown is `<NA>`, in dates `NaT`.

        Args:
            table: Which one; None is the foremost.

        Raises:
            NotInstalledError: if pandas is missing; it comes with `modeladvisor[pandas]`.
            QuestionError: if there is no such table; it names those that there are.
        """
        from modeladvisor.frames import pandas_frame

        return pandas_frame(self._frame(table))

    def to_polars(self, table: str | None = None) -> polars.DataFrame:
        """Return a table as a Polars data frame; unknown is null.

        Args:
            table: Which one; None is the foremost.

        Raises:
            NotInstalledError: if Polars is missing; it comes with `modeladvisor[polars]`.
            QuestionError: if there is no such table; it names those that there are.
        """
        from modeladvisor.frames import polars_frame

        return polars_frame(self._frame(table))

    def _frame(self, table: str | None) -> Sheet:
        sheets = {one.name: one for one in self._frames()}
        if table is None:
            return next(iter(sheets.values()))
        if table not in sheets:
            raise QuestionError(
                [Mistake("table", table, f"one of {', '.join(sheets)}", nearest(table, sheets))]
            )
        return sheets[table]


class Pictured:
    """Something that is drawn with one call."""

    __slots__ = ()

    def _panels(self, kind: PlotKind, limit: int) -> Iterator[Panel]:
        """Yield its charts."""
        raise NotImplementedError

    def plot(self, kind: PlotKind = "scores", *, limit: int = PLOTTED) -> Figure:
        """Return a chart of each ranking as a Matplotlib figure, which a notebook shows.

        Args:
            kind: `scores` are bars, the unknown part hatched; `prices` are proved points over the price of a second
                or an image, with the models that nobody beats on both.
            limit: Most models of a chart of scores, the first ones.

        Raises:
            NotInstalledError: if Matplotlib is missing; it comes with `modeladvisor[plot]`.
            QuestionError: if there is no such kind of chart, or the limit is below 1.
        """
        mistakes = []
        if kind not in PLOT_KINDS:
            expected = f"one of {', '.join(PLOT_KINDS)}"
            mistakes.append(Mistake("kind", str(kind), expected, nearest(str(kind), PLOT_KINDS)))
        if limit < 1:
            mistakes.append(Mistake("limit", str(limit), "a whole number from 1"))
        if mistakes:
            raise QuestionError(mistakes)
        from modeladvisor.charts import figure

        return figure(tuple(self._panels(kind, limit)))
