"""Query strings into parameters, strictly: nothing repeated, nothing over-long, nothing unreadable."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import parse_qsl

from modeladvisor.errors import Mistake, QuestionError
from modeladvisor_server.questions import unknown_names

MOST_PARAMETERS = 40


def read_query(query: str, allowed: Sequence[str]) -> tuple[dict[str, object], list[Mistake]]:
    """Return the parameters of a query string, and what is wrong with their names.

    A repeated parameter keeps its first value, so that the other values can be judged too.

    Raises:
        QuestionError: if it is not UTF-8 or has too many parameters.
    """
    try:
        pairs = parse_qsl(query, keep_blank_values=True, errors="strict", max_num_fields=MOST_PARAMETERS)
    except UnicodeDecodeError:
        raise QuestionError([Mistake("query", query[:200], "percent-encoded UTF-8")]) from None
    except ValueError:
        raise QuestionError(
            [Mistake("query", query[:200], f"at most {MOST_PARAMETERS} parameters")]
        ) from None
    names = [name for name, _ in pairs]
    mistakes = unknown_names(dict.fromkeys(names), allowed)
    expected = "each parameter once; separate several values by commas"
    mistakes.extend(
        Mistake(name[:200], f"{names.count(name)} times", expected)
        for name in dict.fromkeys(names)
        if name in allowed and names.count(name) > 1
    )
    return {name: value for name, value in reversed(pairs) if name in allowed}, mistakes
