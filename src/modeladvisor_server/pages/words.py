"""Values, days and sources in words and marks: what the templates put between their tags."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import urlsplit

import attrs
from markupsafe import Markup, escape

from modeladvisor.best import PRICE_MAX_AGE_DAYS
from modeladvisor.texts.words import number, value_text
from modeladvisor.views.wire import JsonValue

DAYS_UNSAID = 365
"""Days after which a finding or a rule, which the vocabulary gives no age limit, is called stale."""
UNKNOWN = Markup('<span class="unknown">unknown</span>')
_LONG_NUMBER = 1_000


def said(value: JsonValue, unit: str | None = None) -> Markup:
    """Return a capability value in words; yes, no and unknown each have their own look."""
    if value is None:
        return UNKNOWN
    if isinstance(value, bool):
        return Markup('<span class="yes">yes</span>' if value else '<span class="no">no</span>')  # noqa: S704 - constants
    text = f"{value:,}" if isinstance(value, int) and value >= _LONG_NUMBER else value_text(value)
    if unit and value == 1 and len(unit) > 1:
        unit = unit.removesuffix("s")
    return escape(f"{text} {unit}" if unit else text)


def answered(answer: str) -> Markup:
    """Return yes, no or unknown with its own look."""
    return UNKNOWN if answer == "unknown" else said(answer == "yes")


def usd(value: float) -> str:
    """Return a sum in USD."""
    return f"{number(round(value, 4))} USD"


def outward(url: str, text: str, look: str = "src", relation: str = "") -> Markup:
    """Return a link to a page elsewhere; an address that is none of the web's is only said."""
    if not url.startswith(("https://", "http://")):
        return Markup('<span class="{}">{}</span>').format(look, text)
    rel = Markup(' rel="{}"').format(relation) if relation else ""
    return Markup('<a class="{}" href="{}"{}>{}</a>').format(look, url, rel, text)


def page(url: str) -> Markup:
    """Return a link to a page elsewhere under the name of its host."""
    return outward(url, host_of(url))


def host_of(url: str) -> str:
    """Return the host of an address as people say it."""
    return (urlsplit(url).hostname or url).removeprefix("www.")


@lru_cache(4096)
def day_words(day: str) -> str:
    """Return an ISO date or month as people write it: 6 Aug 2026; anything else stays as it is."""
    for form, words in (("%Y-%m-%d", "%d %b %Y"), ("%Y-%m", "%b %Y")):
        try:
            found = datetime.datetime.strptime(day, form)  # noqa: DTZ007 - a day has no time zone
        except ValueError:
            continue
        return found.strftime(words).lstrip("0")
    return day


@lru_cache(4096)
def age_words(days: int) -> str:
    """Return a number of days as an age in words."""
    for unit, length in (("year", 365), ("month", 30)):
        count = days // length
        if count:
            return f"{count} {unit}{'' if count == 1 else 's'} old"
    return f"{days} day{'' if days == 1 else 's'} old"


@attrs.frozen
class Dating:
    """Tells how old dates are on a day, and which are past the limit of what they speak of.

    Attributes:
        today: The day on which the page is made.
        limits: Days after which a value is called stale, by key of the vocabulary.
    """

    today: datetime.date
    limits: Mapping[str, int]

    def limit_of(self, ground: str) -> int:
        """Return the age limit of what an id of a fact, price, rule or evidence names."""
        kind, _, key = ground.rpartition("/")
        if kind.endswith("/prices"):
            return PRICE_MAX_AGE_DAYS
        return (
            self.limits.get(key or ground, DAYS_UNSAID)
            if kind.endswith("/facts") or not kind
            else DAYS_UNSAID
        )

    def day(self, day: str, limit: int = DAYS_UNSAID) -> Markup:
        """Return a date that shows its age: plain, then ageing, then past its limit, in words as in looks."""
        return _dated(day, self.today, limit)

    def source(self, url: str, day: str, ground: str = "") -> Markup:
        """Return a link to a source that names its host and shows the age of its date."""
        return self.link(url, day, self.limit_of(ground) if ground else DAYS_UNSAID)

    def link(self, url: str, day: str, limit: int = DAYS_UNSAID) -> Markup:
        """Return a link to a source, for an age limit that is known."""
        return _source(url, day, self.today, limit)


@lru_cache(8192)
def _dated(day: str, today: datetime.date, limit: int) -> Markup:
    told = escape(day_words(day))
    try:
        days = (today - datetime.date.fromisoformat(day)).days
    except ValueError:
        return told
    if days > limit:
        return Markup('<span class="stale">{}, {}: past its limit</span>').format(told, age_words(days))
    if days * 2 > limit:
        return Markup('<span class="ageing">{}, {}</span>').format(told, age_words(days))
    return told


@lru_cache(8192)
def _source(url: str, day: str, today: datetime.date, limit: int) -> Markup:
    return outward(url, Markup("{} {}").format(host_of(url), _dated(day, today, limit)))
