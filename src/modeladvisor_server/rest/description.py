"""Every address with its parameters and answers, once: the source of OpenAPI, of llms.txt and of the reference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from modeladvisor.views import wire
from modeladvisor_server.rest import described_parameters as p
from modeladvisor_server.rest.described_parameters import Parameter


@attrs.frozen
class Link:
    """Where an answer leads: an operation, and for one of its parameters the place in the answer that fills it."""

    operation: str
    parameter: str
    pointer: str


@attrs.frozen
class Address:
    """One address.

    Attributes:
        name: The name of the operation, from which generated clients name their functions.
        summary, meaning: What it answers, in a line; and when and how to use it.
        tag: The group it stands in.
        answer: The class of the answer.
        sample: The query of the example that the reference shows, beside the required parameters.
    """

    path: str
    name: str
    summary: str
    meaning: str
    tag: str
    parameters: tuple[Parameter, ...]
    answer: Any
    sample: Mapping[str, str] = attrs.field(factory=dict)
    links: tuple[Link, ...] = ()


TAGS = {
    "models": "What is known of each model, with the source and the date of every value.",
    "advice": "Which model for a job: ranked, compared, and as an editor sees it.",
    "workflows": "Recipes of several steps.",
    "about": "The words that parameters take, the capabilities, counts and versions.",
}
_RECORD = Link("get_model", "slug", "/model/slug")

ADDRESSES = (
    Address(
        "/models",
        "list_models",
        "The verified dataset: every record whole.",
        "Records by slug, narrowed by the parameters; `next_cursor` leads to the next page and is null on the last. "
        "A capability is an object with its source and date, or null where nothing is verified.",
        "models",
        (p.OUTPUT, p.VENDOR, p.STATUS, p.QUERY, p.PAGE_LIMIT, p.CURSOR),
        wire.ModelsAnswer,
        {"limit": "1"},
        (
            Link("list_models", "cursor", "/next_cursor"),
            Link("get_model", "slug", "/models/0/slug"),
            Link("get_access", "slug", "/models/0/slug"),
            Link("get_prompt_tips", "slug", "/models/0/slug"),
        ),
    ),
    Address(
        "/models/{slug}",
        "get_model",
        "One record.",
        "An old or loose name answers too, and `matched_as` says so. `unknowns` has what is not verified, with the day "
        "and the places where it was looked for.",
        "models",
        (p.SLUG,),
        wire.ModelAnswer,
        links=(Link("get_access", "slug", "/model/slug"), Link("get_prompt_tips", "slug", "/model/slug")),
    ),
    Address(
        "/models/{slug}/access",
        "get_access",
        "Where to get at a model: links and priced routes.",
        "Access links come in an order that knows no money, and never change a ranking.",
        "models",
        (p.SLUG,),
        wire.AccessAnswer,
        links=(_RECORD,),
    ),
    Address(
        "/models/{slug}/prompt-tips",
        "get_prompt_tips",
        "How to prompt a model.",
        "Each tip names its source; with `task`, only those for that task and those for all.",
        "models",
        (p.SLUG, p.TASK),
        wire.PromptTipsAnswer,
        links=(_RECORD,),
    ),
    Address(
        "/compare",
        "compare_models",
        "Two to eight models side by side.",
        "What is the same, what differs and what is unknown; with `task` the scores and what would settle the order; "
        "the price of one stated job on every route.",
        "advice",
        (p.MODELS, p.TASK, p.DIFFERENCES_ONLY, p.JOB),
        wire.CompareAnswer,
        {"task": "product-videos", "differences_only": "true"},
        (Link("get_model", "slug", "/models/0/slug"),),
    ),
    Address(
        "/best",
        "list_use_cases",
        "The index of use cases.",
        "Every use case with the state and the picks of its verdicts.",
        "advice",
        (),
        wire.UseCasesAnswer,
        links=(Link("best_for_use_case", "usecase", "/usecases/0/slug"),),
    ),
    Address(
        "/best/{usecase}",
        "best_for_use_case",
        "An editor's verdict and the computed ranking beside it.",
        "A verdict says what it rests on and whether that still holds; an editorial verdict is not an original "
        "benchmark.",
        "advice",
        (p.USECASE,),
        wire.BestAnswer,
    ),
    Address(
        "/finder",
        "find_model",
        "Which models fit a job, ranked and explained.",
        "`fits` is proved to fit, `may_fit` depends on unknowns, `excluded` names its one reason. `low` is the proved "
        "and `high` the possible score; `relaxations` say what to give up where nothing fits. Everything is optional.",
        "advice",
        (
            p.TASK,
            p.OUTPUT,
            p.INPUT,
            p.BUDGET,
            p.STYLE,
            p.PLATFORM,
            p.AUDIO,
            p.DURATION,
            p.LIMIT,
            p.WEIGHTS,
            p.WHY_NOT,
        ),
        wire.FinderAnswer,
        {"task": "product-videos", "input": "image", "audio": "silent", "budget": "medium", "limit": "1"},
        (
            Link("get_model", "slug", "/fits/0/model/slug"),
            Link("get_access", "slug", "/fits/0/model/slug"),
        ),
    ),
    Address(
        "/workflows",
        "list_workflows",
        "Recipes of several steps with the models that fit each step today.",
        "Each recipe is documented in dated public sources, which are listed; usage is not counted.",
        "workflows",
        (p.TASK, p.RECIPES_LIMIT),
        wire.WorkflowsAnswer,
        {"limit": "1"},
        (Link("get_workflow", "slug", "/workflows/0/slug"),),
    ),
    Address(
        "/workflows/{slug}",
        "get_workflow",
        "One recipe.",
        "Its steps in order, the models that fit each of them today, and the price of one run.",
        "workflows",
        (p.RECIPE,),
        wire.WorkflowAnswer,
    ),
    Address(
        "/vocabulary",
        "get_vocabulary",
        "Allowed values of every parameter, the capabilities, counts and versions.",
        "What a parameter takes, what each capability asks and in which unit, and which rubrics rank.",
        "about",
        (),
        wire.VocabularyAnswer,
    ),
)
