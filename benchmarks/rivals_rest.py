"""One record behind other frameworks: the same bytes, or the same record serialised for each request.

`uvicorn rivals_rest:fastapi_model` and so on; the environment variable RECORD names the file with the
bytes, and BODY another one where the ready bytes shall be those.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any

import litestar
from fastapi import FastAPI
from pydantic import BaseModel, JsonValue
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

RECORD = Path(os.environ["RECORD"]).read_bytes()
BYTES = Path(os.environ.get("BODY", os.environ["RECORD"])).read_bytes()
PATH = "/api/v1/models/{slug}"
JSON = "application/json"


class Link(BaseModel):
    """An access link."""

    url: str
    commercial: bool
    affiliate: bool
    label: str


class Fact(BaseModel):
    """A value with its source."""

    value: JsonValue
    unit: str | None
    source_url: str
    source_kind: str
    verified_date: str
    note: str | None


class Search(BaseModel):
    """What was looked for and not found."""

    searched_date: str
    searched_in: list[str]


class Rule(BaseModel):
    """A combination."""

    id: str
    when: dict[str, JsonValue]
    then: dict[str, JsonValue]
    source_url: str
    verified_date: str
    note: str | None


class Price(BaseModel):
    """A price."""

    id: str
    usd: float
    per: str
    of: str
    resolution: str | None
    audio: bool | None
    duration_seconds: float | None
    quality: str | None
    size: str | None
    batch: bool
    included: int
    modes: list[str]
    note: str | None
    source_url: str
    verified_date: str


class Way(BaseModel):
    """A way to run the model."""

    id: str
    provider: str | None
    kind: str
    model_id: str | None
    status: str | None
    facts: dict[str, Fact]
    prices: list[Price]


class Finding(BaseModel):
    """A finding of somebody's test."""

    id: str
    dimension: str
    medium: str
    mode: str | None
    grade: str
    finding: str
    dated: str
    misses: str
    source_url: str


class Tip(BaseModel):
    """Advice on prompting."""

    tip: str
    example: str | None
    tasks: list[str]
    source_url: str
    verified_date: str


class Record(BaseModel):
    """One model."""

    slug: str
    name: str
    vendor: dict[str, str]
    family: str
    makes: list[str]
    status: dict[str, JsonValue]
    summary: str
    aliases: list[str]
    formerly: list[str]
    limitations: list[dict[str, str]]
    capabilities: dict[str, Fact | None]
    unknowns: dict[str, Search | None]
    rules: list[Rule]
    routes: list[Way]
    evidence: list[Finding]
    prompt_tips: list[Tip]
    action_url: Link | None
    action_urls: list[Link]


class Answer(BaseModel):
    """The record and which data answered."""

    dataset: dict[str, str]
    notice: str
    matched_as: str | None
    model: Record


ANSWER = Answer.model_validate_json(RECORD)

fastapi_model = FastAPI()
fastapi_bytes = FastAPI()


@fastapi_model.get(PATH)
async def serialised(slug: str) -> Answer:
    """Hand over the record, which FastAPI serialises."""
    del slug
    return ANSWER


@fastapi_bytes.get(PATH)
async def ready(slug: str) -> Response:
    """Hand over the bytes."""
    del slug
    return Response(BYTES, media_type=JSON)


async def _ready(request: Request) -> Response:
    del request
    return Response(BYTES, media_type=JSON)


starlette_bytes = Starlette(routes=[Route(PATH, _ready)])


@litestar.get(PATH.replace("{slug}", "{slug:str}"), media_type=JSON)
async def _litestar(slug: str) -> bytes:
    del slug
    return BYTES


litestar_bytes = litestar.Litestar([_litestar], openapi_config=None)

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


async def bare(scope: object, receive: object, send: Send) -> None:
    """Answer whatever is asked: what an ASGI server does alone."""
    del scope, receive
    length = str(len(BYTES)).encode()
    headers = [(b"content-type", JSON.encode()), (b"content-length", length)]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": BYTES})
