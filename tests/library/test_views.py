"""Records and answers as JSON."""

from __future__ import annotations

import datetime
import json

import attrs
import pytest
from catalogs_made import catalog
from hypothesis import given
from hypothesis import strategies as st
from records_made import model, several

from modeladvisor import Advisor, Catalog
from modeladvisor.loading.reading_values import read_value
from modeladvisor.records import Search
from modeladvisor.values import Anything, Bound, Month, Several, Span, Value
from modeladvisor.views.rankings import finder_answer
from modeladvisor.views.records import model_answer, models_answer, tips_answer, value_view
from modeladvisor.views.wire import JsonValue
from strategies import SOURCE, TODAY, bundled, catalogs, questions, values

KEYS = bundled().vocabulary.keys


@pytest.mark.parametrize(
    ("value", "view"),
    [
        (several("a", "b"), ["a", "b"]),
        (Several(("a",), open=True), {"includes": ["a"]}),
        (Span(4, 15), {"min": 4, "max": 15}),
        (Span(4, 15, 0.5), {"min": 4, "max": 15, "step": 0.5}),
        (Span(0.5, 2, None, ("1:2", "2:1")), {"min": "1:2", "max": "2:1"}),
        (Bound(at_least=3), {"at_least": 3}),
        (Bound(3, 5), {"at_least": 3, "at_most": 5}),
        (Anything(), "free"),
        (Month(2026, 5), "2026-05"),
        (datetime.date(2026, 5, 14), "2026-05-14"),
        (None, None),
        (False, False),
    ],
)
def test_values_as_json(value: Value | None, view: JsonValue) -> None:
    """A value on the wire looks as it stands in the file; unknown is null."""
    assert value_view(value) == view


@given(data=st.data())
def test_what_is_shown_can_be_read_back(data: st.DataObject) -> None:
    """The JSON of a value is what the loader reads as that value."""
    capability = KEYS[data.draw(st.sampled_from([one.key for one in KEYS.values() if one.kind != "date"]))]
    value = data.draw(values(capability))
    shown = value_view(value)
    if isinstance(shown, dict) and capability.kind == "int":
        shown = {name: int(str(one).removesuffix(".0")) for name, one in shown.items()}
    assert read_value(capability, shown) == value


def test_unknown_keys_are_null_with_what_was_searched() -> None:
    """A key without value is null; if it was looked for, the answer says when and where."""

    record = attrs.evolve(model(seed=True), searched={"lip_sync": Search("lip_sync", (SOURCE,), TODAY)})
    view = model_answer(catalog(record), record, None, TODAY)["model"]
    assert view["capabilities"]["lip_sync"] is None
    assert view["unknowns"]["lip_sync"] == {"searched_date": TODAY.isoformat(), "searched_in": [SOURCE.url]}
    assert view["unknowns"]["fps"] is None
    assert "seed" not in view["unknowns"]
    assert "text_to_image" not in view["capabilities"]


@given(data=st.data(), made=catalogs(least=2, most=3, links=True))
def test_answers_are_json(data: st.DataObject, made: Catalog) -> None:
    """Every answer survives JSON unchanged, and is cut at the limit with the whole count beside it."""
    advisor = Advisor(made, TODAY)
    found = advisor.find(**data.draw(questions(made)), limit=1)
    answer = finder_answer(made, found, TODAY)
    assert answer == advisor.as_dict(found)
    assert json.loads(json.dumps(answer)) == answer
    (ranking,) = answer["rankings"]
    groups = {"fits": found.fits, "may_fit": found.may_fit}
    assert ranking["counts"] == {
        **{name: len(one) for name, one in groups.items()},
        "excluded": len(found.rankings[0].excluded),
    }
    shown = {"fits": answer["fits"], "may_fit": answer["may_fit"]}
    for name, whole in groups.items():
        assert [one["model"]["slug"] for one in shown[name]] == [one.model.slug for one in whole[:1]]


@given(data=st.data(), made=catalogs(least=2, most=4, links=True))
def test_an_advisor_answers_as_one_that_was_asked_nothing_before(data: st.DataObject, made: Catalog) -> None:
    """What is remembered of other questions changes no answer, nor does a caller who changes an answer."""
    warm = Advisor(made, TODAY)
    asked = data.draw(st.lists(questions(made, most=3), min_size=1, max_size=3))
    for words in [*asked, *asked]:
        sums = data.draw(st.lists(st.integers(1, 30_000), min_size=1, max_size=2))
        for wanted in [words, *({**words, "budget": f"{one / 10_000}"} for one in sums)]:
            answer = warm.as_dict(warm.find(**wanted))
            cold = Advisor(made.with_access(made.access), TODAY)
            assert json.dumps(answer) == json.dumps(cold.as_dict(cold.find(**wanted)))
            _spoil(answer)


def _spoil(part: object) -> None:
    """Empty every dict and list of an answer."""
    if isinstance(part, dict | list):
        for inner in part.values() if isinstance(part, dict) else part:
            _spoil(inner)
        part.clear()


def test_lists_count_all_pages() -> None:
    """A page of records says how many there are and where the next begins."""
    page = models_answer(bundled(), list(bundled().models.values())[:2], 16, "cursor", TODAY)
    assert (len(page["models"]), page["count"], page["next_cursor"]) == (2, 16, "cursor")


def test_tips_of_a_task_include_those_of_every_task() -> None:
    """A tip that names no task is for all of them."""
    record = next(
        one for one in bundled().models.values() if any(tip.tasks for tip in one.prompt_tips)
    )  # fmt: skip
    task = next(tip.tasks[0] for tip in record.prompt_tips if tip.tasks)
    expected = [tip.tip for tip in record.prompt_tips if not tip.tasks or task in tip.tasks]
    assert [tip["tip"] for tip in tips_answer(bundled(), record, task, TODAY)["prompt_tips"]] == expected
