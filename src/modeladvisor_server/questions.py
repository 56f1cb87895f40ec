"""Parameters to library call to view: the questions that REST and MCP share, so that they cannot drift."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import attrs

from modeladvisor.asking import INPUTS
from modeladvisor.best import best
from modeladvisor.catalog import Catalog, folded
from modeladvisor.comparisons import compare
from modeladvisor.contenders import read_contenders
from modeladvisor.errors import Mistake, NotInCatalogError, nearest, refuse
from modeladvisor.finder import find
from modeladvisor.interpretation import interpret
from modeladvisor.listings import STATUSES, listed
from modeladvisor.questions import (
    ACCESS,
    AUDIO,
    DURATIONS,
    LIMIT_MOST,
    LONGEST_VALUE,
    PARAMETERS,
    WHY_NOT,
    Question,
    text_of,
)
from modeladvisor.records import Model
from modeladvisor.views import wire
from modeladvisor.views.comparisons import compare_answer, workflow_answer, workflows_answer
from modeladvisor.views.keeping import ANEW, Keep
from modeladvisor.views.rankings import finder_answer
from modeladvisor.views.records import (
    access_answer,
    model_answer,
    models_answer,
    record_view,
    tips_answer,
)
from modeladvisor.views.verdicts import best_answer, use_cases_answer
from modeladvisor.views.vocabulary import vocabulary_answer
from modeladvisor.vocabulary import MEDIA
from modeladvisor.workflows import workflow_today, workflows_today

Parameters = Mapping[str, object]
MODELS_MOST = 1000
"""Models on one page of the dataset."""

FINDER = (*PARAMETERS, WHY_NOT)
MODELS = ("output", "vendor", "status", "query", "limit", "cursor")
COMPARE = ("models", "task", "differences_only", "job")
WORKFLOWS = ("task", "limit")
TIPS = ("task",)


def unknown_names(given: Iterable[str], allowed: Sequence[str]) -> list[Mistake]:
    """Return a mistake for every parameter that a question does not have."""
    expected = f"one of {', '.join(allowed)}" if allowed else "no parameter"
    return [
        Mistake(name[:LONGEST_VALUE], name[:LONGEST_VALUE], expected, nearest(name, allowed))
        for name in given
        if name not in allowed
    ]


@attrs.frozen
class Page:
    """Some of the models that a list question selects."""

    models: tuple[Model, ...]
    count: int
    next_cursor: str | None


@attrs.define(eq=False)
class Questions:
    """The questions about one catalog; `today` tells the day on which they are answered."""

    catalog: Catalog
    today: Callable[[], datetime.date]
    _read: tuple[str, Question] | None = attrs.field(default=None, init=False, repr=False)

    def question(self, given: Parameters) -> Question:
        """Return what the words of a finder question mean; those that were read last are not read again.

        Raises:
            QuestionError, NotInCatalogError: as `interpret` has them.
        """
        words = {name: given.get(name) for name in FINDER}
        written = repr(words)  # 1 and True are equal, but not the same word
        if self._read is None or self._read[0] != written:
            self._read = (written, interpret(self.catalog, **words))  # type: ignore[arg-type]  # any JSON value is read as text
        return self._read[1]

    def finder(self, given: Parameters, keep: Keep = ANEW) -> wire.FinderAnswer:
        """Answer which models fit a job; `keep` gives the parts that come again in other answers."""
        question = self.question(given)
        named = text_of(given.get(WHY_NOT))
        day = self.today()
        found = find(self.catalog, question, day, why_not=named)
        return finder_answer(self.catalog, found, day, keep)

    def compare(self, given: Parameters) -> wire.CompareAnswer:
        """Answer how two to eight models differ."""
        mistakes: list[Mistake] = []
        only = self._switch("differences_only", given.get("differences_only"), mistakes)
        job = text_of(given.get("job"))
        names, task = text_of(given.get("models")), text_of(given.get("task"))
        models, use_case = read_contenders(self.catalog, names, task=task, job=job, mistakes=mistakes)
        day = self.today()
        found = compare(self.catalog, models, day, use_case=use_case, differences_only=only, job=job)
        return compare_answer(self.catalog, found, day)

    def best(self, usecase: str) -> wire.BestAnswer:
        """Answer which model an editor names for a use case, with the computed ranking beside it."""
        day = self.today()
        return best_answer(self.catalog, best(self.catalog, self.catalog.find_use_case(usecase), day), day)

    def use_cases(self) -> wire.UseCasesAnswer:
        """List the use cases with the state of their verdicts."""
        day = self.today()
        found = [best(self.catalog, one, day) for one in self.catalog.use_cases.values()]
        return use_cases_answer(self.catalog, found)

    def model(self, name: str) -> wire.ModelAnswer:
        """Give one record, found by slug, name, former name or alias."""
        match = self.catalog.find_model(name)
        return model_answer(self.catalog, match.model, match.matched_as, self.today())

    def models(self, given: Parameters) -> wire.ModelsAnswer:
        """Give the records that a list question selects, whole."""
        page = self.page(given)
        return models_answer(self.catalog, page.models, page.count, page.next_cursor, self.today())

    def records(self, page: Page) -> tuple[wire.ModelsAnswer, Iterator[wire.RecordView]]:
        """Give the same answer in two parts: all but the records, and the records one by one."""
        day = self.today()
        frame = models_answer(self.catalog, (), page.count, page.next_cursor, day)
        return frame, (record_view(self.catalog, one, day) for one in page.models)

    def page(self, given: Parameters, *, default: int = MODELS_MOST) -> Page:
        """Select models by output, vendor, status and a piece of text, in pages by cursor."""
        mistakes: list[Mistake] = []
        output = self._choice("output", given, MEDIA, mistakes)
        vendor = self._choice("vendor", given, tuple(self.catalog.vendors), mistakes)
        status = self._choice("status", given, STATUSES, mistakes)
        limit = self._count(given, MODELS_MOST, mistakes) or default
        query = self._text("query", given, mistakes)
        cursor = self._text("cursor", given, mistakes)
        if cursor is not None and cursor not in self.catalog.models:
            mistakes.append(Mistake("cursor", cursor, "the next_cursor of an earlier answer"))
        refuse(mistakes)
        day = self.today()
        chosen = listed(self.catalog, day, output=output, vendor=vendor, status=status, query=query)
        rest = [model for model in chosen if cursor is None or model.slug > cursor]
        shown = tuple(rest[:limit])
        return Page(shown, len(chosen), shown[-1].slug if len(rest) > limit else None)

    def access(self, name: str) -> wire.AccessAnswer:
        """Tell where to get at a model."""
        return access_answer(self.catalog, self.catalog.find_model(name).model, self.today())

    def tips(self, name: str, given: Parameters) -> wire.PromptTipsAnswer:
        """Give the prompt tips of a model."""
        mistakes: list[Mistake] = []
        task = self._choice("task", given, tuple(self.catalog.use_cases), mistakes)
        try:
            model = self.catalog.find_model(name).model
        except NotInCatalogError as error:
            refuse(mistakes, [error])
            raise
        refuse(mistakes)
        return tips_answer(self.catalog, model, task, self.today())

    def workflows(self, given: Parameters) -> wire.WorkflowsAnswer:
        """Give the recipes of a task, or all."""
        mistakes: list[Mistake] = []
        task = self._choice("task", given, tuple(self.catalog.use_cases), mistakes)
        limit = self._count(given, LIMIT_MOST, mistakes)
        refuse(mistakes)
        day = self.today()
        return workflows_answer(self.catalog, workflows_today(self.catalog, day, task=task, limit=limit), day)

    def workflows_total(self, task: object) -> int:
        """Count the recipes of a task, or all."""
        word = text_of(task)
        recipes = self.catalog.workflows.values()
        return sum(word is None or folded(word) in one.tasks for one in recipes)

    def workflow(self, slug: str) -> wire.WorkflowAnswer:
        """Give one recipe."""
        day = self.today()
        recipe = self.catalog.find_workflow(slug)
        return workflow_answer(self.catalog, workflow_today(self.catalog, recipe, day), day)

    def vocabulary(self) -> wire.VocabularyAnswer:
        """Give the allowed values of every parameter, the capabilities, counts and versions."""
        return vocabulary_answer(self.catalog, self.allowed())

    def allowed(self) -> dict[str, list[str]]:
        """Return the allowed words of each parameter; forms such as sums and lengths are described in words."""
        asking = self.catalog.asking
        return {
            "task": list(self.catalog.use_cases),
            "output": list(MEDIA),
            "input": list(INPUTS),
            "budget": ["free", *asking.budgets, "any", "a sum in USD: 0.15, 0.15/s, 2/clip, 0.04/image"],
            "style": [*asking.styles, "any"],
            "platform": [
                *asking.platforms,
                *ACCESS,
                *self.catalog.operators,
            ],
            "audio": list(AUDIO),
            "duration": [*DURATIONS, "seconds: 8, 8s, 5-10, >=10, <=5"],
            "status": list(STATUSES),
            "vendor": list(self.catalog.vendors),
        }

    def _text(self, name: str, given: Parameters, mistakes: list[Mistake]) -> str | None:
        text = text_of(given.get(name))
        if text is not None and len(text) > LONGEST_VALUE:
            mistakes.append(Mistake(name, text[:LONGEST_VALUE], f"at most {LONGEST_VALUE} characters"))
            return None
        return text

    def _choice(
        self, name: str, given: Parameters, allowed: Sequence[str], mistakes: list[Mistake]
    ) -> str | None:
        text = self._text(name, given, mistakes)
        if text is None:
            return None
        for word in (text, folded(text)):
            if word in allowed:
                return word
        mistakes.append(Mistake(name, text, f"one of {', '.join(allowed)}", nearest(text, allowed)))
        return None

    def _count(self, given: Parameters, most: int, mistakes: list[Mistake]) -> int | None:
        text = self._text("limit", given, mistakes)
        if text is None:
            return None
        if re.fullmatch(r"\d{1,4}", text) and 1 <= int(text) <= most:
            return int(text)
        mistakes.append(Mistake("limit", text, f"a whole number from 1 to {most}"))
        return None

    def _switch(self, name: str, value: object, mistakes: list[Mistake]) -> bool:
        text = text_of(value)
        word = None if text is None else text.casefold()
        if word in (None, "false", "0", "no"):
            return False
        if word in ("true", "1", "yes"):
            return True
        mistakes.append(Mistake(name, str(text)[:LONGEST_VALUE], "true or false"))
        return False
