"""Long lists go out record by record, in pages by cursor, and are what they would be in one piece."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rest_client import DECODED, TODAY, application, ask, named

from modeladvisor import Catalog
from modeladvisor.views.records import record_view
from modeladvisor_server.app import Application
from modeladvisor_server.questions import Questions
from modeladvisor_server.rest.codings import CODINGS
from modeladvisor_server.rest.streams import PIECE_BYTES, list_pieces

SIZE = 300
PATH = named("models")
World = tuple[Catalog, Application]


@pytest.fixture(scope="module")
def world() -> World:
    """Return a catalog of more models than go out in one piece, and the application over it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(Path(__file__).parents[3] / "benchmarks")
        catalog: Catalog = importlib.import_module("generated_catalogs").generated_catalog(SIZE)
    return catalog, application(catalog)


def test_the_stream_is_the_answer(world: World) -> None:
    """Joined, the pieces are the bytes that the whole answer has, and there are many of them."""
    catalog, app = world
    asked = Questions(catalog, lambda: TODAY)
    whole = msgspec.json.encode(asked.models({}))
    assert ask(PATH, app=app).content == whole
    frame, records = asked.records(asked.page({}))
    assert len(list(list_pieces(frame, "models", records))) > len(whole) / PIECE_BYTES / 3


@pytest.mark.parametrize("coding", CODINGS)
def test_a_coded_stream_holds_the_same_bytes(world: World, coding: str) -> None:
    """Each coding decodes to the bytes as they are, has a tag of its own, and is revalidated by it."""
    _, app = world
    plain, coded = ask(PATH, app=app), ask(PATH, headers={"Accept-Encoding": coding}, app=app)
    assert coded.headers["content-encoding"] == coding
    assert coded.headers["etag"] != plain.headers["etag"]
    assert DECODED[coding](coded.content) == plain.content
    assert len(coded.content) < len(plain.content) / 4
    fields = {"Accept-Encoding": coding, "If-None-Match": coded.headers["etag"]}
    again = ask(PATH, headers=fields, app=app)
    assert (again.status_code, again.content) == (304, b"")


def test_head_tells_what_get_would(world: World) -> None:
    """HEAD has the fields of GET, and no length, which nobody knows before all is worked out."""
    _, app = world
    got, headed = ask(PATH, app=app), ask(PATH, method="HEAD", app=app)
    assert (headed.status_code, headed.content) == (200, b"")
    assert dict(headed.headers) == dict(got.headers)
    assert "content-length" not in headed.headers


@pytest.mark.parametrize("limit", [7, 100, 260])
def test_pages_by_cursor_hold_everything_once(world: World, limit: int) -> None:
    """Following the cursor gives every model once, in order, whether its pages are long or short."""
    catalog, app = world
    slugs: list[str] = []
    cursor = ""
    while True:
        answer = ask(PATH, [("limit", str(limit)), ("cursor", cursor)], app=app).json
        assert answer["count"] == SIZE
        slugs += [one["slug"] for one in answer["models"]]
        cursor = answer["next_cursor"] or ""
        if not cursor:
            break
    assert slugs == list(catalog.models)


def test_a_page_costs_as_many_records_as_it_has(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many models there are, a page works out its own records and no other."""
    catalog, _ = world
    worked_out: list[str] = []

    def counted(catalog: Catalog, model, today):  # type: ignore[no-untyped-def]  # as the function it counts
        worked_out.append(model.slug)
        return record_view(catalog, model, today)

    monkeypatch.setattr("modeladvisor_server.questions.record_view", counted)
    slugs = list(catalog.models)
    ask(PATH, [("limit", "255"), ("cursor", slugs[9])], app=application(catalog))
    assert worked_out == slugs[10:265]


@given(
    before=st.dictionaries(st.sampled_from("abc"), st.one_of(st.none(), st.text(), st.just([]))),
    items=st.lists(st.one_of(st.text(), st.dictionaries(st.text(), st.integers())), max_size=6),
    after=st.dictionaries(st.sampled_from("xyz"), st.integers()),
)
def test_pieces_are_json(before: dict[str, object], items: list[object], after: dict[str, object]) -> None:
    """Whatever stands around the list and in it, the pieces joined are the JSON of the whole."""
    pieces = b"".join(list_pieces({**before, "models": [], **after}, "models", items))
    assert json.loads(pieces) == {**before, "models": items, **after}
    assert list(json.loads(pieces)) == [*before, "models", *after]
