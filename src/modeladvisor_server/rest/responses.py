"""What an address may answer, status by status, for the OpenAPI description."""

from __future__ import annotations

import http
from collections.abc import Mapping
from typing import Any

from modeladvisor_server.problems import CODES, ProblemView
from modeladvisor_server.rest.answering import JSON, PROBLEM_JSON

Described = dict[str, Any]
_STRING: Described = {"type": "string"}
HEADERS: Mapping[str, Described] = {
    "ETag": {
        "description": "Tag of these bytes; sent back as If-None-Match it gives 304 while they still stand.",
        "schema": _STRING,
    },
    "Last-Modified": {"description": "The day of the catalog.", "schema": _STRING},
    "Cache-Control": {
        "description": "How long an answer may be kept; problems are never kept.",
        "schema": _STRING,
    },
    "Vary": {"description": "Answers come in the coding that Accept-Encoding asks for.", "schema": _STRING},
    "Allow": {"description": "The methods that are served.", "schema": _STRING},
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 1}},
    "RateLimit-Policy": {
        "description": "How many requests a client has in how many seconds.",
        "schema": _STRING,
        "example": '"rest";q=300;w=60',
    },
    "RateLimit": {
        "description": "What is left of them, and the seconds until there are more.",
        "schema": _STRING,
        "example": '"rest";r=0;t=37',
    },
}
_KEPT = ("ETag", "Last-Modified", "Cache-Control", "Vary")
_OF_STATUS: Mapping[int, tuple[str, ...]] = {
    405: ("Allow",),
    429: ("Retry-After", "RateLimit-Policy", "RateLimit"),
}
STATUSES = tuple(sorted({code.status for code in CODES.values()}))
"""Every status of a problem; any address may give any of them."""


def answered(summary: str, answer: Described, example: object | None, links: Described) -> Described:
    """Return the description of 200."""
    content: Described = {"schema": answer}
    if example is not None:
        content["example"] = example
    described: Described = {"description": summary, "headers": _headers(_KEPT), "content": {JSON: content}}
    return {**described, "links": links} if links else described


def by_reference() -> Described:
    """Return all other responses of an address: what it shares with every other."""
    shared = {"304": {"$ref": "#/components/responses/NotModified"}}
    return shared | {str(status): {"$ref": f"#/components/responses/{_name(status)}"} for status in STATUSES}


def responses(problem: Described, examples: Mapping[int, ProblemView]) -> Described:
    """Return the responses that all addresses share: 304, and a problem for every status."""
    found: Described = {
        "NotModified": {
            "description": "What the client holds under this ETag still stands.",
            "headers": _headers(_KEPT),
        }
    }
    for status in STATUSES:
        content: Described = {"schema": problem}
        if status in examples:
            content["example"] = examples[status]
        found[_name(status)] = {
            "description": "\n".join(
                f"`{code.name}`: {code.title}. {code.advice}"
                for code in CODES.values()
                if code.status == status
            ),
            "headers": _headers(("Cache-Control", *_OF_STATUS.get(status, ()))),
            "content": {PROBLEM_JSON: content},
        }
    return found


def _headers(names: tuple[str, ...]) -> Described:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _name(status: int) -> str:
    return http.HTTPStatus(status).phrase.title().replace(" ", "").replace("-", "")
