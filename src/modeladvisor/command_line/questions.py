"""The questions people ask: `find`, `why-not`, `compare`, `best`, `show`, `list`, `workflows` and `tips`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from modeladvisor.command_line import completing
from modeladvisor.command_line.completing import completed
from modeladvisor.command_line.parsing import folder_options, json_option, one_of
from modeladvisor.jobs import FORM as JOB_FORM
from modeladvisor.listings import STATUSES
from modeladvisor.questions import MEANINGS, PARAMETERS, WHY_NOT_MEANING
from modeladvisor.vocabulary import MEDIA

if TYPE_CHECKING:
    from modeladvisor.command_line.calls import Commands
    from modeladvisor.command_line.parsing import Parser

TASK_MEANING = "the use case that is meant"


def add_commands(commands: Commands) -> None:
    """Add the commands that answer questions."""
    _add_find(commands)
    _add_why_not(commands)
    _add_compare(commands)
    best = _added(
        commands,
        "best",
        "verdict and computed ranking of a use case; without one, the list of use cases",
        ("best", "best ugc-ads", "best product-videos --json"),
    )
    usecase = best.add_argument("usecase", nargs="?", help="use case, as `modeladvisor best` lists them")
    completed(usecase, completing.tasks)
    best.set_defaults(run=_answer, asked="best")

    show = _added(
        commands,
        "show",
        "one model with every source",
        ("show veo-3.1", "show 'google veo'", "show veo-3.1 --json"),
    )
    completed(show.add_argument("model", help="slug, name, former name or alias"), completing.models)
    show.set_defaults(run=_answer, asked="show")

    listed = _added(
        commands,
        "list",
        "all models, or those that are wanted",
        ("list", "list --output video --vendor google", "list --query 'open weights' --status active --json"),
    )
    listed.add_argument(
        "--output", type=one_of(MEDIA), help=f"only models that make this: {', '.join(MEDIA)}"
    )
    completed(listed.add_argument("--vendor", help="only models of this vendor"), completing.vendors)
    told = f"only models of this status: {', '.join(STATUSES)}"
    listed.add_argument("--status", type=one_of(STATUSES), help=told)
    listed.add_argument(
        "--query", metavar="WORDS", help="only models whose names or summary hold these words"
    )
    listed.set_defaults(run=_answer, asked="list")

    recipes = _added(
        commands,
        "workflows",
        "recipes of several steps, with the models that fit each step today",
        ("workflows", "workflows --task product-videos", "workflows --limit 1 --json"),
    )
    completed(recipes.add_argument("--task", help=TASK_MEANING), completing.tasks)
    recipes.add_argument("--limit", metavar="N", help="most recipes shown")
    recipes.set_defaults(run=_answer, asked="workflows")

    tips = _added(commands, "tips", "how to prompt a model", ("tips veo-3.1", "tips veo-3.1 --task ugc-ads"))
    completed(tips.add_argument("model", help="slug, name, former name or alias"), completing.models)
    completed(tips.add_argument("--task", help="only tips for this use case"), completing.tasks)
    tips.set_defaults(run=_answer, asked="tips")


def _added(commands: Commands, name: str, told: str, examples: tuple[str, ...]) -> Parser:
    shared = [folder_options(), json_option()]
    described = f"{told[0].upper()}{told[1:]}."
    return commands.add_parser(name, parents=shared, help=told, description=described, examples=examples)


def _add_parameters(parser: Parser) -> None:
    for name in PARAMETERS:
        completed(parser.add_argument(f"--{name}", help=MEANINGS[name]), completing.parameter(name))


def _add_find(commands: Commands) -> None:
    find = _added(
        commands,
        "find",
        "which models fit a job, ranked and explained",
        (
            "find --task product-videos --input image --audio silent --budget medium",
            "find --output image --budget 0.04/image --limit 3",
            "find --task ugc-ads --weights price:40,talks:30",
            "find --task product-videos --why-not veo-3.1",
            "find --output video --duration 8 --platform tiktok --json",
        ),
    )
    _add_parameters(find)
    completed(find.add_argument("--why-not", metavar="MODEL", help=WHY_NOT_MEANING), completing.models)
    find.set_defaults(run=_answer, asked="find")


def _add_why_not(commands: Commands) -> None:
    why_not = _added(
        commands,
        "why-not",
        "what holds a model back, and the smallest changes by which it would fit or be first",
        ("why-not veo-3.1 --task product-videos --input image", "why-not kling-3.0 --output video --json"),
    )
    named = why_not.add_argument("why_not", metavar="model", help="slug, name, former name or alias")
    completed(named, completing.models)
    _add_parameters(why_not)
    why_not.set_defaults(run=_answer, asked="why-not")


def _add_compare(commands: Commands) -> None:
    compare = _added(
        commands,
        "compare",
        "two to eight models side by side",
        (
            "compare veo-3.1 kling-3.0",
            "compare veo-3.1 kling-3.0 sora-2 --task ugc-ads --differences-only",
            "compare veo-3.1,kling-3.0 --job duration_seconds:8,resolution:1080p,count:10",
        ),
    )
    names = compare.add_argument("models", nargs="+", help="slugs or names, separated by blanks or commas")
    completed(names, completing.models)
    completed(compare.add_argument("--task", help="the use case on which they are scored"), completing.tasks)
    compare.add_argument("--differences-only", action="store_true", help="only what differs")
    compare.add_argument("--job", help=f"what is priced: {JOB_FORM}")
    compare.set_defaults(run=_answer, asked="compare")


def _answer(given: argparse.Namespace) -> int:
    # Imported here: help, completion and mistakes come without what answers questions.
    from modeladvisor.command_line.answering import ANSWERS

    return ANSWERS[given.asked](given)
