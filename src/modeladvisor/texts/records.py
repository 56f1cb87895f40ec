"""Records, lists, access and prompt tips as Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from modeladvisor.texts.words import (
    Notes,
    footer,
    head_text,
    link_text,
    number,
    tests_text,
    value_text,
)
from modeladvisor.views import wire


def record_text(answer: wire.ModelAnswer, *, notes_shown: bool = True) -> str:
    """Return one record as Markdown; `notes_shown` adds what editors noted beside the values."""
    model = answer["model"]
    notes = Notes()
    lines = [f"# {model['name']} (`{model['slug']}`, {model['vendor']['name']})", model["summary"]]
    if answer["matched_as"]:
        lines.append(f"Found as {answer['matched_as']}.")
    by_route = "; ".join(f"{one['route']} {one['value']}" for one in model["status"]["by_route"])
    lines.append(f"Status: {model['status']['value'] or 'unknown'}" + (f" ({by_route})" if by_route else ""))
    for key, fact in model["capabilities"].items():
        if fact is not None:
            note = f" ({fact['note']})" if fact["note"] and notes_shown else ""
            unit = f" {fact['unit']}" if fact["unit"] else ""
            mark = notes.mark(fact["source_url"], fact["verified_date"])
            lines.append(f"- {key}: {value_text(fact['value'])}{unit}{note} {mark}")
    if model["unknowns"]:
        lines.append(f"Unknown: {', '.join(model['unknowns'])}.")
    for rule in model["rules"]:
        mark = notes.mark(rule["source_url"], rule["verified_date"])
        lines.append(f"- rule: with {tests_text(rule['when'])}: {tests_text(rule['then'])} {mark}")
    lines.extend(f"- limitation: {one['text']}" for one in model["limitations"])
    lines.extend(
        f"- evidence ({one['dimension']}, {one['grade']}): {one['finding']} "
        f"{notes.mark(one['source_url'], one['dated'])}"
        for one in model["evidence"]
    )
    lines.append(f"Access: {link_text(model['action_url'])}")
    return "\n".join([*lines, *notes.lines(), "", footer(answer["notice"], answer["dataset"])])


def models_text(rows: Iterable[wire.HeadView], count: int, cursor: str | None) -> str:
    """Return short rows of models as Markdown, with how to go on where the list was cut."""
    listed = [f"- {head_text(row)}" for row in rows]
    cut = [f"showing {len(listed)} of {count}; next: cursor={cursor}"] if cursor else []
    return "\n".join([f"{count} models.", *listed, *cut])


def access_text(answer: wire.AccessAnswer) -> str:
    """Return routes with prices and access links of a model as Markdown."""
    notes = Notes()
    lines = [f"# Where to use {head_text(answer['model'])}"]
    for route in answer["routes"]:
        status = route["facts"].get("status")
        told = value_text(status["value"]) if status else "status unknown"
        lines.append(f"- {route['id']} ({route['kind']}, {route['provider'] or 'own hardware'}, {told})")
        for price in route["prices"]:
            sound = {True: "with sound", False: "silent", None: None}[price["audio"]]
            about = [one for one in (price["resolution"], price["quality"], price["size"], sound) if one]
            detail = f" ({', '.join(about)})" if about else ""
            mark = notes.mark(price["source_url"], price["verified_date"])
            lines.append(f"  - {number(price['usd'])} USD per {price['per']} of {price['of']}{detail} {mark}")
    lines.append("Links, in an order that knows no money:")
    lines.extend(f"- {link_text(link)}" for link in answer["action_urls"])
    return "\n".join([*lines, *notes.lines(), "", footer(answer["notice"], answer["dataset"])])


def tips_text(answer: wire.PromptTipsAnswer) -> str:
    """Return prompt tips as Markdown, each with its source."""
    notes = Notes()
    about = f" for {answer['task']}" if answer["task"] else ""
    lines = [f"# {answer['count']} prompt tips{about}: {head_text(answer['model'])}"]
    for tip in answer["prompt_tips"]:
        example = f" Example: {tip['example']}" if tip["example"] else ""
        lines.append(f"- {tip['tip']}{example} {notes.mark(tip['source_url'], tip['verified_date'])}")
    return "\n".join([*lines, *notes.lines(), "", footer(answer["notice"], answer["dataset"])])
