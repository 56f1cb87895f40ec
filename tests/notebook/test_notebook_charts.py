"""Charts with one call: what they show is what the answer says."""

from __future__ import annotations

import warnings

import numpy
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from modeladvisor import QuestionError, load

ADVISOR = load()
FOUND = ADVISOR.find(task="product-videos", input="image")


def bars(axes: Axes) -> list[Rectangle]:
    """The bars of a chart: first all proved parts, then all possible ones."""
    return [one for one in axes.patches if isinstance(one, Rectangle)]


def test_bars_are_the_points_of_the_first_places() -> None:
    """The filled part of a bar is proved, the hatched part possible, and each model has its name beside it."""
    figure = FOUND.plot(limit=5)
    (axes,) = figure.axes
    places = FOUND.fits[:5]
    proved, possible = bars(axes)[:5], bars(axes)[5:]
    assert [one.get_width() for one in proved] == [one.score.low for one in places]
    assert [round(one.get_x() + one.get_width(), 6) for one in possible] == [one.score.high for one in places]
    assert all(one.get_hatch() for one in possible)
    assert not any(one.get_hatch() for one in proved)
    assert [one.get_text() for one in axes.get_yticklabels()] == [one.model.slug for one in places]
    assert "the first 5 of" in axes.get_xlabel()


def test_those_that_may_fit_say_so() -> None:
    """A model that may be out is drawn after those that fit, with a word beside its name."""
    count = len(FOUND.fits)
    (axes,) = FOUND.plot(limit=count + 1).axes
    assert axes.get_yticklabels()[count].get_text() == f"{FOUND.may_fit[0].model.slug} (may fit)"


def test_prices_show_who_is_beaten_by_nobody() -> None:
    """Each model that fits and has a price is a dot; those of the front have their name."""
    (axes,) = FOUND.plot("prices").axes
    named = {one.get_text() for one in axes.texts}
    assert named == set(FOUND.rankings[0].pareto)
    dots = sum(numpy.asarray(one.get_offsets()).shape[0] for one in axes.collections)
    priced = [one for one in FOUND.fits if one.cost.cheapest]
    assert dots == len(priced)
    assert f"{len(FOUND.fits) - len(priced)} that fit have no known price" in axes.get_xlabel()


@pytest.mark.parametrize(
    ("figure", "panels"),
    [
        (ADVISOR.find().plot(), 2),
        (ADVISOR.find().plot("prices"), 2),
        (ADVISOR.best("ugc-ads").plot(), 1),
        (FOUND.rankings[0].plot(), 1),
        (ADVISOR.compare("veo-3.1", "kling-3.0", task="ugc-ads").plot(), 1),
        (ADVISOR.compare("veo-3.1", "kling-3.0", task="ugc-ads").plot("prices"), 1),
        (ADVISOR.find(output="video", budget="0.000001/s", platform="web").plot("prices"), 1),
    ],
)
def test_a_notebook_shows_a_picture(figure: Figure, panels: int) -> None:
    """Every figure has a chart for each medium and shows itself as PNG, even where there is nothing to show."""
    assert len(figure.axes) == panels
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        picture = figure._repr_png_()  # type: ignore[attr-defined]  # what a notebook calls
    assert picture.startswith(b"\x89PNG")


def test_mistakes_are_told_before_anything_is_drawn() -> None:
    """A chart that there is none of, and a limit of none, are told together; a comparison needs a task."""
    with pytest.raises(QuestionError) as told:
        FOUND.plot("price", limit=0)  # type: ignore[arg-type]  # the mistake
    assert str(told.value) == (
        "kind: expected one of scores, prices, got 'price'; did you mean 'prices'?; "
        "limit: expected a whole number from 1, got '0'"
    )
    with pytest.raises(QuestionError, match="task: expected a task in the comparison"):
        ADVISOR.compare("veo-3.1", "kling-3.0").plot()
