"""What a job costs on each route."""

from __future__ import annotations

import pytest
from records_made import model, price, route

from modeladvisor.asking import Job
from modeladvisor.prices import Cost, cost_of
from modeladvisor.records import Model, Price
from strategies import TODAY, bundled

VIDEO = Job("video", 8, "720p", True)
IMAGE = Job("image", megapixels=2.0)


def cost(record: Model, job: Job = VIDEO) -> Cost:
    """Return what a job costs today."""
    return cost_of(job, record, bundled().vocabulary, TODAY)


@pytest.mark.parametrize(
    ("job", "one", "usd"),
    [
        (VIDEO, price("p", 0.2), 0.2),
        (VIDEO, price("p", 1.0, "video", seconds=5), 0.2),
        (VIDEO, price("p", 1.0, "video"), None),
        (VIDEO, price("p", 0.2, "image"), None),
        (VIDEO, price("p", 0.2, "million-tokens"), None),
        (IMAGE, price("p", 0.04, "image"), 0.04),
        (IMAGE, price("p", 0.03, "megapixel"), 0.06),
        (IMAGE, price("p", 0.2, "second"), None),
    ],
)
def test_units(job: Job, one: Price, usd: float | None) -> None:
    """A price counts per second of video or per image; one of another unit is no price of the job."""
    cheapest = cost(model("m1", route("a", one)), job).cheapest
    assert (cheapest.usd if cheapest else None) == usd


def test_the_right_sound_comes_before_the_nearest_resolution_before_the_cheapest() -> None:
    """Of several prices of a route the one that is nearest to the job counts, and says whether it is the job's own."""
    silent, far = price("silent", 0.01, audio=False), price("far", 0.02, audio=True, resolution="4K")
    near, exact = price("near", 0.3, audio=True, resolution="768p"), price("exact", 0.4, resolution="720p")
    found = cost(model("m1", route("a", silent, far, near)))
    assert found.cheapest is not None
    assert (found.cheapest.price, found.cheapest.exact) == (near, False)
    better = cost(model("m1", route("a", silent, far, near, exact))).cheapest
    assert better is not None
    assert (better.price, better.exact) == (exact, True)


def test_an_unpriced_route_leaves_the_price_open_below() -> None:
    """The cheapest known price is an upper bound while a route of others has none; own hardware is told apart."""
    priced, silent = route("a", price("p", 0.2)), route("b", status="active")
    own = route("c", kind="self-hosted", status="active")
    found = cost(model("m1", priced, silent, own))
    assert found.upper_bound
    assert ([one.id for one in found.unpriced], [one.id for one in found.own_hardware]) == (["b"], ["c"])
    assert not cost(model("m1", priced, own)).upper_bound


def test_no_price_is_no_price() -> None:
    """An unknown price is never 0."""
    found = cost(model("m1", route("b", status="active")))
    assert (found.cheapest, found.quotes) == (None, ())


def test_retired_routes_cost_nothing_any_more() -> None:
    """The price of a retired route is no price."""
    gone = route("a", price("p", 0.01), status="retired")
    found = cost(model("m1", gone, route("b", price("q", 0.2))))
    assert [one.usd for one in found.quotes] == [0.2]
