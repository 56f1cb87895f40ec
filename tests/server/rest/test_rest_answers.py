"""Every address answers in the shape that its class and openapi.json describe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import jsonschema
import msgspec
import pytest
from rest_client import API, APPS, BARE_APP, BUNDLED, SMALL, TODAY, Pairs, answer_of, application, ask, named

from modeladvisor.catalog import Catalog
from modeladvisor.opinions import NOTICE
from modeladvisor_server.rest import description, resources

CATALOGS = {"bundled": BUNDLED, "small": SMALL}
CLASSES = {one.path: one.answer for one in description.ADDRESSES}
OPENAPI = ask(f"{API}/openapi.json").json


@attrs.frozen
class Asked:
    """One request: the address as it is described, the path, the parameters."""

    template: str
    parts: tuple[str, ...]
    query: Pairs = ()


def requests_for(catalog: Catalog) -> Iterator[Asked]:
    """Yield requests that reach every address, and every thing that has one of its own."""
    for slug in catalog.models:
        for rest in ("", "access", "prompt-tips"):
            yield Asked(
                "/models/{slug}" + (f"/{rest}" if rest else ""), ("models", slug, *([rest] if rest else []))
            )
        yield Asked("/models/{slug}/prompt-tips", ("models", slug, "prompt-tips"), [("task", "ugc-ads")])
    for slug in catalog.use_cases:
        yield Asked("/best/{usecase}", ("best", slug))
        yield Asked("/finder", ("finder",), [("task", slug)])
        yield Asked("/workflows", ("workflows",), [("task", slug)])
        yield Asked("/compare", ("compare",), [("models", ",".join([*catalog.models][:8])), ("task", slug)])
    for slug in catalog.workflows:
        yield Asked("/workflows/{slug}", ("workflows", slug))
    for address in ("models", "best", "finder", "workflows", "vocabulary"):
        yield Asked(f"/{address}", (address,))
    for query in ("output=image", "status=retired", "vendor=google", "query=veo", "limit=1", "query=nothing"):
        yield Asked("/models", ("models",), [(query.split("=")[0], query.split("=")[1])])
    for words in (
        {"output": "image", "style": "vector"},
        {"input": "image", "budget": "free", "audio": "lip-sync"},
        {"output": "video", "platform": "tiktok", "duration": "extended", "budget": "2/clip"},
        {"task": "product-videos", "input": "image", "audio": "silent", "budget": "0.0001/s"},
        {"task": "product-videos", "weights": "price:30", "limit": "1"},
        {"platform": "self-hosted", "input": "images"},
    ):
        yield Asked("/finder", ("finder",), list(words.items()))
    yield Asked(
        "/compare", ("compare",), [("models", "veo-3.1,flux.2-pro,sora-2"), ("differences_only", "true")]
    )
    yield Asked("/compare", ("compare",), [("models", "veo-3.1,sora-2"), ("task", "text-in-images")])


@pytest.fixture(scope="module")
def answers() -> dict[str, list[tuple[Asked, dict[str, Any]]]]:
    """Every answer of both catalogs, asked once."""
    return {
        name: [
            (one, answer_of(ask(named(*one.parts), one.query, app=APPS[name])))
            for one in requests_for(catalog)
        ]
        for name, catalog in CATALOGS.items()
    }


Answers = dict[str, list[tuple[Asked, dict[str, Any]]]]
each_catalog = pytest.mark.parametrize("name", list(CATALOGS))


def test_every_described_address_is_served_and_asked(answers: Answers) -> None:
    """The description, the routes and the requests of these tests name the same addresses."""
    described = {one.path for one in description.ADDRESSES}
    assert described == {path for path, _ in resources.ADDRESSES}
    assert described == {one.template for found in answers.values() for one, _ in found}


@each_catalog
def test_answers_have_the_shape_of_their_class(answers: Answers, name: str) -> None:
    """Each answer reads back as its wire class, and holds no member besides."""
    for asked, answer in answers[name]:
        read = msgspec.convert(answer, type=CLASSES[asked.template], strict=True)
        assert read == answer, asked


@each_catalog
def test_answers_have_the_shape_that_openapi_describes(answers: Answers, name: str) -> None:
    """Each answer fits the schema that openapi.json gives for its address."""
    for path, item in OPENAPI["paths"].items():
        reference = item["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        schema = {**reference, "components": OPENAPI["components"]}
        validator = jsonschema.Draft202012Validator(schema)
        for asked, answer in answers[name]:
            if asked.template == path:
                errors = [f"{one.json_path}: {one.message}" for one in validator.iter_errors(answer)]
                assert errors == [], asked


@each_catalog
def test_every_answer_says_which_data_answered(answers: Answers, name: str) -> None:
    """Version, day, licence and attribution stand on every answer, with the notice on opinions."""
    about = BUNDLED.dataset
    for _, answer in answers[name]:
        assert answer["dataset"] == {
            "version": about.version,
            "as_of": about.as_of.isoformat(),
            "license": "CC-BY-4.0",
            "attribution": about.attribution,
        }
        assert answer["notice"] == NOTICE


def models_in(view: object) -> Iterator[dict[str, Any]]:
    """Yield every model that stands anywhere in an answer: what has a slug and a vendor."""
    if isinstance(view, dict):
        if {"slug", "vendor"} <= view.keys():
            yield view
        for inner in view.values():
            yield from models_in(inner)
    elif isinstance(view, list):
        for inner in view:
            yield from models_in(inner)


@each_catalog
def test_action_url_stands_on_every_model(answers: Answers, name: str) -> None:
    """Every model in every answer carries its first access link; /access has the whole list in its order."""
    catalog = CATALOGS[name]
    seen = set()
    for asked, answer in answers[name]:
        for model in models_in(answer):
            links = catalog.access.get(model["slug"], ())
            first = [
                {"url": one.url, "commercial": one.commercial, "affiliate": one.affiliate, "label": one.label}
                for one in links[:1]
            ]
            assert model["action_url"] == (first[0] if first else None), asked
            seen.add(asked.template)
        if asked.template == "/models/{slug}/access":
            listed = [one["url"] for one in answer["action_urls"]]
            assert listed == [one.url for one in catalog.access.get(asked.parts[1], ())]
    assert seen == set(CLASSES) - {"/best", "/vocabulary"}


def test_action_url_is_null_where_no_link_is_recorded() -> None:
    """A model without access links still has the member, and nothing else of an answer changes."""
    for asked in requests_for(SMALL):
        bare = answer_of(ask(named(*asked.parts), asked.query, app=BARE_APP))
        full = answer_of(ask(named(*asked.parts), asked.query, app=APPS["small"]))
        for model in models_in(bare):
            assert model["action_url"] is None
        assert without_links(bare) == without_links(full)


def without_links(view: Any) -> Any:
    """Return an answer without its access links."""
    if isinstance(view, dict):
        return {
            key: without_links(inner)
            for key, inner in view.items()
            if key not in ("action_url", "action_urls")
        }
    return [without_links(inner) for inner in view] if isinstance(view, list) else view


def test_a_record_holds_every_key_of_the_vocabulary() -> None:
    """A capability is a value with its source and date, or null, and then it stands in `unknowns` too."""
    for slug, model in BUNDLED.models.items():
        record = answer_of(ask(named("models", slug)))["model"]
        keys = [one.key for one in BUNDLED.vocabulary.keys_for(model.makes)]
        assert list(record["capabilities"]) == keys
        assert list(record["unknowns"]) == [key for key in keys if record["capabilities"][key] is None]
        for fact in record["capabilities"].values():
            assert fact is None or (fact["source_url"].startswith("https://") and fact["verified_date"])


def test_the_dataset_holds_every_record_whole() -> None:
    """/models gives the same records as /models/{slug}, in the order of their slugs."""
    answer = answer_of(ask(named("models")))
    assert answer["count"] == len(BUNDLED.models)
    assert answer["next_cursor"] is None
    records = [answer_of(ask(named("models", slug)))["model"] for slug in sorted(BUNDLED.models)]
    assert answer["models"] == records


@pytest.mark.parametrize("size", [1, 2, 5, 15, 16, 1000])
@pytest.mark.parametrize(
    "narrowed", [[], [("output", "video")], [("status", "active")], [("query", "no such")]]
)
def test_pages_by_cursor_give_the_whole_list_once(size: int, narrowed: list[tuple[str, str]]) -> None:
    """Following next_cursor gives every selected model once, in order, each page as long as its limit."""
    whole = answer_of(ask(named("models"), narrowed))["models"]
    found: list[object] = []
    cursor: list[tuple[str, str]] = []
    while True:
        page = answer_of(ask(named("models"), [*narrowed, ("limit", str(size)), *cursor]))
        assert page["count"] == len(whole)
        found.extend(page["models"])
        if page["next_cursor"] is None:
            break
        assert len(page["models"]) == size
        cursor = [("cursor", page["next_cursor"])]
    assert found == whole


@pytest.mark.parametrize("slug", list(BUNDLED.models))
def test_old_and_loose_names_give_the_record_and_say_so(slug: str) -> None:
    """Former names, aliases, the written name and loose spellings give the record with `matched_as`."""
    model = BUNDLED.models[slug]
    record = answer_of(ask(named("models", slug)))
    assert record["matched_as"] is None
    loose = {slug.upper(), slug.replace("-", "_"), slug.replace("-", " "), model.name, model.name.upper()}
    for name in {*model.formerly, *model.aliases, *loose} - {slug}:
        found = answer_of(ask(named("models", name)))
        assert found["matched_as"] == name
        assert {**found, "matched_as": None} == record
        tips = answer_of(ask(named("models", name, "prompt-tips")))
        assert tips["model"]["slug"] == slug
        assert answer_of(ask(named("models", name, "access")))["model"]["slug"] == slug


def test_loose_names_work_in_comparisons_and_use_cases() -> None:
    """Names of models and tasks are read without regard to case, blanks and underscores."""
    strict = ask(named("compare"), [("models", "veo-3.1,kling-3.0"), ("task", "ugc-ads")])
    loose = ask(named("compare"), [("models", "Google Veo, kling_v3"), ("task", "UGC ads")])
    assert loose.text == strict.text
    assert ask(named("best", "Product_Videos")).text == ask(named("best", "product-videos")).text
    slug = next(iter(BUNDLED.workflows))
    assert ask(named("workflows", slug.upper())).text == ask(named("workflows", slug)).text


def test_filters_select() -> None:
    """output, vendor, status and query select exactly the records that bear them."""
    whole = answer_of(ask(named("models")))["models"]
    for name, value, bears in (
        ("output", "image", lambda one: "image" in one["makes"]),
        ("vendor", "google", lambda one: one["vendor"]["slug"] == "google"),
        ("status", "retired", lambda one: one["status"]["value"] == "retired"),
        ("query", "GOOGLE veo", lambda one: one["family"] == "veo"),
    ):
        found = answer_of(ask(named("models"), [(name, value)]))["models"]
        assert found == [one for one in whole if bears(one)]
        assert 0 < len(found) < len(whole)


def test_the_groups_at_the_top_of_a_finder_answer_are_those_of_its_first_medium() -> None:
    """With one medium the top repeats the one ranking, with two the first of them."""
    for query, media in (([("output", "video")], ["video"]), ([], ["image", "video"])):
        answer = answer_of(ask(named("finder"), query))
        assert [one["medium"] for one in answer["rankings"]] == media
        for name in ("fits", "may_fit", "excluded", "relaxations", "sensitivity"):
            assert answer[name] == answer["rankings"][0][name]


def test_a_verdict_stands_beside_the_computed_ranking() -> None:
    """A verdict on the wire says what it rests on, was and is, and whether the computed ranking agrees."""
    answer = answer_of(ask(named("best", "product-videos"), app=APPS["small"]))
    (verdict,) = answer["verdicts"]
    assert verdict["state"] == "current"
    assert [one["slug"] for one in verdict["pick"]] == ["veo-3.1"]
    assert [one["model"]["slug"] for one in verdict["runners_up"]] == ["sora-2"]
    assert [one["was"] == one["now"] for one in verdict["rests_on"]] == [True]
    assert verdict["sources"][0]["url"].startswith("https://")
    computed = answer["computed"][0]
    finder = answer_of(ask(named("finder"), [("task", "product-videos")], app=APPS["small"]))
    assert computed == finder["rankings"][0]
    first = computed["fits"][0]["model"]["slug"] if computed["fits"] else None
    assert answer["agreement"]["same_first"] is (first == "veo-3.1")
    later = application(SMALL, today=TODAY.replace(year=TODAY.year + 2))
    (old,) = answer_of(ask(named("best", "product-videos"), app=later))["verdicts"]
    assert old["state"] == "under-review"
    assert old["state_reasons"]
