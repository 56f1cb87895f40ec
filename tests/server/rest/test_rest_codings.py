"""Answers leave in the coding that the client likes best, each form with a tag of its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rest_client import DECODED, ask, named

from modeladvisor_server.rest.codings import CODINGS, coding_for


@pytest.mark.parametrize(
    ("field", "coding"),
    [
        (None, None),
        ("", None),
        ("identity", None),
        ("gzip", "gzip"),
        ("x-gzip", "gzip"),
        ("GZIP;Q=0.5, br;q=0.4", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip;q=0, *", "br"),
        ("*;q=0", None),
        ("br;q=0, zstd;q=0, gzip;q=0", None),
        ("identity;q=1, gzip;q=0.5", None),
        ("gzip;q=1.5", None),
        (";;, gzip", "gzip"),
        ("deflate", None),
    ],
)
def test_the_coding_that_is_liked_best(field: str | None, coding: str | None) -> None:
    """Weights decide, then our own order; q=0 refuses, `*` stands for the others, what cannot be read is passed over."""
    assert coding_for(field) == coding


@given(field=st.text(max_size=60))
def test_any_field_is_read(field: str) -> None:
    """Whatever is sent names one of the codings or none."""
    assert coding_for(field) in (*CODINGS, None)


@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("path", [named("models", "veo-3.1"), named("finder"), "/llms-full.txt"])
def test_coded_forms_hold_the_same_bytes(path: str, coding: str) -> None:
    """A coded form decodes to the bytes as they are, says its coding and its length, and is smaller."""
    plain, coded = ask(path), ask(path, headers={"Accept-Encoding": coding})
    assert coded.headers["content-encoding"] == coding
    assert DECODED[coding](coded.content) == plain.content
    assert int(coded.headers["content-length"]) == len(coded.content) < len(plain.content) / 2
    assert plain.headers["vary"] == coded.headers["vary"] == "Accept-Encoding"
    assert "content-encoding" not in plain.headers


def test_each_form_has_a_tag_of_its_own() -> None:
    """The tag of one form is not taken for that of another; each is revalidated by its own."""
    path = named("finder")
    tags = {}
    for coding in (None, *CODINGS):
        headers = {"Accept-Encoding": coding} if coding else {}
        tags[coding] = ask(path, headers=headers).headers["etag"]
        again = ask(path, headers={**headers, "If-None-Match": tags[coding]})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tags[coding])
    assert len(set(tags.values())) == 4
    assert ask(path, headers={"If-None-Match": tags["br"]}).status_code == 200


def test_a_refusal_is_not_kept_by_a_tag() -> None:
    """A question that is wrong is refused whatever tag is sent along, and has none itself."""
    for path, query, status in (
        (named("finder"), [("task", "nothing")], 400),
        (named("models", "nobody"), [], 404),
    ):
        result = ask(path, query, headers={"If-None-Match": "*"})
        assert result.status_code == status
        assert "etag" not in result.headers
        assert result.headers["cache-control"] == "no-store"


def test_the_order_of_parameters_does_not_matter_to_what_is_kept() -> None:
    """The same question in another order, or with empty parameters, has the same tag."""
    one = ask(named("finder"), [("task", "ugc-ads"), ("limit", "3")])
    other = ask(named("finder"), [("limit", "3"), ("task", "ugc-ads"), ("style", "")])
    assert (one.content, one.headers["etag"]) == (other.content, other.headers["etag"])
