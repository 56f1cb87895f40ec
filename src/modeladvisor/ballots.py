"""What a whole field of models answers, kept as two bit sets: who answers yes, and who answers no."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import attrs

from modeladvisor.answers import Answer

_IS_YES = {one: one is Answer.YES for one in Answer}.__getitem__
_IS_NO = {one: one is Answer.NO for one in Answer}.__getitem__
_AS_FLAGS = bytes.maketrans(b"01", b"\x00\x01")
_AS_DIGITS = bytes.maketrans(b"\x00\x01", b"01")

Members = int
"""Some models of a field: the first model is the highest bit, so that in binary the field reads from left to right."""


@attrs.frozen
class Ballot:
    """The answers of all models to one question; who is in neither set answers unknown (Kleene's strong logic)."""

    yes: Members
    no: Members

    def __and__(self, other: Ballot) -> Ballot:
        return Ballot(self.yes & other.yes, self.no | other.no)

    def __or__(self, other: Ballot) -> Ballot:
        return Ballot(self.yes | other.yes, self.no & other.no)

    def patched(self, other: Ballot, members: Members) -> Ballot:
        """Return the ballot with the answers of some models taken from another."""
        return Ballot(self.yes & ~members | other.yes & members, self.no & ~members | other.no & members)


@attrs.frozen
class Field:
    """The models that can be asked, in the order of their slugs; a model's place is its number in it, from 0."""

    slugs: tuple[str, ...]

    @property
    def everyone(self) -> Members:
        """All models."""
        return (1 << len(self.slugs)) - 1

    def ballot(self, answers: Iterable[Answer]) -> Ballot:
        """Return the ballot of one answer for each model, in order."""
        given = list(answers)
        return Ballot(self.members(map(_IS_YES, given)), self.members(map(_IS_NO, given)))

    def unanimous(self) -> Ballot:
        """Return the ballot to which everyone says yes."""
        return Ballot(self.everyone, 0)

    def members(self, flags: Iterable[bool]) -> Members:
        """Return the models whose flag is set; one flag for each model, in order."""
        digits = bytes(flags).translate(_AS_DIGITS)
        return int(digits, 2) if digits else 0

    def flags(self, members: Members) -> bytes:
        """Return one byte for each model in order: 1 for members, 0 for the others."""
        if not self.slugs:
            return b""
        return format(members, f"0{len(self.slugs)}b").encode().translate(_AS_FLAGS)

    def places(self, members: Members) -> list[int]:
        """Return the places of the members, in order."""
        return list(itertools.compress(range(len(self.slugs)), self.flags(members)))

    def in_order(self, members: Members, order: Sequence[int]) -> list[int]:
        """Return the places of the members in another order, of which `order` gives all places."""
        return list(itertools.compress(order, map(self.flags(members).__getitem__, order)))
