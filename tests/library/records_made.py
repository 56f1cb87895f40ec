"""Records by hand for single cases: a model with the facts that a test names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from modeladvisor.conditions import Scalar, Test
from modeladvisor.records import Evidence, Fact, Grade, Model, Price, PriceUnit, Route, RouteKind, Rule
from modeladvisor.values import Several, Value
from strategies import SOURCE, TODAY


def several(*values: str | float, open_: bool = False) -> Several:
    """Return a set of values."""
    return Several(tuple(values), open=open_)


def fact(key: str, value: Value) -> Fact:
    """Return a fact of `m1`, verified today."""
    return Fact(f"m1/facts/{key}", key, value, SOURCE, TODAY)


def price(
    name: str,
    usd: float,
    per: PriceUnit = "second",
    *,
    resolution: str | None = None,
    audio: bool | None = None,
    seconds: float | None = None,
    of: Literal["output", "input", "extra"] = "output",
    included: int = 0,
    modes: tuple[str, ...] = (),
) -> Price:
    """Return a price verified today."""
    return Price(
        id=f"m1/{name}",
        usd=usd,
        per=per,
        source=SOURCE,
        verified=TODAY,
        of=of,
        resolution=resolution,
        audio=audio,
        duration_seconds=seconds,
        included=included,
        modes=modes,
    )


def route(name: str, *prices: Price, kind: RouteKind = "api", **facts: Value) -> Route:
    """Return a route at the provider `relay` with prices and own facts."""
    provider = None if kind == "self-hosted" else "relay"
    return Route(name, provider, kind, None, {key: fact(key, value) for key, value in facts.items()}, prices)


def rule(name: str, when: Mapping[str, Scalar], then: Mapping[str, Scalar]) -> Rule:
    """Return a rule that fixes features to single values."""

    def tests(table: Mapping[str, Scalar]) -> tuple[Test, ...]:
        return tuple(Test(key, "equals", (value,)) for key, value in table.items())

    return Rule(f"m1/rules/{name}", tests(when), tests(then), SOURCE, TODAY)


def finding(name: str, grade: Grade, dimension: str = "speech_quality") -> Evidence:
    """Return a finding about video of today."""
    return Evidence(f"m1/evidence/{name}", dimension, "video", None, grade, "It won.", TODAY, "Much.", SOURCE)


def model(
    slug: str = "m1",
    *routes: Route,
    makes: tuple[str, ...] = ("video",),
    rules: tuple[Rule, ...] = (),
    evidence: tuple[Evidence, ...] = (),
    names: tuple[str, ...] = (),
    **facts: Value,
) -> Model:
    """Return a model of Acme with the named facts."""
    return Model(
        slug=slug,
        name=f"Model {slug}",
        vendor="acme",
        family="family",
        makes=makes,
        summary="A model.",
        aliases=names,
        formerly=(),
        limitations=(),
        sources={"page": SOURCE},
        facts={key: fact(key, value) for key, value in facts.items()},
        searched={},
        rules=rules,
        routes=routes,
        evidence=evidence,
        prompt_tips=(),
    )
