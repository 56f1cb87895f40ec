"""The promise that REST and MCP do not drift apart where Python has no question of its own."""

from __future__ import annotations

import urllib.parse

from hypothesis import given
from hypothesis import strategies as st
from same_answers import (
    dumped,
    list_questions,
    names_of,
    rest,
    tasks_of,
    worlds,
)
from tool_calls import World, slugs_in


class TestTheSameQuestionGetsTheSameAnswer:
    """The same question gets the same answer over Python, REST and MCP.

    (The same facts in the same order; MCP may show fewer of them and says so.)
    """

    @given(drawn=worlds, data=st.data())
    def test_access_and_tips(self, served: World, drawn: World | None, data: st.DataObject) -> None:
        """A model is used and prompted in the same way, whichever of the two is asked."""
        one = drawn or served
        name = data.draw(names_of(one))
        task = data.draw(st.none() | tasks_of(one))
        path = f"models/{urllib.parse.quote(name, safe='')}"
        asked = {} if task is None else {"task": task}
        for end, tool, words in (("access", "where_to_use", {}), ("prompt-tips", "get_prompt_tips", asked)):
            over_rest = rest(one, f"{path}/{end}", words)
            said = one.call(tool, {"model": name, **words})
            assert said.wrong == (over_rest.status != 200), said.text
            if not said.wrong:
                assert dumped(said.structured) == dumped(over_rest.json)
            else:
                assert all(repr(told["got"]) in said.text for told in over_rest.json["errors"])

    @given(drawn=worlds, words=list_questions)
    def test_lists(self, served: World, drawn: World | None, words: dict[str, str]) -> None:
        """The same models are listed in the same order, with the same cursor to the next."""
        one = drawn or served
        over_rest = rest(one, "models", words)
        said = one.call("list_models", {"limit": "1000", **words})
        assert said.wrong == (over_rest.status != 200), said.text
        if not said.wrong:
            page = over_rest.json
            assert slugs_in(said.text) == [row["slug"] for row in page["models"]]
            assert said.structured["count"] == page["count"]
            assert said.structured["next_cursor"] == (page["next_cursor"] or "")
