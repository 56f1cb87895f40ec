"""An editorial verdict is not an original benchmark, and every answer that holds a verdict says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hypothesis import given
from hypothesis import strategies as st

from modeladvisor import Advisor, Catalog
from modeladvisor.texts.comparisons import compare_text, workflows_text
from modeladvisor.texts.rankings import best_text, finder_text
from modeladvisor.texts.records import record_text
from modeladvisor.views.comparisons import compare_answer, workflows_answer
from modeladvisor.views.rankings import finder_answer
from modeladvisor.views.records import access_answer, model_answer, models_answer, tips_answer
from modeladvisor.views.verdicts import best_answer, use_cases_answer
from strategies import TODAY, bundled, catalogs, questions

NOTICE = "An editorial verdict is not an original benchmark."


def judging(answer: object) -> bool:
    """Return whether an answer holds a verdict or a score anywhere."""
    if isinstance(answer, Mapping):
        words = {"verdicts", "score", "scores", "sensitivity"}
        return bool(words & set(answer)) or any(map(judging, answer.values()))
    return isinstance(answer, list) and any(map(judging, answer))


def answers(catalog: Catalog, words: dict[str, str]) -> Iterator[tuple[Mapping[str, object], str]]:
    """Yield every kind of answer with its text."""
    advisor = Advisor(catalog, TODAY)
    found = finder_answer(catalog, advisor.find(**words), TODAY)
    yield found, finder_text(found)
    if len(catalog.models) > 1:
        side_by_side = compare_answer(
            catalog, advisor.compare(*list(catalog.models)[:3], task=words.get("task")), TODAY
        )
        yield side_by_side, compare_text(side_by_side)
    for slug in catalog.use_cases:
        told = best_answer(catalog, advisor.best(slug), TODAY)
        yield told, best_text(told)
    for model in catalog.models.values():
        record = model_answer(catalog, model, None, TODAY)
        yield record, record_text(record)
        yield access_answer(catalog, model, TODAY), NOTICE
        yield tips_answer(catalog, model, None, TODAY), NOTICE
    yield models_answer(catalog, catalog.models.values(), len(catalog.models), None, TODAY), NOTICE
    yield use_cases_answer(catalog, [advisor.best(slug) for slug in catalog.use_cases]), NOTICE
    recipes = workflows_answer(catalog, advisor.workflows(), TODAY)
    yield recipes, workflows_text(recipes, 2)


class TestAnEditorialVerdictIsNotAnOriginalBenchmark:
    """An editorial verdict is not an original benchmark, and every answer that holds a verdict says so."""

    @given(data=st.data(), catalog=catalogs(most=2, links=True))
    def test_answers_say_so(self, data: st.DataObject, catalog: Catalog) -> None:
        """Every answer with a verdict or a score carries the notice, in JSON and in words."""
        judged = 0
        for answer, text in answers(catalog, data.draw(questions(catalog))):
            assert answer["notice"] == NOTICE
            assert NOTICE in text
            judged += judging(answer)
        assert judged

    def test_the_bundled_catalog_says_so(self) -> None:
        """So does every answer of the bundled catalog."""
        for answer, text in answers(bundled(), {"task": next(iter(bundled().use_cases))}):
            assert answer["notice"] == NOTICE
            assert NOTICE in text
