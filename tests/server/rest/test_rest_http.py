"""REST keeps to HTTP: methods, keeping and revalidating, other web origins, host names."""

from __future__ import annotations

from email.utils import parsedate_to_datetime
from importlib.metadata import version

import attrs
import pytest
from rest_client import API, APP, APPS, BUNDLED, OPEN, TODAY, answer_of, application, ask, named, problem_of

from modeladvisor_server.rest.bodies import edition_of

Query = list[tuple[str, str]]
ADDRESSES: dict[str, Query] = {
    "models": [],
    "models/veo-3.1": [],
    "models/veo-3.1/access": [],
    "models/veo-3.1/prompt-tips": [("task", "ugc-ads")],
    "compare": [("models", "veo-3.1,kling-3.0")],
    "best": [],
    "best/ugc-ads": [],
    "finder": [("task", "ugc-ads")],
    "workflows": [],
    f"workflows/{next(iter(BUNDLED.workflows))}": [],
    "vocabulary": [],
    "openapi.json": [],
}
PATHS = [(f"{API}/{path}", query) for path, query in ADDRESSES.items()]
DOCUMENTS: list[tuple[str, Query]] = [
    ("/llms.txt", []),
    ("/llms-full.txt", []),
    ("/docs/errors", []),
]
PROBES: list[tuple[str, Query]] = [("/healthz", []), ("/readyz", [])]
each_kept = pytest.mark.parametrize(("path", "query"), [*PATHS, *DOCUMENTS])
each_address = pytest.mark.parametrize(("path", "query"), [*PATHS, *DOCUMENTS, *PROBES])


@each_address
def test_head_tells_what_get_would(path: str, query: Query) -> None:
    """HEAD has the status and header fields of GET, the length included, and no body."""
    got, headed = ask(path, query), ask(path, query, method="HEAD")
    assert got.status_code == headed.status_code == 200
    assert dict(headed.headers) == dict(got.headers)
    assert int(got.headers["content-length"]) == len(got.content) > 0
    assert headed.content == b""


@each_address
def test_options_lists_the_methods_and_opens_reading(path: str, query: Query) -> None:
    """OPTIONS names the methods in Allow, and tells browsers of any origin that they may read."""
    result = ask(path, query, method="OPTIONS", headers={"Origin": "https://elsewhere.example"})
    assert result.status_code in (200, 204)
    assert result.content == b""
    assert result.headers["allow"] == "GET, HEAD, OPTIONS"
    assert result.headers["access-control-allow-origin"] == "*"
    assert result.headers["access-control-allow-methods"] == "GET, HEAD, OPTIONS"
    assert "If-None-Match" in result.headers["access-control-allow-headers"]


@each_address
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE"])
def test_other_methods_are_405_with_allow(path: str, query: Query, method: str) -> None:
    """What is not reading is refused with the methods that are served."""
    result = ask(path, query, method=method)
    problem_of(result, 405, "method-not-allowed")
    assert result.headers["allow"] == "GET, HEAD, OPTIONS"


@each_address
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST"])
def test_common_headers_stand_on_every_answer(path: str, query: Query, method: str) -> None:
    """Sniffing is forbidden, and reading is open to every origin whether or not one was named."""
    for headers in ({}, {"Origin": "https://elsewhere.example"}):
        result = ask(path, query, method=method, headers=headers)
        assert result.headers["x-content-type-options"] == "nosniff"
        assert result.headers["referrer-policy"] == "no-referrer"
        assert result.headers["access-control-allow-origin"] == "*"
        exposed = result.headers["access-control-expose-headers"].split(", ")
        assert {"ETag", "Retry-After", "RateLimit", "RateLimit-Policy"} <= set(exposed)
        assert "server" not in result.headers
        assert "set-cookie" not in result.headers


@each_kept
def test_answers_may_be_kept_and_revalidated(path: str, query: Query) -> None:
    """A strong tag over the bytes, the day of the catalog, and 304 for whoever holds the tag."""
    first, again = ask(path, query), ask(path, query)
    etag = first.headers["etag"]
    assert etag.startswith('"')
    assert etag.endswith('"')
    assert (again.content, again.headers["etag"]) == (first.content, etag)
    assert first.headers["cache-control"] == "public, max-age=300, stale-while-revalidate=86400"
    assert parsedate_to_datetime(first.headers["last-modified"]).date() == TODAY
    for held in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        for method in ("GET", "HEAD"):
            result = ask(path, query, method=method, headers={"If-None-Match": held})
            assert (result.status_code, result.content) == (304, b"")
            assert "content-type" not in result.headers
            for field in ("etag", "cache-control", "last-modified", "access-control-allow-origin"):
                assert result.headers[field] == first.headers[field]
    fresh = ask(path, query, headers={"If-None-Match": '"other"'})
    assert (fresh.status_code, fresh.content) == (200, first.content)


@pytest.mark.parametrize(
    "accept",
    [
        "application/json",
        "application/*;q=0.1",
        "text/html, */*;q=0.8",
        "application/json; charset=utf-8",
        "",
        "*",
        ";",
    ],
)
def test_who_takes_json_gets_json(accept: str) -> None:
    """A media range that holds JSON is enough, and what is no media range at all counts as none."""
    assert ask(named("best"), headers={"Accept": accept}).status_code == 200


@pytest.mark.parametrize("accept", ["text/html", "application/json;q=0, */*", "image/*, application/xml"])
@pytest.mark.parametrize(("path", "query"), [one for one in PATHS if not one[0].endswith("openapi.json")])
def test_who_takes_no_json_gets_406(path: str, query: Query, accept: str) -> None:
    """An Accept header that leaves JSON out is refused with what there is."""
    assert (
        "application/json"
        in problem_of(ask(path, query, headers={"Accept": accept}), 406, "not-acceptable")["detail"]
    )


def test_the_day_of_the_catalog_is_no_promise() -> None:
    """If-Modified-Since gives no 304: answers change with the day and the software too, and the tag knows."""
    first = ask(named("finder"))
    since = {"If-Modified-Since": first.headers["last-modified"]}
    assert ask(named("finder"), headers=since).status_code == 200
    later = application(today=TODAY.replace(year=TODAY.year + 2))
    held = ask(named("finder"), headers={**since, "If-None-Match": first.headers["etag"]}, app=later)
    assert held.status_code == 200


def test_the_tag_changes_with_the_bytes() -> None:
    """Another question or another catalog has another tag."""
    paths = [named("finder"), named("models")]
    tags = [ask(path, app=app).headers["etag"] for path in paths for app in APPS.values()]
    tags.append(ask(named("finder"), [("limit", "1")]).headers["etag"])
    assert len(set(tags)) == 5


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_probes_are_never_kept(path: str) -> None:
    """The health of a process is asked anew each time."""
    result = ask(path)
    assert result.headers["cache-control"] == "no-store"
    assert "etag" not in result.headers


def test_probes_tell_process_and_catalog() -> None:
    """/healthz speaks for the process, /readyz for the catalog: its version, what tells it from others, its count."""
    assert answer_of(ask("/healthz")) == {"status": "ok"}
    ready = answer_of(ask("/readyz"))
    edition = edition_of(version("modeladvisor"), BUNDLED)
    about = {"version": BUNDLED.dataset.version, "as_of": TODAY.isoformat(), "edition": edition}
    assert ready == {"status": "ready", "catalog": about, "models": len(BUNDLED.models)}


def test_a_slash_at_the_end_is_forgiven() -> None:
    """`/best/` is `/best`."""
    assert ask(f"{API}/best/").content == ask(f"{API}/best").content


GUARDED = application(settings=attrs.evolve(OPEN, allowed_hosts=("models.example.org", "[::1]")))


@pytest.mark.parametrize(
    "host", ["models.example.org", "models.example.org:8443", "MODELS.example.org", "[::1]:8000"]
)
def test_listed_hosts_are_answered(host: str) -> None:
    """A listed name is answered in any case and on any port."""
    assert ask(named("best"), headers={"Host": host}, app=GUARDED, host=host).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "models.example.org.evil.example", "127.0.0.1", "[::2]"])
def test_other_hosts_are_refused(host: str) -> None:
    """A name that is not listed gets 403, but for the probes of the machine's own keeper."""
    for path in (named("best"), "/llms.txt", "/nothing"):
        problem_of(ask(path, app=GUARDED, host=host), 403, "host-not-allowed")
    for path in ("/healthz", "/readyz"):
        assert ask(path, app=GUARDED, host=host).status_code == 200


def test_any_host_is_answered_without_a_list() -> None:
    """Without a list of names every name is served."""
    assert ask(named("best"), host="whatever.example", app=APP).status_code == 200


def test_the_public_address_stands_in_the_documents() -> None:
    """With a base URL, links in openapi.json and llms.txt are absolute."""
    app = application(settings=attrs.evolve(OPEN, base_url="https://models.example.org"))
    servers = ask(f"{API}/openapi.json", app=app).json["servers"]
    assert servers == [{"url": "https://models.example.org/api/v1"}]
    for path in ("/llms.txt", "/llms-full.txt"):
        assert "https://models.example.org/mcp" in ask(path, app=app).text
    assert ask(f"{API}/openapi.json").json["servers"] == [{"url": "/api/v1"}]
