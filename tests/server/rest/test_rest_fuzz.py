"""Whatever is asked, the answer is one of those that are written down, as JSON, and never a traceback."""

from __future__ import annotations

import json
import urllib.parse

from hypothesis import example, given
from hypothesis import strategies as st
from rest_client import API, APPS, BUNDLED, ask, problem_of

from modeladvisor_server.pages.addresses import is_page
from modeladvisor_server.problems import CODES
from modeladvisor_server.rest import resources
from modeladvisor_server.rest.resources import ADDRESSES

NAMES = sorted({name for _, resource in ADDRESSES for name in resource.allowed})
WORDS = sorted(
    {
        *BUNDLED.models, *BUNDLED.use_cases, *BUNDLED.workflows, *BUNDLED.vendors, *BUNDLED.providers,
        *BUNDLED.asking.styles, *BUNDLED.asking.platforms, *BUNDLED.asking.budgets,
        "image", "video", "images", "text", "audio", "silent", "native", "8", "5-10", ">=10", "0.15/s", "2/clip",
        "1e5", "-0", "NaN", "true", "price:30", "price:0", "5", "free", "any", "web", "api", "extended", "active",
    }
)  # fmt: skip

texts = st.text(max_size=30) | st.text(alphabet="0123456789-.,:/+$%&=<> \x00", max_size=20)
words = st.sampled_from(WORDS)
values = words | texts | st.lists(words | texts, min_size=2, max_size=9).map(",".join) | st.just("x" * 500)
names = st.sampled_from(NAMES) | st.text(max_size=12)
good_pairs = st.dictionaries(st.sampled_from(NAMES), words, max_size=4).map(lambda found: list(found.items()))
any_pairs = st.lists(st.tuples(names, values), max_size=6)
queries = (
    (good_pairs | any_pairs).map(urllib.parse.urlencode)
    | st.text(alphabet=st.characters(min_codepoint=33, max_codepoint=126), max_size=80)
    | st.lists(st.binary(max_size=6).map(urllib.parse.quote_from_bytes), max_size=5).map("&task=".join)
)
paths = (
    st.sampled_from([path for path, _ in ADDRESSES]).flatmap(
        lambda path: (words | texts).map(
            lambda name: API + path.replace("{slug}", quoted(name)).replace("{usecase}", quoted(name))
        )
    )
    | st.lists(texts.map(lambda part: urllib.parse.quote(part, safe="")), max_size=4).map(
        lambda parts: "/" + "/".join(parts)
    )
    | st.lists(words | texts, max_size=4).map(lambda parts: "/".join([API, *map(quoted, parts)]))
)


def quoted(text: str) -> str:
    """Percent-encode a part of a path."""
    return urllib.parse.quote(text, safe="")


def check(path: str, query: str) -> None:
    """Ask, and check that the answer is documented."""
    query = query.lstrip("?")  # Falcon's simulated client takes none at the beginning
    for app in APPS.values():
        result = ask(path, query, app=app)
        if is_page(urllib.parse.unquote(path).rstrip("/") or "/") and result.status_code in (
            200,
            303,
            400,
            404,
        ):
            continue  # which the tests of the pages look at
        if result.status_code == 200:
            if path.startswith(API):
                assert set(json.loads(result.content)) >= {"dataset"} or path.startswith(f"{API}/openapi")
            continue
        if path.rstrip("/") == "/mcp":
            assert result.status_code == 405
            continue
        assert result.status_code in (400, 404, 405, 414)
        problem = problem_of(result, result.status_code, result.json["code"])
        assert CODES[problem["code"]].status == result.status_code
        assert len(result.content) < 20_000


@given(path=paths, query=queries)
@example(path=f"{API}/finder", query="task=%00")
@example(path=f"{API}/finder", query="=&&=;")
@example(path=f"{API}/models/%2e%2e/%2e%2e", query="")
@example(path=f"{API}/models/{{slug}}", query="")
@example(path="/llms.txt", query="a=%ff")
def test_any_path_and_query_gets_a_documented_answer(path: str, query: str) -> None:
    """200, 400, 404, 405 or 414, as JSON with the members that are described."""
    check(path, query)


@given(data=st.data())
def test_any_value_of_a_parameter_gets_a_documented_answer(data: st.DataObject) -> None:
    """Each address reads any value of its own parameters, or says what is wrong with it."""
    path, resource = data.draw(st.sampled_from(ADDRESSES))
    pairs = data.draw(pairs_of(resource))
    name = data.draw(words)
    filled = API + path.replace("{slug}", quoted(name)).replace("{usecase}", quoted(name))
    check(filled, urllib.parse.urlencode(pairs))


def pairs_of(resource: type[resources.Answering]) -> st.SearchStrategy[list[tuple[str, str]]]:
    """Return parameters that the address has, each once, with any values."""
    if not resource.allowed:
        return st.just([])
    found = st.dictionaries(st.sampled_from(resource.allowed), values, max_size=5)
    return found.map(lambda one: list(one.items()))
