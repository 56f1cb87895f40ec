"""What is kept of answers is bounded, and is counted as what it takes."""

from __future__ import annotations

import functools
import gc
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rest_client import SMALL

from modeladvisor_server.rest.bodies import (
    MOST_REPLIES,
    REPLY_BYTES,
    Bodies,
    Body,
    bytes_of,
    edition_of,
    etag_of,
    tag_of,
)
from modeladvisor_server.rest.codings import CODINGS

SIZES = (0, 100, 700, 3_000, 20_000, 120_000)
CODED = (None, *CODINGS)


def body_of(number: int) -> Body:
    """Return a body of its own; the larger ones can be made smaller by a coding, but not by much."""
    size = SIZES[number % len(SIZES)]
    text = b" ".join(b"%d" % (number * place % 9973) for place in range(size // 4))
    return Body(text[:size].ljust(size, b"."), f"{number:x}")


questions = st.lists(
    st.tuples(st.integers(0, 40), st.sampled_from(CODED), st.sampled_from(("", "a", "b"))), max_size=80
)


@given(asked=questions, most=st.integers(2_000, 400_000))
def test_memory_stays_under_its_bound_whatever_is_asked(
    asked: list[tuple[int, str | None, str]], most: int
) -> None:
    """After each of any sequence of questions, in any coding and wording, the bytes kept are within the bound."""
    bodies: Bodies[str] = Bodies(most)
    for number, coding, wording in asked:
        body = bodies.get(f"{number:x}", functools.partial(body_of, number))
        assert body.plain == body_of(number).plain
        body.coded(coding)
        assert bodies.size <= most
        bodies.keep_reply((number, coding, wording), body.tag, f"{number} {coding}", 500)
        assert bodies.size <= most
        assert bodies.reply_to((number, coding, wording)) in (f"{number} {coding}", None)


class Plain:
    """The same memory, said plainly: everything is counted anew each time, oldest first."""

    def __init__(self, most: int) -> None:
        """Keep nothing yet."""
        self.most = most
        self.kept: list[tuple[str, Body, dict[object, int]]] = []

    @property
    def size(self) -> int:
        """Bytes of all."""
        return sum(body.size + sum(replies.values()) for _, body, replies in self.kept)

    def ask(self, tag: str, body: Body, coding: str | None, key: object, size: int) -> bool:
        """Ask for a body, code it and keep a reply; return whether the reply was there before."""
        entry = next((one for one in self.kept if one[0] == tag), None)
        if entry is not None:
            self.kept.remove(entry)
        elif body.size <= self.most // 2:
            entry = (tag, body, {})
        there = entry is not None and key in entry[2]
        if entry is not None:
            self.kept.append(entry)
            self._fit()
        (entry[1] if entry else body).coded(coding)
        self._fit()
        if entry is not None and entry in self.kept and key not in entry[2]:
            entry[2][key] = size
            self._fit()
        return there

    def _fit(self) -> None:
        while self.size > self.most:
            self.kept.pop(0)


@given(asked=questions, most=st.integers(2_000, 400_000))
def test_the_count_is_that_of_what_is_there(asked: list[tuple[int, str | None, str]], most: int) -> None:
    """After any sequence of questions the bytes counted, and what is still there, are those of a memory that recounts."""
    bodies: Bodies[str] = Bodies(most)
    plain = Plain(most)
    for number, coding, wording in asked:
        tag, key = f"{number:x}", (number, coding, wording)
        there = plain.ask(tag, body_of(number), coding, key, REPLY_BYTES + 500)
        body = bodies.get(tag, functools.partial(body_of, number))
        assert (bodies.reply_to(key) is not None) == there
        body.coded(coding)
        bodies.keep_reply(key, tag, "reply", 500)
        assert bodies.size == plain.size


def _fill(bodies: Bodies[dict[str, object]], size: int, replies: int) -> None:
    for number in range(200_000):
        tag = f"{number:024x}"
        bodies.get(tag, lambda: Body(bytes(size), tag))  # noqa: B023 - called at once
        for wording in range(replies):
            headers = [(b"name-%d" % place, b"value %d of %d" % (place, number)) for place in range(13)]
            key = (f"/api/v1/models/{tag}/{wording}", b"q=%d" % number, None, b"", False)
            reply: dict[str, object] = {"start": {"status": 200, "headers": headers}, "body": {"more": False}}
            bodies.keep_reply(key, tag, reply, 200 + bytes_of(headers))
        if bodies.size > 7 * 2**20:
            return


@pytest.mark.parametrize(
    ("size", "replies"), [(0, 0), (0, 1), (300, 1), (300, 16), (30_000, 2), (500_000, 0)]
)
def test_accounted_bytes_are_real_bytes(size: int, replies: int) -> None:
    """What the memory says it takes is between once and twice what Python allocates for it, small bodies or large."""
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        bodies: Bodies[dict[str, object]] = Bodies(8 * 2**20)
        _fill(bodies, size, replies)
        gc.collect()
        real = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert real <= bodies.size <= 2 * real


def test_what_was_asked_lately_is_kept() -> None:
    """Those that nobody asked for longest go first, with their replies; a reply that is sent again counts as asking."""
    bodies: Bodies[str] = Bodies(4 * Body(b"x" * 100).size + REPLY_BYTES + 50)
    made: list[str] = []

    def body(name: str) -> Body:
        made.append(name)
        return Body(b"x" * 100, name)

    for name in ("a", "b", "c", "d", "a", "e", "a", "b"):
        bodies.get(name, functools.partial(body, name))
    assert made == ["a", "b", "c", "d", "e", "b"]
    bodies.keep_reply("word for word", "d", "a reply", 10)
    assert bodies.reply_to("word for word") == "a reply"
    bodies.get("f", functools.partial(body, "f"))
    assert bodies.reply_to("word for word") == "a reply"
    for name in ("g", "h", "i", "j"):
        bodies.get(name, functools.partial(body, name))
    assert bodies.reply_to("word for word") is None


def test_what_would_drive_out_all_others_is_not_kept() -> None:
    """An answer that takes over half of the memory is given, and forgotten."""
    bodies: Bodies[str] = Bodies(10_000)
    bodies.get("small", lambda: Body(b"x", "small"))
    made: list[int] = []

    def large() -> Body:
        made.append(1)
        return Body(bytes(5_001), "large")

    for _ in range(2):
        assert len(bodies.get("large", large).plain) == 5_001
    assert len(made) == 2
    assert bodies.get("small", lambda: Body(b"y", "small")).plain == b"x"


def test_one_body_has_a_bounded_number_of_replies() -> None:
    """Asking for one thing in ever new words drives out its own replies, and nobody else's."""
    bodies: Bodies[int] = Bodies()
    bodies.get("other", lambda: Body(b"x", "other"))
    bodies.keep_reply("other", "other", -1, 10)
    bodies.get("one", lambda: Body(b"x", "one"))
    for number in range(10 * MOST_REPLIES):
        bodies.keep_reply(number, "one", number, 10)
        assert bodies.reply_to(number) == number
    kept = [number for number in range(10 * MOST_REPLIES) if bodies.reply_to(number) is not None]
    assert kept == list(range(9 * MOST_REPLIES, 10 * MOST_REPLIES))
    assert bodies.reply_to("other") == -1


def test_keeping_does_not_cost_more_the_more_is_kept() -> None:
    """Making a body, coding it and keeping a reply touch the other bodies no more often when there are many."""

    def counted(others: int) -> int:
        looked: list[str] = []

        class Watched(Body):
            @property
            def size(self) -> int:
                looked.append(self.tag)
                return 1

        bodies: Bodies[int] = Bodies()
        for number in range(others):
            bodies.get(f"{number}", lambda: Watched(b"", f"{number}"))  # noqa: B023 - called at once
        looked.clear()
        bodies.get("new", lambda: Watched(b"x" * 1000, "new")).coded("gzip")
        bodies.keep_reply("key", "new", 1, 1)
        return len(looked)

    assert counted(1_000) == counted(1)


@given(tag=st.text("0123456789abcdef", min_size=1, max_size=24), coding=st.sampled_from(CODED))
def test_an_entity_tag_names_its_body(tag: str, coding: str | None) -> None:
    """The tag of a body can be read from the entity tag of each of its forms."""
    assert tag_of(etag_of(tag, coding)) == tag


def test_an_edition_is_a_version_over_a_catalog() -> None:
    """The same code over the same data is one edition, in whatever order it was read; anything else is another."""
    shuffled = SMALL.with_models(list(SMALL.models.values())[::-1])
    fewer = SMALL.with_models(list(SMALL.models.values())[1:])
    editions = [
        edition_of("1", SMALL),
        edition_of("2", SMALL),
        edition_of("1", fewer),
        edition_of("1", SMALL.with_access({})),
        edition_of("1", SMALL.with_use_cases({})),
    ]
    assert len(set(editions)) == 5
    assert edition_of("1", shuffled) == editions[0]
