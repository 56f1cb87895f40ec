"""Equal questions written differently share one answer, and what shares an answer is equal."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rest_client import SMALL, TODAY, Pairs, application, ask, named

from modeladvisor_server.questions import Questions
from modeladvisor_server.wordings import compare_key, finder_key

QUESTIONS = Questions(SMALL, lambda: TODAY)


@pytest.mark.parametrize(
    ("path", "one", "other"),
    [
        ("finder", [("task", "product-videos")], [("task", "Product_Videos")]),
        (
            "finder",
            [("task", "product-videos"), ("limit", "10")],
            [("limit", "010"), ("task", "product-videos")],
        ),
        (
            "finder",
            [("task", "product-videos")],
            [("task", "product videos"), ("style", "any"), ("budget", "")],
        ),
        ("finder", [("output", "video"), ("input", "text,image")], [("output", "VIDEO"), ("input", "image")]),
        ("finder", [("task", "ugc-ads"), ("audio", "native")], [("task", "ugc-ads"), ("audio", "yes")]),
        (
            "finder",
            [("output", "video"), ("weights", "price:30")],
            [("output", "video"), ("weights", "Price:30.0")],
        ),
        (
            "compare",
            [("models", "veo-3.1,sora-2")],
            [("models", " Veo 3.1 , SORA-2"), ("differences_only", "")],
        ),
    ],
)
def test_equal_questions_have_one_answer(path: str, one: Pairs, other: Pairs) -> None:
    """The same bytes under the same tag, worked out once."""
    app = application(SMALL)
    first = ask(named(*path.split("/")), one, app=app)
    made = app.kept_bytes
    second = ask(named(path), other, app=app)
    assert first.status_code == second.status_code == 200
    assert (first.content, first.headers["etag"]) == (second.content, second.headers["etag"])
    assert app.kept_bytes - made < len(first.content) / 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("best", "product-videos"), ("best", "Product Videos")),
        (("models", "veo-3.1"), ("models", "VEO-3.1")),
    ],
)
def test_equal_names_have_one_answer(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    """Names in a path that are read alike lead to the same bytes, but for the name that the answer repeats."""
    app = application(SMALL)
    first, second = ask(named(*one), app=app), ask(named(*other), app=app)
    told = [{**dict(reply.json), "matched_as": None} for reply in (first, second)]
    assert told[0] == told[1]
    assert (first.content == second.content) == (first.headers["etag"] == second.headers["etag"])


words = st.fixed_dictionaries(
    {},
    optional={
        "task": st.sampled_from(["product-videos", "Product_videos", "ugc-ads"]),
        "output": st.sampled_from(["video", "Video", "image"]),
        "input": st.sampled_from(["image", "text,image", "images", "image,image"]),
        "budget": st.sampled_from(["0.2", "0.20", "0.2/s", "medium", "MEDIUM", "any", "free"]),
        "style": st.sampled_from(["any", "cinematic", "Cinematic"]),
        "audio": st.sampled_from(["silent", "no", "any", "dialogue"]),
        "duration": st.sampled_from(["8", "8s", "8-8", "short", "<=5", ">=10"]),
        "limit": st.sampled_from(["1", "10", "02"]),
        "weights": st.sampled_from(["price:30", "price:30.0", "PRICE:30"]),
        "why_not": st.sampled_from(["veo-3.1", "sora-2"]),
    },
)


@given(asked=st.lists(words, min_size=12, max_size=12))
def test_what_shares_a_key_shares_its_bytes(asked: list[dict[str, str]]) -> None:
    """Two questions that are taken for one have the same answer, byte for byte; one that has mistakes has no key."""
    found: dict[object, bytes] = {}
    for given_words in asked:
        key = finder_key(QUESTIONS, given_words)
        if key is not None:
            answer = msgspec.json.encode(QUESTIONS.finder(given_words))
            assert found.setdefault(key, answer) == answer


compared = st.fixed_dictionaries(
    {
        "models": st.lists(
            st.sampled_from(["veo-3.1", "Veo 3.1", "sora-2", "SORA 2", "veo"]), min_size=1, max_size=3
        )
    },
    optional={
        "task": st.sampled_from(["product-videos", "Product videos", "nothing"]),
        "differences_only": st.sampled_from(["true", "TRUE", "1", "false", "", "maybe"]),
        "job": st.sampled_from(["duration_seconds:8", "count:10", "nothing:1"]),
    },
)


@given(asked=st.lists(compared, min_size=12, max_size=12))
def test_comparisons_that_share_a_key_share_their_bytes(asked: list[dict[str, object]]) -> None:
    """The same for comparisons."""
    found: dict[object, bytes] = {}
    for given_words in asked:
        key = compare_key(QUESTIONS, given_words)
        if key is not None and given_words.get("differences_only") != "maybe":
            answer = msgspec.json.encode(QUESTIONS.compare(given_words))
            assert found.setdefault(key, answer) == answer
