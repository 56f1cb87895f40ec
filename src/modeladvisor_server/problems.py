"""Library errors and HTTP refusals as problems: the same words over REST and MCP."""

from __future__ import annotations

from typing import TypedDict
from urllib.parse import quote

import attrs

from modeladvisor.errors import Mistake, NotInCatalogError, QuestionError

ERRORS_PAGE = "/docs/errors"
LONGEST_INSTANCE = 200
"""Characters of the asked path that a problem gives back."""


class MistakeView(TypedDict):
    """One thing wrong with a request."""

    parameter: str
    got: str | None
    expected: str
    did_you_mean: list[str]


class ProblemView(TypedDict):
    """A problem as RFC 9457 describes it, with a stable `code` and every mistake at once."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    errors: list[MistakeView]


@attrs.frozen
class Code:
    """A kind of problem: its stable name, status, title, and what to do about it."""

    name: str
    status: int
    title: str
    advice: str


CODES = {
    one.name: one
    for one in (
        Code("invalid-parameter", 400, "The request has mistakes", "Each entry of `errors` names a parameter, what was expected and what was found."),
        Code("host-not-allowed", 403, "This host name is not served here", "Use the public address of the server; operators list names in MODELADVISOR_ALLOWED_HOSTS."),
        Code("unknown-model", 404, "No such model", "`errors` holds the nearest names; /api/v1/models lists all."),
        Code("unknown-use-case", 404, "No such use case", "`errors` holds the nearest names; /api/v1/best lists all."),
        Code("unknown-workflow", 404, "No such workflow", "`errors` holds the nearest names; /api/v1/workflows lists all."),
        Code("unknown-path", 404, "No such address", "`errors` holds the nearest addresses; /api/v1/openapi.json describes all."),
        Code("method-not-allowed", 405, "This method is not served here", "The header Allow lists the methods; everything but /mcp is read with GET."),
        Code("not-acceptable", 406, "No such form of the answer", "Answers are application/json; send an Accept header that takes it, or none."),
        Code("request-timeout", 408, "The request came too slowly", "Send the head of a request within 10 seconds and its body within 20."),
        Code("content-too-large", 413, "The body is too large", "Everything but /mcp is read with GET and needs no body; /mcp takes 256 KiB."),
        Code("uri-too-long", 414, "The address is too long", "At most 1000 characters of path and 4096 of query are read; shorten the longer one."),
        Code("headers-too-large", 431, "The header fields are too large", "At most 100 header fields with 16 KiB together are read; send fewer cookies and fields."),
        Code("too-many-requests", 429, "Too many requests", "Wait for the seconds in Retry-After; answers may be kept for five minutes."),
        Code("bad-request", 400, "The request cannot be read", "Send a well-formed HTTP request."),
        Code("internal-error", 500, "Something went wrong here", "It is not your fault; report the id in `detail`."),
    )
}  # fmt: skip


def problem(name: str, detail: str, instance: str, errors: list[MistakeView] | None = None) -> ProblemView:
    """Return a problem of a known code; `instance` is the path that was asked, given back as a URI reference."""
    code = CODES[name]
    return {
        "type": f"{ERRORS_PAGE}#{code.name}",
        "title": code.title,
        "status": code.status,
        "detail": detail,
        "instance": quote(instance[:LONGEST_INSTANCE], safe="/~"),
        "code": code.name,
        "errors": errors or [],
    }


def problem_of(error: QuestionError | NotInCatalogError, instance: str) -> ProblemView:
    """Return what a library error says as a problem."""
    if isinstance(error, QuestionError):
        return problem(
            "invalid-parameter", str(error), instance, [mistake_view(one) for one in error.mistakes]
        )
    kind = f"unknown-{error.kind.replace(' ', '-')}"
    return problem(kind, str(error), instance, [mistake_view(one) for one in error.mistakes])


def mistake_view(mistake: Mistake) -> MistakeView:
    """Return one mistake as JSON."""
    return {
        "parameter": mistake.parameter,
        "got": mistake.got,
        "expected": mistake.expected,
        "did_you_mean": list(mistake.did_you_mean),
    }


def errors_page() -> str:
    """Return the page that explains every code, as Markdown."""
    lines = ["# Errors", "", "Errors are `application/problem+json` (RFC 9457); `code` is stable."]
    for code in CODES.values():
        lines.extend(
            [
                "",
                f'<a id="{code.name}"></a>',
                f"## {code.name} ({code.status})",
                "",
                f"{code.title}.",
                code.advice,
            ]
        )
    return "\n".join(lines) + "\n"
