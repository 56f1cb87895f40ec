"""What a job costs on each route of a model."""

from __future__ import annotations

import datetime

import attrs

from modeladvisor.asking import Job
from modeladvisor.judgements import routes_in_service
from modeladvisor.records import Model, Price, Route
from modeladvisor.vocabulary import Vocabulary


@attrs.frozen
class Quote:
    """What one unit of a job costs on one route.

    Attributes:
        usd: USD per second of video, or per image.
        per: `second` or `image`.
        price: The recorded price it comes from.
        exact: False where the record has no price for the asked resolution or sound and the nearest was taken.
    """

    usd: float
    per: str
    route: Route
    price: Price
    exact: bool


@attrs.frozen
class Cost:
    """What is known of a job's price over all routes in service.

    Attributes:
        quotes: The cheapest quote of every priced route, cheapest first.
        unpriced: Routes of others' machines without a usable price; a cheaper price may be found there.
        own_hardware: Routes on own hardware: neither free nor priced.
    """

    quotes: tuple[Quote, ...]
    unpriced: tuple[Route, ...]
    own_hardware: tuple[Route, ...]

    def reached_by(self, wanted: str) -> Cost:
        """Return what is known of the routes of one kind, or at one provider, alone."""

        def fits(route: Route) -> bool:
            return wanted in (route.kind, route.provider)

        return Cost(
            tuple(one for one in self.quotes if fits(one.route)),
            tuple(filter(fits, self.unpriced)),
            tuple(filter(fits, self.own_hardware)),
        )

    @property
    def cheapest(self) -> Quote | None:
        """The cheapest quote, or None where no price is known."""
        return self.quotes[0] if self.quotes else None

    @property
    def upper_bound(self) -> bool:
        """True if an unpriced route could still turn out cheaper."""
        return bool(self.quotes and self.unpriced)


def cost_of(job: Job, model: Model, vocabulary: Vocabulary, today: datetime.date) -> Cost:
    """Return what one second (video) or one image of the job costs on the routes in service."""
    quotes: list[Quote] = []
    unpriced: list[Route] = []
    own: list[Route] = []
    for route in routes_in_service(model, today):
        if route.kind == "self-hosted":
            own.append(route)
            continue
        found = [quote for price in route.prices if (quote := _quote(price, job, route, vocabulary))]
        if found:
            quotes.append(min(found, key=lambda quote: _preference(quote, job, vocabulary)))
        else:
            unpriced.append(route)
    quotes.sort(key=lambda quote: (quote.usd, quote.route.id))
    return Cost(tuple(quotes), tuple(unpriced), tuple(own))


def _quote(price: Price, job: Job, route: Route, vocabulary: Vocabulary) -> Quote | None:
    if price.of != "output" or price.batch:
        return None
    usd = _per_unit(price, job)
    if usd is None:
        return None
    unit = "second" if job.medium == "video" else "image"
    exact = _distance(price, job, vocabulary) < 1 and _sound_fits(price, job)
    return Quote(usd, unit, route, price, exact)


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
