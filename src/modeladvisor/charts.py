"""Scores and prices as charts of Matplotlib; what is unknown is hatched."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from modeladvisor.errors import NotInstalledError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PROVED, POSSIBLE, FRONT = "#2e7d32", "#9e9e9e", "#b71c1c"
"""Colours that differ in lightness too, so that they can be told apart in print and by everybody."""
INCHES_WIDE, INCHES_A_BAR, INCHES_AROUND = 8.0, 0.32, 1.2


@attrs.frozen
class Bar:
    """A model with what it is proved to earn, and what is possible."""

    label: str
    low: float
    high: float


@attrs.frozen
class Dot:
    """A model with its price and its points; `front` if none beats it on both."""

    label: str
    usd: float
    low: float
    high: float
    front: bool


@attrs.frozen
class Panel:
    """One chart of a figure.

    Attributes:
        title: What stands above it.
        marks: Bars, best first, or dots.
        x_label: What goes to the right.
        y_label: What goes up; empty for bars.
        note: What is not shown, and why.
    """

    title: str
    marks: Sequence[Bar] | Sequence[Dot]
    x_label: str
    y_label: str = ""
    note: str = ""


def figure(panels: Sequence[Panel]) -> Figure:
    """Return a figure with a chart for each panel, one below the other; notebooks show it by themselves.

    It belongs to no window and to no list of open figures, so that nothing has to be closed.

    Raises:
        NotInstalledError: if Matplotlib is missing.
    """
    try:
        import matplotlib.figure
    except ImportError as error:
        raise NotInstalledError("plot()", "matplotlib", "plot") from error

    class Picture(matplotlib.figure.Figure):
        """A figure that shows itself in a notebook."""

        def _repr_png_(self) -> bytes:
            out = io.BytesIO()
            self.savefig(out, format="png", dpi=110)
            return out.getvalue()

    heights = [INCHES_AROUND + (INCHES_A_BAR * len(one.marks) if _bars(one) else 3.6) for one in panels]
    whole = Picture(figsize=(INCHES_WIDE, sum(heights)), layout="constrained", facecolor="white")
    axes = whole.subplots(len(panels), 1, squeeze=False, gridspec_kw={"height_ratios": heights})
    for panel, (place,) in zip(panels, axes, strict=True):
        _draw(panel, place)
    return whole


def _bars(panel: Panel) -> bool:
    return not panel.y_label


def _draw(panel: Panel, axes: Axes) -> None:
    axes.set_title(panel.title, loc="left", fontsize=11)
    axes.set_xlabel(f"{panel.x_label}\n{panel.note}" if panel.note else panel.x_label)
    axes.spines[["top", "right"]].set_visible(False)
    bars = [one for one in panel.marks if isinstance(one, Bar)]
    dots = [one for one in panel.marks if isinstance(one, Dot)]
    if not panel.marks:
        axes.text(0.5, 0.5, "nothing to show", ha="center", va="center", transform=axes.transAxes)
        axes.set_yticks([])
    elif bars:
        _draw_bars(bars, axes)
    else:
        axes.set_ylabel(panel.y_label)
        _draw_dots(dots, axes)


def _draw_bars(bars: Sequence[Bar], axes: Axes) -> None:
    labels, lows = [one.label for one in bars], [one.low for one in bars]
    places = list(range(len(bars)))
    axes.barh(places, lows, color=PROVED, label="proved")
    axes.barh(
        places,
        [one.high - one.low for one in bars],
        left=lows,
        color="white",
        edgecolor=POSSIBLE,
        hatch="////",
        label="possible: not known",
    )
    axes.set_yticks(places, labels)
    axes.invert_yaxis()
    axes.set_xlim(0, 101)
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, frameon=False, fontsize=9)


def _draw_dots(dots: Sequence[Dot], axes: Axes) -> None:
    from matplotlib.ticker import LogLocator, NullLocator

    axes.plot([], [], color=POSSIBLE, linestyle=":", label="possible: not known")
    for one in dots:
        axes.plot(
            [one.usd, one.usd], [one.low, one.high], color=POSSIBLE, linestyle=":", linewidth=1.2, zorder=1
        )
    for front, colour, label in ((False, PROVED, "proved points"), (True, FRONT, "nobody has more for less")):
        chosen = [one for one in dots if one.front is front]
        marker = "D" if front else "o"
        axes.scatter(
            [one.usd for one in chosen], [one.low for one in chosen], color=colour, marker=marker, label=label
        )
    best = sorted((one for one in dots if one.front), key=lambda one: one.usd)
    axes.step([one.usd for one in best], [one.low for one in best], where="post", color=FRONT, linewidth=0.8)
    for place, one in enumerate(best):
        beside = (
            (4, 6) if place % 2 else (4, -12)
        )  # neighbours may be near: one stands above its name, one below
        axes.annotate(one.label, (one.usd, one.low), textcoords="offset points", xytext=beside, fontsize=8)
    axes.set_xscale("log")
    axes.set_ylim(0, 104)
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.xaxis.set_minor_locator(NullLocator())
    axes.legend(loc="lower right", frameon=False, fontsize=9)
