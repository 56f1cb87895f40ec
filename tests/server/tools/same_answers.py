"""What the eleventh law asks, of which catalogs, and how three answers are held against each other.

The bundled catalog is asked of a running server over HTTP, other catalogs of the application in this process.
"""

from __future__ import annotations

import functools
import json
import urllib.parse
from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st
from tool_calls import CATALOG, Reply, World, world

import strategies
from modeladvisor.errors import Mistake, NotInCatalogError, QuestionError
from modeladvisor_server.mcp.arguments import ABSENT

Words = Mapping[str, str]
SLUGS = list(CATALOG.models)
TASKS = list(CATALOG.use_cases)


@functools.lru_cache(maxsize=64)
def world_of(slugs: frozenset[str]) -> World:
    """Return a catalog of some of the models behind its skins."""
    return world(CATALOG.with_models(CATALOG.models[slug] for slug in slugs))


smaller = st.sampled_from([3, 5, 8]).flatmap(
    lambda size: st.permutations(SLUGS).map(lambda order: frozenset(order[:size]))
)
real_worlds = smaller.map(world_of)
generated_worlds = strategies.catalogs(links=True, tasks=2).map(world)


def half_served(others: st.SearchStrategy[World]) -> st.SearchStrategy[World | None]:
    """Return a strategy of worlds in which None, the running server, comes up every other time."""
    return st.booleans().flatmap(lambda running: st.none() if running else others)


real_or_served = half_served(real_worlds)
worlds = half_served(real_worlds | generated_worlds)
letters = st.text(alphabet="abcdefghijklmnopqrstuvwxyz-0123456789", min_size=1, max_size=12)
misspelt = letters.filter(lambda word: word not in ABSENT)  # which assistants write for what they do not ask
asking = CATALOG.asking


def some(*words: str) -> st.SearchStrategy[str]:
    """Return a strategy of words, seldom a misspelt one."""
    return st.integers(0, 19).flatmap(lambda draw: misspelt if draw == 0 else st.sampled_from(words))


finder_questions = st.fixed_dictionaries(
    {},
    optional={
        "task": some(*TASKS),
        "output": some("image", "video", "Video"),
        "input": some("text", "image", "images", "video", "audio", "image,audio", "text+image"),
        "budget": some("free", "any", *asking.budgets, "0.15", "0.15/s", "2/clip", "0.04/image", "0.0001"),
        "style": some("any", *asking.styles),
        "platform": some(*asking.platforms, "api", "web", "self-hosted", *CATALOG.providers),
        "audio": some("any", "silent", "native", "dialogue", "lip-sync"),
        "duration": some("short", "medium", "long", "extended", "8", "5-10", ">=10", "<=5"),
        "limit": some("1", "3", "10", "50", "0"),
    },
)
weights = st.dictionaries(
    some("price", "access", "fixed-ending"), st.integers(0, 50).map(str), min_size=1, max_size=3
).map(lambda points: ",".join(f"{name}:{one}" for name, one in points.items()))

list_questions = st.fixed_dictionaries(
    {},
    optional={
        "output": some("image", "video", "VIDEO"),
        "vendor": some(*CATALOG.vendors),
        "status": some("active", "preview", "deprecated", "retired"),
        "query": some("veo", "flux", "wan 2", "google"),
        "limit": some("1", "5", "1000", "0"),
        "cursor": some(*SLUGS),
    },
)


def words_of(one: World) -> st.SearchStrategy[dict[str, str]]:
    """Return finder questions about a catalog, some of them wrong."""
    if one.advisor.catalog.workflows:
        return finder_questions
    return strategies.questions(one.advisor.catalog) | finder_questions


def names_of(one: World) -> st.SearchStrategy[str]:
    """Return names of models, current, old and loose, and some that nobody bears."""
    models = one.advisor.catalog.models.values()
    known = [name for model in models for name in (model.slug, model.name, *model.aliases, *model.formerly)]
    return some(*known, *SLUGS[:2])


def tasks_of(one: World) -> st.SearchStrategy[str]:
    """Return slugs of use cases, some of them loose or wrong."""
    slugs = list(one.advisor.catalog.use_cases)
    return some(*slugs, *(slug.upper().replace("-", " ") for slug in slugs), "ugc-ads")


def dumped(answer: object) -> str:
    """Return an answer as JSON text, members in their order, so that comparing compares the order too."""
    return json.dumps(answer, ensure_ascii=False)


def rest(one: World, path: str, words: Words) -> Reply:
    """Ask over REST."""
    return one.door(f"/api/v1/{path}?{urllib.parse.urlencode(words)}", None)


def same_everywhere(
    one: World, python: Callable[[], Any], path: str, words: Words, tool: str, arguments: Mapping[str, object]
) -> dict[str, Any] | None:
    """Ask a question three times; return the whole answer, or None where all three refuse it for the same reasons."""
    over_rest = rest(one, path, words)
    try:
        answer = one.advisor.as_dict(python())
    except (QuestionError, NotInCatalogError) as error:
        same_refusal(error, over_rest, one.taught(tool, {**arguments, "detail": "full"}))
        assert one.call(tool, arguments).wrong
        return None
    assert over_rest.status == 200, over_rest.text
    assert dumped(over_rest.json) == dumped(answer)
    assert dumped(one.fine(tool, {**arguments, "detail": "full"}).structured) == dumped(answer)
    return dict(over_rest.json)


def same_refusal(error: QuestionError | NotInCatalogError, over_rest: Reply, over_mcp: str) -> None:
    """Check that REST and MCP say of a question what Python says."""
    problem = over_rest.json
    told = [
        Mistake(one["parameter"], one["got"], one["expected"], tuple(one["did_you_mean"]))
        for one in problem["errors"]
    ]
    if isinstance(error, QuestionError):
        assert over_rest.status == 400
        assert told == list(error.mistakes)
        for mistake in error.mistakes:
            assert f"Argument {mistake.parameter!r}: expected {mistake.expected}; " in over_mcp
            assert ", ".join(mistake.did_you_mean) in over_mcp
    else:
        assert over_rest.status == 404
        assert problem["detail"] == str(error)
        assert told == list(error.mistakes)
        for unknown in (error, *error.also):
            assert f"No {unknown.kind} is called {unknown.name!r}." in over_mcp
            assert ", ".join(unknown.nearest) in over_mcp
