"""Pages of the records: the list, one model, what is known of all, and when they came and went."""

from __future__ import annotations

from modeladvisor.errors import NotInCatalogError, QuestionError
from modeladvisor.listings import STATUSES
from modeladvisor.views import wire
from modeladvisor_server.pages.forms import Errors, Field, Form, Typed, asked
from modeladvisor_server.pages.lifecycles import time_line
from modeladvisor_server.pages.pictures import strip
from modeladvisor_server.pages.resources import Asked, Page
from modeladvisor_server.pages.templating import Context

MEDIA_WORDS = (("", "pictures and clips"), ("image", "pictures"), ("video", "clips"))
LISTED = 40
"""Models on one page of the list."""


class ModelsPage(Page):
    """`/models`: the list, with filters, in pages."""

    template = "models.html"
    fields = ("query", "output", "vendor", "status", "cursor")

    def view(self, asked: Asked) -> Context:
        """Return the models that the filters select."""
        answer = self.questions.models({**asked.typed.given, "limit": str(LISTED)})
        return self._context(asked.typed, {}, answer)

    def refusal(self, asked: Asked, _error: QuestionError | NotInCatalogError, errors: Errors) -> bytes:
        """Return the filters as they were set, with what is wrong beside them."""
        return self.made(self._context(asked.typed, errors, None))

    def _context(self, typed: Typed, errors: Errors, answer: wire.ModelsAnswer | None) -> Context:
        names = {one for one in self.fields if one != "cursor"}
        pairs = [pair for pair in typed.given.items() if pair[0] != "cursor"]
        cursor = answer["next_cursor"] if answer else None
        return {
            "answer": answer,
            "fields": self._fields(Form(typed, errors)),
            "other_errors": {name: one for name, one in errors.items() if name not in names},
            "first": asked(pairs) if "cursor" in typed.given else None,
            "next": asked([*pairs, ("cursor", cursor)]) if cursor else None,
        }

    def _fields(self, form: Form) -> list[Field]:
        catalog = self.questions.catalog
        vendors = [("", "anybody"), *((one.slug, one.name) for one in catalog.vendors.values())]
        statuses = [("", "any"), *((one, one) for one in STATUSES)]
        return [
            form.text("query", "Words", "In name, vendor, family or summary."),
            form.choice("output", "Makes", {"": MEDIA_WORDS}),
            form.choice("vendor", "Made by", {"": vendors}),
            form.choice("status", "Status", {"": statuses}),
        ]


class ModelPage(Page):
    """`/models/{slug}`: one record, whole."""

    template = "model.html"

    def view(self, asked: Asked) -> Context:
        """Return the record with its links."""
        answer = self.questions.model(asked.path["slug"])
        capabilities = self.questions.catalog.vocabulary.keys
        model = answer["model"]
        rows = [
            (capabilities[key], fact, model["unknowns"].get(key))
            for key, fact in model["capabilities"].items()
        ]
        known = sum(fact is not None for _, fact, _ in rows)
        return {"answer": answer, "model": model, "rows": rows, "known": known}


class CoveragePage(Page):
    """`/coverage`: what is known of which model, as a matrix."""

    template = "coverage.html"

    def view(self, _asked: Asked) -> Context:
        """Return one strip for each model, and one count for each capability."""
        answer, keys = self.questions.models({}), list(self.questions.catalog.vocabulary.keys.values())
        names = [one.key for one in keys]
        counts = [
            (
                one,
                sum(model["capabilities"].get(one.key) is not None for model in answer["models"]),
                sum(model["unknowns"].get(one.key) is not None for model in answer["models"]),
                sum(one.key in model["capabilities"] for model in answer["models"]),
            )
            for one in keys
        ]
        return {
            "answer": answer,
            "strips": [strip(one, names) for one in answer["models"]],
            "counts": counts,
            "width": len(names),
        }


class TimeLinePage(Page):
    """`/time-line`: when models came and went."""

    template = "time_line.html"

    def view(self, _asked: Asked) -> Context:
        """Return the lives of all models."""
        answer = self.questions.models({})
        return {"answer": answer, "line": time_line(answer["models"], self.questions.today())}
