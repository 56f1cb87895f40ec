"""Records, lists, access and prompt tips as Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from modeladvisor.texts.words import (
    Notes,
    cut_text,
    footer,
    head_text,
    link_text,
    number,
    tests_text,
    value_text,
)
from modeladvisor.views import wire


def record_text(
    answer: wire.ModelAnswer, *, notes_shown: bool = True, limitations: int = 99, evidence: int = 99
) -> str:
    """Return one record as Markdown.

    Args:
        answer: The answer as REST gives it.
        notes_shown: Whether what editors noted, and routes with prices, are told too.
        limitations: Most limitations shown.
        evidence: Most findings of others' tests shown.
    """
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
    told = model["limitations"][:limitations]
    lines.extend(f"- limitation: {one['text']}" for one in told)
    lines.extend(cut_text(len(told), len(model["limitations"]), "limitations", "detail=full"))
    found = model["evidence"][:evidence]
    lines.extend(
        f"- evidence ({one['dimension']}, {one['grade']}): {one['finding']} "
        f"{notes.mark(one['source_url'], one['dated'])}"
        for one in found
    )
    lines.extend(cut_text(len(found), len(model["evidence"]), "findings", "detail=full"))
    if notes_shown:
        for route in model["routes"]:
            lines.extend(_route_lines(route, notes))
    lines.append(f"Access: {link_text(model['action_url'])}")
    return "\n".join([*lines, *notes.lines(), "", footer(answer["notice"], answer["dataset"])])


def _route_lines(route: wire.RouteView, notes: Notes) -> list[str]:
    operator, status = route["provider"] or "own hardware", route["status"] or "status unknown"
    unpriced = "" if route["prices"] or route["kind"] == "self-hosted" else ": price unknown"
    lines = [f"- {route['id']} ({route['kind']}, {operator}, {status}){unpriced}"]
    for price in route["prices"]:
        sound = {True: "with sound", False: "silent", None: None}[price["audio"]]
        length = f"{number(price['duration_seconds'])} s" if price["duration_seconds"] else None
        batch = "batch" if price["batch"] else None
        told = (length, price["resolution"], price["quality"], price["size"], sound, batch)
        detail = f" ({', '.join(one for one in told if one)})" if any(told) else ""
        mark = notes.mark(price["source_url"], price["verified_date"])
        name = price["id"].rsplit("/", 1)[-1]
        lines.append(
            f"  - {name}: {number(price['usd'])} USD per {price['per']} of {price['of']}{detail} {mark}"
        )
    return lines


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
        lines.extend(_route_lines(route, notes))
    lines.append("Links, in an order that knows no money:")
    lines.extend(f"- {link_text(link)}" for link in answer["action_urls"])
    return "\n".join([*lines, *notes.lines(), "", footer(answer["notice"], answer["dataset"])])


def tips_text(answer: wire.PromptTipsAnswer) -> str:
    """Return prompt tips as Markdown, each with its source."""
    notes = Notes()
    about = f" for {answer['task']}" if answer["task"] else ""
    tips = "prompt tip" if answer["count"] == 1 else "prompt tips"
    lines = [f"# {answer['count']} {tips}{about}: {head_text(answer['model'])}"]
    for tip in answer["prompt_tips"]:
        example = f" Example: {tip['example']}" if tip["example"] else ""
        lines.append(f"- {tip['tip']}{example} {notes.mark(tip['source_url'], tip['verified_date'])}")
    return "\n".join([*lines, *notes.lines(), "", footer(answer["notice"], answer["dataset"])])
