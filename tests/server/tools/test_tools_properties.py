"""What holds for every tool, whatever it is asked: the form of answers, forgiving reading, errors that teach."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from token_counts import tokens
from tool_arguments import fitting, loosened
from tool_calls import NAMES, TOOLS, WORLD

from modeladvisor_server.mcp.arguments import ABSENT

MOST_TOKENS = 1900
"""Of a short answer to any generated question; ordinary ones keep to about 1,500."""
CONTRADICTIONS = (
    "images have none",
    "since task=",
    "since the question is about",
    "output is image only",
    "expected another ",
    "expected criteria of this rubric",
    "expected a pair that models are made for",
)
"""What the schemas cannot say: images have no sound, and a task may contradict another argument."""
NEAREST = re.compile(r"Nearest: (.+?)\.(?: Next: |\n)")
each_tool = pytest.mark.parametrize("name", NAMES)
CLOSED = [
    (name, key)
    for name, tool in TOOLS.items()
    for key, one in tool["inputSchema"]["properties"].items()
    if "enum" in one
]


@each_tool
@given(data=st.data())
def test_answers_fit_their_output_schema(name: str, data: st.DataObject) -> None:
    """What fits the input schema is answered as the output schema says, briefly; it is wrong only in contradictions."""
    arguments = data.draw(fitting(name))
    said = WORLD.call(name, arguments)  # checks what is said against the output schema
    if said.wrong:
        known = CONTRADICTIONS if name == "find_model" else ("'job'",)
        assert any(one in said.text for one in known), said.text
    elif arguments.get("detail") != "full" and not arguments.keys() & {"limit", "cursor"}:
        assert tokens(said.text) <= MOST_TOKENS, said.text


@each_tool
@given(data=st.data())
def test_loosely_written_arguments_mean_the_same(name: str, data: st.DataObject) -> None:
    """Numbers and lists as text, null as text, other names, any case and spelling of a word: the same answer."""
    strict = data.draw(fitting(name))
    loose = data.draw(loosened(name, strict))
    said, expected = WORLD.call(name, loose), WORLD.call(name, strict)
    assert said.wrong == expected.wrong, loose
    assert said.wrong or said == expected, loose  # an error repeats what came, as it came


@pytest.mark.parametrize(("name", "key"), CLOSED)
@given(data=st.data())
def test_a_wrong_word_is_told_all_right_ones(name: str, key: str, data: st.DataObject) -> None:
    """The error tells what came, all that is allowed, at most three near words, and the call to make."""
    words = TOOLS[name]["inputSchema"]["properties"][key]["enum"]
    needed = {
        one: ["veo-3.1", "kling-3.0"] if one == "models" else "veo-3.1"
        for one in TOOLS[name]["inputSchema"].get("required", ())
    }
    wrong = data.draw(
        st.sampled_from(words).map(lambda word: f"{word}x") | st.text("abcxyz-", min_size=4, max_size=12)
    )
    if wrong in words or wrong in ABSENT:
        return
    text = WORLD.taught(name, {**needed, key: wrong})
    assert wrong in text
    if (name, key) != ("best_model_for", "usecase"):
        assert f"Argument {key!r}: expected " in text
    assert all(word in text for word in words)
    offered = [word for found in NEAREST.findall(text) for word in found.split(", ")]
    assert len(offered) <= 3
    assert wrong[:-1] in offered or wrong[:-1] not in words
    assert text.rpartition("Next: call ")[2].split()[0] in NAMES


@each_tool
@given(name_given=st.text(max_size=12), data=st.data())
def test_every_error_names_the_next_call(name: str, name_given: str, data: st.DataObject) -> None:
    """Whatever is wrong, alone or with other things, the last line names a tool that exists, once."""
    arguments: dict[str, object] = {**data.draw(fitting(name)), "no_such_argument": 1}
    if "model" in arguments:
        arguments["model"] = name_given
    text = WORLD.taught(name, arguments)
    assert text.count("Next: call ") == 1
    assert text.splitlines()[-1].partition("Next: call ")[2].split()[0].strip(",.") in NAMES


@pytest.mark.parametrize("model", ["veo-3", "klnig-3.0", "flux2", "sora", "nano banana"])
def test_a_name_that_nobody_bears_gets_the_three_nearest(model: str) -> None:
    """At most three names are offered, and each of them is known to the tool."""
    for tool in ("get_model", "where_to_use", "get_prompt_tips"):
        said = WORLD.call(tool, {"model": model})
        if said.wrong:
            offered = NEAREST.findall(said.text)[0].split(", ")
            assert 1 <= len(offered) <= 3
            for one in offered:
                WORLD.fine(tool, {"model": one})
