"""The words of REST: what parameters take, and what members are called."""

from __future__ import annotations

import re

from rest_client import answer_of, ask, named

from modeladvisor.views import wire


def test_the_vocabulary_lists_what_every_parameter_takes() -> None:
    """Every word that /vocabulary lists for a parameter is understood by the finder or the list."""
    parameters = answer_of(ask(named("vocabulary")))["parameters"]
    for name in ("task", "output", "budget", "style", "platform", "audio", "duration"):
        for word in parameters[name]:
            if " " not in word:
                medium = [("output", "video")] if name in ("audio", "duration") else []
                assert ask(named("finder"), [(name, word), *medium]).status_code == 200, word
    for name in ("output", "status", "vendor"):
        for word in parameters[name]:
            assert ask(named("models"), [(name, word)]).status_code == 200, word


def test_names_on_the_wire_are_snake_case() -> None:
    """Every member of every shape is lower case with underscores."""
    for name in wire.__all__:
        for member in getattr(getattr(wire, name), "__annotations__", {}):
            assert re.fullmatch(r"[a-z]+(_[a-z]+)*", member), f"{name}.{member}"
