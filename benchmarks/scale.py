"""How answers grow with the catalog: this engine beside Polars, DuckDB and a plain loop, on generated catalogs.

Each size is measured in a process of its own. Warm rounds are interleaved; printed are the median over the questions,
each the median of its rounds, and the slowest question.
Gates of all engines are prepared queries on prepared columns; combination rules count for this engine alone, and on
the models without rules all engines must give the same groups, or there are no figures.
"Counts" are the sizes of the three groups; "slugs" are the slugs of those that fit: a list, for Polars a series.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path

import attrs

from gate_engines import DuckDB, Groups, Ours, PlainLoop, Polars, Query
from generated_catalogs import TODAY, generated_catalog
from machine import resident
from modeladvisor import Catalog
from modeladvisor.asks import brief_of
from modeladvisor.boards import board_of
from modeladvisor.finder import FinderResult, find
from modeladvisor.interpretation import interpret
from modeladvisor.questions import Question
from modeladvisor.views.rankings import finder_answer
from plain_gates import Table
from scale_report import FULL, UNHEARD_GATES, UNHEARD_PLAIN, Measured, Step, report

SIZES = (100, 10_000, 100_000)
MEDIUM = "video"
ROUNDS = 9
QUESTIONS: tuple[Mapping[str, str], ...] = (
    {"task": "product-videos", "input": "image", "audio": "silent", "budget": "medium"},
    {"output": "video"},
    {"output": "video", "platform": "api", "duration": "5-10"},
    {"output": "video", "platform": "tiktok"},
    {"task": "ugc-ads", "duration": ">=999", "budget": "low"},
    {"task": "social-shorts", "weights": "price:40,sound:2"},
    {"task": "talking-characters", "audio": "dialogue", "platform": "youtube"},
    {"output": "video", "input": "images", "budget": "free"},
    {"task": "cinematic-video", "style": "cinematic", "duration": ">=10", "budget": "0.3/s"},
    {"task": "ai-video-generator", "platform": "self-hosted"},
)
"""From no constraint but the medium to four, with a style, with weights, and (the fifth) one that nothing fits."""
UNHEARD: Mapping[str, Mapping[str, str]] = {
    "a budget never asked": {"task": "product-videos", "budget": "0.1{}1/s"},
    "weights never asked": {"task": "social-shorts", "weights": "price:3{}"},
    "a clip length never asked": {"task": "image-to-video", "duration": ">={}.5"},
}
"""Questions with a place for a number."""


def timed(call: Callable[[], object]) -> float:
    """Return the seconds of one call."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def explained(catalog: Catalog, question: Question) -> FinderResult:
    """Return an answer after looking at its first ten models with all reasons and at what would change the first."""
    result = find(catalog, question, TODAY)
    for ranking in result.rankings:
        for place in ranking.fits[:10]:
            _ = [
                (part.facts, part.rules, part.evidence, part.prices, part.unknowns)
                for part in place.score.parts
            ]
            _ = (place.fit.checks, place.fit.acceptance, place.unknowns, place.cost.cheapest, place.standing)
        _ = (
            ranking.sensitivity.decided_by,
            ranking.sensitivity.weight_margin,
            ranking.relaxations,
            ranking.pareto,
        )
    return result


def measure(size: int) -> Measured:
    """Measure one size; in a new process, since memory that another size gave back would be used again."""
    before = resident()
    gc.disable()  # nothing is garbage while a catalog is made
    start = time.perf_counter()
    catalog = generated_catalog(size)
    steps = {"make the catalog": Step([time.perf_counter() - start])}
    gc.enable()
    gc.collect()
    gc.freeze()  # as the server does, so that no collection looks at the catalog again
    loaded = resident()
    questions = [interpret(catalog, **words) for words in QUESTIONS]
    first = [timed(partial(explained, catalog, one)) for one in questions]
    gc.collect()
    asked = resident()
    steps["first question of all"] = Step(first[:1])
    steps["other questions, first time"] = Step(first[1:])
    plain = catalog.with_models(one for one in catalog.models.values() if not one.rules)
    groups = check_agreement(catalog, plain)
    steps |= warm(catalog, questions)
    steps |= unheard(catalog, plain)
    gc.unfreeze()  # so that DuckDB finds its own things at the end of the process
    return Measured(size, steps, (loaded - before) / size, (asked - loaded) / size, groups)


def warm(catalog: Catalog, questions: Sequence[Question]) -> dict[str, Step]:
    """Return the seconds of what has been asked before; a round makes every call of every step once."""
    results = [explained(catalog, one) for one in questions]
    calls: dict[str, list[Callable[[], object]]] = {
        "words into a question": [partial(interpret, catalog, **words) for words in QUESTIONS],
        FULL: [partial(explained, catalog, one) for one in questions],
        "its JSON view on top": [partial(finder_answer, catalog, one, TODAY) for one in results],
    }
    for form in ("counts", "slugs"):
        gates = queries(catalog, questions, slugs=form == "slugs")
        calls |= {f"gates, {form}: {name}": list(made) for name, made in gates.items()}
    seconds: dict[str, list[list[float]]] = {name: [[] for _ in made] for name, made in calls.items()}
    for _ in range(ROUNDS):
        for name, made in calls.items():
            for call, found in zip(made, seconds[name], strict=True):
                found.append(timed(call))
    return {name: Step([statistics.median(one) for one in found]) for name, found in seconds.items()}


def unheard(catalog: Catalog, plain: Catalog) -> dict[str, Step]:
    """Return the seconds of known questions with a number that was never asked before: full answers, and gates.

    `plain` are the models without combination rules, about a third: there all engines have the same to do.
    """

    def asked(form: Mapping[str, str], numbers: Iterable[int]) -> list[Question]:
        return [
            interpret(catalog, **{name: word.format(number) for name, word in form.items()})
            for number in numbers
        ]

    steps = {}
    for name, form in UNHEARD.items():
        known, *new = asked(form, range(4))
        explained(catalog, known)  # so that the task is not new
        steps[name] = Step([timed(partial(explained, catalog, one)) for one in new])
    numbered = [form for form in UNHEARD.values() if "weights" not in form]
    first = [one for form in numbered for one in asked(form, [0])]
    later = [one for form in numbered for one in asked(form, range(4, 7))]
    for what, some in ((UNHEARD_GATES, catalog), (UNHEARD_PLAIN, plain)):
        for name, made in queries(some, [*first, *later], slugs=False).items():
            seconds = [timed(one) for one in made]
            steps[f"{what}: {name}"] = Step(seconds[len(first) :])
    return steps


def queries(catalog: Catalog, questions: Sequence[Question], *, slugs: bool) -> dict[str, list[Query]]:
    """Return the prepared gates of each question for each engine."""
    board = board_of(catalog, MEDIUM, TODAY)
    table = Table(catalog, MEDIUM, TODAY)
    briefs = [brief_of(catalog, one, MEDIUM) for one in questions]
    conditions = [table.gates(one) for one in briefs]
    polars = Polars(table.columns)
    duckdb = DuckDB(polars.frame)
    loop = PlainLoop(table.columns)
    return {
        "modeladvisor": [Ours(board).query(one, slugs=slugs) for one in briefs],
        "Polars": [polars.query(one, slugs=slugs) for one in conditions],
        "DuckDB": [duckdb.query(one, slugs=slugs) for one in conditions],
        "plain loop": [loop.query(one, slugs=slugs) for one in conditions],
    }


def check_agreement(catalog: Catalog, plain: Catalog) -> list[tuple[int, int, int]]:
    """Return the sizes of the groups of each question over all models, after comparing engines.

    On the models without combination rules all engines say the same; rules only ever take away.
    """
    found = []
    for some in (plain, catalog):
        made = queries(some, [interpret(some, **words) for words in QUESTIONS], slugs=True)
        for words, (ours, *others) in zip(QUESTIONS, zip(*made.values(), strict=True), strict=True):
            mine = ours()
            for name, other in zip([*made][1:], others, strict=True):
                _compare(f"{name} on {dict(words)}", mine, other(), alike=some is plain)
            if some is catalog:
                found.append((mine.yes, mine.unknown, mine.no))
    return found


def _compare(what: str, ours: Groups, other: Groups, *, alike: bool) -> None:
    if alike:
        same = (ours.yes, ours.unknown, ours.no) == (other.yes, other.unknown, other.no)
        right = same and set(ours.slugs) == set(other.slugs)
    else:
        right = set(ours.slugs) <= set(other.slugs) and ours.no >= other.no
    if not right:
        raise SystemExit(
            f"{what}: {attrs.evolve(other, slugs=())}, but this engine says {attrs.evolve(ours, slugs=())}"
        )


def main() -> None:
    """Measure, print, and keep what was measured."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="leave out 100,000 models")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was measured")
    asked = parser.parse_args()
    sizes = SIZES[:2] if asked.quick else SIZES
    found = []
    for size in sizes:
        with ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as fresh:
            found.append(fresh.submit(measure, size).result())
    print(report(found))
    if asked.json:
        about = {name: version(name) for name in ("modeladvisor", "polars", "duckdb")}
        about |= {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "processors": str(os.cpu_count()),
        }
        questions = [dict(one) for one in QUESTIONS]
        kept = {"about": about, "questions": questions, "sizes": [attrs.asdict(one) for one in found]}
        asked.json.write_text(json.dumps(kept, indent=2) + "\n")


if __name__ == "__main__":
    main()
