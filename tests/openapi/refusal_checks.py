"""Checks of Schemathesis on refusals, for what its own checks leave open; loaded by schemathesis.toml."""

from __future__ import annotations

from typing import Any

import schemathesis
from schemathesis import Case, Response
from schemathesis.checks import CheckContext

LONGEST_REFUSAL = 30_000


@schemathesis.check
def refusals_teach(_ctx: CheckContext, response: Response, _case: Case[Any]) -> None:
    """A refusal is a problem with its own status, names what was sent, and is never an exception's text."""
    if response.status_code < 400:
        return
    problem = response.json()
    assert problem["status"] == response.status_code, "the problem has another status than the answer"
    assert len(response.content) < LONGEST_REFUSAL, "a refusal repeats what was sent at length"
    assert b"Traceback" not in response.content, "a refusal shows a traceback"
    for mistake in problem["errors"]:
        assert mistake["expected"], "a mistake does not say what was expected"
    if response.status_code in (400, 404):
        assert problem["errors"], "a refusal does not name the mistake"


@schemathesis.check
def allowed_values_are_refused_only_together(_ctx: CheckContext, response: Response, case: Case[Any]) -> None:
    """A request that fits the description is 400 only for the form of a text, or for values that contradict others."""
    if response.status_code != 400 or case.meta is None or not case.meta.generation.mode.is_positive:
        return
    described = {one.name: one.definition["schema"] for one in case.operation.iter_parameters()}
    for mistake in response.json()["errors"]:
        schema: dict[str, Any] = described.get(mistake["parameter"], {"type": "nothing"})
        is_text = schema["type"] == "string" and "enum" not in schema
        is_word = mistake["got"] in schema.get("enum", ())
        assert is_text or is_word, f"{mistake} is about a value that the description allows"
