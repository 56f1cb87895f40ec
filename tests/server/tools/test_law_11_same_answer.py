"""The promise that Python, REST and MCP do not drift apart, as a property over questions and catalogs."""

from __future__ import annotations

import urllib.parse

from hypothesis import given
from hypothesis import strategies as st
from same_answers import (
    TASKS,
    dumped,
    finder_questions,
    names_of,
    real_or_served,
    rest,
    same_everywhere,
    tasks_of,
    weights,
    words_of,
    worlds,
)
from tool_calls import World, heads, slugs_in


class TestTheSameQuestionGetsTheSameAnswer:
    """The same question gets the same answer over Python, REST and MCP.

    (The same facts in the same order; MCP may show fewer of them and says so.)
    """

    @given(drawn=worlds, data=st.data())
    def test_finder(self, served: World, drawn: World | None, data: st.DataObject) -> None:
        """A job gets the same ranking whole; short, the same models in the same order."""
        one = drawn or served
        words = data.draw(words_of(one))
        answer = same_everywhere(one, lambda: one.advisor.find(**words), "finder", words, "find_model", words)
        if answer is None:
            return
        short = one.fine("find_model", words)
        most = int(words.get("limit", "3" if len(answer["rankings"]) == 1 else "2"))
        for few, many in zip(short.structured["rankings"], answer["rankings"], strict=True):
            for group in ("fits", "may_fit"):
                shown, whole = list(heads(few[group])), list(heads(many[group]))
                assert shown == whole[:most]
                count = many["counts"][group]
                if len(shown) < count:
                    assert f"Showing {len(shown)} of {count} that " in short.text
        expected = [[few["fits"], few["may_fit"]] for few in short.structured["rankings"]]
        assert slugs_in(short.text) == list(heads(expected))

    @given(drawn=real_or_served, words=finder_questions, given_weights=weights)
    def test_finder_with_weights_of_one_s_own(
        self, served: World, drawn: World | None, words: dict[str, str], given_weights: str
    ) -> None:
        """Points that replace the published ones rank the same everywhere."""
        one = drawn or served
        asked = {**words, "weights": given_weights}
        same_everywhere(one, lambda: one.advisor.find(**asked), "finder", asked, "find_model", asked)

    @given(drawn=worlds, data=st.data())
    def test_why_not(self, served: World, drawn: World | None, data: st.DataObject) -> None:
        """The story of a model is told the same everywhere; short, with fewer of the same changes."""
        one = drawn or served
        words = data.draw(words_of(one)) | {"why_not": data.draw(names_of(one))}
        answer = same_everywhere(one, lambda: one.advisor.find(**words), "finder", words, "find_model", words)
        if answer is None:
            return
        short = one.fine("find_model", words).structured
        for few, many in zip(short["why_not"], answer["why_not"], strict=True):
            assert few["state"] == many["state"]
            assert [few[name] for name in ("enters", "wins")] == [
                many[name][: len(few[name])] for name in ("enters", "wins")
            ]

    @given(drawn=worlds, only=st.booleans(), data=st.data())
    def test_compare(self, served: World, drawn: World | None, only: bool, data: st.DataObject) -> None:
        """Two to eight models get the same comparison; short, the same models and rows of it."""
        one = drawn or served
        models = data.draw(st.lists(names_of(one), min_size=1, max_size=9))
        task = data.draw(st.none() | st.sampled_from(list(one.advisor.catalog.use_cases)))
        job = data.draw(
            st.none() | st.sampled_from(["count:3", "input_images:2,attempts:1.5", "Count:10", "cuont:3"])
        )
        asked = (("task", task), ("differences_only", only), ("job", job))
        options = {key: value for key, value in asked if value}
        words = {"models": ",".join(models), **{key: str(value).lower() for key, value in options.items()}}
        answer = same_everywhere(
            one,
            lambda: one.advisor.compare(*models, task=task, differences_only=only, job=job),
            "compare",
            words,
            "compare_models",
            {"models": models, **options},
        )
        if answer is None:
            return
        short = one.fine("compare_models", {"models": models, **options})
        assert short.structured["models"] == answer["models"]
        assert slugs_in(short.text) == [head["slug"] for head in answer["models"]]
        rows = {row["capability"]: row for row in answer["rows"]}
        assert all(rows[row["capability"]] == row for row in short.structured["rows"])
        total = short.structured["rows_total"]
        if len(short.structured["rows"]) < total:
            assert f"Showing {len(short.structured['rows'])} of {total} capabilities" in short.text

    @given(drawn=worlds, data=st.data())
    def test_best(self, served: World, drawn: World | None, data: st.DataObject) -> None:
        """A use case gets the same verdict and computed ranking; short, the same first places."""
        one = drawn or served
        task = data.draw(tasks_of(one))
        arguments = {"usecase": task}
        answer = same_everywhere(
            one,
            lambda: one.advisor.best(task),
            f"best/{urllib.parse.quote(task)}",
            {},
            "best_model_for",
            arguments,
        )
        if answer is None:
            return
        short = one.fine("best_model_for", arguments)
        for few, many in zip(short.structured["verdicts"], answer["verdicts"], strict=True):
            lists = ("sources", "runners_up", "unknowns")
            for name in lists:
                assert few[name] == many[name][: len(few[name])]
            assert {**few, **{name: many[name] for name in lists}} == many
        for few, many in zip(short.structured["computed"], answer["computed"], strict=True):
            whole = list(heads([*many["fits"], *many["may_fit"]]))
            shown = list(heads(few["places"]))
            assert shown == whole[: len(shown)]
            assert shown or not whole
            counts = many["counts"]
            assert f"({many['medium']}), {counts['fits']} fit, {counts['may_fit']} may fit:" in short.text

    @given(drawn=worlds, data=st.data())
    def test_model(self, served: World, drawn: World | None, data: st.DataObject) -> None:
        """A name gets the same record; short, the same known values in the same order."""
        one = drawn or served
        name = data.draw(names_of(one))
        arguments = {"model": name}
        path = f"models/{urllib.parse.quote(name, safe='')}"
        answer = same_everywhere(one, lambda: one.advisor.match(name), path, {}, "get_model", arguments)
        if answer is None:
            return
        model = answer["model"]
        assert dumped(one.advisor.as_dict(one.advisor.model(name))) == dumped({**answer, "matched_as": None})
        short = one.fine("get_model", arguments).structured["model"]
        known = [(key, fact) for key, fact in model["capabilities"].items() if fact is not None]
        assert list(short["capabilities"].items()) == known
        assert short["unknowns"] == list(model["unknowns"])

    @given(drawn=real_or_served, task=st.none() | st.sampled_from(TASKS), limit=st.none() | st.integers(1, 5))
    def test_workflows(self, served: World, drawn: World | None, task: str | None, limit: int | None) -> None:
        """Recipes come in the same order with the same models for each step."""
        one = drawn or served
        words = {key: str(value) for key, value in (("task", task), ("limit", limit)) if value is not None}
        answer = dumped(one.advisor.as_dict(one.advisor.workflows(task, limit)))
        assert dumped(rest(one, "workflows", words).json) == answer
        said = one.fine("get_trending_workflows", {"limit": "50", **words}).structured
        total = said.pop("total")
        assert dumped(said) == answer
        assert total == len(one.advisor.workflows(task))
