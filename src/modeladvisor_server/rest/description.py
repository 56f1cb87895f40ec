"""Every address with its parameters and answers, once: the source of OpenAPI and of llms.txt."""

from __future__ import annotations

from typing import Any

import attrs

from modeladvisor.questions import LIMIT_DEFAULT, LIMIT_MOST
from modeladvisor.views import wire
from modeladvisor_server.questions import MODELS_MOST


@attrs.frozen
class Parameter:
    """One parameter: its name, what it means, an example, and the closed set it comes from, if any.

    Attributes:
        words: Name of the list in `Questions.allowed` whose words are allowed.
        closed: True if nothing but those words is allowed.
        place: `query` or `path`.
        kind: JSON Schema type.
    """

    name: str
    meaning: str
    example: str
    words: str | None = None
    closed: bool = False
    required: bool = False
    place: str = "query"
    kind: str = "string"
    most: int | None = None


@attrs.frozen
class Address:
    """One address: its path, what it answers, its parameters, and the class of the answer."""

    path: str
    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    answer: Any
    unknown: bool = False


def _closed(name: str, meaning: str, example: str) -> Parameter:
    return Parameter(name, meaning, example, words=name, closed=True)


_TASK = _closed("task", "The use case whose rubric counts.", "product-videos")
_OUTPUT = _closed("output", "What is to be made.", "video")
_SLUG = Parameter(
    "slug", "Slug, name, former name or alias of a model.", "veo-3.1", required=True, place="path"
)

ADDRESSES = (
    Address(
        "/models",
        "list_models",
        "The verified dataset: every record whole.",
        (
            _OUTPUT,
            _closed("vendor", "Who makes the model.", "google"),
            _closed("status", "Best status over all routes.", "active"),
            Parameter("query", "Words that name, vendor, family or summary must hold.", "flux"),
            Parameter(
                "limit",
                f"Records on a page, {MODELS_MOST} by default.",
                "20",
                kind="integer",
                most=MODELS_MOST,
            ),
            Parameter("cursor", "The `next_cursor` of the page before.", "gpt-image-2"),
        ),
        wire.ModelsAnswer,
    ),
    Address("/models/{slug}", "get_model", "One record.", (_SLUG,), wire.ModelAnswer, unknown=True),
    Address(
        "/models/{slug}/access",
        "get_access",
        "Where to get at a model: links and priced routes.",
        (_SLUG,),
        wire.AccessAnswer,
        unknown=True,
    ),
    Address(
        "/models/{slug}/prompt-tips",
        "get_prompt_tips",
        "How to prompt a model.",
        (_SLUG, _TASK),
        wire.PromptTipsAnswer,
        unknown=True,
    ),
    Address(
        "/compare",
        "compare_models",
        "Two to eight models side by side.",
        (
            Parameter(
                "models", "Two to eight slugs, separated by commas.", "veo-3.1,kling-3.0", required=True
            ),
            _TASK,
            Parameter("differences_only", "Show only rows that differ.", "true", kind="boolean"),
            Parameter("job", "What is priced: key:value pairs.", "duration:8,resolution:1080p,count:10"),
        ),
        wire.CompareAnswer,
        unknown=True,
    ),
    Address("/best", "list_use_cases", "The index of use cases.", (), wire.UseCasesAnswer),
    Address(
        "/best/{usecase}",
        "best_for_use_case",
        "An editor's verdict and the computed ranking beside it.",
        (
            Parameter(
                "usecase",
                "Slug of a use case.",
                "product-videos",
                words="task",
                closed=True,
                required=True,
                place="path",
            ),
        ),
        wire.BestAnswer,
        unknown=True,
    ),
    Address(
        "/finder",
        "find_model",
        "Which models fit a job, ranked and explained.",
        (
            _TASK,
            _OUTPUT,
            Parameter("input", "What you bring; several separated by commas.", "image", words="input"),
            Parameter("budget", "A ceiling: a word, or a sum in USD.", "medium", words="budget"),
            _closed("style", "A look; orders within a group, vector decides.", "cinematic"),
            _closed("platform", "Where it is published, or the way in.", "tiktok"),
            _closed("audio", "Which sound the clip shall have.", "silent"),
            Parameter("duration", "Length of one clip: a word, or seconds.", "5-10", words="duration"),
            Parameter(
                "limit",
                f"Models shown in each group, {LIMIT_DEFAULT} by default.",
                "5",
                kind="integer",
                most=LIMIT_MOST,
            ),
            Parameter(
                "weights", "Points by criterion instead of the published ones, rescaled to 100.", "price:30"
            ),
            Parameter("why_not", "A model: why is it not first, and what would change that?", "veo-3.1"),
        ),
        wire.FinderAnswer,
        unknown=True,
    ),
    Address(
        "/workflows",
        "list_workflows",
        "Recipes of several steps with the models that fit each step today.",
        (_TASK, Parameter("limit", "Most recipes in the answer.", "5", kind="integer", most=LIMIT_MOST)),
        wire.WorkflowsAnswer,
    ),
    Address(
        "/workflows/{slug}",
        "get_workflow",
        "One recipe.",
        (Parameter("slug", "Slug of a recipe.", "product-photo-to-ad", required=True, place="path"),),
        wire.WorkflowAnswer,
        unknown=True,
    ),
    Address(
        "/vocabulary",
        "get_vocabulary",
        "Allowed values of every parameter, the capabilities, counts and versions.",
        (),
        wire.VocabularyAnswer,
    ),
)
