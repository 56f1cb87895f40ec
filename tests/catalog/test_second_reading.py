"""Samples for a second reading ask without telling."""

from __future__ import annotations

from second_reading import draw, entries

from modeladvisor import load_catalog


def test_the_same_seed_draws_the_same_sample() -> None:
    """A sample can be drawn again by anybody, has as many entries as were wanted, and each once."""
    catalog = load_catalog()
    sample = draw(catalog, 40, 7)
    assert draw(catalog, 40, 7) == sample
    assert draw(catalog, 40, 8) != sample
    assert len({question["id"] for question, _ in sample}) == 40


def test_a_question_does_not_tell_its_answer() -> None:
    """No question holds a value, a note or a date that was recorded."""
    for question, _ in entries(load_catalog()):
        assert not {"value", "usd", "note", "verified"} & set(question)
        assert str(question["url"]).startswith("https://")
