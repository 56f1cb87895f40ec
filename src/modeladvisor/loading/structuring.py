"""Tables into shapes, strictly: nothing is coerced, nothing unknown is let by, every mistake is kept."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeVar, get_args, get_origin

import attrs
import cattrs
from cattrs.errors import (
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
)
from cattrs.gen import make_dict_structure_fn, override

from modeladvisor.errors import nearest
from modeladvisor.loading.problems import Place, Problems

T = TypeVar("T")
RESERVED = {"in_": "in", "from_": "from"}
"""Field names that are reserved words in Python, with the key in the file."""


class UnexpectedError(ValueError):
    """Raised when a value has the wrong form; the text is `expected ..., got ...`."""

    def __init__(self, expected: str, got: object) -> None:
        super().__init__(f"expected {expected}, got {shown(got)}")


def hint(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean ...?` with the nearest known name, or nothing if none is near."""
    close = nearest(name, known, 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def shown(value: object) -> str:
    """Return a value as people wrote it, shortened."""
    if isinstance(value, bool):
        text = str(value).lower()
    elif isinstance(value, datetime.date | datetime.time):
        text = value.isoformat()
    else:
        text = repr(value)
    return text if len(text) <= 120 else f"{text[:117]}..."


def structure(shape: type[T], table: object, place: Place, problems: Problems) -> T | None:
    """Return the table as `shape`, or None with every mistake added to `problems`."""
    try:
        return _converter.structure(table, shape)
    except Exception as error:
        _walk(error, shape, place, problems)
        return None


def _walk(error: BaseException, shape: object, place: Place, problems: Problems) -> None:
    """Report every leaf of a cattrs exception group at the place its notes name."""
    if isinstance(error, ClassValidationError):
        for inner, note in error.group_exceptions()[0]:
            name = RESERVED.get(note.name, note.name)
            if isinstance(inner, KeyError) and inner.args == (name,):
                problems.add(place.at(name), "missing, expected " + _words_for(note.type))
            else:
                _walk(inner, note.type, place.at(name), problems)
        for inner in error.group_exceptions()[1]:
            _walk(inner, error.cl, place, problems)
    elif isinstance(error, IterableValidationError):
        for inner, item in error.group_exceptions()[0]:
            _walk(inner, item.type, place.at(int(item.index)), problems)
        for inner in error.group_exceptions()[1]:
            _walk(inner, shape, place, problems)
    elif isinstance(error, ForbiddenExtraKeysError):
        known = [RESERVED.get(one.name, one.name) for one in attrs.fields(error.cl)]
        for key in sorted(error.extra_fields):
            near = hint(key, known) or f"; known keys: {', '.join(known)}"
            problems.add(place.at(key), f"unknown key{near}")
    else:
        problems.add(place, str(error))


def _words_for(kind: object) -> str:
    options = [one for one in get_args(kind) if one is not type(None)]
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(map(repr, get_args(kind)))
    if get_origin(kind) is tuple:
        return "a list"
    if get_origin(kind) is not None and len(options) == 1:
        return _words_for(options[0])
    words = {
        str: "text in quotes",
        bool: "true or false",
        int: "a whole number",
        float: "a number",
        datetime.date: "a date without quotes, such as 2026-11-03",
        object: "a value",
    }
    return words.get(kind, "a table") if isinstance(kind, type) else "a table"


def _make_converter() -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)

    def exactly(kind: type) -> Callable[[object, object], object]:
        def hook(value: object, _: object) -> object:
            if type(value) is kind and not (isinstance(value, str) and not value.strip()):
                return value
            raise UnexpectedError(_words_for(kind), value)

        return hook

    for kind in (str, bool, int, datetime.date):
        converter.register_structure_hook(kind, exactly(kind))

    def number(value: object, _: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UnexpectedError("a number", value)
        return value

    def literal(value: object, wanted: object) -> object:
        if isinstance(value, str) and value in get_args(wanted):
            return value
        near = hint(value, get_args(wanted)) if isinstance(value, str) else ""
        raise ValueError(f"expected {_words_for(wanted)}, got {shown(value)}{near}")

    converter.register_structure_hook(float, number)
    converter.register_structure_hook_func(lambda wanted: wanted is object, lambda value, _: value)
    converter.register_structure_hook_func(lambda wanted: _origin(wanted) is Literal, literal)

    plain_tuple = converter.get_structure_hook

    @converter.register_structure_hook_factory(lambda wanted: _origin(wanted) is tuple)
    def tuple_factory(wanted: Any) -> Callable[[object, object], object]:
        as_list = plain_tuple(list[get_args(wanted)[0]])  # type: ignore[misc]  # the item type is known only here

        def hook(value: object, _: object) -> object:
            if not isinstance(value, list):
                raise UnexpectedError("a list", value)
            return tuple(as_list(value, None))

        return hook

    @converter.register_structure_hook_factory(lambda wanted: _origin(wanted) is Mapping)
    def mapping_factory(wanted: Any) -> Callable[[object, object], object]:
        item = plain_tuple(get_args(wanted)[1])

        def hook(value: object, _: object) -> object:
            if not isinstance(value, dict):
                raise UnexpectedError("a table", value)
            return _each(value, item, get_args(wanted)[1])

        return hook

    @converter.register_structure_hook_factory(attrs.has)
    def class_factory(wanted: Any) -> Callable[[object, object], object]:
        renamed = {
            one.name: override(rename=RESERVED[one.name])
            for one in attrs.fields(wanted)
            if one.name in RESERVED
        }
        whole = make_dict_structure_fn(wanted, converter, _cattrs_forbid_extra_keys=True, **renamed)  # type: ignore[arg-type]  # mypy reads the field overrides as options

        def hook(value: object, _: object) -> object:
            if not isinstance(value, dict):
                raise UnexpectedError("a table", value)
            return whole(value, wanted)

        return hook

    return converter


def _origin(wanted: object) -> object:
    return get_origin(wanted)


def _each(table: dict[str, object], item: Callable[[Any, Any], object], kind: object) -> dict[str, object]:
    """Structure every value of a table; mistakes are kept with their key as if they stood in a class."""
    done: dict[str, object] = {}
    failed: list[Exception] = []
    for key, value in table.items():
        try:
            done[key] = item(value, kind)
        except Exception as error:
            error.__notes__ = [
                *getattr(error, "__notes__", []),
                cattrs.errors.AttributeValidationNote(f"key {key}", key, kind),
            ]
            failed.append(error)
    if failed:
        raise ClassValidationError("while structuring a table", failed, dict)
    return done


_converter = _make_converter()
