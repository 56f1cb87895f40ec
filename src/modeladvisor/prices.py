"""What a job costs on each route of a model."""

from __future__ import annotations

import datetime
import math
from array import array
from collections.abc import Iterable, Sequence

import attrs

from modeladvisor.asking import Job
from modeladvisor.judgements import routes_in_service
from modeladvisor.records import Model, Price, Route
from modeladvisor.vocabulary import Vocabulary

UNPRICED = math.inf
ROUNDING = 1e-12
"""USD by which a sum that was worked out may miss the price that it names."""


@attrs.frozen
class Quote:
    """What a job costs on one route.

    Attributes:
        usd: USD per second of video, or per image.
        per: `second` or `image`.
        price: The recorded price it comes from.
        exact: False where the record has no price for just the asked resolution or sound and the nearest was taken.
        total: USD for the whole job: every attempt at every result, with the images given. None where the job
            has no length.
        inputs: The recorded prices of given images that are part of the total.
        lacks: What the job has and the record does not price, so that the total is a lower bound: `input_images`.
    """

    usd: float
    per: str
    route: Route
    price: Price
    exact: bool
    total: float | None
    inputs: tuple[Price, ...] = ()
    lacks: tuple[str, ...] = ()


@attrs.frozen
class Cost:
    """What is known of a job's price over all routes in service.

    Attributes:
        quotes: The cheapest quote of every priced route, cheapest first, the exact ones before all others: a lower
            tier is not what was asked for, and counts only where nothing better is known.
        unpriced: Routes of others' machines without a usable price; a cheaper price may be found there.
        own_hardware: Routes on own hardware: neither free nor priced.
        free_tier: Routes that can be tried without paying, which is no price of zero: what is free is limited.
    """

    quotes: tuple[Quote, ...]
    unpriced: tuple[Route, ...]
    own_hardware: tuple[Route, ...]
    free_tier: tuple[Route, ...] = ()

    def reached_by(self, wanted: str | None) -> Cost:
        """Return what is known of the routes of one kind, or at one provider, alone; None is all routes."""
        if wanted is None:
            return self

        def fits(route: Route) -> bool:
            return wanted in (route.kind, route.provider)

        return Cost(
            tuple(one for one in self.quotes if fits(one.route)),
            tuple(filter(fits, self.unpriced)),
            tuple(filter(fits, self.own_hardware)),
            tuple(filter(fits, self.free_tier)),
        )

    @property
    def cheapest(self) -> Quote | None:
        """The quote that counts, or None where no price is known."""
        return self.quotes[0] if self.quotes else None

    @property
    def upper_bound(self) -> bool:
        """True if an unpriced route could still turn out cheaper."""
        return bool(self.quotes and self.unpriced)


def cost_of(job: Job, model: Model, vocabulary: Vocabulary, today: datetime.date) -> Cost:
    """Return what a job costs on the routes in service."""
    quotes: list[Quote] = []
    unpriced: list[Route] = []
    own: list[Route] = []
    free: list[Route] = []
    for route in routes_in_service(model, today):
        if route.kind == "self-hosted":
            own.append(route)
            continue
        trial = route.facts.get("free_tier") or model.facts.get("free_tier")
        if trial is not None and trial.value is True:
            free.append(route)
        found = [quote for price in route.prices if (quote := _quote(price, job, route, vocabulary))]
        if found:
            quotes.append(min(found, key=lambda quote: _preference(quote, job, vocabulary)))
        else:
            unpriced.append(route)
    quotes.sort(key=lambda quote: (not quote.exact, quote.usd, quote.route.id))
    return Cost(tuple(quotes), tuple(unpriced), tuple(own), tuple(free))


def _quote(price: Price, job: Job, route: Route, vocabulary: Vocabulary) -> Quote | None:
    if price.of != "output" or price.batch or not _is_for(price, job):
        return None
    usd = _per_unit(price, job)
    if usd is None:
        return None
    exact = _distance(price, job, vocabulary) < 1 and _sound_fits(price, job)
    unit = "second" if job.medium == "video" else "image"
    units = job.duration_seconds if job.medium == "video" else 1
    inputs, paid, lacks = _inputs(job, route)
    total = None if units is None else round(job.count * job.attempts * (usd * units + paid), 6)
    return Quote(usd, unit, route, price, exact, total, inputs, lacks)


def _is_for(price: Price, job: Job) -> bool:
    """Return whether a price is one of this job: silent clips do not price clips with sound, nor edits new clips."""
    if price.modes and job.mode not in price.modes:
        return False
    return not (job.audio is True and price.audio is False)


def _per_unit(price: Price, job: Job) -> float | None:
    if job.medium == "video":
        if price.per == "second":
            return price.usd
        if price.per == "video" and price.duration_seconds:
            return price.usd / price.duration_seconds
        return None
    if price.per == "image":
        return price.usd
    if price.per == "megapixel":
        return price.usd * (job.megapixels or 1)
    return None


def _inputs(job: Job, route: Route) -> tuple[tuple[Price, ...], float, tuple[str, ...]]:
    """Return the recorded prices of given images, what one request pays for them in USD, and what is not priced.

    A price per megapixel counts each image as one megapixel.
    """
    if not job.input_images:
        return (), 0.0, ()
    recorded = [
        one
        for one in route.prices
        if one.of == "input" and not one.batch and one.per in ("image", "megapixel")
    ]
    if not recorded:
        return (), 0.0, ("input_images",)
    chosen = min(recorded, key=lambda one: (one.included, one.usd, one.id))
    return (chosen,), max(0, job.input_images - chosen.included) * chosen.usd, ()


def _sound_fits(price: Price, job: Job) -> bool:
    return job.audio is None or price.audio is None or price.audio == job.audio


def _distance(price: Price, job: Job, vocabulary: Vocabulary) -> float:
    """Return steps between resolutions; a price for every resolution stands behind one for exactly the asked."""
    if job.resolution is None:
        return 0
    if price.resolution is None:
        return 0.5
    steps = vocabulary.keys["resolutions"]
    return abs(steps.place_of(price.resolution) - steps.place_of(job.resolution))


def _preference(quote: Quote, job: Job, vocabulary: Vocabulary) -> tuple[bool, float, float, str]:
    """Order prices of one route: right sound first, then the nearest resolution, then the cheapest."""
    price = quote.price
    return not _sound_fits(price, job), _distance(price, job, vocabulary), quote.usd, price.id


@attrs.frozen
class Pricelist:
    """The unit prices of a job over a field of models, by place; what is unknown is no price.

    Attributes:
        usd: The cheapest known price of a second or an image; infinite where none is known.
        upper: Whether an unpriced route could still turn out cheaper.
        open: Whether a price over a ceiling may still be undercut: by an unpriced route, or on own hardware.
    """

    usd: Sequence[float]
    upper: bytes
    open: bytes

    @classmethod
    def of(cls, costs: Iterable[Cost]) -> Pricelist:
        """Return the unit prices of costs that stand in the order of the field."""
        usd, upper, undercut = array("d"), bytearray(), bytearray()
        for one in costs:
            usd.append(one.cheapest.usd if one.cheapest else UNPRICED)
            upper.append(one.upper_bound)
            undercut.append(one.upper_bound or bool(one.own_hardware))
        return cls(usd, bytes(upper), bytes(undercut))
