"""Forms that keep what was typed and say beside the field what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import parse_qsl, urlencode

import attrs

from modeladvisor.errors import Mistake
from modeladvisor.questions import LONGEST_VALUE
from modeladvisor_server.questions import unknown_names

MOST_PARAMETERS = 40
FOREIGN = ("utm_", "fbclid", "gclid", "mc_cid", "mc_eid")
"""How names begin that other sites add to the links they carry; they ask nothing and are dropped."""


@attrs.frozen
class Typed:
    """What a query string holds.

    Attributes:
        given: Values by name of the parameters that the page has, repeated ones joined by commas.
        mistakes: What is wrong with names or encoding.
        canonical: The same question as a query string without empty, repeated and foreign parameters.
        is_canonical: Whether it was asked so.
    """

    given: Mapping[str, str]
    mistakes: tuple[Mistake, ...]
    canonical: str
    is_canonical: bool


def read_typed(query: str, allowed: Sequence[str], repeatable: Sequence[str] = ()) -> Typed:
    """Return what was typed; unreadable bytes are replaced, and said to be a mistake."""
    mistakes: list[Mistake] = []
    try:
        pairs = parse_qsl(query, keep_blank_values=True, errors="strict", max_num_fields=MOST_PARAMETERS)
    except UnicodeDecodeError:
        mistakes.append(Mistake("query", query[:LONGEST_VALUE], "percent-encoded UTF-8"))
        pairs = parse_qsl(query, keep_blank_values=True, errors="replace", max_num_fields=MOST_PARAMETERS)
    except ValueError:
        mistakes.append(Mistake("query", query[:LONGEST_VALUE], f"at most {MOST_PARAMETERS} parameters"))
        pairs = []
    ours = [(name, value) for name, value in pairs if not name.startswith(FOREIGN)]
    mistakes.extend(unknown_names(dict.fromkeys(name for name, _ in ours), allowed))
    given: dict[str, str] = {}
    for name, value in ours:
        if name not in allowed or not value.strip():
            continue
        if name not in given:
            given[name] = value
        elif name in repeatable:
            given[name] += f",{value}"
        else:
            mistakes.append(Mistake(name, value[:LONGEST_VALUE], "this parameter once"))
    kept = [(name, given[name]) for name in allowed if name in given]
    return Typed(given, tuple(mistakes), asked(kept), len(pairs) == len(kept))


def asked(pairs: Sequence[tuple[str, str]]) -> str:
    """Return a query string; commas and colons stay readable."""
    return urlencode(pairs, safe=",:/>=<")


@attrs.frozen
class Suggestion:
    """A value that would be right, and the address that asks for it."""

    text: str
    href: str


@attrs.frozen
class FieldError:
    """What is wrong with a field, with values that would be right."""

    text: str
    suggestions: tuple[Suggestion, ...] = ()


@attrs.frozen
class Option:
    """One value that a field offers."""

    value: str
    label: str
    chosen: bool = False


@attrs.frozen
class Field:
    """One field of a form.

    Attributes:
        kind: `select`, `checks` or `text`.
        groups: Options under a heading each; the heading may be empty.
        values: What was typed, one for each input of the field.
        errors: What is wrong with it.
    """

    name: str
    label: str
    hint: str
    kind: str
    groups: Mapping[str, Sequence[Option]] = attrs.Factory(dict)
    values: Sequence[str] = ("",)
    errors: Sequence[FieldError] = ()


Errors = Mapping[str, Sequence[FieldError]]
Choices = Mapping[str, Sequence[tuple[str, str]]]
"""Values and their labels, by the heading under which they stand; the heading may be empty."""
OTHER = "As typed"


@attrs.frozen
class Form:
    """Makes fields as they were filled in, with what is wrong beside them."""

    typed: Typed
    errors: Errors

    def choice(self, name: str, label: str, choices: Choices, hint: str = "") -> Field:
        """Return a field that offers words; one that is not among them is kept, and stands last."""
        value = self.typed.given.get(name, "").strip()
        groups = _groups(choices, {value})
        if value and not any(one.chosen for options in groups.values() for one in options):
            groups[OTHER] = [Option(value, value, chosen=True)]
        return Field(name, label, hint, "select", groups, errors=self.errors.get(name, ()))

    def checks(self, name: str, label: str, choices: Choices) -> Field:
        """Return a field of which several words can be chosen; others that were typed are kept, and stand last."""
        values = [one.strip() for one in self.typed.given.get(name, "").split(",") if one.strip()]
        groups = _groups(choices, set(values))
        known = {one for words in choices.values() for one, _ in words}
        others = [Option(one, one, chosen=True) for one in dict.fromkeys(values) if one not in known]
        if others:
            groups[OTHER] = others
        return Field(name, label, "", "checks", groups, errors=self.errors.get(name, ()))

    def text(self, name: str, label: str, hint: str) -> Field:
        """Return a field of one line."""
        value = self.typed.given.get(name, "")
        return Field(name, label, hint, "text", values=(value,), errors=self.errors.get(name, ()))


def _groups(choices: Choices, chosen: set[str]) -> dict[str, list[Option]]:
    return {
        heading: [Option(one, text, one in chosen) for one, text in words]
        for heading, words in choices.items()
    }


def errors_by_field(mistakes: Sequence[Mistake], typed: Typed, path: str) -> dict[str, list[FieldError]]:
    """Return what is wrong by the name of the field, each with links to what would be right."""
    found: dict[str, list[FieldError]] = {}
    for one in mistakes:
        got = "nothing was given" if one.got is None else f"“{one.got}” is not"
        suggestions = _suggestions(one.parameter, one.got, one.did_you_mean, typed, path)
        found.setdefault(one.parameter, []).append(
            FieldError(f"Expected {one.expected}; {got}.", suggestions)
        )
    return found


def _suggestions(
    name: str, got: str | None, close: Sequence[str], typed: Typed, path: str
) -> tuple[Suggestion, ...]:
    """Return links that ask the same question with a better word in the place of the wrong one."""
    if name not in typed.given:
        return tuple(Suggestion(one, "") for one in close)
    found: list[Suggestion] = []
    for one in close:
        words = [word.strip() for word in typed.given[name].split(",")]
        better = ",".join(one if word == (got or "").strip() else word for word in words)
        pairs = [(key, better if key == name else value) for key, value in typed.given.items()]
        found.append(Suggestion(one, f"{path}?{asked(pairs)}"))
    return tuple(found)
