"""Arguments of the product's tools: lenient in what assistants send, teaching where it cannot be read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from modeladvisor.errors import Mistake, NotInCatalogError, QuestionError, nearest
from modeladvisor_server.mcp.offers import ToolAnswer, ToolMistake

ALIASES: Mapping[str, tuple[str, ...]] = {
    "model": ("slug", "name", "model_name", "id"),
    "models": ("slugs", "names", "model", "slug", "name"),
    "usecase": ("task", "use_case"),
    "task": ("usecase", "use_case"),
    "query": ("q", "search"),
}
"""Other names under which a parameter may come, tried in this order when the tool has no such parameter itself."""
NAMES_OF_MODELS = ("model", "models", *ALIASES["model"], "slugs", "names")
ABSENT = ("", "null", "none", "undefined")
MOST_NAMED = 20
"""Unknown arguments that are named one by one: ten thousand of them would make an answer ten times the request."""
DETAILS = ("concise", "full")
Tooled = Callable[[Mapping[str, object]], ToolAnswer]


class UnknownArguments(ToolMistake):
    """Raised for arguments that a tool does not have.

    Attributes:
        unknown: their names, as they came.
    """

    def __init__(self, text: str, unknown: frozenset[str]) -> None:
        """Keep the teaching text and the names."""
        super().__init__(text)
        self.unknown = unknown


def read_arguments(given: Mapping[str, object], allowed: Sequence[str]) -> dict[str, object]:
    """Return the arguments under the tool's own names; null, empty and `"null"` are absent.

    Names are read without regard to case and `-`; a JSON list in a text is read as a list.

    Raises:
        UnknownArguments: for arguments that the tool does not have, naming the nearest.
    """
    own = {_name(one): one for one in allowed}
    for target in allowed:
        for alias in ALIASES.get(target, ()):
            own.setdefault(alias, target)
    read: dict[str, object] = {}
    unknown: list[str] = []
    for key, value in given.items():
        found = own.get(_name(key))
        plain = _plain(value)
        if found is None:
            if plain is not None:
                unknown.append(key)
        elif plain is not None:
            read[found] = plain
    if unknown:
        named = [_unknown(key, allowed) for key in unknown[:MOST_NAMED]]
        more = len(unknown) - len(named)
        text = "\n".join([*named, f"And {more} more."] if more else named)
        raise UnknownArguments(text, frozenset(unknown))
    return read


def _name(key: str) -> str:
    return key.strip().casefold().replace("-", "_")


def _plain(value: object) -> object:
    if isinstance(value, str):
        value = value.strip()
        if value.casefold() in ABSENT:
            return None
        if value.startswith("["):
            try:
                found = json.loads(value)
            except (ValueError, RecursionError):
                return value
            return found or None if isinstance(found, list) else value
    if isinstance(value, list) and not value:
        return None
    if isinstance(value, float) and value.is_integer():
        return int(value)  # JSON knows no integers: 5.0 is one (JSON Schema 2020-12, section 4.2.3)
    return value


def _unknown(key: str, allowed: Sequence[str]) -> str:
    close = nearest(key, allowed)
    hint = f" Nearest: {', '.join(close)}." if close else ""
    if "why_not" in allowed and _name(key) in NAMES_OF_MODELS:
        hint = " To ask why a model is not first, give why_not; for known models call get_model or compare_models."
    return f"Unknown argument {key[:80]!r}. This tool takes: {', '.join(allowed) or 'nothing'}.{hint}"


def required(read: Mapping[str, object], name: str) -> str:
    """Return a required argument as text.

    Raises:
        ToolMistake: if it is missing, or no single name.
    """
    value = read.get(name)
    if value is None:
        raise ToolMistake(f"Argument {name!r} is missing.")
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, dict | list):
        raise ToolMistake(f"Argument {name!r}: expected one name, got {str(value)[:80]}.")
    return str(value)


def detail_of(read: dict[str, object]) -> str:
    """Take the argument `detail` out and return it: `concise` or `full`.

    Raises:
        ToolMistake: for any other word.
    """
    given = read.pop("detail", "concise")
    text = str(given[0] if isinstance(given, list) and len(given) == 1 else given).strip()
    if text.casefold() in DETAILS:
        return text.casefold()
    mistake = Mistake("detail", text, f"one of {', '.join(DETAILS)}", nearest(text, DETAILS))
    raise ToolMistake(_mistake(mistake))


def taught(error: QuestionError | NotInCatalogError | ToolMistake, next_call: str) -> ToolMistake:
    """Return what went wrong as a text that says what was wrong, what is allowed, and the next call."""
    if isinstance(error, ToolMistake):
        return ToolMistake(f"{error.text}\nNext: {next_call}")
    if isinstance(error, NotInCatalogError):
        told = "\n".join(_unknown_name(one) for one in (error, *error.also))
        return ToolMistake(f"{told} Next: {next_call}")
    return ToolMistake("\n".join([*map(_mistake, error.mistakes), f"Next: {next_call}"]))


def _unknown_name(error: NotInCatalogError) -> str:
    close = f" Nearest: {', '.join(error.nearest)}." if error.nearest else ""
    return f"No {error.kind} is called {error.name[:80]!r}.{close}"


def _mistake(mistake: Mistake) -> str:
    got = "it is missing" if mistake.got is None else f"got {mistake.got[:80]!r}"
    close = f" Nearest: {', '.join(mistake.did_you_mean)}." if mistake.did_you_mean else ""
    return f"Argument {mistake.parameter!r}: expected {mistake.expected}; {got}.{close}"


def teaching(call: Tooled, next_call: str) -> Tooled:
    """Return a call whose mistakes say what was wrong, what is allowed, and the next call."""

    def taught_call(given: Mapping[str, object]) -> ToolAnswer:
        try:
            return call(given)
        except UnknownArguments as error:
            known = {key: value for key, value in given.items() if key not in error.unknown}
            try:
                call(known)
            except (QuestionError, NotInCatalogError, ToolMistake) as other:
                raise ToolMistake(f"{error.text}\n{taught(other, next_call).text}") from other
            raise taught(error, next_call) from error
        except (QuestionError, NotInCatalogError, ToolMistake) as error:
            raise taught(error, next_call) from error

    return taught_call
