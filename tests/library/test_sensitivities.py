"""The fewest unknowns that could change the first place."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from modeladvisor.answers import Answer
from modeladvisor.opinions import Criterion
from modeladvisor.scores import Part, Score
from modeladvisor.sensitivities import Climb


@st.composite
def scores(draw: st.DrawFn) -> Score:
    """Scores whose criteria share some unknowns."""
    parts = []
    for number in range(draw(st.integers(0, 5))):
        low, high = sorted(draw(st.tuples(st.integers(0, 20), st.integers(0, 20))))
        keys = (
            draw(st.lists(st.sampled_from("abcd"), min_size=1, max_size=3, unique=True)) if high > low else []
        )
        criterion = Criterion(f"c{number}", 20, "It matters.")
        parts.append(Part(criterion, Answer.UNKNOWN, float(low), float(high), unknowns=tuple(keys)))
    return Score(sum(one.low for one in parts), sum(one.high for one in parts), 1.0, tuple(parts))


class TestFewest:
    """No smaller set of facts would do than the one that is named, facts that criteria share counting once."""

    @given(
        score=scores(), free=st.sets(st.sampled_from("abcd")), points=st.integers(0, 60), ties=st.booleans()
    )
    def test_by_trying_all(self, score: Score, free: set[str], points: int, ties: bool) -> None:
        """The named set lifts the score over the points, and none that is smaller does."""

        def lifts(known: tuple[str, ...]) -> bool:
            learnt = {*known, *free}
            reached = sum(one.high if set(one.unknowns) <= learnt else one.low for one in score.parts)
            return reached > points or (ties and reached == points)

        found = Climb(score, sorted(free)).fewest_above(points, ties_win=ties)
        sizes = [size for size in range(5) for known in itertools.combinations("abcd", size) if lifts(known)]
        if found is None:
            assert not sizes
        else:
            assert lifts(found)
            assert len(found) == min(sizes)
            assert not free & set(found)
