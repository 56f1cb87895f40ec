"""Learning one more good fact never lowers a model; learning a bad one never raises it."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

from modeladvisor import Catalog
from modeladvisor.answers import Answer
from modeladvisor.asks import brief_of, rubric_for
from modeladvisor.combinations import accepts, asked
from modeladvisor.finder import find
from modeladvisor.fits import Candidate, fit_of, style_of
from modeladvisor.interpretation import interpret
from modeladvisor.judgements import judge
from modeladvisor.prices import cost_of
from modeladvisor.records import Evidence, Model, Price
from modeladvisor.scores import Score, score
from strategies import SOURCE, TELLING, TODAY, catalogs, facts, questions

Words = dict[str, str]


def needs_of(catalog: Catalog, model: Model, words: Words) -> Iterator[Answer]:
    """Yield the answer of every need that gates, criteria and the question put to a model."""
    question = interpret(catalog, **words)
    medium, vocabulary = words["output"], catalog.vocabulary
    rubric = rubric_for(catalog, question, medium)
    for criterion in rubric.criteria:
        for level in criterion.levels:
            yield judge(level.need, model, vocabulary, TODAY).answer
        if criterion.request is not None:
            yield accepts(model, asked(**criterion.request), medium, vocabulary, TODAY).answer
    brief = brief_of(catalog, question, medium)
    if medium in model.makes:
        cost = cost_of(brief.job, model, vocabulary, TODAY).reached_by(brief.access)
        candidate = Candidate(model, {}, cost)
        yield from (fit_of(candidate, [ask], medium, vocabulary, TODAY).answer for ask in brief.asks)
        yield fit_of(candidate, brief.asks, medium, vocabulary, TODAY).answer
    yield style_of(question.style, model, medium, vocabulary, TODAY) or Answer.YES


def ahead_of(catalog: Catalog, slug: str, words: Words) -> int:
    """Return how many models stand before one; behind all if it is out."""
    ranking = find(catalog, interpret(catalog, **words), TODAY).rankings[0]
    order = [one.model.slug for one in (*ranking.fits, *ranking.may_fit)]
    return order.index(slug) if slug in order else len(catalog.models)


def points(catalog: Catalog, slug: str, words: Words) -> Score:
    """Return the score of a model on the rubric of a question."""
    question, medium = interpret(catalog, **words), words["output"]
    access = brief_of(catalog, question, medium).access
    rubric = rubric_for(catalog, question, medium)
    return score(catalog.models[slug], rubric, catalog.vocabulary, TODAY, access=access)


def replaced(catalog: Catalog, model: Model) -> Catalog:
    """Return the catalog with one record replaced."""
    return catalog.with_models([*(one for one in catalog.models.values() if one.slug != model.slug), model])


@st.composite
def asked_catalogs(draw: st.DrawFn) -> tuple[Catalog, Model, Words]:
    """Catalogs, one of their models and a question."""
    medium = draw(st.sampled_from(["image", "video"]))
    catalog = draw(catalogs(medium=medium, least=2, most=4, gates=draw(st.booleans())))
    return catalog, catalog.models["m1"], draw(questions(catalog, most=2, media=[medium]))


class TestLearning:
    """Learning one more good fact never lowers a model; learning a bad one never raises it.

    (Good turns a need to yes or earns points; bad turns it to no or earns none.)
    """

    @given(data=st.data(), world=asked_catalogs())
    def test_facts(self, data: st.DataObject, world: tuple[Catalog, Model, Words]) -> None:
        """A fact that only turns needs to yes lowers nothing, one that only turns them to no raises nothing."""
        catalog, model, words = world
        medium = words["output"]
        absent = [
            key for key in TELLING if key not in model.facts and medium in catalog.vocabulary.keys[key].media
        ]
        key = data.draw(st.sampled_from(absent))
        learnt = data.draw(facts(catalog.vocabulary.keys[key], f"{model.slug}/facts"))
        after = replaced(catalog, attrs.evolve(model, facts={**model.facts, key: learnt}))
        pairs = list(
            zip(
                needs_of(catalog, model, words), needs_of(after, after.models[model.slug], words), strict=True
            )
        )
        good = all(new is old or new is Answer.YES for old, new in pairs)
        bad = all(new is old or new is Answer.NO for old, new in pairs)
        was, now = points(catalog, model.slug, words), points(after, model.slug, words)
        place, placed = ahead_of(catalog, model.slug, words), ahead_of(after, model.slug, words)
        if good:
            assert placed <= place
            assert (now.low, now.high) >= (was.low, was.high)
        if bad:
            assert placed >= place
            assert now.low <= was.low
            assert now.high <= was.high

    @given(data=st.data(), world=asked_catalogs(), cheap=st.booleans())
    def test_prices(self, data: st.DataObject, world: tuple[Catalog, Model, Words], cheap: bool) -> None:
        """A price below all others never lowers a model; a price above every scale never raises it."""
        catalog, model, words = world
        assume(model.routes)
        route = data.draw(st.sampled_from(model.routes))
        price = Price(
            id=f"{model.slug}/routes/{route.id}/prices/new",
            usd=0.001 if cheap else 9.0,
            per="second" if words["output"] == "video" else "image",
            source=SOURCE,
            verified=TODAY,
        )
        priced = attrs.evolve(route, prices=(*route.prices, price))
        others = [one for one in model.routes if one.id != route.id]
        after = replaced(catalog, attrs.evolve(model, routes=(*others, priced)))
        was, now = points(catalog, model.slug, words), points(after, model.slug, words)
        place, placed = ahead_of(catalog, model.slug, words), ahead_of(after, model.slug, words)
        if cheap:
            assert placed <= place
            assert now.low >= was.low
        else:
            assert placed >= place
            assert now.low <= was.low
            assert now.high <= was.high

    @given(data=st.data(), world=asked_catalogs(), leading=st.booleans())
    def test_evidence(self, data: st.DataObject, world: tuple[Catalog, Model, Words], leading: bool) -> None:
        """A leading finding never lowers a model; a weak one never raises it."""
        catalog, model, words = world
        dimension = data.draw(st.sampled_from(["overall_preference", "human_realism", "speech_quality"]))
        finding = Evidence(
            id=f"{model.slug}/evidence/new",
            dimension=dimension,
            medium=words["output"],
            mode=None,
            grade="leading" if leading else "weak",
            finding="Found.",
            dated=data.draw(st.sampled_from([TODAY, *(one.dated for one in model.evidence)])),
            misses="Much.",
            source=SOURCE,
        )
        after = replaced(catalog, attrs.evolve(model, evidence=(*model.evidence, finding)))
        was, now = points(catalog, model.slug, words), points(after, model.slug, words)
        place, placed = ahead_of(catalog, model.slug, words), ahead_of(after, model.slug, words)
        if leading:
            assert placed <= place
            assert now.low >= was.low
        else:
            assert placed >= place
            assert now.low <= was.low
            assert now.high <= was.high
