"""The comparison: two to eight models side by side, each cell with its source and date."""

from __future__ import annotations

import attrs

from modeladvisor.errors import NotInCatalogError, QuestionError
from modeladvisor.views import wire
from modeladvisor_server.pages.forms import Errors, Field, Form, Typed, asked
from modeladvisor_server.pages.resources import Asked, Page
from modeladvisor_server.pages.templating import Context
from modeladvisor_server.questions import COMPARE

LEAST, MOST = 3, 8
"""Boxes for models: at first, and at most."""


class ComparePage(Page):
    """`/compare`: how do these models differ?"""

    template = "compare.html"
    fields = COMPARE
    repeatable = ("models",)

    def view(self, asked: Asked) -> Context:
        """Return the form, and the comparison where models were named; one alone begins it."""
        typed = asked.typed
        begun = list(typed.given) == ["models"] and "," not in typed.given["models"]
        if begun:
            self.questions.catalog.find_model(typed.given["models"], parameter="models")
        if begun or not typed.given:
            return self._context(typed, {}, None)
        return self._context(typed, {}, self.questions.compare(typed.given))

    def refusal(self, asked: Asked, _error: QuestionError | NotInCatalogError, errors: Errors) -> bytes:
        """Return the form as it was filled in, with what is wrong beside each field."""
        return self.made(self._context(asked.typed, errors, None))

    def _context(self, typed: Typed, errors: Errors, answer: wire.CompareAnswer | None) -> Context:
        rows = [] if answer is None else answer["rows"]
        known = [one for one in rows if any(cell is not None for cell in one["cells"].values())]
        only = answer is not None and answer["differences_only"]
        return {
            "answer": answer,
            "typed": typed,
            "models": self.questions.catalog.models,
            "fields": self._fields(Form(typed, errors)),
            "wrong": bool(errors),
            "other_errors": {name: one for name, one in errors.items() if name not in COMPARE},
            "rows": sorted(known, key=lambda row: row["verdict"] != "different"),
            "unknown_rows": [one["label"] for one in rows if one not in known],
            "only": only,
            "other": asked(_switched(typed, only=not only)),
        }

    def _fields(self, form: Form) -> dict[str, Field]:
        names = [one.strip() for one in form.typed.given.get("models", "").split(",") if one.strip()]
        boxes = min(max(LEAST, len(names) + 1), MOST)
        box = form.text("models", "Models", "Two to eight names, one in each box.")
        cases = self.questions.catalog.use_cases.values()
        tasks = [("", "none"), *((one.slug, one.title) for one in cases)]
        rows = [("", "all"), ("true", "only those that differ")]
        fields = (
            attrs.evolve(box, values=_boxed(names, boxes)),
            form.choice("task", "For which use case?", {"": tasks}, "Adds the points of its rubric."),
            form.text("job", "Which job is priced?", "For instance duration:8,resolution:1080p,count:10."),
            form.choice("differences_only", "Rows", {"": rows}),
        )
        return {one.name: one for one in fields}


def _boxed(names: list[str], boxes: int) -> tuple[str, ...]:
    """Return what stands in each box; names that are too many stay together in the last one."""
    if len(names) > boxes:
        return (*names[: boxes - 1], ",".join(names[boxes - 1 :]))
    return (*names, *[""] * (boxes - len(names)))


def _switched(typed: Typed, *, only: bool) -> list[tuple[str, str]]:
    """Return the same comparison with all rows, or with those that differ."""
    pairs = [pair for pair in typed.given.items() if pair[0] != "differences_only"]
    return [*pairs, ("differences_only", "true")] if only else pairs
