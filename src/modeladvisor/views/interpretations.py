"""What a question was taken to mean, as JSON."""

from __future__ import annotations

from modeladvisor.asking import Job
from modeladvisor.asks import job_of
from modeladvisor.catalog import Catalog
from modeladvisor.conditions import tests_of
from modeladvisor.questions import Question
from modeladvisor.views import wire

LABELLING_NOTE = "Check the platform's own rules on labelling generated media before you publish."


def interpreted_view(catalog: Catalog, question: Question) -> wire.InterpretedView:
    """Return what each word of a question was taken to mean."""
    length = question.duration
    extended = "it takes clip extension, or a model that makes such clips at once."
    longer = "few models make such a clip at once; ask for duration=extended to count clip extension too."
    note = None
    if length and length.extended:
        note = extended
    elif length and (length.at_least or 0) > 30:
        note = longer
    by_medium: dict[str, wire.MeaningView] = {
        medium: {
            "mode": question.modes[medium].name if medium in question.modes else None,
            "job": job_view(job_of(catalog, question, medium)),
            "budget": _budget_view(catalog, question, medium),
        }
        for medium in question.media
    }
    first = by_medium[question.media[0]]
    return {
        "task": question.task.slug if question.task else None,
        "output": question.media[0] if len(question.media) == 1 else None,
        "input": list(question.inputs) if question.inputs else None,
        "mode": first["mode"],
        "budget": first["budget"],
        "style": _style_view(question),
        "platform": _platform_view(question),
        "audio": question.audio,
        "duration_seconds": {
            "at_least": length.at_least,
            "at_most": length.at_most,
            "note": note,
        }
        if length
        else None,
        "limit": question.limit,
        "weights": dict(question.weights),
        "by_medium": by_medium,
        "notes": shape_notes(question),
    }


def job_view(job: Job) -> wire.JobView:
    """Return the job that is priced."""
    return {
        "duration_seconds": job.duration_seconds,
        "resolution": job.resolution,
        "audio": job.audio,
        "megapixels": job.megapixels,
        "count": job.count,
        "input_images": job.input_images,
        "attempts": job.attempts,
    }


def shape_notes(question: Question) -> list[str]:
    """Return a note where the task and the place of publishing want different shapes: one clip has one."""
    shape = question.platform.aspect_ratio if question.platform else None
    if question.task is None or question.platform is None or shape is None:
        return []
    gates = (gate for medium in question.media for gate in question.task.rubrics[medium].gates if gate.need)
    tests = [test for gate in gates if gate.need for test in tests_of(gate.need)]
    wanted = [test for test in tests if test.key == "aspect_ratios" and shape not in test.operand]
    return [
        f"task={question.task.slug} wants {' or '.join(map(str, test.operand))} and "
        f"platform={question.platform.value} wants {shape}: models must offer both, and one clip has one shape."
        for test in dict.fromkeys(wanted)
    ]


def _budget_view(catalog: Catalog, question: Question, medium: str) -> wire.BudgetView | None:
    budget = question.budget
    if budget is None:
        return None
    job = job_of(catalog, question, medium)
    at: dict[str, wire.JsonValue] = (
        {"megapixels": job.megapixels}
        if medium == "image"
        else {"duration_seconds": job.duration_seconds, "resolution": job.resolution, "audio": job.audio}
    )
    return {
        "word": budget.word,
        "free": budget.free,
        "ceiling_usd": budget.usd.get(medium),
        "per": ("second" if medium == "video" else "image") if medium in budget.usd else None,
        "at": {**at, "clip_seconds": budget.clip_seconds} if budget.clip_seconds else at,
    }


def _style_view(question: Question) -> wire.StyleView | None:
    style = question.style
    if style is None:
        return None
    told = [medium for medium in question.media if medium in style.need or medium in style.evidence]
    if not told:
        return {"value": style.name, "effect": "no effect: nothing in the catalog tells models apart by it"}
    if style.gate:
        return {"value": style.name, "effect": "models that cannot do it are left out"}
    return {
        "value": style.name,
        "effect": f"orders within each group for {' and '.join(told)}, before the score",
    }


def _platform_view(question: Question) -> wire.PlatformView | None:
    platform = question.platform
    if platform is None:
        return None
    publishing = platform.kind == "publishing"
    return {
        "kind": platform.kind,
        "value": platform.value,
        "implies": {"aspect_ratio": platform.aspect_ratio} if platform.aspect_ratio else {},
        "note": LABELLING_NOTE if publishing else None,
    }
