"""What to give up when nothing fits."""

from __future__ import annotations

import itertools

import attrs

from modeladvisor.asks import Ask, brief_of, rubric_for
from modeladvisor.boards import Board
from modeladvisor.catalog import Catalog
from modeladvisor.questions import Question
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
    order = board.scoreboard(rubric_for(catalog, question, medium)).by_standing
    asks = brief_of(catalog, question, medium, further).asks
    names = tuple(dict.fromkeys(ask.parameter for ask in asks if ask.parameter != "status"))
    found: list[Relaxation] = []
    for size in range(1, len(names) + 1):
        for drop in itertools.combinations(names, size):
            if any(set(smaller.drop) <= set(drop) for smaller in found):
                continue
            fits = select(board, brief_of(catalog, question, medium, further, drop)).fits
            if fits:
                slugs = (board.field.slugs[place] for place in board.field.in_order(fits, order.places))
                found.append(Relaxation(drop, tuple(slugs)))
    return tuple(found)
