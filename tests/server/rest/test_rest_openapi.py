"""openapi.json describes what is really served."""

from __future__ import annotations

import json
from typing import Any

import attrs
import jsonschema
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from rest_client import API, APP, APPS, BUNDLED, OPEN, SMALL, TODAY, answer_of, application, ask, named

from modeladvisor_server.app import Application
from modeladvisor_server.problems import CODES
from modeladvisor_server.questions import Questions
from modeladvisor_server.rest import description, resources
from modeladvisor_server.rest.samples import sample_of

CATALOGS = {"bundled": BUNDLED, "small": SMALL}

OPENAPI: dict[str, Any] = ask(f"{API}/openapi.json").json
OPERATIONS = {path: item["get"] for path, item in OPENAPI["paths"].items()}
PARAMETERS = [(path, one) for path, operation in OPERATIONS.items() for one in operation["parameters"]]
each_parameter = pytest.mark.parametrize(
    ("path", "parameter"), PARAMETERS, ids=[f"{path}-{one['name']}" for path, one in PARAMETERS]
)


def test_the_description_is_valid_openapi_3_1() -> None:
    """The document keeps to OpenAPI 3.1 and names version 1.0.0."""
    OpenAPIV31SpecValidator(OPENAPI).validate()
    assert OPENAPI["openapi"].startswith("3.1.")
    assert OPENAPI["info"]["version"] == "1.0.0"
    assert ask(f"{API}/openapi.json").headers["content-type"] == "application/openapi+json"
    for app in APPS.values():
        OpenAPIV31SpecValidator(ask(f"{API}/openapi.json", app=app).json).validate()


def test_every_address_is_described_with_its_parameters() -> None:
    """The description names the addresses and parameters that are served, and no others."""
    served = {path: set(resource.allowed) for path, resource in resources.ADDRESSES}
    described = {
        path: {one["name"] for one in operation["parameters"] if one["in"] == "query"}
        for path, operation in OPERATIONS.items()
    }
    assert described == served


@pytest.mark.parametrize("path", list(OPERATIONS))
def test_every_address_declares_what_it_may_answer(path: str) -> None:
    """200, 304 and the status of every kind of problem are declared everywhere, problems as problem+json."""
    assert {400, 404, 405, 414, 429, 500} <= {code.status for code in CODES.values()}
    assert set(OPERATIONS[path]["responses"]) == {
        "200",
        "304",
        *(str(code.status) for code in CODES.values()),
    }
    for status in OPERATIONS[path]["responses"]:
        response = response_of(path, status)
        assert response["description"]
        kind = {"200": "application/json", "304": None}.get(status, "application/problem+json")
        assert list(response.get("content", {})) == ([kind] if kind else [])


@each_parameter
def test_every_parameter_is_described_by_example(path: str, parameter: dict[str, Any]) -> None:
    """Each parameter says what it means and gives an example that fits its own schema."""
    assert (parameter["in"] == "path") is (f"{{{parameter['name']}}}" in path)
    assert parameter["description"]
    assert parameter["examples"]
    for example in parameter["examples"].values():
        jsonschema.validate(example["value"], parameter["schema"])
    assert parameter["in"] in ("query", "path")
    assert parameter["required"] or parameter["in"] == "query"


@each_parameter
def test_every_example_works(path: str, parameter: dict[str, Any]) -> None:
    """A request made of nothing but examples is answered in the described shape."""
    others = [one for one in OPERATIONS[path]["parameters"] if one["required"] and one is not parameter]
    for example in parameter["examples"].values():
        status, answer = request_by_example(path, [*others, {**parameter, "examples": {"": example}}])
        assert status == 200, answer
        check_answer(path, answer)


@pytest.mark.parametrize("path", list(OPERATIONS))
def test_all_examples_of_an_address_work_together(path: str) -> None:
    """The examples of all parameters of an address, asked together, are answered too."""
    parameters = OPERATIONS[path]["parameters"]
    status, answer = request_by_example(path, parameters)
    assert status == 200, answer
    check_answer(path, answer)


def request_by_example(
    path: str, parameters: list[dict[str, Any]], *, app: Application = APP
) -> tuple[int, Any]:
    """Ask an address with the first examples of some of its parameters."""
    values = {one["name"]: next(iter(one["examples"].values()))["value"] for one in parameters}
    texts = {name: str(one).lower() if isinstance(one, bool) else str(one) for name, one in values.items()}
    for one in parameters:
        if one["in"] == "path":
            path = path.replace(f"{{{one['name']}}}", texts.pop(one["name"]))
    result = ask(f"{API}{path}", list(texts.items()), app=app)
    return result.status_code, result.json


def response_of(path: str, status: str) -> dict[str, Any]:
    """Return what the description says of one status of an address, its reference followed."""
    response: dict[str, Any] = OPERATIONS[path]["responses"][status]
    name = response.get("$ref", "").removeprefix("#/components/responses/")
    return OPENAPI["components"]["responses"][name] if name else response


def check_answer(path: str, answer: object) -> None:
    """Check an answer against the schema of its address."""
    schema = OPERATIONS[path]["responses"]["200"]["content"]["application/json"]["schema"]
    jsonschema.Draft202012Validator({**schema, "components": OPENAPI["components"]}).validate(answer)


@pytest.mark.parametrize("word", sorted({one["name"] for _, one in PARAMETERS if "enum" in one["schema"]}))
def test_every_word_of_a_closed_set_works(word: str) -> None:
    """Each allowed value that the description lists is answered with 200."""
    for path, parameter in PARAMETERS:
        if parameter["name"] != word:
            continue
        required = [one for one in OPERATIONS[path]["parameters"] if one["required"] and one["name"] != word]
        for value in parameter["schema"]["enum"]:
            rest = (
                [{"name": "output", "in": "query", "examples": {"": {"value": "video"}}}]
                if word in ("audio", "duration")
                else []
            )
            status, answer = request_by_example(
                path, [*required, *rest, {**parameter, "examples": {"": {"value": value}}}]
            )
            assert status == 200, answer


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("/finder", "task=nope", "400"),
        ("/models/nope", "", "404"),
        ("/nowhere", "", "404"),
        ("/finder", "x" * 5000, "414"),
    ],
)
def test_problems_fit_the_schema_of_problems(path: str, query: str, status: str) -> None:
    """What a refusal looks like is described as well."""
    response = response_of("/finder", status)
    schema = response["content"]["application/problem+json"]["schema"]
    result = ask(f"{API}{path}", query)
    assert str(result.status_code) == status
    jsonschema.Draft202012Validator({**schema, "components": OPENAPI["components"]}).validate(result.json)


def test_names_of_operations_are_unique() -> None:
    """Generated clients get one function for each address."""
    names = [operation["operationId"] for operation in OPERATIONS.values()]
    assert len(set(names)) == len(names)


def is_part(shown: Any, whole: Any) -> bool:
    """Tell whether what is shown is the whole, but for entries left out of maps and from the end of lists."""
    if isinstance(shown, dict):
        return isinstance(whole, dict) and all(
            key in whole and is_part(one, whole[key]) for key, one in shown.items()
        )
    if isinstance(shown, list):
        return isinstance(whole, list) and bool(shown) is bool(whole) and all(map(is_part, shown, whole))
    return bool(shown == whole)


@pytest.mark.parametrize("name", list(APPS))
@pytest.mark.parametrize("address", description.ADDRESSES, ids=lambda one: one.path)
def test_shown_answers_are_real(address: description.Address, name: str) -> None:
    """The example of an address, here and in llms-full.txt, is what the request beside it is answered, cut short."""
    sample = sample_of(address, Questions(CATALOGS[name], lambda: TODAY))
    document = ask(f"{API}/openapi.json", app=APPS[name]).json
    content = document["paths"][address.path]["get"]["responses"]["200"]["content"]["application/json"]
    if sample is None:
        assert "example" not in content
        return
    path, _, query = sample.request.partition("?")
    assert is_part(content["example"], answer_of(ask(f"{API}{path}", query, app=APPS[name])))
    schema = {**content["schema"], "components": document["components"]}
    jsonschema.Draft202012Validator(schema).validate(content["example"])
    reference = ask("/llms-full.txt", app=APPS[name]).text
    shown = json.dumps(content["example"], ensure_ascii=False)
    assert f"Example: GET /api/v1{sample.request}\n```json\n{shown}\n```" in reference


def test_every_address_of_the_bundled_catalog_is_shown() -> None:
    """Nothing is left without a real answer."""
    for operation in OPERATIONS.values():
        assert operation["responses"]["200"]["content"]["application/json"]["example"]["dataset"]


def test_examples_are_of_the_catalog_that_answers() -> None:
    """Over a catalog that knows none of the usual names, every example is of its own names, and is answered."""
    own = [BUNDLED.models[slug] for slug in ("flux.2-pro", "sora-2", "seedream-4.5")]
    tasks = {"text-in-images": BUNDLED.use_cases["text-in-images"]}
    catalog = attrs.evolve(BUNDLED.with_models(own).with_use_cases(tasks), workflows={})
    app = application(catalog)
    document = ask(f"{API}/openapi.json", app=app).json
    OpenAPIV31SpecValidator(document).validate()
    for path, item in document["paths"].items():
        operation = item["get"]
        if path == "/workflows/{slug}":
            assert "example" not in operation["responses"]["200"]["content"]["application/json"]
            assert "examples" not in operation["parameters"][0]
            continue
        required = [one for one in operation["parameters"] if one["required"]]
        for parameter in operation["parameters"] or [None]:
            wanted = [*(one for one in required if one is not parameter), *([parameter] if parameter else [])]
            status, answer = request_by_example(path, wanted, app=app)
            assert status == 200, (path, parameter, answer)
        assert operation["responses"]["200"]["content"]["application/json"]["example"]["dataset"]


@pytest.mark.parametrize("status", ["400", "404"])
def test_shown_refusals_are_real(status: str) -> None:
    """The examples of 400 and 404 are the problems that such requests get."""
    example = response_of("/finder", status)["content"]["application/problem+json"]["example"]
    query = [("task", "product-vidoes"), ("limit", "0")] if status == "400" else []
    assert ask(example["instance"], query).json == example


def test_links_lead_from_answer_to_question() -> None:
    """What a link takes from the example of an answer is answered by the operation that it names."""
    by_name = {operation["operationId"]: path for path, operation in OPERATIONS.items()}
    for path, operation in OPERATIONS.items():
        for link in operation["responses"]["200"].get("links", {}).values():
            ((parameter, expression),) = link["parameters"].items()
            found: Any = operation["responses"]["200"]["content"]["application/json"]["example"]
            for part in expression.removeprefix("$response.body#/").split("/"):
                found = found[int(part)] if isinstance(found, list) else found[part]
            target = by_name[link["operationId"]]
            query = [] if f"{{{parameter}}}" in target else [(parameter, str(found))]
            result = ask(f"{API}{target.replace(f'{{{parameter}}}', str(found))}", query)
            assert result.status_code == 200, (path, link)


def test_responses_name_the_header_fields_that_they_have() -> None:
    """Every header field that is described stands on such an answer."""
    limited = application(settings=attrs.evolve(OPEN, rest_limit=1), entries=1)
    answers = {
        "200": ask(named("best"), app=limited),
        "429": ask(named("best"), app=limited),
        "304": ask(named("best"), headers={"If-None-Match": "*"}),
        "400": ask(named("finder"), "limit=0"),
        "404": ask("/nothing"),
        "405": ask(named("best"), method="POST"),
        "406": ask(named("best"), headers={"Accept": "text/html"}),
        "414": ask(named("finder"), "x" * 5000),
    }
    for status, answer in answers.items():
        assert str(answer.status_code) == status
        for field in response_of("/best", status)["headers"]:
            assert field.lower() in answer.headers, (status, field)
