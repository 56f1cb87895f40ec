"""Tools take what assistants send in any reasonable form, and teach where it cannot be read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tool_calls import CATALOG, NAMES, TOOLS, WORLD

Arguments = dict[str, object]
TWO = ["veo-3.1", "kling-3.0"]


@pytest.mark.parametrize(
    ("name", "strict", "loose"),
    [
        ("find_model", {"limit": 5}, {"limit": "5"}),
        ("find_model", {"limit": 5}, {"limit": 5.0}),
        ("find_model", {"limit": 5}, {"LIMIT": " 5 "}),
        ("find_model", {"task": "ugc-ads"}, {"task": "UGC_Ads"}),
        ("find_model", {"task": "ugc-ads"}, {"usecase": "ugc ads"}),
        ("find_model", {"task": "ugc-ads"}, {"use-case": "ugc-ads"}),
        ("find_model", {"task": "ugc-ads"}, {"Use_Case": ["ugc-ads"]}),
        ("find_model", {}, {"task": None, "limit": "null", "input": [], "budget": "", "nonsense": None}),
        ("find_model", {"input": "image,audio"}, {"input": ["image", "audio"]}),
        ("find_model", {"input": "image,audio"}, {"input": '["image", "audio"]'}),
        ("find_model", {"input": "image,audio"}, {"input": "Image + Audio"}),
        ("find_model", {"output": "video"}, {"output": "VIDEO"}),
        ("find_model", {"output": "video", "duration": "8"}, {"output": "video", "duration": 8}),
        ("find_model", {"output": "video", "duration": "8"}, {"output": "video", "duration": 8.0}),
        ("find_model", {"budget": "0.15"}, {"budget": 0.15}),
        ("find_model", {"output": "video", "audio": "silent"}, {"output": "video", "audio": False}),
        ("find_model", {"output": "video", "audio": "native"}, {"output": "video", "audio": "yes"}),
        ("find_model", {"platform": "self-hosted"}, {"platform": "Self_Hosted"}),
        ("find_model", {"detail": "full"}, {"Detail": "FULL"}),
        ("compare_models", {"models": TWO}, {"models": "veo-3.1,kling-3.0"}),
        ("compare_models", {"models": TWO}, {"models": json.dumps(TWO)}),
        ("compare_models", {"models": TWO}, {"models": "Google Veo, Kling v3"}),
        ("compare_models", {"models": TWO}, {"slugs": TWO}),
        ("compare_models", {"models": TWO}, {"names": "veo-3.1, kling-3.0", "task": "none"}),
        ("compare_models", {"models": TWO}, {"model": TWO}),
        (
            "compare_models",
            {"models": TWO, "differences_only": True},
            {"models": TWO, "differences-only": "True"},
        ),
        ("compare_models", {"models": TWO}, {"models": TWO, "differences_only": "false"}),
        ("compare_models", {"models": TWO}, {"models": TWO, "differences_only": 0}),
        ("get_model", {"model": "veo-3.1"}, {"slug": "veo-3.1"}),
        ("get_model", {"model": "veo-3.1"}, {"name": "veo-3.1"}),
        ("get_model", {"model": "veo-3.1"}, {"model_name": ["veo-3.1"]}),
        ("get_model", {"model": "veo-3.1"}, {"id": '["veo-3.1"]', "detail": "null"}),
        ("best_model_for", {"usecase": "ugc-ads"}, {"task": "UGC ads"}),
        ("best_model_for", {"usecase": "ugc-ads"}, {"use_case": ["ugc-ads"]}),
        ("list_models", {"output": "image", "limit": 3}, {"Output": "IMAGE", "limit": "3"}),
        ("list_models", {"query": "veo"}, {"q": "VEO"}),
        ("list_models", {"query": "veo"}, {"search": "veo", "vendor": None}),
        ("list_models", {"vendor": "black-forest-labs"}, {"vendor": "Black Forest Labs"}),
        ("where_to_use", {"model": "kling-3.0"}, {"slug": "KLING 3"}),
        ("get_trending_workflows", {"task": "ugc-ads"}, {"usecase": "ugc_ads", "limit": "null"}),
        (
            "get_prompt_tips",
            {"model": "veo-3.1", "task": "ugc-ads"},
            {"slug": "Veo 3.1", "use_case": "UGC_ads"},
        ),
    ],
)
def test_arguments_are_read_leniently(name: str, strict: Arguments, loose: Arguments) -> None:
    """What means the same gets the same answer: texts for numbers and lists, aliases, any case, null for absent."""
    assert WORLD.fine(name, loose) == WORLD.fine(name, strict)


def test_absent_arguments_are_no_arguments() -> None:
    """`arguments` may be missing or null where nothing is required."""
    for name in ("find_model", "list_models", "get_trending_workflows"):
        assert WORLD.fine(name, None) == WORLD.fine(name, {})


def test_a_loose_name_says_what_it_was_taken_for() -> None:
    """get_model tells under which name the record was found."""
    said = WORLD.fine("get_model", {"model": "google veo"})
    assert said.structured["matched_as"] == "google veo"
    assert "Found as google veo." in said.text


MISTAKES: list[tuple[str, Arguments, list[str]]] = [
    (
        "find_model",
        {"task": "product-vidoes"},
        ["task", "product-vidoes", "Nearest: product-videos", "ugc-ads"],
    ),
    ("find_model", {"tsk": "ugc-ads"}, ["tsk", "Nearest: task", "duration"]),
    ("find_model", {"output": "pictures"}, ["output", "pictures", "image, video"]),
    ("find_model", {"input": "imgae"}, ["input", "imgae", "Nearest: image"]),
    ("find_model", {"budget": "cheap"}, ["budget", "cheap", "free", "0.15/s"]),
    ("find_model", {"duration": "long-ish"}, ["duration", "long-ish", "5-10"]),
    ("find_model", {"limit": 0}, ["limit", "'0'", "1 to 50"]),
    ("find_model", {"limit": True}, ["limit", "'true'", "1 to 50"]),
    ("find_model", {"limit": 2.5}, ["limit", "'2.5'", "1 to 50"]),
    ("find_model", {"detail": "everything"}, ["detail", "everything", "concise, full"]),
    ("find_model", {"model": "Veo 3"}, ["'model'", "give why_not", "call get_model or compare_models"]),
    ("find_model", {"weight": "price:30"}, ["weight", "This tool takes", "Nearest: weights"]),
    ("find_model", {"weights": "prize:30"}, ["weights", "Nearest: price"]),
    ("find_model", {"why_not": "klinge"}, ["No model", "kling-3.0", "find_model"]),
    ("compare_models", {"models": "veo-3.1,kling-3.0", "job": "cuont:3"}, ["job", "Nearest: count"]),
    ("find_model", {"task": "x" * 5000}, ["task", "at most 200 characters"]),
    ("find_model", {"output": "image", "audio": "silent"}, ["audio", "images have none"]),
    ("compare_models", {}, ["models", "missing", "2 to 8"]),
    ("compare_models", {"models": []}, ["models", "missing", "2 to 8"]),
    ("compare_models", {"models": ["veo-3.1"]}, ["models", "2 to 8"]),
    ("compare_models", {"models": ["veo-3.1", "google veo"]}, ["models", "one and the same"]),
    ("compare_models", {"models": list(CATALOG.models)[:9]}, ["models", "2 to 8"]),
    ("compare_models", {"models": ["veo-3.1", "klng-3.0"]}, ["klng-3.0", "kling-3.0"]),
    ("compare_models", {"models": ["veo-3.1", {"slug": "sora-2"}]}, ["No model", "sora-2"]),
    ("compare_models", {"models": TWO, "task": "ugc-add"}, ["task", "ugc-add", "Nearest: ugc-ads"]),
    ("compare_models", {"models": TWO, "differences_only": "perhaps"}, ["differences_only", "true or false"]),
    ("get_model", {}, ["model", "missing"]),
    ("get_model", {"model": None}, ["model", "missing"]),
    ("get_model", {"model": "veo-3.2"}, ["veo-3.2", "Nearest: veo-3.1"]),
    ("get_model", {"model": ["veo-3.1", "sora-2"]}, ["model", "one name"]),
    ("get_model", {"model": {"slug": "veo-3.1"}}, ["model", "one name"]),
    ("get_model", {"model": "veo-3.1", "task": "ugc-ads"}, ["task", "This tool takes: model, detail"]),
    ("get_model", {"model": "veo-3.1", "detail": 1}, ["detail", "concise, full"]),
    ("best_model_for", {}, ["usecase", "missing", "product-videos"]),
    ("best_model_for", {"usecase": "product-video"}, ["product-video", "Nearest: product-videos"]),
    ("list_models", {"vendor": "gogle"}, ["vendor", "gogle", "Nearest: google"]),
    ("list_models", {"status": "alive"}, ["status", "alive", "active, preview, deprecated, retired"]),
    ("list_models", {"cursor": "nowhere"}, ["cursor", "nowhere", "next_cursor"]),
    ("list_models", {"limit": "many"}, ["limit", "many", "1 to 1000"]),
    ("where_to_use", {"model": "sora-3"}, ["sora-3", "Nearest: sora-2"]),
    ("where_to_use", {"model": "veo-3.1", "country": "NZ"}, ["country", "This tool takes: model"]),
    ("get_trending_workflows", {"task": "ugc"}, ["task", "ugc", "Nearest: ugc-ads"]),
    ("get_trending_workflows", {"limit": -1}, ["limit", "-1", "1 to 50"]),
    ("get_prompt_tips", {"task": "ugc-ads"}, ["model", "missing"]),
    ("get_prompt_tips", {"model": "veo-3.1", "task": "ugc"}, ["task", "Nearest: ugc-ads"]),
    ("get_prompt_tips", {"model": "klin"}, ["klin", "kling-3.0"]),
]


@pytest.mark.parametrize(("name", "arguments", "told"), MISTAKES)
def test_errors_teach(name: str, arguments: Arguments, told: list[str]) -> None:
    """A mistake is answered with what was wrong, what is allowed, the nearest, and the next call to make."""
    text = WORLD.taught(name, arguments)
    for word in told:
        assert word in text
    assert "Next: call " in text
    following = text.rpartition("Next: call ")[2]
    assert following.split()[0] in NAMES
    assert len(text) < 2500


def test_every_mistake_of_a_question_is_named() -> None:
    """Three wrong values are three lines, not three calls."""
    text = WORLD.taught("find_model", {"task": "x", "output": "y", "limit": 99, "style": "z"})
    assert all(f"Argument {name!r}: expected" in text for name in ("task", "output", "limit", "style"))
    text = WORLD.taught("find_model", {"colour": 1, "size": 2})
    assert "'colour'" in text
    assert "'size'" in text
    text = WORLD.taught("find_model", {"colour": 1, "task": "x", "budget": "15 cents"})
    assert all(
        named in text for named in ("'colour'", "Argument 'task': expected", "Argument 'budget': expected")
    )
    assert text.count("Next: call ") == 1


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
near_values = st.sampled_from(
    [*CATALOG.models, *CATALOG.use_cases, "image", "video", "5", "free", "concise", "null"]
)


@given(data=st.data())
def test_any_arguments_are_answered_or_taught(data: st.DataObject) -> None:
    """No JSON value of any argument is ever a failure of the server: each is an answer or a lesson."""
    name = data.draw(st.sampled_from(NAMES))
    keys = st.sampled_from([*TOOLS[name]["inputSchema"]["properties"], "slug", "name", "task"]) | st.text(
        max_size=8
    )
    values = near_values | json_values | st.lists(near_values, max_size=9)
    said = WORLD.call(name, data.draw(st.dictionaries(keys, values, max_size=4)))
    if said.wrong:
        assert "Next: call " in said.text


def test_any_number_of_unknown_arguments_makes_a_short_answer() -> None:
    """The first of them are named, the others counted: the answer does not grow with the request."""
    for given_arguments in (
        {f"k{number}": 1 for number in range(10_000)},
        {"task": "ugc-ads", "weights": {f"k{number}": 1 for number in range(10_000)}},
    ):
        said = WORLD.call("find_model", given_arguments)
        assert said.wrong
        assert len(said.text) < 10_000
