"""Hypothesis strategies for the arguments of the tools, as their schemas allow them and as assistants write them."""

from __future__ import annotations

import json
from collections.abc import Mapping

from hypothesis import strategies as st
from tool_calls import CATALOG, TOOLS

from modeladvisor_server.mcp.arguments import ALIASES

Arguments = dict[str, object]
SLUGS = list(CATALOG.models)
FREE: Mapping[str, st.SearchStrategy[object]] = {
    "model": st.sampled_from(SLUGS),
    "why_not": st.sampled_from(SLUGS),
    "cursor": st.sampled_from(SLUGS),
    "query": st.sampled_from(["veo", "flux", "wan 2", "google", "nothing of the kind"]),
    "input": st.sampled_from(["text", "image", "image,audio", "video"]),
    "budget": st.sampled_from(["free", "0.15/s", "2/clip", "0.04/image", "0.3", *CATALOG.asking.budgets]),
    "duration": st.sampled_from(["8", "5-10", ">=10", "short", "long"]),
    "weights": st.sampled_from(["price:30", "price:10,access:5"]),
    "job": st.sampled_from(["count:10", "count:3"]),
}
"""What to write where the schema takes any text."""


def _value(name: str, schema: Mapping[str, object]) -> st.SearchStrategy[object]:
    if "enum" in schema:
        words = schema["enum"]
        assert isinstance(words, list)
        return st.sampled_from(words)
    if schema["type"] == "integer":
        return st.integers(1, 12)
    if schema["type"] == "boolean":
        return st.booleans()
    if schema["type"] == "array":
        return st.lists(st.sampled_from(SLUGS), min_size=2, max_size=8, unique=True)
    return FREE[name]


def fitting(tool: str) -> st.SearchStrategy[Arguments]:
    """Return a strategy of arguments that fit a tool's input schema, the required ones among them."""
    schema = TOOLS[tool]["inputSchema"]
    needed = schema.get("required", ())
    values = {name: _value(name, one) for name, one in schema["properties"].items()}
    return st.fixed_dictionaries(
        {name: one for name, one in values.items() if name in needed},
        optional={name: one for name, one in values.items() if name not in needed},
    )


absent: st.SearchStrategy[object] = st.sampled_from(
    [None, "", "null", "None", " NULL ", "undefined", [], "[]"]
)


@st.composite
def loosened(draw: st.DrawFn, tool: str, strict: Arguments) -> Arguments:
    """The same arguments as an assistant may write them: other names, cases and types, and empty ones beside them."""
    properties = TOOLS[tool]["inputSchema"]["properties"]
    loose: Arguments = {}
    for name, value in strict.items():
        aliases = [one for one in ALIASES.get(name, ()) if one not in properties]
        written = draw(st.sampled_from([name, *aliases]))
        loose[_respelled(draw, written)] = _rewritten(draw, value, closed="enum" in properties[name])
    for name in draw(
        st.lists(st.sampled_from([*properties, "nonsense", "context"]), max_size=2, unique=True)
    ):
        if name not in strict:
            loose.setdefault(name, draw(absent))
    return loose


def _respelled(draw: st.DrawFn, name: str) -> str:
    forms = [name, name.upper(), name.title(), name.replace("_", "-"), f" {name} "]
    return draw(st.sampled_from(forms))


def _rewritten(draw: st.DrawFn, value: object, *, closed: bool) -> object:
    if isinstance(value, bool):
        return draw(
            st.sampled_from([value, str(value), str(value).lower(), int(value), "yes" if value else "no"])
        )
    if isinstance(value, int):
        return draw(st.sampled_from([value, str(value), f" {value} ", float(value)]))
    if isinstance(value, list):
        return draw(st.sampled_from([value, ",".join(value), ", ".join(value), json.dumps(value)]))
    text = str(value)
    forms: list[object] = [text, f" {text} ", [text], json.dumps([text])]
    if closed:
        forms += [text.upper(), text.title(), text.replace("-", "_"), text.replace("-", " ")]
    elif text.isdigit():
        forms += [int(text), float(text)]
    return draw(st.sampled_from(forms))
