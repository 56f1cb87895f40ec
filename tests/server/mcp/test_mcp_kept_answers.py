"""Answers of tools that are kept: the same bytes as those made anew, for the day on which they were given."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_fixtures import ALL_REVISIONS, ask, build_app, result_of

from modeladvisor_server.mcp import Offer, Tool, ToolAnswer, ToolMistake
from modeladvisor_server.mcp.calls import LONGEST_KEPT
from modeladvisor_server.rest.fragments import Fragments

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
ARGUMENTS = st.dictionaries(st.text(max_size=5), JSON, max_size=4)


@attrs.define
class Counted:
    """A tool that says on which day it was asked what, and counts how often."""

    day: str = "Monday"
    calls: int = 0

    def __call__(self, arguments: Mapping[str, object]) -> ToolAnswer:
        """Answer, or refuse whoever asks for nothing."""
        self.calls += 1
        if "nothing" in arguments:
            raise ToolMistake(f"nothing, for the time no. {self.calls}")
        return ToolAnswer(f"{self.day} {dict(arguments)}", {"day": self.day, "said": dict(arguments)})

    def today(self) -> Hashable:
        """Return what answers depend on."""
        return self.day


def offer_of(counted: Counted, *, kept: bool, most: int = 10**6) -> Offer:
    """Offer the tool, with or without a memory."""
    tool = Tool("tell", "Tell", "Tells.", {"type": "object"}, {"type": "object"}, counted)
    if kept:
        tool = attrs.evolve(tool, depends_on=counted.today)
    return Offer("fixture", "A fixture", "1", "Tell.", (tool,), keep=Fragments(most).get)


@given(
    asked=st.lists(st.tuples(ARGUMENTS, st.sampled_from(ALL_REVISIONS)), max_size=8),
    most=st.integers(0, 9_000),
)
def test_what_is_kept_is_what_would_be_made(asked: list[tuple[dict[str, object], str]], most: int) -> None:
    """Whatever was asked before and however little is kept, an answer is what it would be without a memory."""
    kept = build_app(offer=offer_of(Counted(), kept=True, most=most))
    anew = build_app(offer=offer_of(Counted(), kept=False))
    for arguments, revision in [*asked, *asked]:
        params = {"name": "tell", "arguments": arguments}
        said = ask(revision, "tools/call", params, app=kept)
        if "nothing" not in arguments:
            assert said.content == ask(revision, "tools/call", params, app=anew).content


@pytest.mark.parametrize("revision", ALL_REVISIONS)
def test_an_answer_is_made_once_a_day(revision: str) -> None:
    """The same call is answered from memory, until what the answer depends on is another."""
    counted = Counted()
    app = build_app(offer=offer_of(counted, kept=True))
    for day, calls in (("Monday", 1), ("Monday", 1), ("Tuesday", 2)):
        counted.day = day
        result = result_of(ask(revision, "tools/call", {"name": "tell", "arguments": {"a": 1}}, app=app))
        assert result["structuredContent"] == {"day": day, "said": {"a": 1}}
        assert counted.calls == calls


@pytest.mark.parametrize("arguments", [{"nothing": 1}, {"long": "x" * LONGEST_KEPT}])
def test_mistakes_and_long_questions_are_not_kept(arguments: dict[str, object]) -> None:
    """What was refused is looked at anew, and what nobody sends twice takes no room."""
    counted = Counted()
    app = build_app(offer=offer_of(counted, kept=True))
    for number in (1, 2):
        ask("2025-11-25", "tools/call", {"name": "tell", "arguments": arguments}, app=app)
        assert counted.calls == number


def test_true_is_not_one() -> None:
    """Arguments that Python takes for equal, and JSON does not, have answers of their own."""
    app = build_app(offer=offer_of(Counted(), kept=True))
    for value in (1, True, 1.0, "1"):
        result = result_of(
            ask("2025-11-25", "tools/call", {"name": "tell", "arguments": {"a": value}}, app=app)
        )
        assert repr(result["structuredContent"]) == repr({"day": "Monday", "said": {"a": value}})
