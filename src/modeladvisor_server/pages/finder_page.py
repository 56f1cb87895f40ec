"""The finder: a form whose answer is an address that can be shared."""

from __future__ import annotations

import attrs

from modeladvisor.catalog import Catalog
from modeladvisor.errors import NotInCatalogError, QuestionError
from modeladvisor.questions import ACCESS, AUDIO, LIMIT_MOST
from modeladvisor.views import wire
from modeladvisor_server.pages.forms import Errors, Field, Form, Typed, asked
from modeladvisor_server.pages.pictures import scatter
from modeladvisor_server.pages.resources import Asked, Page
from modeladvisor_server.pages.templating import Context
from modeladvisor_server.questions import FINDER

SHOWN = 5
"""Models of each group on a page that names no limit."""
LIMITS = ("5", "10")


@attrs.frozen
class Extent:
    """How much of each group a page holds at most, so that it stays small; the JSON answer holds more.

    Attributes:
        shown: Models that fit, and that may fit.
        explained: Of those that fit, how many criterion by criterion.
        drawn: Models in the chart.
        excluded: Models that are out.
    """

    shown: int
    explained: int
    drawn: int
    excluded: int


EXTENTS = {1: Extent(shown=10, explained=4, drawn=40, excluded=12), 2: Extent(5, 1, 12, 6)}
"""By the number of media on the page."""
MEDIA_WORDS = (("", "a picture or a clip"), ("image", "a picture"), ("video", "a clip"))
INPUT_WORDS = (
    ("text", "words only"),
    ("image", "one picture"),
    ("images", "several pictures"),
    ("video", "a clip"),
    ("audio", "a sound file"),
)
AUDIO_WORDS = {
    "silent": "silent",
    "native": "sound made by the model",
    "dialogue": "spoken lines",
    "lip-sync": "lips that follow a voice",
}
ACCESS_WORDS = {
    "web": "a web page",
    "mobile-app": "a mobile app",
    "api": "an API",
    "self-hosted": "own hardware",
}


class FinderPage(Page):
    """`/`: which model for my job?"""

    template = "finder.html"
    fields = FINDER
    repeatable = ("input",)

    def view(self, asked: Asked) -> Context:
        """Return the form, and the answer where something was asked."""
        typed = asked.typed
        if not typed.given:
            return self._context(typed, {}, None)
        limit = read_limit(typed.given.get("limit"))
        # All that fits is asked for, so that the chart shows it; the page lists as many as its limit says.
        wide = typed.given if limit is None else {**typed.given, "limit": str(LIMIT_MOST)}
        return self._context(typed, {}, self.questions.finder(wide), limit or SHOWN)

    def refusal(self, asked: Asked, _error: QuestionError | NotInCatalogError, errors: Errors) -> bytes:
        """Return the form as it was filled in, with what is wrong beside each field."""
        return self.made(self._context(asked.typed, errors, None))

    def _context(
        self, typed: Typed, errors: Errors, answer: wire.FinderAnswer | None, limit: int = SHOWN
    ) -> Context:
        rankings = [] if answer is None else answer["rankings"]
        extent = EXTENTS[max(len(rankings), 1)]
        shown = min(limit, extent.shown)
        return {
            "typed": typed,
            "answer": answer,
            "shown": shown,
            "extent": extent,
            "charts": [scatter(one["fits"][: extent.drawn], one["pareto"]) for one in rankings],
            "fields": finder_fields(self.questions.catalog, Form(typed, errors)),
            "other_errors": {name: one for name, one in errors.items() if name not in FINDER},
            "wrong": bool(errors),
            "more": [_more(typed, shown, one["medium"]) for one in rankings],
            "widest": asked([*_without(typed, "limit"), ("limit", str(LIMIT_MOST))]),
            "why_not": asked(_without(typed, "why_not")),
        }


def _without(typed: Typed, name: str) -> list[tuple[str, str]]:
    return [pair for pair in typed.given.items() if pair[0] != name]


def read_limit(text: str | None) -> int | None:
    """Return how many models of each group are asked for; None where what was typed is no such number."""
    if text is None:
        return SHOWN
    number = text.strip()
    return int(number) if number.isdecimal() and len(number) < 4 and 1 <= int(number) <= LIMIT_MOST else None


def _more(typed: Typed, shown: int, medium: str) -> str | None:
    """Return the query string that shows the next number of models of one medium; None for the longest page."""
    wider = next((one for one in LIMITS if int(one) > shown), None)
    changed = {**typed.given, "output": medium, "limit": wider or ""}
    return asked([(name, changed[name]) for name in FINDER if name in changed]) if wider else None


def finder_fields(catalog: Catalog, form: Form) -> dict[str, Field]:
    """Return the fields of the form by name, filled in as they were."""
    asking = catalog.asking
    tasks = [("", "anything"), *((one.slug, one.title) for one in catalog.use_cases.values())]
    sounds = [("", "with or without"), *((one, AUDIO_WORDS[one]) for one in AUDIO if one in AUDIO_WORDS)]
    styles = [("", "any"), *((one, one.replace("-", " ")) for one in asking.styles)]
    limits = [("", LIMITS[0]), *((one, one) for one in LIMITS[1:])]
    fields = (
        form.choice("task", "What is it for?", {"": tasks}, "A use case brings its own criteria."),
        form.choice("output", "What do you want to get?", {"": MEDIA_WORDS}),
        form.checks("input", "What do you bring?", {"": INPUT_WORDS}),
        form.text(
            "budget",
            "What may it cost?",
            "free, low, medium, high, or a sum in USD: 0.15/s, 2/clip, 0.04/image.",
        ),
        form.text(
            "duration",
            "How long is one clip?",
            "Seconds: 8, 5-10, >=10; or short, medium, long, extended.",
        ),
        form.choice("audio", "Sound?", {"": sounds}),
        form.choice(
            "platform", "Where?", _places(catalog), "Where it is published, or how you reach the model."
        ),
        form.choice("style", "Which look?", {"": styles}, "Orders within a group; only vector decides."),
        form.text("weights", "Other weights", "Points by criterion: price:30,sound:10."),
        form.text(
            "why_not", "Why not this model?", "A name: what holds it back, and what would change that."
        ),
        form.choice("limit", "Models in each group", {"": limits}),
    )
    return {one.name: one for one in fields}


def _places(catalog: Catalog) -> dict[str, list[tuple[str, str]]]:
    """Return what a platform can be: where results are published, the way in, who runs the model."""
    names = {slug: one.name for slug, one in catalog.vendors.items()}
    names |= {slug: one.name for slug, one in catalog.providers.items()}
    return {
        "": [("", "anywhere")],
        "Published on": [(one.name, one.label) for one in catalog.asking.platforms.values()],
        "Reached through": [(one, ACCESS_WORDS[one]) for one in ACCESS],
        "Run by": [(one, names[one]) for one in catalog.operators],
    }
