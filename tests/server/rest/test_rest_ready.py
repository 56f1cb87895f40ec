"""A reply that is sent again is the reply that was given, and is counted and guarded as any other."""

from __future__ import annotations

import datetime
import itertools

import attrs
import pytest
from falcon import testing
from hypothesis import given
from hypothesis import strategies as st
from rest_client import API, BUNDLED, OPEN, SMALL, TODAY, application, ask, named, problem_of

from modeladvisor_server.app import Application, create_app
from modeladvisor_server.limits import SharedMemoryStore
from modeladvisor_server.ready import Receive, Scope, Send
from modeladvisor_server.rest.bodies import Bodies

APP = application(SMALL)
PATHS = (
    named("models"),
    named("models", "veo-3.1"),
    named("models", "VEO 3.1"),
    named("models", "nobody"),
    f"{API}/best/",
    named("best", "product-videos"),
    named("finder"),
    f"{API}/openapi.json",
    "/llms.txt",
    "/mcp/server-card",
    "/healthz",
    "/nothing",
)
ENCODINGS = ("", "gzip", "br;q=0.5, zstd", "identity", "GZIP", "gzip, deflate, br", "x" * 400)
TAGS = ("", "*", '"other"', "OWN", 'W/OWN, "other"', "y" * 400)


def fields_of(encoding: str, tag: str, own: str) -> dict[str, str]:
    """Return header fields; OWN in the tag stands for the one that the answer has."""
    fields = {"Accept-Encoding": encoding, "If-None-Match": tag.replace("OWN", own)}
    return {name: value for name, value in fields.items() if value}


def told(result: testing.Result) -> tuple[int, dict[str, str], bytes]:
    """Return all that a client sees of a reply."""
    return result.status_code, dict(result.headers), result.content


def routed(app: Application) -> list[str]:
    """Return a list that grows by the path of each request that is routed."""
    paths: list[str] = []
    router = app.app

    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            paths.append(scope["path"])
        await router(scope, receive, send)

    app.app = counted  # type: ignore[assignment]  # it stands before the router, and is asked nothing else
    return paths


@given(
    path=st.sampled_from(PATHS),
    query=st.sampled_from(("", "limit=1", "limit=0", "output=video&limit=1", "unknown=1")),
    method=st.sampled_from(("GET", "HEAD", "GET", "OPTIONS", "POST")),
    encoding=st.sampled_from(ENCODINGS),
    tag=st.sampled_from(TAGS),
    accept=st.sampled_from(("*/*", "*/*", "application/json;q=0.5", "text/html", "x")),
)
def test_what_is_sent_again_is_what_was_said(
    path: str, query: str, method: str, encoding: str, tag: str, accept: str
) -> None:
    """Status, header fields and bytes are those that the router gives, the first time and the second, for any request."""
    own = ask(path, query, headers=fields_of(encoding, "", ""), app=APP.app).headers.get("etag", '"none"')
    fields = {**fields_of(encoding, tag, own), "Accept": accept}
    answer = told(ask(path, query, method=method, headers=fields, app=APP.app))
    for _ in range(2):
        assert told(ask(path, query, method=method, headers=fields, app=APP)) == answer


@pytest.mark.parametrize("path", [named("models", "veo-3.1"), "/llms.txt"])
def test_no_form_is_taken_for_another(path: str) -> None:
    """Each coding, method and tag has its own reply, in whatever order they are asked for."""
    own = ask(path, app=APP.app).headers["etag"]
    for query, method, encoding, tag in itertools.product(("", "a=1"), ("GET", "HEAD"), ENCODINGS, TAGS):
        fields = fields_of(encoding, tag, own)
        answer = told(ask(path, query, method=method, headers=fields, app=APP.app))
        assert told(ask(path, query, method=method, headers=fields, app=APP)) == answer


@pytest.mark.parametrize(
    ("path", "fields", "method"),
    [
        (named("models", "veo-3.1"), {}, "GET"),
        (named("models", "veo-3.1"), {"Accept-Encoding": "br"}, "GET"),
        (named("models", "veo-3.1"), {"If-None-Match": "*"}, "GET"),
        (named("models", "veo-3.1"), {}, "HEAD"),
        (named("finder"), {"Accept-Encoding": "gzip"}, "GET"),
        ("/llms.txt", {}, "GET"),
    ],
)
def test_the_second_time_nothing_is_routed(path: str, fields: dict[str, str], method: str) -> None:
    """The same request, its other header fields whatever they are, is answered without the router."""
    app = application(SMALL)
    paths = routed(app)
    for number in range(4):
        assert (
            ask(path, method=method, headers={**fields, "X-Number": str(number)}, app=app).status_code < 400
        )
    assert len(paths) == 1


@pytest.mark.parametrize("path", ["/healthz", "/mcp/server-card", named("models", "nobody"), "/nothing"])
def test_what_not_everybody_may_keep_is_routed_each_time(path: str) -> None:
    """Probes, refusals and what varies by more than the coding are worked out anew."""
    app = application(SMALL)
    paths = routed(app)
    for _ in range(3):
        ask(path, app=app)
    assert paths == [path] * 3


def test_ready_replies_count() -> None:
    """The limit counts every request once, whoever answers it; over it the reply is the refusal of the router."""
    app = application(SMALL, attrs.evolve(OPEN, rest_limit=5), entries=5)
    paths = routed(app)
    for _ in range(5):
        assert ask(named("best"), app=app).status_code == 200
    assert len(paths) == 1
    refused = ask(named("best"), app=app)
    problem_of(refused, 429, "too-many-requests")
    assert refused.headers["ratelimit"].startswith('"rest";r=0;t=')
    assert refused.headers["retry-after"]
    assert ask("/llms.txt", app=app).status_code == 200


def test_ready_replies_are_for_listed_hosts() -> None:
    """A host that is not served here gets no reply that was given under another name, and none of its own is kept."""
    app = application(SMALL, attrs.evolve(OPEN, allowed_hosts=("models.example.org",)))
    for host, status in (
        ("evil.example", 403),
        ("models.example.org", 200),
        ("evil.example", 403),
        ("models.example.org:8443", 200),
    ):
        assert ask(named("best"), app=app, host=host).status_code == status


def test_another_day_is_another_answer() -> None:
    """After midnight nothing of yesterday is sent again: verdicts grow old, and with them the answer and its tag."""
    days = [TODAY]
    store = SharedMemoryStore(entries=1, slots=64)
    app = create_app(SMALL, OPEN, store=store, today=lambda: days[-1])
    path = named("best", "product-videos")
    before = [told(ask(path, app=app)) for _ in range(2)]
    days.append(TODAY + datetime.timedelta(days=400))
    after = [told(ask(path, app=app)) for _ in range(2)]
    assert before[0] == before[1]
    assert after[0] == after[1]
    assert before[0] != after[0]
    assert after[0] == told(ask(path, app=application(SMALL, today=days[-1])))


def test_what_needs_no_parameters_is_made_before_anybody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Indexes, verdicts, recipes, records and the list of them are answered without being worked out again."""
    store = SharedMemoryStore(entries=1, slots=64)
    app = create_app(SMALL, OPEN, store=store, today=lambda: TODAY, prepared=True)
    plain = application(SMALL)
    paths = [
        *(named(one) for one in ("best", "vocabulary", "workflows", "models")),
        *(named("best", one) for one in SMALL.use_cases),
        *(named("workflows", one) for one in SMALL.workflows),
        *(named("models", one) for one in SMALL.models),
    ]
    expected = [told(ask(path, app=plain)) for path in paths]

    def worked_out(*_arguments: object) -> None:
        raise AssertionError("asked again")

    for name in ("best", "use_cases", "model", "models", "workflow", "workflows", "vocabulary"):
        monkeypatch.setattr(f"modeladvisor_server.questions.Questions.{name}", worked_out)
    assert [told(ask(path, app=app)) for path in paths] == expected


def test_half_of_the_memory_is_left_to_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the answers without parameters are many, only as many are made as leave room for others."""
    monkeypatch.setattr("modeladvisor_server.app.Bodies", lambda **given: Bodies(400_000, **given))
    store = SharedMemoryStore(entries=1, slots=64)
    app = create_app(BUNDLED, OPEN, store=store, today=lambda: TODAY, prepared=True)
    assert 200_000 < app.kept_bytes < 400_000
