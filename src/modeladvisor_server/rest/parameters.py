"""Query strings into parameters, strictly: nothing repeated, nothing over-long, nothing unreadable."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import parse_qsl

from modeladvisor.errors import LONGEST_SHOWN, Mistake, QuestionError
from modeladvisor_server.questions import unknown_names

MOST_PARAMETERS = 40
ONCE = "each parameter once; separate several values by commas"
_ESCAPED = re.compile("[\udc80-\udcff]")


def read_query(query: str, allowed: Sequence[str]) -> tuple[dict[str, object], list[Mistake]]:
    """Return the parameters of a query string, and what is wrong with their names and their encoding.

    A repeated parameter keeps its first value, so that the other values can be judged too; what is not UTF-8 is
    not judged further.

    Raises:
        QuestionError: if it has too many parameters.
    """
    try:
        # Bytes that are not UTF-8 come as lone surrogates, so that they spoil no parameter but their own.
        pairs = parse_qsl(
            query, keep_blank_values=True, errors="surrogateescape", max_num_fields=MOST_PARAMETERS
        )
    except ValueError:
        raise QuestionError(
            [Mistake("query", query[:LONGEST_SHOWN], f"at most {MOST_PARAMETERS} parameters")]
        ) from None
    mistakes: list[Mistake] = []
    read: dict[str, list[str]] = {}
    for name, value in pairs:
        if unreadable := [text for text in (name, value) if _ESCAPED.search(text)]:
            parameter = "query" if name in unreadable else name[:LONGEST_SHOWN]
            mistakes.append(Mistake(parameter, _shown(unreadable[0]), "percent-encoded UTF-8"))
        if not _ESCAPED.search(name):
            read.setdefault(name, []).append(value)
    mistakes.extend(unknown_names(read, allowed))
    given: dict[str, object] = {}
    for name, values in read.items():
        if name not in allowed:
            continue
        if len(values) > 1:
            mistakes.append(Mistake(name, f"{len(values)} times", ONCE))
        if not _ESCAPED.search(values[0]):
            given[name] = values[0]
    return given, mistakes


def _shown(text: str) -> str:
    """Return a text with U+FFFD for what is not UTF-8."""
    return text[:LONGEST_SHOWN].encode(errors="surrogateescape").decode(errors="replace")
