"""The three answers and how they combine."""

from __future__ import annotations

import enum
from collections.abc import Iterable


class Answer(enum.Enum):
    """Yes, no, or unknown: what the recorded facts prove about a need."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


def all_of(answers: Iterable[Answer]) -> Answer:
    """Return NO if any is NO, else UNKNOWN if any is UNKNOWN, else YES.

    This is the conjunction of Kleene's strong three-valued logic (S. C. Kleene, Introduction to
    Metamathematics, 1952, section 64): a definite answer stands only where no later discovery can overturn it.
    """
    result = Answer.YES
    for answer in answers:
        if answer is Answer.NO:
            return Answer.NO
        if answer is Answer.UNKNOWN:
            result = Answer.UNKNOWN
    return result


def any_of(answers: Iterable[Answer]) -> Answer:
    """Return YES if any is YES, else UNKNOWN if any is UNKNOWN, else NO (Kleene's strong disjunction)."""
    result = Answer.NO
    for answer in answers:
        if answer is Answer.YES:
            return Answer.YES
        if answer is Answer.UNKNOWN:
            result = Answer.UNKNOWN
    return result


def negated(answer: Answer) -> Answer:
    """Return the opposite of a definite answer; unknown stays unknown."""
    if answer is Answer.YES:
        return Answer.NO
    if answer is Answer.NO:
        return Answer.YES
    return Answer.UNKNOWN


def definite(truth: bool) -> Answer:
    """Return YES for True and NO for False."""
    return Answer.YES if truth else Answer.NO
