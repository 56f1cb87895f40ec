"""The table 'request by request' over the wire, rows 11 to 15, 18, 31 and 33: calls and what is wrong with them."""

from __future__ import annotations

import pytest
from running_server import Running
from wire import (
    TOOLS,
    ask,
    each_legacy,
    each_revision,
    error_of,
    modern_headers,
    post,
    request,
    result_of,
    status_of,
    version_header,
)

from modeladvisor_server.mcp.revisions import MODERN_REVISION, SERVER_INFO_KEY

FINE: dict[str, dict[str, object]] = {
    "find_model": {"task": "product-videos", "input": "image", "audio": "silent"},
    "compare_models": {"models": ["veo-3.1", "kling-3.0"]},
    "get_model": {"model": "veo-3.1"},
    "best_model_for": {"usecase": "ugc-ads"},
    "list_models": {"limit": 3},
    "where_to_use": {"model": "veo-3.1"},
    "get_trending_workflows": {"limit": 1},
    "get_prompt_tips": {"model": "veo-3.1"},
}
WRONG: dict[str, tuple[str, dict[str, object]]] = {
    "a bad argument": ("find_model", {"task": "product-vidoes"}),
    "a missing argument": ("get_model", {}),
    "an unknown argument": ("list_models", {"colour": "red"}),
    "nothing found": ("get_model", {"model": "no-such-model"}),
    "several at once": ("find_model", {"task": "x", "limit": 0, "nonsense": 1}),
}


@each_revision
@pytest.mark.parametrize("tool", TOOLS)
def test_row_11_fine_calls(product: Running, revision: str, tool: str) -> None:
    """Row 11: text, the same as structure, and isError false; in every revision the same answer."""
    result = result_of(ask(product.address, revision, "tools/call", {"name": tool, "arguments": FINE[tool]}))
    if revision == MODERN_REVISION:
        assert result.pop("resultType") == "complete"
        assert result.pop("_meta")[SERVER_INFO_KEY]["name"] == "modeladvisor"
    assert result.keys() == {"content", "structuredContent", "isError"}
    assert result["isError"] is False
    ((kind, text),) = [(one["type"], one["text"]) for one in result["content"]]
    assert kind == "text"
    assert text
    assert isinstance(result["structuredContent"], dict)


@each_revision
@pytest.mark.parametrize(("tool", "arguments"), WRONG.values(), ids=WRONG)
def test_row_12_mistakes(product: Running, revision: str, tool: str, arguments: dict[str, object]) -> None:
    """Row 12: a text that teaches, isError true, and no structure."""
    result = result_of(ask(product.address, revision, "tools/call", {"name": tool, "arguments": arguments}))
    assert result["isError"] is True
    assert "structuredContent" not in result
    (content,) = result["content"]
    assert content["type"] == "text"
    assert "Next: call " in content["text"]


@each_revision
@pytest.mark.parametrize("name", ["nope", "", "Find_Model", "find_model ", "__class__"])
def test_row_13_unknown_tools(product: Running, revision: str, name: str) -> None:
    """Row 13: -32602, with the names of the tools that there are."""
    # A name with blanks at its ends travels in base64, which headers would lose otherwise.
    header = {"Mcp-Name": "=?base64?ZmluZF9tb2RlbCA=?="} if name.endswith(" ") else {}
    answer = ask(product.address, revision, "tools/call", {"name": name, "arguments": {}}, header)
    assert "find_model, compare_models" in error_of(answer, status_of(revision, -32602), -32602)["message"]


@each_revision
@pytest.mark.parametrize("arguments", [[], [1], "x", 5, False, True])
def test_row_14_arguments_of_another_shape(product: Running, revision: str, arguments: object) -> None:
    """Row 14: arguments that are an array or a scalar are -32602."""
    answer = ask(product.address, revision, "tools/call", {"name": "list_models", "arguments": arguments})
    error_of(answer, status_of(revision, -32602), -32602)


@each_revision
@pytest.mark.parametrize(
    "params", [{}, {"arguments": {}}, {"name": None}, {"name": 5}, {"name": ["list_models"]}]
)
def test_row_14_calls_without_a_name(product: Running, revision: str, params: dict[str, object]) -> None:
    """Row 14: a name that is missing or no string is -32602."""
    error_of(ask(product.address, revision, "tools/call", params), status_of(revision, -32602), -32602)


@each_revision
@pytest.mark.parametrize(
    "method", ["nope", "", "tools/List", "rpc.discover", "__class__", "sampling/createMessage"]
)
def test_row_15_unknown_methods(product: Running, revision: str, method: str) -> None:
    """Row 15: -32601, with 200 in the old revisions and 404 in the new one."""
    error_of(ask(product.address, revision, method), status_of(revision, -32601), -32601)


@each_legacy
def test_row_15_methods_of_the_new_revision(product: Running, revision: str) -> None:
    """Row 15: `server/discover` does not exist in the old revisions."""
    error_of(ask(product.address, revision, "server/discover"), 200, -32601)


@each_revision
@pytest.mark.parametrize("params", [[], [1], "x", 5, 0.5, True, False])
def test_row_18_params_of_another_shape(product: Running, revision: str, params: object) -> None:
    """Row 18: params that are an array or a scalar are -32602."""
    modern = revision == MODERN_REVISION
    headers = modern_headers("tools/list") if modern else version_header(revision)
    answer = post(product.address, request("tools/list", params), headers)
    error_of(answer, 400 if modern else 200, -32602)


@each_revision
@pytest.mark.parametrize("tool", TOOLS)
def test_row_31_calls_with_empty_arguments(product: Running, revision: str, tool: str) -> None:
    """Row 31: `"arguments": {}` is answered or taught, never a JSON-RPC error."""
    result = result_of(ask(product.address, revision, "tools/call", {"name": tool, "arguments": {}}))
    assert result["isError"] == (
        tool in {"compare_models", "get_model", "best_model_for", "where_to_use", "get_prompt_tips"}
    )


@each_revision
@pytest.mark.parametrize(
    "uri", ["modeladvisor://models/nope", "modeladvisor://nope", "file:///etc/passwd", "x", ""]
)
def test_row_33_unknown_resources(product: Running, revision: str, uri: str) -> None:
    """Row 33: -32002 in the old revisions and -32602 in the new one, with the address."""
    modern = revision == MODERN_REVISION
    answer = ask(product.address, revision, "resources/read", {"uri": uri})
    error = error_of(answer, 400 if modern else 200, -32602 if modern else -32002)
    assert error["data"] == {"uri": uri}
