"""A client that somebody else's generator makes from the description gets typed answers from a real server."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import httpx
import pytest
from running_server import Running

from modeladvisor_server.rest import description

PACKAGE = "generated_modeladvisor"
CONFIG = f"""
project_name_override: generated-modeladvisor
package_name_override: {PACKAGE}
post_hooks: []
"""


@pytest.fixture(scope="module")
def generated(product: Running, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a client made from what the server says of itself, found by imports."""
    folder = tmp_path_factory.mktemp("client")
    config = folder / "config.yaml"
    config.write_text(CONFIG)
    made = subprocess.run(  # noqa: S603 - our own interpreter
        [
            *(
                sys.executable,
                "-m",
                "openapi_python_client",
                "generate",
                "--fail-on-warning",
                "--meta",
                "none",
            ),
            *("--url", f"{product.address}/api/v1/openapi.json", "--config", str(config)),
            *("--output-path", str(folder / PACKAGE)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))
    for name in [one for one in sys.modules if one.split(".")[0] == PACKAGE]:
        del sys.modules[name]


def module(name: str) -> ModuleType:
    """Return a module of the generated client."""
    return importlib.import_module(f"{PACKAGE}.{name}")


def call(server: Running, tag: str, operation: str, **given: Any) -> Any:
    """Call an operation of the generated client, and return what it makes of the answer."""
    client = module("client").Client(base_url=f"{server.address}/api/v1")
    client.set_httpx_client(httpx.Client(base_url=f"{server.address}/api/v1", trust_env=False, timeout=60))
    with client:
        return module(f"api.{tag}.{operation}").sync(client=client, **given)


def asked_by_example(address: description.Address) -> dict[str, Any]:
    """Return the required parameters of an address as the generated client takes them, by their first examples."""
    given: dict[str, Any] = {}
    for one in address.parameters:
        if one.required:
            words = f"{address.name}_{one.name}" if one.closed else None
            value = one.examples[0]
            given[one.name] = getattr(module("models"), camel(words))(value) if words else value
    return given


def camel(name: str) -> str:
    """Return a name as generated classes are called."""
    return "".join(part.title() for part in name.split("_"))


@pytest.mark.usefixtures("generated")
@pytest.mark.parametrize("address", description.ADDRESSES, ids=lambda one: one.name)
def test_every_operation_answers_in_its_class(product: Running, address: description.Address) -> None:
    """Each address is a function of the client, and its answer an object of the class that the description names."""
    answer = call(product, address.tag, address.name, **asked_by_example(address))
    assert type(answer).__name__ == address.answer.__name__
    assert answer.additional_properties == {}
    assert type(answer.dataset).__name__ == "DatasetView"
    assert set(address.answer.__annotations__) <= {one.name for one in attrs.fields(type(answer))}


@pytest.mark.usefixtures("generated")
def test_a_job_is_asked_in_types_and_answered_in_types(product: Running) -> None:
    """Words are members of enumerations, and the answer is objects all the way down."""
    models = module("models")
    answer = call(
        product,
        "advice",
        "find_model",
        task=models.FindModelTask("product-videos"),
        input_="image",
        audio=models.FindModelAudio.SILENT,
        limit=2,
    )
    place = answer.rankings[0].fits[0]
    assert isinstance(place, models.PlaceView)
    assert isinstance(place.model.vendor, models.VendorView)
    assert isinstance(place.score.low, int | float)
    assert place.reasons[0].evidence[0].source_url.startswith("https://")


@pytest.mark.usefixtures("generated")
def test_a_mistake_is_an_object_too(product: Running) -> None:
    """What is refused comes as a problem with its code and every mistake."""
    models = module("models")
    problem = call(product, "advice", "compare_models", models="veo-3.1,nobody", job="nothing:1")
    assert isinstance(problem, models.ProblemView)
    assert problem.code is models.ProblemViewCode.INVALID_PARAMETER
    assert {one.parameter for one in problem.errors} == {"models", "job"}
    unknown = call(product, "models", "get_model", slug="no such model")
    assert unknown.code is models.ProblemViewCode.UNKNOWN_MODEL
