"""Finder and best answers as Markdown."""

from __future__ import annotations

from modeladvisor.texts.stories import why_not_lines
from modeladvisor.texts.words import (
    Notes,
    cut_text,
    footer,
    head_text,
    link_text,
    number,
    place,
    price_text,
    value_text,
)
from modeladvisor.views import wire

SHAPE = ("duration_seconds", "aspect_ratio", "resolution")
EXCLUDED_NAMED = 5


def finder_text(
    answer: wire.FinderAnswer, *, reasons: int = 3, unknowns: int = 6, limitations: int = 2, changes: int = 6
) -> str:
    """Return a finder answer as Markdown.

    Args:
        answer: The answer as REST gives it.
        reasons: Most reasons shown for each model, those with most points first.
        unknowns: Most unknowns shown for each model.
        limitations: Most limitations shown for each model that fits.
        changes: Most changes shown by which a model that was asked about would enter or win.
    """
    notes = Notes()
    lines = [f"Understood: {interpreted_text(answer['interpreted'])}."]
    for ranking in answer["rankings"]:
        counts = ranking["counts"]
        lines.append("")
        lines.append(
            f"## {ranking['medium'].capitalize()}: {counts['fits']} fit, {counts['may_fit']} may fit, "
            f"{counts['excluded']} excluded (rubric {ranking['rubric']['id']} {ranking['rubric']['version']})"
        )
        for one in ranking["fits"]:
            lines.extend(_place_lines(one, notes, reasons, unknowns))
            lines.extend(f"   - mind: {told['text']}" for told in one["limitations"][:limitations])
        lines.extend(
            cut_text(len(ranking["fits"]), counts["fits"], "that fit", f"limit={min(counts['fits'], 50)}")
        )
        lines.extend(_may_fit_lines(ranking, unknowns))
        lines.extend(_excluded_lines(ranking["excluded"]))
        lines.extend(
            f"- Drop {' and '.join(one['drop'])}: {', '.join(one['brings'])} would fit."
            for one in ranking["relaxations"]
        )
        lines.append(sensitivity_text(ranking["sensitivity"]))
        lines.extend(pareto_lines(ranking["pareto"]))
    for story in answer["why_not"]:
        lines.extend(["", *why_not_lines(story, most=changes)])
    return "\n".join([*lines, *notes.lines(), "", footer(answer["notice"], answer["dataset"])])


def interpreted_text(view: wire.InterpretedView) -> str:
    """Return in words what a question was taken to mean."""
    told = [f"task {view['task']}"] if view["task"] else []
    told.append(f"output {' and '.join(view['by_medium'])}")
    if view["input"]:
        modes = [one["mode"] for one in view["by_medium"].values() if one["mode"]]
        told.append(f"input {'+'.join(view['input'])} ({', '.join(modes)})")
    for medium, meaning in view["by_medium"].items():
        budget = meaning["budget"]
        if budget is None:
            continue
        if budget["free"]:
            told.append(f"budget for {medium} free tier or open weights")
        elif budget["ceiling_usd"] is None:
            told.append(f"budget says nothing about {medium}")
        else:
            told.append(
                f"budget for {medium} at most {number(budget['ceiling_usd'])} USD per {budget['per']}"
            )
    platform = view["platform"]
    if platform:
        implied = platform["implies"].get("aspect_ratio")
        told.append(f"{platform['kind']} on {platform['value']}" + (f" ({implied})" if implied else ""))
    if view["audio"]:
        told.append(f"audio {view['audio']}")
    length = view["duration_seconds"]
    if length and length["note"]:
        told.append(f"clip of at least {number(length['at_least'])} s: {length['note'].rstrip('.')}")
    elif length:
        ends = [length["at_least"], length["at_most"]]
        words = ("at least", "at most")
        told.append(
            "clip of " + " and ".join(f"{w} {number(e)} s" for w, e in zip(words, ends, strict=True) if e)
        )
    if view["style"]:
        told.append(f"style {view['style']['value']}: {view['style']['effect']}")
    told.extend(note.rstrip(".") for note in view["notes"])
    return "; ".join(told)


def _place_lines(one: wire.PlaceView, notes: Notes, reasons: int, unknowns: int) -> list[str]:
    best, worst = one["rank_range"]
    score = one["score"]
    lines = [
        f"{one['rank']}. {head_text(one['model'])}: {number(score['low'])} points proved, up to "
        f"{number(score['high'])}; place {place(best)} to {place(worst)}; {price_text(one['price'])}"
    ]
    for reason in top_reasons(one, reasons):
        ground = reason["evidence"][0] if reason["evidence"] else None
        told = (
            f"{_ground_text(ground)} {notes.mark(ground['source_url'], ground['verified_date'])}"
            if ground
            else ""
        )
        lines.append(
            f"   - {reason['criterion']} {number(reason['points'])}/{number(reason['of'])}: {told or reason['why']}"
        )
    narrowed = {name: one["request"][name] for name in SHAPE if name in one["request"]}
    if one["rules"] and narrowed:
        told = "; ".join(f"{name} {value_text(values)}" for name, values in narrowed.items())
        rule = one["rules"][0]
        lines.append(f"   - only as {told} {notes.mark(rule['source_url'], rule['verified_date'])}")
    lines.extend(_unknown_line(one["unknowns"], unknowns))
    if one["model"]["action_url"]:
        lines.append(f"   - {link_text(one['model']['action_url'])}")
    return lines


def _ground_text(ground: wire.GroundView) -> str:
    return f"{value_text(ground['value'])} {ground['unit'] or ''}".rstrip()


def top_reasons(one: wire.PlaceView, most: int) -> list[wire.ReasonView]:
    """Return the reasons that earn most points."""
    earning = [reason for reason in one["reasons"] if reason["points"] > 0]
    return sorted(earning, key=lambda reason: -reason["points"])[:most]


def held_back_by(one: wire.PlaceView) -> list[str]:
    """Return the unknowns that keep a model from fitting."""
    open_gates = (gate for gate in one["gates"] if gate["answer"] == "unknown")
    return list(dict.fromkeys(key for gate in open_gates for key in gate["unknowns"]))


def _unknown_line(keys: list[str], most: int) -> list[str]:
    more = f" and {len(keys) - most} more" if len(keys) > most else ""
    return [f"   - unknown: {', '.join(keys[:most])}{more}"] if keys else []


def _may_fit_lines(ranking: wire.RankingView, unknowns: int) -> list[str]:
    if not ranking["may_fit"]:
        return []
    lines = ["May fit, if what is unknown turns out well:"]
    for one in ranking["may_fit"]:
        score = one["score"]
        lines.append(
            f"- {head_text(one['model'])}: unknown {', '.join(held_back_by(one)[:unknowns])}; "
            f"{number(score['low'])} to {number(score['high'])} points; {price_text(one['price'])}"
        )
    count = ranking["counts"]["may_fit"]
    return [*lines, *cut_text(len(ranking["may_fit"]), count, "that may fit", f"limit={min(count, 50)}")]


def _excluded_lines(excluded: wire.ExcludedView) -> list[str]:
    if not excluded["count"]:
        return []
    reasons = ", ".join(f"{name} {count}" for name, count in excluded["by_reason"].items())
    named = [
        f"{one['model']['slug']} ({_reason_text(one['reason'])})"
        for one in excluded["models"][:EXCLUDED_NAMED]
    ]
    more = f" and {excluded['count'] - EXCLUDED_NAMED} more" if excluded["count"] > EXCLUDED_NAMED else ""
    return [f"Excluded by {reasons}: {', '.join(named)}{more}."]


def _reason_text(reason: wire.GateView) -> str:
    """Return the reason of an exclusion; of a combination the rules that forbid it."""
    rules = [one["id"].rsplit("/", 1)[-1] for one in reason["evidence"] if "/rules/" in one["id"]]
    return ", ".join(rules) or reason["id"]


def sensitivity_text(view: wire.SensitivityView) -> str:
    """Return whether the first place holds, and what would change it."""
    if view["first_place_holds"]:
        return "The first place holds whatever the unknowns turn out to be."
    return deciders_text(view["decided_by"]) or "No model has a place."


def pareto_lines(front: list[str]) -> list[str]:
    """Return who is beaten by nobody on both proved points and price, where that is a choice."""
    return [f"Nobody has more proved points for less: {', '.join(front)}."] if len(front) > 1 else []


def deciders_text(deciders: list[wire.DeciderView]) -> str:
    """Return which unknowns of which models could change the first place; empty if there are none."""
    told = "; ".join(f"{one['model']} ({', '.join(one['unknowns'])})" for one in deciders[:3])
    return f"The first place could change if these turned out well: {told}." if told else ""


def best_text(
    answer: wire.BestAnswer,
    *,
    shown: int = 5,
    sources: int | None = None,
    runners_up: int | None = None,
    unknowns: int | None = None,
) -> str:
    """Return verdict and computed ranking of a use case as Markdown.

    Args:
        answer: The answer as REST gives it.
        shown: Most models shown of each computed ranking.
        sources: Most sources shown of each verdict; all by default.
        runners_up: Most runners-up shown of each verdict.
        unknowns: Most unknowns shown of each verdict.
    """
    case = answer["usecase"]
    lines = [f"# {case['title']} (`{case['slug']}`)", case["question"]]
    for verdict in answer["verdicts"]:
        lines.extend(_verdict_lines(verdict, sources, runners_up, unknowns))
    for ranking in answer["computed"]:
        counts = ranking["counts"]
        lines.append(
            f"Computed ranking ({ranking['medium']}), {counts['fits']} fit, {counts['may_fit']} may fit:"
        )
        for one in (*ranking["fits"], *ranking["may_fit"])[:shown]:
            best, worst = one["rank_range"]
            score = one["score"]
            group = ", may fit" if worst is None else ""
            lines.append(
                f"{one['rank']}. {head_text(one['model'])}: {number(score['low'])} to {number(score['high'])} points, "
                f"place {place(best)} to {place(worst)}{group}; {price_text(one['price'])}"
            )
        placed = counts["fits"] + counts["may_fit"]
        lines.extend(cut_text(min(shown, placed), placed, "models", f"find_model task={case['slug']}"))
    lines.append(answer["agreement"]["explanation"])
    return "\n".join([*lines, "", footer(answer["notice"], answer["dataset"])])


def _verdict_lines(
    verdict: wire.VerdictView, sources: int | None, runners_up: int | None, unknowns: int | None
) -> list[str]:
    picks = ", ".join(head_text(one) for one in verdict["pick"]) or "no verified winner"
    lines = [f"Editor's verdict ({verdict['medium']}, {verdict['state']}): {picks}"]
    lines.extend(f"- {reason}" for reason in verdict["state_reasons"])
    if verdict["because"]:
        lines.append(f"Because: {verdict['because']}")
    if verdict["not_for"]:
        lines.append(f"Not for: {verdict['not_for']}")
    others = verdict["runners_up"][:runners_up]
    lines.extend(f"- {one['when']}: {head_text(one['model'])}" for one in others)
    lines.extend(cut_text(len(others), len(verdict["runners_up"]), "runners-up", "detail=full"))
    told = verdict["unknowns"][:unknowns]
    if told:
        lines.append(f"Unknown: {' '.join(told)}")
    lines.extend(cut_text(len(told), len(verdict["unknowns"]), "unknowns", "detail=full"))
    cited = verdict["sources"][:sources]
    lines.extend(f"- source: [{one['title']}]({one['url']})" for one in cited)
    lines.extend(cut_text(len(cited), len(verdict["sources"]), "sources", "detail=full"))
    if verdict["reviewed_date"]:
        lines.append(f"Reviewed {verdict['reviewed_date']}, to be reviewed by {verdict['review_by']}.")
    return lines
