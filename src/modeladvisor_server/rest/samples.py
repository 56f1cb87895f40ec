"""Real answers of one catalog, shortened, for the reference: what a request gets, and what a mistake gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, urlencode

import attrs

from modeladvisor.errors import NotInCatalogError, QuestionError
from modeladvisor_server.problems import ProblemView, problem_of
from modeladvisor_server.questions import Questions
from modeladvisor_server.rest.described_parameters import Parameter
from modeladvisor_server.rest.description import Address
from modeladvisor_server.rest.schemas import Schema, resolved

API = "/api/v1"
NOTE = "A real answer, shortened: of each list and each map only the first entries."
_ASKED: Mapping[str, Callable[[Questions, Mapping[str, str]], object]] = {
    "list_models": lambda questions, given: questions.models(given),
    "get_model": lambda questions, given: questions.model(given["slug"]),
    "get_access": lambda questions, given: questions.access(given["slug"]),
    "get_prompt_tips": lambda questions, given: questions.tips(given["slug"], _but(given, "slug")),
    "compare_models": lambda questions, given: questions.compare(given),
    "list_use_cases": lambda questions, _given: questions.use_cases(),
    "best_for_use_case": lambda questions, given: questions.best(given["usecase"]),
    "find_model": lambda questions, given: questions.finder(given),
    "list_workflows": lambda questions, given: questions.workflows(given),
    "get_workflow": lambda questions, given: questions.workflow(given["slug"]),
    "get_vocabulary": lambda questions, _given: questions.vocabulary(),
}


@attrs.frozen
class Sample:
    """A request, as the path and query below `/api/v1`, and what it is answered."""

    request: str
    answer: object


def sample_of(address: Address, questions: Questions) -> Sample | None:
    """Return a request of an address with its answer; None where the catalog holds nothing to ask about."""
    required = {
        one.name: examples[0]
        for one in address.parameters
        if one.required and (examples := examples_of(one, questions))
    }
    for given in ({**required, **address.sample}, required):
        try:
            answer = _ASKED[address.name](questions, given)
        except (KeyError, QuestionError, NotInCatalogError):
            continue
        return Sample(request_of(address, given), answer)
    return None


def request_of(address: Address, given: Mapping[str, str]) -> str:
    """Return path and query of a request, percent-encoded."""
    path = address.path
    for one in address.parameters:
        if one.place == "path":
            path = path.replace(f"{{{one.name}}}", quote(given[one.name], safe=""))
    inside = {one.name for one in address.parameters if one.place == "path"}
    query = urlencode(_but(given, *inside), safe=",:/")
    return f"{path}?{query}" if query else path


def examples_of(parameter: Parameter, questions: Questions) -> tuple[str, ...]:
    """Return the examples of a parameter that mean something in this catalog; of what has none, its first words."""
    if parameter.names:
        known = getattr(questions.catalog, parameter.names)
        found = tuple(one for one in parameter.examples if _are_known(one, parameter, questions))
        count = parameter.examples[0].count(",") + 1
        return found or ((",".join([*known][:count]),) if len(known) >= count else ())
    if parameter.words is None:
        return parameter.examples
    words = questions.allowed()[parameter.words]
    fine = (
        one for one in parameter.examples if set(one.split(",")) <= {*words} or any(map(str.isdigit, one))
    )
    return tuple(fine) or tuple(words[:1])


def _are_known(example: str, parameter: Parameter, questions: Questions) -> bool:
    if parameter.names == "workflows":
        return example in questions.catalog.workflows
    try:
        for name in example.split(","):
            questions.catalog.find_model(name)
    except NotInCatalogError:
        return False
    return True


def mistake_samples(questions: Questions) -> dict[int, ProblemView]:
    """Return the answers to a request with mistakes and to one for what nobody knows, by status."""
    found: dict[int, ProblemView] = {}
    for path, ask in (
        ("/finder", lambda: questions.finder({"task": "product-vidoes", "limit": "0"})),
        ("/models/no-such-model", lambda: questions.model("no-such-model")),
    ):
        try:
            ask()
        except (QuestionError, NotInCatalogError) as error:
            body = problem_of(error, f"{API}{path}")
            found[body["status"]] = body
    return found


def shortened(view: Any, schema: Mapping[str, Any], components: Mapping[str, Schema]) -> Any:
    """Return an answer with the first entry of every list and of every map; it still fits its schema."""
    if view is None:
        return None
    schema = resolved(schema, components)
    if isinstance(view, list) and schema:
        plain = not any(isinstance(one, dict | list) for one in view)
        return [shortened(one, schema.get("items", {}), components) for one in view[: 3 if plain else 1]]
    if not isinstance(view, dict) or not (schema.get("properties") or schema.get("additionalProperties")):
        return view
    if "properties" in schema:
        return {key: shortened(one, schema["properties"][key], components) for key, one in view.items()}
    known = [key for key, one in view.items() if one is not None][:2]
    unknown = [key for key, one in view.items() if one is None][:1]
    inner = schema["additionalProperties"]
    return {key: shortened(one, inner, components) for key, one in view.items() if key in (*known, *unknown)}


def _but(given: Mapping[str, str], *names: str) -> dict[str, str]:
    return {name: value for name, value in given.items() if name not in names}
