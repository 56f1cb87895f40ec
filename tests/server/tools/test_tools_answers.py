"""Text and structure of a tool say the same, short or whole, and what one tool names the others know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from token_counts import tokens
from tool_calls import CATALOG, SMALL_WORLD, WORLD, World, heads, slugs_in

from modeladvisor.opinions import NOTICE

Arguments = dict[str, object]
SLUGS = list(CATALOG.models)
ABOUT_1500 = 1650


def calls() -> Iterator[tuple[str, Arguments]]:
    """Yield fine calls of all eight tools."""
    for slug in SLUGS:
        yield "get_model", {"model": slug}
        yield "where_to_use", {"model": slug}
        yield "get_prompt_tips", {"model": slug}
    for task in CATALOG.use_cases:
        yield "best_model_for", {"usecase": task}
        yield "find_model", {"task": task}
        yield "find_model", {"task": task, "why_not": "kling-3.0"}
        yield "compare_models", {"models": ["veo-3.1", "flux.2-pro"], "task": task}
        yield "compare_models", {"models": SLUGS[:8], "task": task}
        yield "get_trending_workflows", {"task": task}
        yield "get_prompt_tips", {"model": "veo-3.1", "task": task}
    yield "compare_models", {"models": SLUGS[8:14], "differences_only": True}
    yield from (("find_model", {}), ("list_models", {}), ("get_trending_workflows", {}))
    yield "find_model", {"task": "product-videos", "input": "image", "audio": "silent", "budget": "medium"}
    yield "find_model", {"task": "product-videos", "budget": "0.0001/s"}
    yield "find_model", {"output": "image", "style": "vector", "budget": "free"}
    yield "find_model", {"platform": "tiktok", "duration": "extended", "output": "video"}
    yield "list_models", {"output": "video", "status": "active", "limit": 3}
    yield "list_models", {"query": "no such model"}


CALLS = list(calls())
DETAILED = [one for one in CALLS if one[0] in ("find_model", "compare_models", "get_model", "best_model_for")]
each_detail = pytest.mark.parametrize("detail", ["concise", "full"])


def in_text(name: str, structured: dict[str, Any]) -> list[str]:
    """Return the slugs of a structure that its text shows as heads, in order."""
    if name == "find_model":
        ranked = [[one["fits"], one["may_fit"]] for one in structured["rankings"]]
        return list(heads([ranked, [one["model"] for one in structured.get("why_not", ())]]))
    if name == "best_model_for":
        shown = [one.get("places") or [*one["fits"], *one["may_fit"]][:10] for one in structured["computed"]]
        return list(heads([[[one["pick"], one["runners_up"]] for one in structured["verdicts"]], shown]))
    if name in ("get_model", "get_trending_workflows"):
        return []
    return list(heads(structured))


@pytest.mark.parametrize("name", sorted({name for name, _ in CALLS}))
def test_text_and_structure_hold_the_same_models_in_the_same_order(name: str) -> None:
    """Whoever reads only one of the two learns of the same models."""
    for tool, arguments in CALLS:
        if tool != name:
            continue
        for given in (
            (arguments, {**arguments, "detail": "full"}) if (tool, arguments) in DETAILED else (arguments,)
        ):
            said = WORLD.fine(name, given)
            expected = in_text(name, said.structured)
            assert slugs_in(said.text) == expected, given
            if name == "get_model":
                assert f"`{said.structured['model']['slug']}`" in said.text.partition("\n")[0]
            if name == "get_trending_workflows":
                for recipe in said.structured["workflows"]:
                    for step in recipe["steps"]:
                        fits = ", ".join(heads(step["fits"])) or "none proved"
                        assert f": {fits}; {step['may_fit']} more may fit" in said.text


def test_excluded_models_stand_in_text_and_structure() -> None:
    """The models that are out are named in the same order, with the same reason."""
    for detail in ("concise", "full"):
        given = {"task": "product-videos", "budget": "0.0001/s", "detail": detail}
        said = WORLD.fine("find_model", given)
        (ranking,) = said.structured["rankings"]
        named = ranking["excluded"]["models"][:5]
        if detail == "full":
            told = [f"{one['model']['slug']} ({one['reason']['id']})" for one in named]
        else:
            told = [f"{one['slug']} ({one['reason']})" for one in named]
        assert told
        assert ", ".join(told) in said.text


def test_facts_of_a_record_stand_in_its_text() -> None:
    """Every known capability of the structure is in the text with its date, and its source in the notes."""
    for slug in SLUGS:
        for detail in ("concise", "full"):
            said = WORLD.fine("get_model", {"model": slug, "detail": detail})
            for key, fact in said.structured["model"]["capabilities"].items():
                if fact is not None:
                    (line,) = [one for one in said.text.split("\n") if one.startswith(f"- {key}: ")]
                    assert line.endswith(fact["verified_date"])
                    assert f"] {fact['source_url']}" in said.text
            unknown = f"Unknown: {', '.join(said.structured['model']['unknowns'])}."
            assert unknown in said.text


def test_concise_is_the_default_and_short() -> None:
    """Without `detail` the text takes at most about 1,500 tokens, whatever is asked."""
    for name, arguments in CALLS:
        said = WORLD.fine(name, arguments)
        assert tokens(said.text) <= ABOUT_1500, (name, arguments)
        if (name, arguments) in DETAILED:
            assert WORLD.fine(name, {**arguments, "detail": "concise"}) == said


def test_full_says_more_of_the_same_models_in_the_same_order() -> None:
    """What is short begins like what is whole: the same models, in the same order, fewer of them."""
    for name, arguments in DETAILED:
        short = WORLD.fine(name, arguments).structured
        whole = WORLD.fine(name, {**arguments, "detail": "full"}).structured
        if name == "find_model":
            for one, other in zip(short["rankings"], whole["rankings"], strict=True):
                assert one["counts"] == other["counts"]
                for group in ("fits", "may_fit"):
                    few, many = list(heads(one[group])), list(heads(other[group]))
                    most = (2 if "why_not" in arguments else 3) - (len(short["rankings"]) > 1)
                    assert few == many[:most], arguments
        elif name == "best_model_for":
            for one, other in zip(short["computed"], whole["computed"], strict=True):
                most = 3 if len(short["computed"]) == 1 else 2
                assert list(heads(one["places"])) == list(heads([*other["fits"], *other["may_fit"]]))[:most]
            for few, many in zip(short["verdicts"], whole["verdicts"], strict=True):
                cut = ("sources", "runners_up", "unknowns")
                assert {**few, **{name: many[name] for name in cut}} == many
        elif name == "compare_models":
            assert short["models"] == whole["models"]
            rows = {row["capability"]: row for row in whole["rows"]}
            assert all(rows[row["capability"]] == row for row in short["rows"])
        else:
            known = {key: fact for key, fact in whole["model"]["capabilities"].items() if fact is not None}
            assert list(short["model"]["capabilities"].items()) == list(known.items())
            assert short["model"]["unknowns"] == list(whole["model"]["unknowns"])
        assert short["dataset"] == whole["dataset"]
        assert short["notice"] == whole["notice"] == NOTICE


def test_a_cut_list_says_so_and_how_to_go_on() -> None:
    """What is not shown is counted, with the argument that shows it."""
    listed = WORLD.fine("list_models", {"limit": 5})
    cursor = listed.structured["next_cursor"]
    assert f"showing 5 of {len(SLUGS)}; next: cursor={cursor}" in listed.text
    found = WORLD.fine("find_model", {"output": "video", "task": "product-videos"})
    counts = found.structured["rankings"][0]["counts"]
    assert f"Showing 3 of {counts['fits']} that fit; next: limit={counts['fits']}." in found.text
    compared = WORLD.fine("compare_models", {"models": ["veo-3.1", "kling-3.0"]})
    total = compared.structured["rows_total"]
    assert f"Showing {len(compared.structured['rows'])} of {total} " in compared.text
    assert "next: detail=full." in compared.text
    recipes = WORLD.fine("get_trending_workflows", {"limit": 1})
    total = len(CATALOG.workflows)
    assert (recipes.structured["count"], recipes.structured["total"]) == (1, total)
    assert f"Showing 1 of {total} workflows; next: limit={total}." in recipes.text
    whole = WORLD.fine("get_trending_workflows", {"limit": total})
    assert "Showing" not in whole.text


def test_pages_of_list_models_hold_every_model_once() -> None:
    """Following next_cursor to its empty end gives the whole list."""
    found: list[str] = []
    given: Arguments = {"limit": 5}
    while True:
        page = WORLD.fine("list_models", given).structured
        assert page["count"] == len(SLUGS)
        found.extend(heads(page["models"]))
        if not page["next_cursor"]:
            break
        given = {"limit": 5, "cursor": page["next_cursor"]}
    assert found == SLUGS


def named_in(world: World) -> set[str]:
    """Collect every name of a model that any tool returns: slugs, names, deciders, excluded and brought ones."""
    found: set[str] = set()
    for row in world.fine("list_models", {"limit": 1000}).structured["models"]:
        found.update((row["slug"], row["name"]))
    for task in world.advisor.catalog.use_cases:
        for given in ({"task": task}, {"task": task, "budget": "0.0001"}):
            said = world.fine("find_model", given).structured
            for ranking in said["rankings"]:
                found.update(heads(ranking))
                found.update(one["slug"] for one in ranking["excluded"]["models"])
                found.update(one["model"] for one in ranking["sensitivity"]["decided_by"])
                found.update(slug for one in ranking["relaxations"] for slug in one["brings"])
        found.update(heads(world.fine("best_model_for", {"usecase": task}).structured))
    found.update(heads(world.fine("get_trending_workflows", {"limit": 50}).structured))
    return found


@pytest.mark.parametrize("world", [WORLD, SMALL_WORLD], ids=["bundled", "small"])
def test_names_that_one_tool_returns_are_known_to_the_others(world: World) -> None:
    """Slugs and names go from any answer into any question; so do tasks, vendors and states."""
    for name in sorted(named_in(world)):
        for tool in ("get_model", "where_to_use", "get_prompt_tips"):
            world.fine(tool, {"model": name})
        other = "veo-3.1" if "3.1" not in name else "sora-2"
        world.fine("compare_models", {"models": [name, other]})
    for row in world.fine("list_models", {"limit": 1000}).structured["models"]:
        for key, value in (
            ("vendor", row["vendor"]["slug"]),
            ("status", row["status"]),
            ("query", row["name"]),
        ):
            assert row in world.fine("list_models", {key: value, "limit": 1000}).structured["models"]
    for recipe in world.fine("get_trending_workflows", {"limit": 50}).structured["workflows"]:
        for task in (*recipe["tasks"], *(step["usecase"] for step in recipe["steps"] if step["usecase"])):
            world.fine("best_model_for", {"usecase": task})
    for task in world.advisor.catalog.use_cases:
        assert world.fine("best_model_for", {"usecase": task}).structured["usecase"]["slug"] == task


@each_detail
def test_opinions_come_with_their_notice(detail: str) -> None:
    """Every answer that holds a verdict says that it is no benchmark, in text and structure."""
    for name, arguments in DETAILED:
        said = WORLD.fine(name, {**arguments, "detail": detail})
        assert said.structured["notice"] == NOTICE
        assert NOTICE in said.text


def test_links_say_what_is_sold_and_who_earns() -> None:
    """where_to_use gives every link in its fixed order with both labels, in text and structure."""
    for slug, links in CATALOG.access.items():
        said = WORLD.fine("where_to_use", {"model": slug})
        assert [one["url"] for one in said.structured["action_urls"]] == [one.url for one in links]
        lines = [line for line in said.text.split("\n") if line.startswith("- [")]
        for line, link in zip(lines, links, strict=True):
            sold = "commercial" if link.commercial else "not commercial"
            paid = "affiliate" if link.affiliate else "no affiliate"
            assert line == f"- [{link.label}]({link.url}) ({sold}, {paid})"


def test_a_route_without_a_price_says_so() -> None:
    """The text calls the price of every such route unknown, but for own hardware, which has none."""
    for slug in SLUGS:
        said = WORLD.fine("where_to_use", {"model": slug})
        for route in said.structured["routes"]:
            (line,) = [
                one for one in said.text.splitlines() if one.startswith(f"- {route['id']} ({route['kind']},")
            ]
            unpriced = not route["prices"] and route["kind"] != "self-hosted"
            assert line.endswith(": price unknown") == unpriced
