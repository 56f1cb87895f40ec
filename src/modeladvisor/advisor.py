"""The front door: a catalog, a day, and the questions as methods."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, overload

from modeladvisor import best as verdicts
from modeladvisor import comparisons, finder
from modeladvisor.catalog import Catalog, Match
from modeladvisor.contenders import read_contenders
from modeladvisor.interpretation import interpret
from modeladvisor.questions import Word, text_of
from modeladvisor.records import Model
from modeladvisor.workflows import WorkflowToday, workflows_today

if TYPE_CHECKING:
    from modeladvisor.views import wire

Result = (
    finder.FinderResult
    | comparisons.Comparison
    | verdicts.BestResult
    | Model
    | Match
    | tuple[WorkflowToday, ...]
)


class Advisor:
    """Answers questions about one catalog.

    Attributes:
        catalog: The catalog that answers.
    """

    def __init__(self, catalog: Catalog, today: datetime.date | None = None) -> None:
        """Take a catalog and, where answers shall be of a fixed day, that day."""
        self.catalog = catalog
        self._today = today

    @property
    def today(self) -> datetime.date:
        """The day on which questions are answered."""
        return self._today or datetime.date.today()  # noqa: DTZ011 - a calendar day without a zone

    def find(
        self,
        *,
        task: Word = None,
        output: Word = None,
        input: Word = None,
        budget: Word = None,
        style: Word = None,
        platform: Word = None,
        audio: Word = None,
        duration: Word = None,
        limit: Word = None,
        weights: Word | Mapping[str, float] = None,
        why_not: str | None = None,
    ) -> finder.FinderResult:
        """Return which models fit a job, ranked and explained.

        Every parameter is optional; None or an empty text is not asked.

        Args:
            task: One of the use cases, for instance `product-videos`.
            output: `image` or `video`.
            input: `text`, `image`, `images`, `video`, `audio`, or several separated by commas.
            budget: `free`, `low`, `medium`, `high`, or a sum in USD such as `0.15/s` or `0.04/image`;
                a ceiling for one second, clip or image, not for a whole campaign.
            style: A look, for instance `cinematic`; it orders, except `vector`, which decides.
            platform: Where the result is published (`tiktok`), or the way in (`api`, a provider).
            audio: `silent`, `native`, `dialogue` or `lip-sync`.
            duration: Seconds of one clip: `8`, `5-10`, `>=10`, `short`, `medium`, `long`, `extended`.
            limit: Models shown in each group of the JSON answer, 1 to 50.
            weights: Points by criterion that replace the published ones; rescaled to 100.
            why_not: A model of which the answer shall say why it is not first, and what would change that.

        Raises:
            QuestionError: with every mistake of the question.
            NotInCatalogError: if all that is wrong is that no model bears the name given as `why_not`.
        """
        question = interpret(
            self.catalog,
            task=task,
            output=output,
            input=input,
            budget=budget,
            style=style,
            platform=platform,
            audio=audio,
            duration=duration,
            limit=limit,
            weights=weights,
            why_not=why_not,
        )
        return finder.find(self.catalog, question, self.today, why_not=text_of(why_not))

    def compare(
        self,
        *models: str | Iterable[str],
        task: str | None = None,
        differences_only: bool = False,
        job: Word | Mapping[str, object] = None,
    ) -> comparisons.Comparison:
        """Return two to eight models side by side.

        `job` says what is priced, as a mapping or as in `duration_seconds:8,resolution:1080p,count:10,attempts:3`.

        Raises:
            QuestionError: with every mistake in the models, the task and the job.
            NotInCatalogError: with every unknown model, if nothing else is wrong.
        """
        names = [one for given in models for one in ([given] if isinstance(given, str) else given)]
        compared, use_case = read_contenders(self.catalog, names, task=task, job=job)
        return comparisons.compare(
            self.catalog,
            compared,
            self.today,
            use_case=use_case,
            differences_only=differences_only,
            job=job,
        )

    def best(self, usecase: str) -> verdicts.BestResult:
        """Return the editor's verdict for a use case and the computed ranking beside it.

        Raises:
            NotInCatalogError: if there is no such use case.
        """
        return verdicts.best(self.catalog, self.catalog.find_use_case(usecase), self.today)

    def model(self, name: str) -> Model:
        """Return one model by its slug, name, former name or alias.

        Raises:
            NotInCatalogError: if no model bears the name.
        """
        return self.match(name).model

    def match(self, name: str) -> Match:
        """Return one model with the name by which it was found.

        Raises:
            NotInCatalogError: if no model bears the name.
        """
        return self.catalog.find_model(name)

    def workflows(self, task: str | None = None, limit: int | None = None) -> tuple[WorkflowToday, ...]:
        """Return recipes of a task, or all, with the models that fit each step today.

        Raises:
            NotInCatalogError: if there is no such task.
        """
        slug = self.catalog.find_use_case(task, parameter="task").slug if task else None
        return workflows_today(self.catalog, self.today, task=slug, limit=limit)

    @overload
    def as_dict(self, result: finder.FinderResult) -> wire.FinderAnswer: ...

    @overload
    def as_dict(self, result: comparisons.Comparison) -> wire.CompareAnswer: ...

    @overload
    def as_dict(self, result: verdicts.BestResult) -> wire.BestAnswer: ...

    @overload
    def as_dict(self, result: Model | Match) -> wire.ModelAnswer: ...

    @overload
    def as_dict(self, result: tuple[WorkflowToday, ...]) -> wire.WorkflowsAnswer: ...

    @overload
    def as_dict(
        self, result: Result
    ) -> (
        wire.FinderAnswer | wire.CompareAnswer | wire.BestAnswer | wire.ModelAnswer | wire.WorkflowsAnswer
    ): ...

    def as_dict(
        self, result: Result
    ) -> wire.FinderAnswer | wire.CompareAnswer | wire.BestAnswer | wire.ModelAnswer | wire.WorkflowsAnswer:
        """Return a result as the JSON-ready dict that REST and MCP answer with."""
        # Imported here: a notebook that never asks for JSON need not wait for some hundred wire classes.
        from modeladvisor.views.comparisons import compare_answer, workflows_answer
        from modeladvisor.views.rankings import finder_answer
        from modeladvisor.views.records import model_answer
        from modeladvisor.views.verdicts import best_answer

        if isinstance(result, finder.FinderResult):
            return finder_answer(self.catalog, result, self.today)
        if isinstance(result, comparisons.Comparison):
            return compare_answer(self.catalog, result, self.today)
        if isinstance(result, verdicts.BestResult):
            return best_answer(self.catalog, result, self.today)
        if isinstance(result, Model):
            return model_answer(self.catalog, result, None, self.today)
        if isinstance(result, Match):
            return model_answer(self.catalog, result.model, result.matched_as, self.today)
        return workflows_answer(self.catalog, result, self.today)
