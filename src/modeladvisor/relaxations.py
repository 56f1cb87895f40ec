"""What to give up when nothing fits."""

from __future__ import annotations

import itertools

import attrs

from modeladvisor.asks import Ask, brief_of, rubric_for
from modeladvisor.boards import Board
from modeladvisor.catalog import Catalog
from modeladvisor.questions import Question
from modeladvisor.rankings import Standings
from modeladvisor.selection import select


@attrs.frozen
class Relaxation:
    """Constraints that would have to be dropped together, and the models that would then fit, best first."""

    drop: tuple[str, ...]
    fits: tuple[str, ...]


def relaxations(
    catalog: Catalog, question: Question, further: tuple[Ask, ...], board: Board
) -> tuple[Relaxation, ...]:
    """Return every smallest set of asked constraints whose dropping lets a model fit.

    The global gate on retired models is never dropped.
    """
    medium = board.medium
    rubric = rubric_for(catalog, question, medium)
    asks = brief_of(catalog, question, medium, further).asks
    names = tuple(dict.fromkeys(ask.parameter for ask in asks if ask.parameter != "status"))
    found: list[Relaxation] = []
    for size in range(1, len(names) + 1):
        for drop in itertools.combinations(names, size):
            if any(set(smaller.drop) <= set(drop) for smaller in found):
                continue
            brief = brief_of(catalog, question, medium, further, drop)
            fits = select(board, brief).fits
            if fits:
                scores = board.scoreboard(rubric, brief.access, question.weights)
                order = Standings(board.field, scores, fits, 0, board.style(question.style)).ranked()
                found.append(Relaxation(drop, tuple(board.field.slugs[place] for place in order)))
    return tuple(found)
