"""What a comparison is asked about: its models and its task, with every mistake in them and in the job told at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from modeladvisor.catalog import Catalog, folded
from modeladvisor.errors import Mistake, NotInCatalogError, QuestionError, nearest, refuse
from modeladvisor.jobs import read_job
from modeladvisor.opinions import UseCase
from modeladvisor.questions import LONGEST_VALUE, Word, text_of
from modeladvisor.records import Model
from modeladvisor.vocabulary import MEDIA

FEWEST, MOST = 2, 8
LONGEST_LIST = 1000
"""Characters of a list of models; longer ones are refused."""
EXPECTED = f"{FEWEST} to {MOST} different model slugs, separated by commas"


def read_contenders(
    catalog: Catalog,
    names: str | Iterable[str] | None,
    *,
    task: Word = None,
    job: Word | Mapping[str, object] = None,
    mistakes: Sequence[Mistake] = (),
) -> tuple[tuple[Model, ...], UseCase | None]:
    """Return the models of a comparison, from a comma list or several names, and its task.

    Args:
        job: What is priced; it is judged here, so that its mistakes come with the others.
        mistakes: What is already known to be wrong with the question.

    Raises:
        QuestionError: with every mistake in the models, the task and the job.
        NotInCatalogError: with every name that no model bears, if nothing else is wrong.
    """
    wrong = list(mistakes)
    models, unknown = _models(catalog, text_of(names), wrong)
    use_case = _use_case(catalog, text_of(task), wrong)
    wrong.extend(_job_mistakes(catalog, job, () if unknown else models))
    refuse(wrong, unknown)
    return models, use_case


def _models(
    catalog: Catalog, text: str | None, wrong: list[Mistake]
) -> tuple[tuple[Model, ...], list[NotInCatalogError]]:
    words = [one.strip() for one in (text or "").split(",") if one.strip()]
    if text is None or len(text) > LONGEST_LIST or not FEWEST <= len(words) <= MOST:
        wrong.append(Mistake("models", text and text[:LONGEST_VALUE], EXPECTED))
        return (), []
    found: dict[str, Model] = {}
    unknown: dict[str, NotInCatalogError] = {}
    for word in words:
        try:
            model = catalog.find_model(word, parameter="models").model
        except NotInCatalogError as error:
            unknown[word] = error
        else:
            found[model.slug] = model
    if not unknown and len(found) < FEWEST:
        wrong.append(Mistake("models", text[:LONGEST_VALUE], f"{EXPECTED}; these name one and the same"))
    return tuple(found.values()), list(unknown.values())


def _use_case(catalog: Catalog, text: str | None, wrong: list[Mistake]) -> UseCase | None:
    if text is None or folded(text) in catalog.use_cases:
        return None if text is None else catalog.use_cases[folded(text)]
    known = ", ".join(catalog.use_cases)
    wrong.append(Mistake("task", text[:LONGEST_VALUE], f"one of {known}", nearest(text, catalog.use_cases)))
    return None


def _job_mistakes(
    catalog: Catalog, job: Word | Mapping[str, object], models: Sequence[Model]
) -> tuple[Mistake, ...]:
    """Return what is wrong with a job for the medium that is priced; for any of them while none is known to be."""
    shared = [one for one in MEDIA if models and all(one in model.makes for model in models)]
    found: tuple[Mistake, ...] = ()
    for medium in shared[:1] or reversed(MEDIA):
        try:
            read_job(job, catalog.asking.jobs[medium], catalog.vocabulary)
        except QuestionError as error:
            found = found or error.mistakes
        else:
            return ()
    return found
