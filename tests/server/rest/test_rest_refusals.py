"""Refusals are problems that say everything that is wrong, what is allowed and what is nearest."""

from __future__ import annotations

import logging
import re
from typing import Any

import attrs
import pytest
from rest_client import API, BUNDLED, OPEN, answer_of, application, ask, mistakes_of, named, problem_of

from modeladvisor_server.problems import CODES
from modeladvisor_server.rest import resources

SECRET = "what only the log may hold"  # noqa: S105 - a text to look for, not a password
FILLED = {"{slug}": "veo-3.1", "{usecase}": "ugc-ads"}


def filled(path: str) -> str:
    """Return an address of the table with names that exist."""
    workflow = next(iter(BUNDLED.workflows))
    path = path.replace("/workflows/{slug}", f"/workflows/{workflow}")
    for blank, name in FILLED.items():
        path = path.replace(blank, name)
    return f"{API}{path}"


each_address = pytest.mark.parametrize(
    ("path", "resource"), [(filled(path), resource) for path, resource in resources.ADDRESSES]
)


@each_address
def test_an_unknown_parameter_names_what_there_is(path: str, resource: type[resources.Answering]) -> None:
    """Every address refuses parameters that it does not have."""
    (mistake,) = mistakes_of(ask(path, [("colour", "green"), *needed(path)]))["colour"]
    allowed = resource.allowed
    assert mistake["expected"] == (f"one of {', '.join(allowed)}" if allowed else "no parameter")


def needed(path: str) -> list[tuple[str, str]]:
    """Return the parameters without which an address does not answer."""
    return [("models", "veo-3.1,kling-3.0")] if path.endswith("/compare") else []


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("tsk", "task"), ("outputs", "output"), ("Budget", "budget"), ("durations", "duration")],
)
def test_an_unknown_parameter_names_the_nearest(typed: str, meant: str) -> None:
    """A slip in a parameter's name is answered with the name that was meant."""
    (mistake,) = mistakes_of(ask(named("finder"), [(typed, "x")]))[typed]
    assert mistake["did_you_mean"][0] == meant


@each_address
def test_a_repeated_parameter_is_refused(path: str, resource: type[resources.Answering]) -> None:
    """No address chooses between two values, whichever they are."""
    for name in resource.allowed:
        query = [one for one in needed(path) if one[0] != name]
        mistakes = mistakes_of(ask(path, [*query, (name, ""), (name, "")]))
        assert any(one["got"] == "2 times" for one in mistakes[name]), name


@each_address
def test_an_over_long_value_is_refused_shortly(path: str, resource: type[resources.Answering]) -> None:
    """A value of thousands of characters is refused under its name, and the answer stays short."""
    for name in resource.allowed:
        result = ask(path, [*(one for one in needed(path) if one[0] != name), (name, "x" * 4000)])
        assert name in mistakes_of(result)
        assert len(result.content) < 3000, name


@pytest.mark.parametrize(
    ("path", "typed", "near"),
    [
        ("finder", {"task": "product-vidoes"}, "product-videos"),
        ("finder", {"output": "vidéo"}, "video"),
        ("finder", {"input": "imgae"}, "image"),
        ("finder", {"budget": "medum"}, "medium"),
        ("finder", {"style": "cinematc"}, "cinematic"),
        ("finder", {"platform": "tik-tok"}, "tiktok"),
        ("finder", {"audio": "silence"}, "silent"),
        ("finder", {"duration": "shrot"}, "short"),
        ("finder", {"limit": "0"}, None),
        ("finder", {"limit": "51"}, None),
        ("finder", {"limit": "1.5"}, None),
        ("finder", {"weights": "prise:30"}, "price"),
        ("finder", {"weights": "price:much"}, None),
        ("models", {"output": "pictures"}, None),
        ("models", {"vendor": "gogle"}, "google"),
        ("models", {"status": "activ"}, "active"),
        ("models", {"limit": "1001"}, None),
        ("models", {"cursor": "nowhere"}, None),
        ("workflows", {"task": "ugc-add"}, "ugc-ads"),
        ("workflows", {"limit": "-1"}, None),
        ("models/veo-3.1/prompt-tips", {"task": "ugc"}, "ugc-ads"),
        ("compare", {"models": "veo-3.1"}, None),
        ("compare", {"models": "veo-3.1,veo"}, None),
        ("compare", {"models": "a,b,c,d,e,f,g,h,i"}, None),
        ("compare", {"models": "veo-3.1,kling-3.0", "task": "ugc-add"}, "ugc-ads"),
        ("compare", {"models": "veo-3.1,kling-3.0", "differences_only": "maybe"}, None),
    ],
)
def test_a_wrong_value_says_what_is_right(path: str, typed: dict[str, str], near: str | None) -> None:
    """A value that cannot be read is given back with what was expected, and with the nearest word."""
    name, value = list(typed.items())[-1]
    mistakes = mistakes_of(ask(f"{API}/{path}", list(typed.items())))
    assert list(mistakes) == [name]
    (mistake,) = mistakes[name]
    assert mistake["got"] in (value, value.partition(":")[0])
    assert mistake["expected"]
    assert near is None or mistake["did_you_mean"][0] == near


def test_a_missing_parameter_says_so() -> None:
    """`models` of a comparison is required: got is null."""
    for query in ([], [("models", "")], [("models", " ")]):
        (mistake,) = mistakes_of(ask(named("compare"), query))["models"]
        assert mistake["got"] is None


def test_all_mistakes_are_told_at_once() -> None:
    """Names that do not exist, repetitions and wrong values of one query come in one answer."""
    query = "tsk=a&task=nope&output=vid&limit=0&limit=5&budget=cheap&duration=10-5&audio=%20loud&weights=x:1"
    result = ask(named("finder"), query)
    mistakes = mistakes_of(result)
    assert set(mistakes) == {"tsk", "task", "output", "limit", "budget", "duration", "audio", "weights"}
    assert len(mistakes["limit"]) == 2
    detail = result.json["detail"]
    assert all(f"{name}: expected" in detail for name in mistakes)
    mistakes = mistakes_of(ask(named("models"), "limit=0&vendor=x&status=y&output=z&cursor=c&q=1"))
    assert set(mistakes) == {"limit", "vendor", "status", "output", "cursor", "q"}


@pytest.mark.parametrize(
    ("query", "name"),
    [("task=%ff", "task"), ("%ff=1", "query"), ("task=%c3", "task"), ("task=%ed%a0%80", "task")],
)
def test_a_query_that_is_not_utf_8_is_refused(query: str, name: str) -> None:
    """Percent-encoded bytes that are not UTF-8 are a mistake of their parameter, not a guess, told with the others."""
    mistakes = mistakes_of(ask(named("finder"), f"{query}&limit=0"))
    assert set(mistakes) == {name, "limit"}
    (mistake,) = mistakes[name]
    assert mistake["expected"] == "percent-encoded UTF-8"
    assert "\ufffd" in mistake["got"]


def test_too_many_parameters_are_refused() -> None:
    """A query of hundreds of parameters is one mistake."""
    assert set(mistakes_of(ask(named("finder"), "&".join(["a=1"] * 300)))) == {"query"}


@pytest.mark.parametrize(
    ("path", "query", "code", "parameter", "near"),
    [
        ("models/veo-3.2", [], "unknown-model", "model", "veo-3.1"),
        ("models/klng 3.0", [], "unknown-model", "model", "kling-3.0"),
        ("models/veo-3.2/access", [], "unknown-model", "model", "veo-3.1"),
        ("models/veo-3.2/prompt-tips", [], "unknown-model", "model", "veo-3.1"),
        ("compare", [("models", "veo-3.1,kling-3.1")], "unknown-model", "models", "kling-3.0"),
        ("best/product-video", [], "unknown-use-case", "usecase", "product-videos"),
        ("workflows/product-photo-to-ads", [], "unknown-workflow", "workflow", "product-photo-to-ad"),
        ("modles", [], "unknown-path", "path", f"{API}/models"),
        ("find", [], "unknown-path", "path", f"{API}/finder"),
    ],
)
def test_what_nobody_knows_is_404_with_the_nearest(
    path: str, query: list[tuple[str, str]], code: str, parameter: str, near: str
) -> None:
    """Unknown models, use cases, workflows and addresses are 404, and the nearest are named."""
    problem = problem_of(ask(named(*path.split("/")), query), 404, code)
    (entry,) = problem["errors"]
    assert entry["parameter"] == parameter
    assert near in entry["did_you_mean"]
    assert len(entry["did_you_mean"]) <= 3


@pytest.mark.parametrize(
    ("path", "query", "wrong"),
    [
        ("models/nope", "colour=green", {"colour", "model"}),
        ("models/nope/access", "colour=green", {"colour", "model"}),
        ("models/nope/prompt-tips", "task=nope", {"task", "model"}),
        ("models/nope/prompt-tips", "task=ugc-ads&task=ugc-ads", {"task", "model"}),
        ("best/nope", "colour=green", {"colour", "usecase"}),
        ("workflows/nope", "colour=green", {"colour", "workflow"}),
        ("finder", "why_not=nope&limit=0", {"limit", "why_not"}),
        ("compare", "models=veo-3.1,nope&task=nope", {"task", "models"}),
        ("compare", "models=veo-3.1,nope&job=nope:1&tsk=x", {"tsk", "job", "models"}),
        ("compare", "models=veo-3.1&job=nope:1&task=nope", {"models", "job", "task"}),
        (
            "compare",
            "models=veo-3.1,nope&differences_only=perhaps&colour=green",
            {"differences_only", "colour", "models"},
        ),
        ("compare", "models=nope", {"models"}),
    ],
)
def test_what_is_wrong_and_unknown_is_400(path: str, query: str, wrong: set[str]) -> None:
    """A request with mistakes is 400 even if what it names does not exist, and both are told at once."""
    assert set(mistakes_of(ask(f"{API}/{path}", query))) == wrong


def test_every_unknown_model_of_a_comparison_is_named() -> None:
    """Names that no model bears are told together, each with its nearest."""
    result = ask(named("compare"), [("models", "veo-3.2,kling-3.0,klng 3.1,veo-3.2")])
    problem = problem_of(result, 404, "unknown-model")
    told = [(one["parameter"], one["got"], one["did_you_mean"][0]) for one in problem["errors"]]
    assert told == [("models", "veo-3.2", "veo-3.1"), ("models", "klng 3.1", "kling-3.0")]
    assert all(repr(one["got"]) in problem["detail"] for one in problem["errors"])


@pytest.mark.parametrize("path", ["/api", API, f"{API}/models/a/b", "/.well-known/oauth-protected-resource"])
def test_other_addresses_are_404_as_json(path: str) -> None:
    """Whatever else is asked for gets a problem too; clients that look for a sign-in find none."""
    problem_of(ask(path), 404, "unknown-path")


@pytest.mark.parametrize("path", [named("finder"), named("models", "veo-3.1"), "/llms.txt", "/nothing"])
def test_an_over_long_query_is_414(path: str) -> None:
    """A query of over 4096 characters is refused everywhere, shortly."""
    result = ask(path, "task=" + "x" * 4092)
    problem_of(result, 414, "uri-too-long")
    assert len(result.content) < 1000
    assert ask(named("finder"), "task=" + "x" * 4091).status_code == 400


@pytest.mark.parametrize(
    "path", [f"{API}/models/" + "x" * 9000, f"{API}/best/" + "ü" * 3000, "/" + "x" * 9000]
)
def test_an_over_long_path_is_414(path: str) -> None:
    """A path of thousands of characters is refused, and the answer does not repeat it."""
    result = ask(path)
    problem_of(result, 414, "uri-too-long")
    assert len(result.content) < 3000


@pytest.mark.parametrize("name", ["a b", "ü", "a%b", "<script>", "a?b", '"', "\u202e", "\x00"])
def test_the_instance_is_an_address(name: str) -> None:
    """`instance` is a URI reference, percent-encoded where need be (RFC 9457, section 3.1.5)."""
    problem = problem_of(ask(named("models", name)), 404, "unknown-model")
    assert re.fullmatch(r"[A-Za-z0-9\-._~/%]+", problem["instance"])
    assert problem["errors"][0]["got"] == name


def test_over_the_limit_is_429_with_the_time_to_wait() -> None:
    """The request after the last admitted one gets Retry-After and the limit fields, and so do all after it."""
    app = application(settings=attrs.evolve(OPEN, rest_limit=3), entries=3)
    first = ask(named("best"), app=app)
    assert answer_of(first)
    assert "ratelimit" not in first.headers
    assert ask(named("best"), headers={"If-None-Match": first.headers["etag"]}, app=app).status_code == 304
    assert ask(named("nothing"), app=app).status_code == 404
    for path in (named("best"), named("finder"), named("nothing")):
        result = ask(path, app=app)
        problem = problem_of(result, 429, "too-many-requests")
        wait = int(result.headers["retry-after"])
        assert 1 <= wait <= 60
        assert f"Retry in {wait} s" in problem["detail"]
        assert result.headers["ratelimit-policy"] == '"rest";q=3;w=60'
        told = re.fullmatch(r'"rest";r=0;t=(\d+)', result.headers["ratelimit"])
        assert told is not None
        assert wait >= int(told[1])
    for path in ("/healthz", "/readyz", "/llms.txt"):
        assert ask(path, app=app).status_code == 200


def test_a_failure_keeps_its_text_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An unexpected exception is 500 with an id; its text stands in the log under that id only."""

    def fail(_self: object, _asked: object) -> Any:
        raise RuntimeError(SECRET)

    monkeypatch.setattr(resources.UseCases, "answer", fail)
    with caplog.at_level(logging.ERROR, "modeladvisor_server"):
        result = ask(named("best"), app=application())  # which has kept no answer yet
    problem = problem_of(result, 500, "internal-error")
    assert SECRET not in result.text
    assert "RuntimeError" not in result.text
    found = re.search(r"[0-9a-f]{12}", problem["detail"])
    assert found is not None
    (record,) = caplog.records
    assert found[0] in record.getMessage()
    assert record.exc_info is not None
    assert SECRET in str(record.exc_info[1])


def test_the_page_of_errors_explains_every_code() -> None:
    """`type` leads to a page with an anchor, the status and advice for every code."""
    page = ask("/docs/errors")
    assert page.headers["content-type"] == "text/markdown; charset=utf-8"
    for code in CODES.values():
        assert f'<a id="{code.name}"></a>\n## {code.name} ({code.status})' in page.text
        assert code.advice in page.text
