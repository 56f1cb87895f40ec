"""Facts, prices and scores as cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from modeladvisor.sheets import NOTHING, Cell, Sourced, in_words

if TYPE_CHECKING:
    from modeladvisor.prices import Cost
    from modeladvisor.records import Evidence, Fact, Price, Rule


def fact_cell(fact: Fact | None, unit: str | None = None) -> Cell:
    """Return a fact in words with its source; None is unknown."""
    if fact is None:
        return None
    told = in_words(fact.value)
    return Sourced(
        f"{told} {unit}" if unit else told, fact.source.url, fact.source.title, fact.verified, fact.note
    )


def price_cell(price: Price, usd: float | None = None) -> Sourced:
    """Return a price in USD with its source; `usd` is what it comes to for a job."""
    return Sourced(
        price.usd if usd is None else usd, price.source.url, price.source.title, price.verified, price.note
    )


def cost_cell(cost: Cost) -> Cell:
    """Return the cheapest known price of a second or an image with its source; None where none is known."""
    return price_cell(cost.cheapest.price, cost.cheapest.usd) if cost.cheapest else None


def signed_cells(cost: Cost) -> tuple[Cell, Cell]:
    """Return the prices of a unit and of the job for people, with signs for what is not certain about them.

    A job without a length has no sum, which is not the same as unknown.
    """
    cheapest = cost.cheapest
    if cheapest is None:
        return None, None
    signs = ("≤" if cost.upper_bound else "") + ("" if cheapest.exact else "~")
    unit = attrs.evolve(price_cell(cheapest.price), value=f"{signs}{cheapest.usd:.4g}", note=None)
    if cheapest.total is None:
        return unit, NOTHING
    return unit, f"{cheapest.total:.4g}{'+' if cheapest.lacks else ''}"


def job_cell(cost: Cost) -> Cell:
    """Return the price of the whole job on the same route; None where it is unknown or has no length."""
    return cost.cheapest.total if cost.cheapest else None


def rule_cell(rule: Rule) -> Sourced:
    """Return the name of a rule with its source."""
    name = rule.id.rsplit("/", 1)[-1]
    return Sourced(f"rule {name}", rule.source.url, rule.source.title, rule.verified, rule.note)


def evidence_cell(evidence: Evidence) -> Sourced:
    """Return the grade of a finding with its source and what was found."""
    source = evidence.source
    return Sourced(evidence.grade, source.url, source.title, evidence.dated, evidence.finding)


def grounds(
    facts: tuple[Fact, ...],
    rules: tuple[Rule, ...],
    evidence: tuple[Evidence, ...],
    prices: tuple[Price, ...],
) -> list[tuple[str | None, Cell]]:
    """Return the id and the cell of everything that an answer rests on; one of unknowns where it rests on nothing."""
    found: list[tuple[str | None, Cell]] = [
        *((one.id, fact_cell(one)) for one in facts),
        *((one.id, rule_cell(one)) for one in rules),
        *((one.id, evidence_cell(one)) for one in evidence),
        *((one.id, _price_in_words(one)) for one in prices),
    ]
    return found or [(None, None)]


def _price_in_words(price: Price) -> Sourced:
    return attrs.evolve(price_cell(price), value=f"{price.usd:.6g} USD per {price.per}")


def span_in_words(low: float, high: float) -> str:
    """Return proved and possible points in words."""
    return in_words(float(low)) if low == high else f"{in_words(float(low))} to {in_words(float(high))}"
