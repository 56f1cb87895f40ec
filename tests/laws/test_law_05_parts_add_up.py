"""The parts of a score add up, and each names its evidence."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from modeladvisor import Catalog
from modeladvisor.finder import find
from modeladvisor.interpretation import interpret
from modeladvisor.opinions import Rubric
from modeladvisor.scoreboards import rescored, reweighted
from modeladvisor.scores import Score, score
from modeladvisor.views.grounds import reason_view, score_view
from strategies import TODAY, bundled, catalogs, models, questions, rubrics

MEDIA = st.sampled_from(["image", "video"])


def check(found: Score) -> None:
    """Assert what every score keeps, in records and on the wire."""
    view, reasons = score_view(found), [reason_view(bundled(), one) for one in found.parts]
    assert round(sum(one["points"] for one in reasons), 2) == view["low"]
    assert round(sum(one["possible"] for one in reasons), 2) == view["high"]
    assert 0 <= found.low <= found.high <= 100.02
    assert 0 <= found.coverage <= 1
    for part, reason in zip(found.parts, reasons, strict=True):
        assert 0 <= part.low <= part.high <= part.criterion.points + 0.005
        assert bool(part.low > 0) == (reason["answer"] == "yes")
        assert bool(part.unknowns) == (part.high > part.low)
        if part.low > 0:
            assert reason["evidence"], part.criterion
            assert all(one["source_url"] and one["verified_date"] for one in reason["evidence"])


class TestThePartsOfAScoreAddUp:
    """The parts of a score add up, and each names its evidence."""

    @given(data=st.data(), medium=MEDIA)
    def test_scores(self, data: st.DataObject, medium: str) -> None:
        """The parts of any score add up to what is proved and what is possible, and each earned one is sourced."""
        vocabulary = bundled().vocabulary
        model = data.draw(models(vocabulary, medium=medium, least_facts=6, most_facts=14))
        rubric = data.draw(rubrics(vocabulary, medium))
        check(score(model, rubric, vocabulary, TODAY))

    @given(data=st.data(), medium=MEDIA)
    def test_own_weights(self, data: st.DataObject, medium: str) -> None:
        """The parts still add up under a caller's weights, and the weights to 100."""
        vocabulary = bundled().vocabulary
        model = data.draw(models(vocabulary, medium=medium, least_facts=6, most_facts=14))
        rubric = data.draw(rubrics(vocabulary, medium))
        own = reweighted(rubric, {one.id: data.draw(st.integers(1, 50)) for one in rubric.criteria[:2]})
        assert abs(sum(one.points for one in own.criteria) - 100) < 1e-6
        check(rescored(score(model, rubric, vocabulary, TODAY), own))

    @given(data=st.data(), catalog=catalogs())
    def test_places(self, data: st.DataObject, catalog: Catalog) -> None:
        """Every place of a finder answer carries such a score."""
        question = interpret(catalog, **data.draw(questions(catalog, most=2)))
        for ranking in find(catalog, question, TODAY).rankings:
            for place in (*ranking.fits, *ranking.may_fit):
                check(place.score)


def test_points_of_generated_rubrics_add_up() -> None:
    """The bundled rubrics give 100 points for each medium."""
    catalog = bundled()
    found: list[Rubric] = [
        *catalog.general.values(),
        *(one for case in catalog.use_cases.values() for one in case.rubrics.values()),
    ]
    assert {round(sum(one.points for one in rubric.criteria), 6) for rubric in found} == {100}
