"""openapi.json and llms-full.txt describe what is really served."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from rest_client import API, APPS, BUNDLED, ask

from modeladvisor_server.mcp.tools import product_tools
from modeladvisor_server.problems import CODES
from modeladvisor_server.questions import Questions
from modeladvisor_server.rest import resources

OPENAPI: dict[str, Any] = ask(f"{API}/openapi.json").json
LLMS = ask("/llms-full.txt").text
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


def request_by_example(path: str, parameters: list[dict[str, Any]]) -> tuple[int, Any]:
    """Ask an address with the first examples of some of its parameters."""
    values = {one["name"]: next(iter(one["examples"].values()))["value"] for one in parameters}
    texts = {name: str(one).lower() if isinstance(one, bool) else str(one) for name, one in values.items()}
    for one in parameters:
        if one["in"] == "path":
            path = path.replace(f"{{{one['name']}}}", texts.pop(one["name"]))
    result = ask(f"{API}{path}", list(texts.items()))
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


def test_the_whole_reference_names_everything() -> None:
    """llms-full.txt names every address, parameter, error, tool, capability, model and allowed word."""
    questions = Questions(BUNDLED, lambda: BUNDLED.dataset.as_of)
    sections = LLMS.split("\n### ")
    for path, operation in OPERATIONS.items():
        (section,) = [one for one in sections if one.startswith(f"{path}\n")]
        for parameter in operation["parameters"]:
            line = f"\n- {parameter['name']} ({parameter['in']}, {'required' if parameter['required'] else 'optional'}): "
            assert line in section
        for value in [word for one in operation["parameters"] for word in one["schema"].get("enum", ())]:
            assert value in section
    for code in CODES.values():
        assert f"\n- {code.status} {code.name}: " in LLMS
    for tool in product_tools(questions):
        (section,) = [one for one in sections if one.startswith(f"{tool.name}\n")]
        assert tool.description in section
        for argument, schema in tool.input_schema["properties"].items():  # type: ignore[attr-defined]  # a schema is any JSON
            assert f"\n- {argument} (" in section
            assert all(str(word) in section for word in schema.get("enum", ()))
        assert "\nExample: " in section
    for name in (*BUNDLED.models, *BUNDLED.vocabulary.keys):
        assert f"\n- {name}" in LLMS


def test_the_short_index_leads_to_documents_that_exist() -> None:
    """Each link of llms.txt is answered."""
    text = ask("/llms.txt").text
    assert text.startswith("# modeladvisor\n\n> ")
    links = [part.split(")")[0] for part in text.split("](")[1:]]
    assert links
    for link in links:
        assert ask(link).status_code == 200
