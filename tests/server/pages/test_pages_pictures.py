"""Pictures show what the answers say: every mark stands where its value is."""

from __future__ import annotations

import datetime
import re
from typing import cast

from hypothesis import given
from hypothesis import strategies as st
from page_client import BUNDLED, ask, read

from modeladvisor.views import wire
from modeladvisor_server.pages.lifecycles import time_line
from modeladvisor_server.pages.pictures import HEIGHT, WIDTH, scatter, score_bar, strip

prices = st.floats(min_value=0.0001, max_value=1000, allow_nan=False)
scores = st.floats(min_value=0, max_value=100).map(lambda one: round(one, 2))


def place_of(number: int, usd: float | None, low: float) -> wire.PlaceView:
    """Return as much of a place as a chart reads."""
    head = {"slug": f"m{number}", "name": f"M {number}"}
    price = {"usd": usd, "per": "second"}
    return cast(wire.PlaceView, {"model": head, "price": price, "score": {"low": low, "high": low}})


@given(low=scores, more=scores)
def test_a_bar_is_as_long_as_its_points(low: float, more: float) -> None:
    """Solid is what is proved, hatched from there to what is possible; nothing is hatched where all is decided."""
    high = min(100.0, low + more)
    bar = str(score_bar({"low": low, "high": high, "coverage": 1}))
    solid = re.search(r'class="proved" width="([\d.]+)"', bar)
    assert solid is not None
    assert abs(float(solid[1]) - 2 * low) <= 0.1
    hatched = re.search(r'class="open" x="([\d.]+)" width="([\d.]+)"', bar)
    assert (hatched is not None) == (round(2 * high, 1) > round(2 * low, 1))
    if hatched:
        assert abs(float(hatched[1]) + float(hatched[2]) - 2 * high) <= 0.2


@given(points=st.lists(st.tuples(prices, scores), min_size=2, max_size=30))
def test_dots_stand_inside_and_in_order(points: list[tuple[float, float]]) -> None:
    """More points are further right, a higher price is further up, and nothing leaves the drawing."""
    places = [place_of(number, *point) for number, point in enumerate(points)]
    chart = scatter(places, ["m0"])
    assert chart is not None
    assert all(0 <= dot.x <= WIDTH and 0 <= dot.y <= HEIGHT for dot in chart.dots)
    for one in chart.dots:
        for other in chart.dots:
            assert one.low <= other.low or one.x >= other.x
            assert one.usd <= other.usd or one.y <= other.y
    assert [dot.slug for dot in chart.dots if dot.on_front] == ["m0"]
    for tick in (*chart.points, *chart.prices):
        assert 0 <= tick.at <= max(WIDTH, HEIGHT)


def test_a_chart_takes_two_prices() -> None:
    """One price makes no chart, and models without a price are counted, not drawn at zero."""
    assert scatter([place_of(1, 0.1, 50), place_of(2, None, 60)], []) is None
    chart = scatter([place_of(1, 0.1, 50), place_of(2, None, 60), place_of(3, 0.2, 70)], ["m1", "m3"])
    assert chart is not None
    assert (len(chart.dots), chart.unpriced) == (2, 1)
    assert chart.front.count("L") == 1


def test_a_chart_is_beside_a_table_of_the_same() -> None:
    """Whoever cannot see the chart finds each of its dots in the table, with points, price and front."""
    page = read(ask("/?task=product-videos&input=image"))
    ranking = ask("/api/v1/finder?task=product-videos&input=image&limit=50").json["rankings"][0]
    dots = [one for one in page.all("circle") if "dot" in (one.get("class") or "")]
    (figure,) = page.all("figure")
    rows = list(figure.iter("tr"))[1:]
    priced = [one for one in ranking["fits"][:40] if one["price"]["usd"]]
    assert len(dots) == len(rows) == len(priced)
    front = [next(iter(row)).findall("a")[0].text for row in rows if list(row)[3].text == "yes"]
    assert front == [one["model"]["name"] for one in priced if one["model"]["slug"] in ranking["pareto"]]


@given(known=st.lists(st.sampled_from(["known", "searched", "absent", "other medium"]), max_size=60))
def test_a_strip_fills_exactly_the_cells_that_are_known(known: list[str]) -> None:
    """Read back, the path of a row names the columns of the known capabilities and no others."""
    keys = [f"k{place}" for place in range(len(known))]
    record = {
        "slug": "m",
        "name": "M",
        "capabilities": {
            key: {} if one == "known" else None
            for key, one in zip(keys, known, strict=True)
            if one != "other medium"
        },
        "unknowns": {key: {} if one == "searched" else None for key, one in zip(keys, known, strict=True)},
    }
    drawn = strip(cast(wire.RecordView, record), keys)
    assert cells(drawn.known) == [place for place, one in enumerate(known) if one == "known"]
    assert cells(drawn.searched) == [place for place, one in enumerate(known) if one == "searched"]
    assert (drawn.count, drawn.of) == (known.count("known"), len(known) - known.count("other medium"))


def cells(path: str) -> list[int]:
    """Return the columns that a path covers."""
    runs = re.findall(r"M(\d+) 0h(\d+)", path)
    return [column for start, length in runs for column in range(int(start), int(start) + int(length))]


def record_of(slug: str, released: str | None, status: str | None, retires: str | None) -> wire.RecordView:
    """Return as much of a record as the time line reads."""
    facts = {"retires": {"value": retires}} if retires else {}
    record = {
        "slug": slug,
        "name": slug,
        "status": {"value": status},
        "capabilities": {"released": {"value": released} if released else None},
        "routes": [{"facts": facts}],
    }
    return cast(wire.RecordView, record)


def test_lives_end_where_their_records_end() -> None:
    """One goes on, one is over, one has its end announced, one ended on a day that nobody recorded."""
    line = time_line(
        [
            record_of("going", "2025-06-01", "active", None),
            record_of("over", "2024-03", "retired", "2025-01-01"),
            record_of("ending", "2025-01-01", "deprecated", "2027-06-01"),
            record_of("lost", "2024-01-01", "retired", None),
            record_of("undated", None, "active", None),
        ],
        datetime.date(2026, 11, 21),
    )
    lives = {one.slug: one for one in line.lives}
    assert [one.slug for one in line.lives] == ["going", "ending", "over", "lost"]
    assert (lives["going"].end, lives["going"].announced) == (line.today, None)
    assert (lives["ending"].end, lives["ending"].announced) == (line.today, 100.0)
    end = lives["over"].end
    assert end is not None
    assert lives["over"].start < end < line.today
    assert lives["lost"].end is None
    assert line.undated == [("undated", "undated")]
    assert [one.text for one in line.years] == ["2024", "2025", "2026", "2027"]


def test_every_model_is_on_the_matrix_and_on_the_time_line() -> None:
    """Both pages name each model of the catalog once."""
    for address in ("/coverage", "/time-line"):
        links = [one.get("href") or "" for one in read(ask(address)).all("a")]
        models = sorted(one for one in links if one.startswith("/models/"))
        assert models == sorted(f"/models/{slug}" for slug in BUNDLED.models)
