"""Suggestions for the arguments of prompts, in every revision."""

from __future__ import annotations

import pytest
from mcp_fixtures import ALL_REVISIONS, CAPABILITIES, ask, build_app, error_of, result_of, status_of

from modeladvisor_server.mcp import Offer, Prompt, PromptArgument
from modeladvisor_server.mcp.failures import INVALID_PARAMS
from modeladvisor_server.mcp.revisions import MODERN_REVISION


def _colours(typed: str) -> list[str]:
    return [f"{typed}{number}" for number in range(250 if typed == "many" else 2)]


APP = build_app(
    offer=Offer(
        name="suggestions",
        title="Suggestions",
        version="1",
        instructions="",
        prompts=(
            Prompt(
                "paint",
                "Paint",
                "Paints.",
                (PromptArgument("colour", "Which.", suggest=_colours), PromptArgument("size", "How big.")),
                lambda _given: "Paint.",
            ),
        ),
    )
)
PAINT = {"type": "ref/prompt", "name": "paint"}

each_revision = pytest.mark.parametrize("revision", ALL_REVISIONS)


def ask_completion(revision: str, ref: object, name: str, value: str) -> dict[str, object]:
    """Ask for suggestions and give them."""
    params = {"ref": ref, "argument": {"name": name, "value": value}}
    completion = result_of(ask(revision, "completion/complete", params, app=APP))["completion"]
    assert isinstance(completion, dict)
    return completion


@each_revision
def test_what_was_typed_is_completed(revision: str) -> None:
    """Suggestions come in the order in which they were made."""
    assert ask_completion(revision, PAINT, "colour", "blue") == {
        "values": ["blue0", "blue1"],
        "total": 2,
        "hasMore": False,
    }


@each_revision
def test_a_hundred_suggestions_are_enough(revision: str) -> None:
    """Of more than 100 suggestions the first 100 are sent, and how many there are."""
    completion = ask_completion(revision, PAINT, "colour", "many")
    assert completion == {
        "values": [f"many{number}" for number in range(100)],
        "total": 250,
        "hasMore": True,
    }


@each_revision
@pytest.mark.parametrize(
    ("ref", "name"), [(PAINT, "size"), ({"type": "ref/resource", "uri": "things://one/{slug}"}, "slug")]
)
def test_no_suggestions_are_an_empty_list(revision: str, ref: object, name: str) -> None:
    """Where nothing is suggested, the list is empty."""
    assert ask_completion(revision, ref, name, "x") == {"values": [], "total": 0, "hasMore": False}


@each_revision
@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({}, '"ref"'),
        ({"ref": PAINT}, '"argument"'),
        ({"ref": PAINT, "argument": {"name": "colour"}}, '"value"'),
        ({"ref": PAINT, "argument": {"value": "x"}}, '"name"'),
        ({"ref": PAINT, "argument": {"name": "taste", "value": "x"}}, "no argument 'taste'"),
        ({"ref": {"type": "ref/tool"}, "argument": {"name": "colour", "value": "x"}}, "ref/prompt"),
        (
            {"ref": {"type": "ref/prompt", "name": "sing"}, "argument": {"name": "colour", "value": "x"}},
            "the prompts are paint",
        ),
    ],
)
def test_wrong_questions_are_errors(revision: str, params: dict[str, object], words: str) -> None:
    """Whatever is wrong with a question is -32602 and says what."""
    response = ask(revision, "completion/complete", params, app=APP)
    error = error_of(response, status_of(revision, INVALID_PARAMS), INVALID_PARAMS)
    assert words in str(error["message"])


@each_revision
def test_suggestions_are_announced(revision: str) -> None:
    """Clients learn that there are suggestions where there are any."""
    method = "server/discover" if revision == MODERN_REVISION else "initialize"
    result = result_of(ask(revision, method, {"protocolVersion": revision}, app=APP))
    assert result["capabilities"] == {**CAPABILITIES, "completions": {}}
