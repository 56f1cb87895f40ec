"""What to look up first: the unknown facts by how many rankings they could change."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator

import attrs

from modeladvisor.answers import Answer
from modeladvisor.catalog import Catalog
from modeladvisor.interpretation import interpret
from modeladvisor.opinions import Rubric
from modeladvisor.records import Model
from modeladvisor.scores import GRADE_SHARES
from modeladvisor.suppositions import possible_values, with_evidence, with_fact, with_price
from modeladvisor.trials import Outcome, Trial

DEAREST, CHEAPEST = 100.0, 0.0001
"""USD per second or image between which a price that nobody knows may turn out."""


@attrs.frozen
class Lookup:
    """One unknown fact of one model.

    Attributes:
        model: Slug.
        key: A capability, `price`, or `evidence.<dimension>`.
        rankings: The rankings in which the model's place, or its group, depends on it: rubric and medium.
        firsts: Those of them whose first place depends on it.
        searched: The day on which it was last looked for in vain, or None.
    """

    model: str
    key: str
    rankings: tuple[str, ...]
    firsts: tuple[str, ...]
    searched: datetime.date | None


def lookups(
    catalog: Catalog,
    today: datetime.date,
    *,
    models: Iterable[str] = (),
    keys: Iterable[str] = (),
    tell: Callable[[int, int], None] = lambda _done, _all: None,
) -> list[Lookup]:
    """Return what is unknown by how many rankings it could change, most first; of models and keys, or of all.

    Of equally many those come first that could change more first places, then those that nobody has looked for.
    A fact changes a ranking if the model would take another place, or enter or leave it, with some value of it.
    `tell` is called with the number of rankings that are done, and of all, each time that there is another.
    """
    wanted_models, wanted_keys = set(models), set(keys)
    found: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    questions = list(_questions(catalog))
    for done, words in enumerate(questions):
        tell(done, len(questions))
        question = interpret(catalog, **words)
        medium = words["output"]
        for model in catalog.models.values():
            if medium not in model.makes or (wanted_models and model.slug not in wanted_models):
                continue
            trial = Trial(catalog, question, medium, model, today)
            for key, first in _telling(trial, wanted_keys):
                rankings, firsts = found.setdefault((model.slug, key), ([], []))
                rankings.append(f"{trial.published.id}/{medium}")
                if first:
                    firsts.append(f"{trial.published.id}/{medium}")
    rows = [
        Lookup(slug, key, tuple(rankings), tuple(firsts), _searched(catalog.models[slug], key))
        for (slug, key), (rankings, firsts) in found.items()
    ]
    rows.sort(
        key=lambda one: (
            -len(one.rankings), -len(one.firsts), one.searched or datetime.date.min, one.model, one.key,
        )
    )  # fmt: skip
    return rows


def _questions(catalog: Catalog) -> Iterator[dict[str, str]]:
    """Yield a question for every ranking: each use case and medium, and the general rubric of each medium."""
    for use_case in catalog.use_cases.values():
        for medium in use_case.media:
            yield {"task": use_case.slug, "output": medium}
    for medium in catalog.general:
        yield {"output": medium}


def _telling(trial: Trial, wanted: set[str]) -> Iterator[tuple[str, bool]]:
    """Yield the unknowns on which the model's place depends, and whether the first place does."""
    now = trial.outcome(trial.model)
    if now.fit.answer is Answer.NO:
        return
    points = (key for part in now.score.parts for key in part.unknowns)
    for key in dict.fromkeys([*now.fit.unknowns, *points]):
        if wanted and key not in wanted:
            continue
        changed = [one for one in _outcomes(trial, key) if (one.rank, one.fits) != (now.rank, now.fits)]
        if changed:
            yield key, any(one.wins != now.wins for one in changed)


def _outcomes(trial: Trial, key: str) -> Iterator[Outcome]:
    """Yield what would become of the model with each value that an unknown could turn out to have."""
    model, medium, today = trial.model, trial.medium, trial.today
    if key == "price":
        for route in (one for one in model.routes if one.kind != "self-hosted"):
            for usd in (CHEAPEST, DEAREST):
                yield trial.outcome(with_price(model, route, usd, medium, today))
    elif key.startswith("evidence."):
        dimension = key.removeprefix("evidence.")
        for mode in _modes(trial.published, dimension):
            for grade in GRADE_SHARES:
                yield trial.outcome(with_evidence(model, dimension, medium, mode, grade, today))
    elif key in trial.catalog.vocabulary.keys:
        capability = trial.catalog.vocabulary.keys[key]
        tests = [test for test in trial.tests() if test.key == key]
        fact = model.facts.get(key)
        for value in possible_values(capability, fact.value if fact else None, tests):
            yield trial.outcome(with_fact(model, key, value, today))


def _modes(rubric: Rubric, dimension: str) -> set[str | None]:
    return {one.evidence_mode for one in rubric.criteria if one.evidence == dimension}


def _searched(model: Model, key: str) -> datetime.date | None:
    return model.searched[key].on if key in model.searched else None
