"""Parts of answers that are kept as bytes change no answer, and take bounded memory."""

from __future__ import annotations

import datetime
import functools
import gc
import tracemalloc
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rest_client import BUNDLED

from modeladvisor import Catalog
from modeladvisor.boards import board_of
from modeladvisor.vocabulary import MEDIA
from modeladvisor_server.questions import Questions
from modeladvisor_server.rest.encoding import encode
from modeladvisor_server.rest.fragments import FRAGMENT_BYTES, Fragments
from strategies import TODAY, catalogs, questions

NIGHT = datetime.timedelta(days=1)


@given(data=st.data(), made=catalogs(least=2, most=4, links=True), most=st.sampled_from((0, 5_000, 2**20)))
def test_every_answer_is_byte_for_byte_that_of_a_server_just_started(
    data: st.DataObject, made: Catalog, most: int
) -> None:
    """Whatever was asked before, on whatever day and with however little memory, the bytes are those of a cold start."""
    fragments = Fragments(most)
    asked = data.draw(st.lists(questions(made, most=2), min_size=1, max_size=2))
    for words in [*asked, *asked]:
        for sum_of_money in data.draw(st.lists(st.integers(1, 30_000), min_size=1, max_size=3)):
            day = TODAY + data.draw(st.integers(0, 1)) * NIGHT
            given = {**words, "budget": f"{sum_of_money / 10_000}"}
            warm = Questions(made, lambda day=day: day).finder(given, fragments)  # type: ignore[misc]  # its default is the day
            cold = Questions(made.with_access(made.access), lambda day=day: day).finder(given)  # type: ignore[misc]  # its default is the day
            assert encode(warm) == encode(cold)
            assert fragments.size <= most


@pytest.mark.parametrize("task", ["product-videos", "ugc-ads", "social-shorts"])
def test_a_sum_is_answered_the_same_whatever_sums_were_named_before(task: str) -> None:
    """Models that were too dear come in with all their reasons, and go again, as on a server just started."""
    fragments = Fragments()
    warm = BUNDLED.with_access(BUNDLED.access)
    assert task in warm.use_cases
    for sum_of_money in ("0.0001", "4", "0.06", "0.2", "0.0001", "4.1"):
        given = {"task": task, "budget": sum_of_money, "input": "image", "limit": "50"}
        told = Questions(warm, lambda: TODAY).finder(given, fragments)
        cold = Questions(BUNDLED.with_access(BUNDLED.access), lambda: TODAY).finder(given)
        assert encode(told) == encode(cold)


def test_a_model_is_shown_as_retired_from_the_day_after_its_last() -> None:
    """The head of a model is not kept from one day to the next."""
    ends = {
        model.slug: fact.value
        for model in BUNDLED.models.values()
        for facts in (model.facts, *(route.facts for route in model.routes))
        if (fact := facts.get("retires")) and isinstance(fact.value, datetime.date)
    }
    catalog = BUNDLED.with_models([BUNDLED.models[slug] for slug in ends])
    fragments = Fragments()
    seen = set()
    for day in sorted({*ends.values(), *(one + NIGHT for one in ends.values())}):
        warm, cold = Questions(catalog, lambda: day), Questions(catalog, lambda: day)  # noqa: B023 - asked within the round
        for output in MEDIA:
            told = encode(warm.finder({"output": output}, fragments))
            assert told == encode(cold.finder({"output": output}))
            seen.add(told)
    assert len(seen) > len(MEDIA)


def test_a_part_is_made_once_for_the_same_object_and_name() -> None:
    """Another name or another object, even an equal one, is another part."""
    fragments = Fragments()
    made: list[str] = []

    def make(text: str) -> str:
        made.append(text)
        return text

    one, other = [1], [1]
    for name, of in (("a", one), ("a", one), ("b", one), ("a", other), ("a", one)):
        assert encode(fragments.get(name, of, functools.partial(make, f"{name}{id(of)}"))) == (
            f'"{name}{id(of)}"'.encode()
        )
    assert made == [f"a{id(one)}", f"b{id(one)}", f"a{id(other)}"]


def test_the_part_that_no_answer_needed_longest_goes_first() -> None:
    """What is asked for again stays while others come and go."""
    fragments = Fragments(3 * (FRAGMENT_BYTES + 10))
    things = [object() for _ in range(5)]
    for of in (*things[:3], things[0], things[3]):
        fragments.get("part", of, lambda: "abc")
    assert fragments.size == 3 * (FRAGMENT_BYTES + 10)
    assert encode(fragments.get("part", things[0], lambda: "anew")) == b'"abc"'
    assert encode(fragments.get("part", things[1], lambda: "anew")) == b'"anew"'


@given(
    words=st.lists(st.text(), min_size=1, max_size=5),
    rest=st.dictionaries(st.text(), st.lists(st.text() | st.integers(-9, 9) | st.none())),
    places=st.integers(0, 3),
)
def test_a_part_says_the_words_of_each_question(
    words: list[str], rest: dict[str, list[str | int | None]], places: int
) -> None:
    """A part with words in it is made once, and is the same bytes as if it were made for each words anew."""
    fragments, of, made = Fragments(), object(), 0

    def make(said: str) -> object:
        nonlocal made
        made += 1
        return [said] * places + [rest, {"said": said}]

    for one in words:
        found = encode(fragments.worded("part", of, make, one))
        assert found == encode([one] * places + [rest, {"said": one}])
    assert made == 1


def test_questions_that_differ_in_the_sum_alone_share_most_bytes() -> None:
    """Sums that every model answers alike are put together from the same parts; one that lets a model in is not."""
    catalog = BUNDLED.with_access(BUNDLED.access)
    fragments = Fragments()
    sizes = []
    for sum_of_money in ("0.15001", "0.15002", "0.15003", "0.3", "0.15004"):
        given = {"task": "product-videos", "budget": sum_of_money}
        Questions(catalog, lambda: TODAY).finder(given, fragments)
        sizes.append(fragments.size)
    assert sizes[0] == sizes[1] == sizes[2] < sizes[3] == sizes[4]


def test_parts_are_counted_as_no_less_than_what_python_allocates() -> None:
    """For every task of the bundled catalog, the count is at least what is freed when the parts are let go."""
    catalog = BUNDLED.with_access(BUNDLED.access)
    asking = Questions(catalog, lambda: TODAY)
    fragments = Fragments(2**30)
    tracemalloc.start()
    for task in list(catalog.use_cases)[:4]:
        asking.finder({"task": task, "limit": "50", "budget": "0.2"}, fragments)
    # Another day, another board: what the parts were made of is held by the parts alone.
    Questions(catalog, lambda: TODAY + NIGHT).finder({"task": "product-videos", "output": "video"})
    gc.collect()
    held = tracemalloc.get_traced_memory()[0]
    counted = fragments.size
    del fragments
    gc.collect()
    taken = held - tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert 0.3 * counted < taken <= counted, (taken, counted)


def test_a_day_that_is_over_is_let_go() -> None:
    """Parts that are kept of a ranking hold nothing of the day on which it was worked out."""
    catalog = BUNDLED.with_access(BUNDLED.access)
    fragments = Fragments(2**30)
    Questions(catalog, lambda: TODAY).finder(
        {"task": "product-videos", "budget": "0.2", "limit": "1"}, fragments
    )
    board = weakref.ref(board_of(catalog, "video", TODAY))
    assert board() is not None
    Questions(catalog, lambda: TODAY + NIGHT).finder({"task": "product-videos", "output": "video"})
    gc.collect()
    assert board() is None
    assert fragments.size > 0
