"""Requests that are generated from the description get described answers from a real server."""

from __future__ import annotations

from generated_cases import generated_cases
from running_server import Running

LEAST, EXAMPLES = 400, 6


def test_generated_requests_get_described_answers(product: Running) -> None:
    """Right and wrong requests of all phases find no fault; they are the same each time."""
    before = len(product.log.read_text())
    outcome = generated_cases(product, examples=EXAMPLES, options=("--generation-deterministic",))
    assert outcome.fine, outcome.said
    assert outcome.cases >= LEAST
    log = product.log.read_text()[before:]
    assert "Traceback" not in log
    assert "incident" not in log
