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


def test_a_whole_job_is_priced() -> None:
    """Every attempt at every result counts, with its length and the images given."""
    shots = route("a", price("p", 0.1), price("in", 0.01, "image", of="input"))
    found = cost(
        model("m1", shots), Job("video", 8, "720p", True, count=10, input_images=3, attempts=2)
    ).cheapest
    assert found is not None
    assert found.total == pytest.approx(10 * 2 * (8 * 0.1 + 3 * 0.01))
    assert ([one.usd for one in found.inputs], found.lacks) == ([0.01], ())


def test_a_price_of_another_job_is_none_of_this() -> None:
    """Silent clips do not price clips with sound, nor edits new clips; a clip with sound bounds one without."""
    silent, edit = price("s", 0.05, audio=False), price("e", 0.01, modes=("video-to-video",))
    found = cost(model("m1", route("a", silent, edit)))
    assert (found.quotes, [one.id for one in found.unpriced]) == ((), ["a"])
    job = Job("video", 8, "720p", True, mode="video-to-video")
    assert [one.usd for one in cost(model("m1", route("a", silent, edit)), job).quotes] == [0.01]
    (loud,) = cost(model("m1", route("a", price("p", 0.2, audio=True))), Job("video", 8, audio=False)).quotes
    assert not loud.exact


def test_the_asked_tier_comes_before_a_cheaper_lower_one() -> None:
    """A price for another resolution counts only where none for the asked one is known."""
    low, right = price("low", 0.05, resolution="480p"), price("right", 0.1, resolution="720p")
    both = cost(model("m1", route("a", low), route("b", right)))
    assert [one.usd for one in both.quotes] == [0.1, 0.05]
    assert [one.usd for one in cost(model("m1", route("a", low))).quotes] == [0.05]


def test_images_that_are_included_cost_nothing() -> None:
    """A price of given images counts from the first one that is not included."""
    shots = route("a", price("p", 0.1), price("in", 0.04, "image", of="input", included=5))
    one, six = (cost(model("m1", shots), Job("video", 10, input_images=number)).cheapest for number in (1, 6))
    assert one is not None
    assert six is not None
    assert (one.total, six.total) == (1.0, 1.04)


def test_a_total_without_the_price_of_given_images_says_so() -> None:
    """Where nobody says what given images cost, the total is a lower bound, and what it lacks is named."""
    found = cost(model("m1", route("a", price("p", 0.1))), Job("video", 8, input_images=1)).cheapest
    assert found is not None
    assert (found.total, found.lacks) == (0.8, ("input_images",))


def test_a_job_without_a_length_has_no_total() -> None:
    """A clip of unknown length has a price per second and no price."""
    found = cost(model("m1", route("a", price("p", 0.1))), Job("video")).cheapest
    assert found is not None
    assert (found.usd, found.total) == (0.1, None)


def test_a_free_tier_is_no_price() -> None:
    """What can be tried without paying is told apart from what costs nothing."""
    found = cost(model("m1", route("a", free_tier=True), route("b", price("p", 0.1), free_tier=False)))
    assert [one.id for one in found.free_tier] == ["a"]
    assert [one.route.id for one in found.quotes] == ["b"]
