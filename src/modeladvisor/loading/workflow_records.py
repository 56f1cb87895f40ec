"""Workflows into records."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from modeladvisor.asking import Mode
from modeladvisor.loading.identifiers import check_ids, check_slug
from modeladvisor.loading.model_records import World
from modeladvisor.loading.opinion_shapes import StepShape, WorkflowShape
from modeladvisor.loading.problems import Place, Problems
from modeladvisor.loading.reading import Document
from modeladvisor.loading.reading_needs import in_past, read_job, read_request
from modeladvisor.loading.reading_values import read_url
from modeladvisor.loading.structuring import hint, shown, structure
from modeladvisor.opinions import Step, UseCase, Workflow, WorkflowSource


def read_workflow(
    document: Document,
    use_cases: Mapping[str, UseCase],
    modes: Mapping[str, Mode],
    world: World,
    problems: Problems,
) -> Workflow | None:
    """Return one workflow; each step's inputs must be given by the user or made by an earlier step."""
    place = document.place
    shape = structure(WorkflowShape, document.table, place, problems)
    check_slug(document, problems)
    if shape is None:
        return None
    for number, task in enumerate(shape.tasks):
        _known(task, world.tasks, "a use case", place.at("tasks", number), problems)
    for key in ("steps", "sources"):
        if not getattr(shape, key):
            problems.add(place.at(key), "expected at least one, got []")
    check_ids((one.id for one in shape.steps), place.at("steps"), problems)
    steps = []
    for number, one in enumerate(shape.steps):
        here = place.at("steps", number)
        _check_step(one, shape.steps[:number], use_cases, modes, world.tasks, here, problems)
        steps.append(_step(one, world, here, problems))
    first, last = shape.window.from_, shape.window.to
    if last < first:
        problems.add(place.at("window", "to"), f"expected a day not before {first}, got {last}")
    inside = 0
    for number, source in enumerate(shape.sources):
        here = place.at("sources", number)
        try:
            read_url(source.url)
        except ValueError as error:
            problems.add(here.at("url"), str(error))
        in_past(source.dated, world.today, here.at("dated"), problems)
        inside += first <= source.dated <= last
    if shape.basis == "documented" and inside < 2:
        problems.add(place.at("basis"), f"expected two sources dated inside the window, got {inside}")
    return Workflow(
        slug=document.stem,
        title=shape.title,
        question=shape.question,
        summary=shape.summary,
        basis=shape.basis,
        window=(first, last),
        tasks=shape.tasks,
        steps=tuple(steps),
        sources=tuple(WorkflowSource(one.title, one.url, one.dated, one.supports) for one in shape.sources),
    )


def _known(name: str, known: Collection[str], what: str, place: Place, problems: Problems) -> None:
    if name not in known:
        problems.add(place, f"expected {what}, got {name!r}{hint(name, known)}")


def _check_step(
    step: StepShape,
    earlier: Sequence[StepShape],
    use_cases: Mapping[str, UseCase],
    modes: Mapping[str, Mode],
    tasks: Collection[str],
    place: Place,
    problems: Problems,
) -> None:
    if step.usecase is None and step.mode is None and step.gives != "audio":
        problems.add(place, "expected a usecase or a mode")
    if step.usecase is not None:
        _known(step.usecase, tasks, "a use case", place.at("usecase"), problems)
        found = use_cases.get(step.usecase)
        if found and step.gives not in found.media:
            problems.add(
                place.at("gives"),
                f"expected what {step.usecase} makes ({', '.join(found.media)}), got {step.gives!r}",
            )
    if step.mode is not None:
        _known(step.mode, modes, "a mode", place.at("mode"), problems)
        made_by_it = modes[step.mode].output if step.mode in modes else step.gives
        if made_by_it != step.gives:
            message = f"expected {made_by_it!r}, which {step.mode} makes, got {step.gives!r}"
            problems.add(place.at("gives"), message)
    elif step.usecase is not None:
        taken = set(step.takes) - {"text"} or {"text"}
        if not any(set(one.inputs) == taken and one.output == step.gives for one in modes.values()):
            message = (
                f"expected a mode, since none makes {step.gives} from {' and '.join(step.takes) or 'nothing'}"
            )
            problems.add(place.at("mode"), message)
    made = {one.id: one.gives for one in earlier}
    for number, before in enumerate(step.from_):
        if before not in made:
            problems.add(place.at("from", number), f"expected an earlier step, got {before!r}")
        elif made[before] not in step.takes:
            problems.add(
                place.at("from", number), f"{before} makes {made[before]}, which this step does not take"
            )


def _step(shape: StepShape, world: World, place: Place, problems: Problems) -> Step:
    job = dict(shape.job or {})
    counts: dict[str, int | None] = {}
    for name in ("images", "clips"):
        count = job.pop(name, None)
        if count is not None and (type(count) is not int or not 1 <= count <= 1000):
            problems.add(place.at("job", name), f"expected a whole number from 1 to 1000, got {shown(count)}")
            count = None
        counts[name] = count if isinstance(count, int) else None
    priced = read_job(job, shape.gives, world.vocabulary, place.at("job"), problems) if job else None
    return Step(
        id=shape.id,
        title=shape.title,
        usecase=shape.usecase,
        mode=shape.mode,
        takes=shape.takes,
        gives=shape.gives,
        after=shape.from_,
        request=read_request(
            shape.request or {}, world.vocabulary, world.modes, place.at("request"), problems
        ),
        images=counts["images"],
        clips=counts["clips"],
        job=priced,
        why=shape.why,
    )
