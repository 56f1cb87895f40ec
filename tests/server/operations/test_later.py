"""Work that is put off is done: all of it, once, in order, and soon."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeladvisor_server.operations.later import SECONDS, TOGETHER, Later


@given(given=st.lists(st.tuples(st.booleans(), st.integers()), max_size=3 * TOGETHER))
def test_all_is_done_once_and_in_order(given: list[tuple[bool, int]]) -> None:
    """Whatever is put off is done once, each kind in the order in which it came, and never much of it waits."""
    done: dict[bool, list[int]] = {True: [], False: []}

    async def work() -> None:
        later = Later()

        def kind_of(one: bool) -> Callable[[int], None]:
            return later.put_off(done[one].extend)

        kinds = {one: kind_of(one) for one in (True, False)}
        for at, (kind, number) in enumerate(given, 1):
            kinds[kind](number)
            assert at - sum(map(len, done.values())) < TOGETHER
        later.do_all()

    asyncio.run(work())
    assert done == {one: [number for kind, number in given if kind is one] for one in (True, False)}


def test_it_is_done_soon() -> None:
    """A single piece of work waits for a part of a second, and the next one again."""
    done: list[int] = []

    async def work() -> None:
        take = Later().put_off(done.extend)
        for number in (1, 2):
            take(number)
            assert number not in done
            await asyncio.sleep(2 * SECONDS)
            assert number in done

    asyncio.run(work())
    assert done == [1, 2]


def test_without_a_loop_it_is_done_at_once() -> None:
    """Before the server listens nothing can be put off."""
    done: list[int] = []
    Later().put_off(done.extend)(1)
    assert done == [1]


def test_what_fails_holds_up_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    """Work that fails is told in the log; what else was put off is done, and the request that came last is served."""
    done: list[int] = []

    def work(_numbers: Sequence[int]) -> None:
        raise RuntimeError("no room")

    async def many() -> None:
        later = Later()
        failing, fine = later.put_off(work), later.put_off(done.extend)
        for number in range(TOGETHER // 2):
            failing(number)
            fine(number)

    asyncio.run(many())
    assert done == list(range(TOGETHER // 2))
    assert "no room" in caplog.text
