"""What is asked, whatever the words: two questions with one key have one and the same answer, byte for byte.

What an answer repeats of the words, such as the sum of a budget as it was written, is part of the key.
Of a question that cannot be answered the key is None: its mistakes are found where it is answered.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from modeladvisor.contenders import read_contenders
from modeladvisor.errors import ModelAdvisorError
from modeladvisor.questions import WHY_NOT, text_of
from modeladvisor_server.questions import Questions

Given = Mapping[str, object]


def finder_key(questions: Questions, given: Given) -> Hashable | None:
    """Return what a finder question means."""
    try:
        asked = questions.question(given)
    except ModelAdvisorError:
        return None
    return (
        asked.task and asked.task.slug,
        asked.output,
        asked.media,
        asked.inputs,
        tuple((medium, mode.name) for medium, mode in asked.modes.items()),
        repr(asked.budget),
        asked.style and asked.style.name,
        repr(asked.platform),
        asked.audio,
        repr(asked.duration),
        asked.limit,
        tuple(asked.weights.items()),
        text_of(given.get(WHY_NOT)),
    )


def compare_key(questions: Questions, given: Given) -> Hashable | None:
    """Return which models are compared, in which order, for what."""
    names, task, job = (text_of(given.get(name)) for name in ("models", "task", "job"))
    only = text_of(given.get("differences_only"))
    try:
        models, use_case = read_contenders(questions.catalog, names, task=task, job=job)
    except ModelAdvisorError:
        return None
    return tuple(one.slug for one in models), use_case and use_case.slug, job, only and only.casefold()


def model_key(questions: Questions, name: str) -> Hashable | None:
    """Return which record is meant, and the name by which it was found where the answer tells it."""
    try:
        match = questions.catalog.find_model(name)
    except ModelAdvisorError:
        return None
    return match.model.slug, match.matched_as


def use_case_key(questions: Questions, name: str) -> Hashable | None:
    """Return which use case is meant."""
    try:
        return questions.catalog.find_use_case(name).slug
    except ModelAdvisorError:
        return None
