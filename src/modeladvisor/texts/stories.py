"""Why a model is not first, as Markdown."""

from __future__ import annotations

from modeladvisor.texts.words import head_text, number, value_text
from modeladvisor.views import wire

KINDS = {
    "constraint": ("constraint less", "constraints less"),
    "fact": ("value of a fact", "values of facts"),
    "rule": ("rule less", "rules less"),
    "price": ("price", "prices"),
    "route": ("further way in", "further ways in"),
    "evidence": ("finding", "findings"),
    "weight": ("weight", "weights"),
}


def why_not_lines(story: wire.WhyNotView, *, most: int) -> list[str]:
    """Return the story of a model in lines; `most` changes are shown of each list."""
    name, medium = head_text(story["model"]), story["medium"]
    if story["state"] == "makes-another-medium":
        return [f"Why not {name}? It makes no {medium}."]
    if story["state"] == "first":
        return [f"Why not {name}? It is first."]
    lines = [f"Why not {name}? {_state_text(story)}"]
    if story["held_back_by"]:
        held = "; ".join(
            f"{one['id']} is {one['answer']} ({one['why']})" for one in story["held_back_by"][:most]
        )
        lines.append(f"- held back by: {held}")
    if story["state"] != "fits":
        lines.append(f"- would fit {_changes_text(story, story['enters'], most)}")
    lines.append(f"- would be first {_changes_text(story, story['wins'], most)}")
    return lines


def _state_text(story: wire.WhyNotView) -> str:
    missing = story["missing"]
    behind = f", {number(missing)} proved points behind {story['first']}" if missing is not None else ""
    told = {"fits": f"It fits at place {story['rank']}", "may-fit": f"It may fit, at place {story['rank']}"}
    return told.get(story["state"], "It is excluded") + behind + "."


def _changes_text(story: wire.WhyNotView, changes: list[wire.ChangeView], most: int) -> str:
    if changes:
        more = f", or {len(changes) - most} more" if len(changes) > most else ""
        return "if one of these changed: " + "; ".join(map(_change_text, changes[:most])) + more
    tried = ", ".join(f"{count} {KINDS[kind][count != 1]}" for kind, count in story["tried"].items())
    near = story["nearest"]
    best = f"; the best of them, {_change_text(near)}, brings it to place {near['rank']}" if near else ""
    return f"by no single change; tried were {tried}{best}"


def _change_text(change: wire.ChangeView) -> str:
    kind, of, then = change["kind"], change["of"], change["then"]
    now = "unknown" if change["now"] is None else value_text(change["now"])
    if kind == "constraint":
        return f"without {of}"
    if kind == "rule":
        return f"without the rule {of.rsplit('/', 1)[-1]}"
    if kind == "route":
        return f"a way in by {of}"
    if kind == "price":
        return f"a price of {value_text(then)} USD on {of} (now {now})"
    if kind == "evidence":
        return f"a {then} finding on {of}"
    if kind == "weight":
        return f"{of} at {value_text(then)} points (now {now})"
    return f"{of} = {value_text(then)} (now {now})"
