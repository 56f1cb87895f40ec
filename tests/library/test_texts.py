"""Answers in words."""

from __future__ import annotations

import pytest
from catalogs_made import catalog
from hypothesis import given
from hypothesis import strategies as st
from records_made import finding, model, price, route, rule, several

from modeladvisor import Advisor, Catalog
from modeladvisor.texts import words
from modeladvisor.texts.comparisons import compare_text
from modeladvisor.texts.rankings import best_text, finder_text
from modeladvisor.texts.records import access_text, record_text, tips_text
from modeladvisor.texts.words import Notes, number, place, value_text
from modeladvisor.views.comparisons import compare_answer
from modeladvisor.views.rankings import finder_answer
from modeladvisor.views.records import access_answer, model_answer, tips_answer
from modeladvisor.views.verdicts import best_answer
from modeladvisor.views.wire import JsonValue
from strategies import TODAY, bundled, catalogs, questions


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "unknown"),
        (True, "yes"),
        (False, "no"),
        (8.0, "8"),
        (0.123456789, "0.123457"),
        ([], "none"),
        ([4, 6], "4, 6"),
        ({"includes": ["en"]}, "en (perhaps more)"),
        ({"min": 4, "max": 15}, "4 to 15"),
        ({"min": 4, "max": 15, "step": 0.5}, "4 to 15 in steps of 0.5"),
        ({"at_least": 3}, "at least 3"),
        ({"at_least": 3, "at_most": 5}, "at least 3 and at most 5"),
        ("free", "free"),
    ],
)
def test_values_in_words(value: JsonValue, text: str) -> None:
    """Every form of a value has words, and unknown is never no."""
    assert value_text(value) == text


def test_sources_are_numbered_once() -> None:
    """The same page has one number, however often it is cited."""
    notes = Notes()
    assert notes.lines() == []
    marks = [
        notes.mark("https://a.example.com", "2026-01-01"),
        notes.mark("https://b.example.com", "2026-01-02"),
    ]
    assert [*marks, notes.mark("https://a.example.com", "2026-01-03")] == [
        "[1] 2026-01-01", "[2] 2026-01-02", "[1] 2026-01-03",
    ]  # fmt: skip
    assert notes.lines() == ["Sources:", "[1] https://a.example.com", "[2] https://b.example.com"]


def test_numbers_places_and_tests() -> None:
    """Numbers lose needless digits, no place is out, tests read as sentences."""
    assert (number(0.1 + 0.2), number(3), place(None), place(2)) == ("0.3", "3", "out", "2")
    assert words.tests_text({"duration_seconds": {"at_most": 8}, "audio": {"equals": True}}) == (
        "duration_seconds at most 8 and audio is yes"
    )


def test_a_record_says_everything_that_is_known() -> None:
    """A record in words has every value with its source, and lists what is unknown."""
    record = model(
        "m1",
        route("a", price("p", 0.2, resolution="720p", audio=True), status="active"),
        rules=(rule("r", {"audio": True}, {"resolution": "720p"}),),
        evidence=(finding("e", "weak"),),
        duration_seconds=several(4, 8),
    )
    made = catalog(record)
    text = record_text(model_answer(made, record, "M 1", TODAY))
    for told in (
        "Found as M 1.",
        "duration_seconds: 4, 8 s",
        "with audio is yes: resolution is 720p",
        "weak",
        "[1] https",
    ):
        assert told in text
    assert "lip_sync" in next(line for line in text.splitlines() if line.startswith("Unknown:"))
    access = access_text(access_answer(made, record, TODAY))
    assert "0.2 USD per second of output (720p, with sound)" in access


@given(data=st.data(), catalog=catalogs(least=2, most=3, links=True))
def test_every_answer_has_words(data: st.DataObject, catalog: Catalog) -> None:
    """Whatever the answer, its text names every shown model that fits, and ends with the notice and the data."""
    advisor = Advisor(catalog, TODAY)
    answer = finder_answer(catalog, advisor.find(**data.draw(questions(catalog))), TODAY)
    texts = [finder_text(answer), compare_text(compare_answer(catalog, advisor.compare("m1", "m2"), TODAY))]
    texts.extend(best_text(best_answer(catalog, advisor.best(slug), TODAY)) for slug in catalog.use_cases)
    texts.extend(
        record_text(model_answer(catalog, one, None, TODAY), notes_shown=False)
        for one in catalog.models.values()
    )
    for one in answer["fits"]:
        assert f"`{one['model']['slug']}`" in texts[0]
    for text in texts:
        assert text.splitlines()[-1].startswith(
            "An editorial verdict is not an original benchmark. Data: nobody"
        )


@pytest.mark.parametrize("slug", list(bundled().models))
def test_bundled_records_have_words(slug: str) -> None:
    """Every bundled record, its access and its tips can be told."""
    record = bundled().models[slug]
    assert f"`{slug}`" in record_text(model_answer(bundled(), record, None, TODAY))
    assert f"`{slug}`" in access_text(access_answer(bundled(), record, TODAY))
    assert f"`{slug}`" in tips_text(tips_answer(bundled(), record, None, TODAY))
