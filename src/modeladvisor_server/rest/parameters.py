"""Query strings into parameters, strictly: nothing repeated, nothing over-long, nothing unreadable."""

from __future__ import annotations

from urllib.parse import parse_qsl

from modeladvisor.errors import Mistake, QuestionError

LONGEST_QUERY = 4096
MOST_PARAMETERS = 40


class QueryTooLongError(ValueError):
    """Raised when a query string is longer than `LONGEST_QUERY` characters."""


def parameters_of(query: str) -> dict[str, object]:
    """Return the parameters of a query string; one without a value counts as absent.

    Raises:
        QueryTooLongError: if it is over-long as a whole.
        QuestionError: for parameters that are repeated or not UTF-8.
    """
    if len(query) > LONGEST_QUERY:
        raise QueryTooLongError
    try:
        pairs = parse_qsl(
            query, keep_blank_values=True, errors="strict", max_num_fields=MOST_PARAMETERS, separator="&"
        )
    except UnicodeDecodeError:
        raise QuestionError([Mistake("query", query[:200], "percent-encoded UTF-8")]) from None
    except ValueError:
        raise QuestionError(
            [Mistake("query", query[:200], f"at most {MOST_PARAMETERS} parameters")]
        ) from None
    names = [name for name, _ in pairs]
    repeated = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if repeated:
        expected = "each parameter once; separate several values by commas"
        raise QuestionError(Mistake(name[:200], f"{names.count(name)} times", expected) for name in repeated)
    return dict(pairs)
