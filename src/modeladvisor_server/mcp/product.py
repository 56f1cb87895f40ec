"""What this server offers over MCP: the tools, the resources and the prompts of modeladvisor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import version
from urllib.parse import unquote

import attrs

from modeladvisor.errors import NotInCatalogError
from modeladvisor.texts.rankings import best_text
from modeladvisor.texts.records import record_text
from modeladvisor_server.mcp.offers import (
    Keep,
    Offer,
    Prompt,
    PromptArgument,
    Resource,
    ResourceTemplate,
    Tool,
)
from modeladvisor_server.questions import Questions

MARKDOWN = "text/markdown"
SCHEME = "modeladvisor://"
INSTRUCTIONS = (
    "Advice on AI image and video generation models. Every value names its source and the date on which the source is "
    "known to have said it; what nobody found is unknown, which is neither yes nor no. Start with find_model when the "
    "job is known, best_model_for for a plain task, compare_models for known candidates; get_model gives one record, "
    "where_to_use prices and links, get_prompt_tips and get_trending_workflows the work after the choice. Names that "
    "one tool returns are accepted by all. Scores: `low` is proved, `high` is possible; a place from 1 to 8 means that "
    "unknowns decide it, so say so. `price` among the unknowns beside a price: a route without one may be cheaper. "
    "Access links never change a ranking. An editorial verdict is not an original benchmark: repeat that notice when "
    "you pass on a verdict. Cite source_url and verified_date with facts."
)


def product_offer(
    questions: Questions, tools: tuple[Tool, ...], full_reference: Callable[[], str], keep: Keep
) -> Offer:
    """Return everything offered over the questions.

    Args:
        full_reference: Gives llms-full.txt.
        keep: Keeps the answers of tools for the day on which they were given.
    """
    return Offer(
        name="modeladvisor",
        title="modeladvisor",
        version=version("modeladvisor"),
        instructions=INSTRUCTIONS,
        tools=tuple(attrs.evolve(tool, depends_on=questions.today) for tool in tools),
        keep=keep,
        resources=(
            Resource(
                uri=f"{SCHEME}llms-full",
                name="llms-full",
                title="Whole reference",
                description="Addresses, parameters, values, errors and tools in one text.",
                mime_type=MARKDOWN,
                read=full_reference,
            ),
        ),
        resource_templates=(
            ResourceTemplate(
                uri_template=f"{SCHEME}models/{{slug}}",
                name="model",
                title="A model",
                description="One record with every source.",
                mime_type=MARKDOWN,
            ),
            ResourceTemplate(
                uri_template=f"{SCHEME}use-cases/{{slug}}",
                name="use-case",
                title="A use case",
                description="Verdict and computed ranking of one use case.",
                mime_type=MARKDOWN,
            ),
        ),
        read_templated=lambda uri: _read(questions, uri),
        prompts=_prompts(),
    )


def _read(questions: Questions, uri: str) -> tuple[str, str] | None:
    kind, _, slug = unquote(uri.removeprefix(SCHEME)).partition("/")
    if not uri.startswith(SCHEME) or not slug:
        return None
    try:
        if kind == "models":
            return MARKDOWN, record_text(questions.model(slug))
        if kind == "use-cases":
            return MARKDOWN, best_text(questions.best(slug))
    except NotInCatalogError:
        return None
    return None


def _prompts() -> tuple[Prompt, ...]:
    def choose(given: Mapping[str, str]) -> str:
        return (
            f"I want to make this: {given['job']}\n"
            "Choose an AI image or video model for it. Turn my words into the arguments of find_model, ask back only if "
            "the medium is unclear, and call it. Then tell me the first place, why, at what price, what is unknown about "
            "it, and what would change the choice, each with source and date."
        )

    def weigh(given: Mapping[str, str]) -> str:
        return (
            f"Compare {given['first']} with {given['second']} using compare_models"
            + (f" for {given['task']}" if given.get("task") else "")
            + ". Tell me what differs, what is unknown, which is cheaper, and which facts would settle it, with sources."
        )

    return (
        Prompt(
            name="choose_a_model",
            title="Choose a model",
            description="Find the model that fits a job, with reasons and sources.",
            arguments=(PromptArgument("job", "What you want to make, in your own words.", required=True),),
            render=choose,
        ),
        Prompt(
            name="compare_two",
            title="Compare two models",
            description="Set two models side by side.",
            arguments=(
                PromptArgument("first", "Slug or name of a model.", required=True),
                PromptArgument("second", "Slug or name of another.", required=True),
                PromptArgument("task", "One of the use cases."),
            ),
            render=weigh,
        ),
    )
