"""The eight tools: the same questions as REST, answered as Markdown and as structure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from modeladvisor.asking import INPUTS
from modeladvisor.listings import STATUSES
from modeladvisor.questions import ACCESS, AUDIO, LIMIT_MOST
from modeladvisor.texts.comparisons import compare_text, workflows_text
from modeladvisor.texts.rankings import best_text, finder_text
from modeladvisor.texts.records import access_text, models_text, record_text, tips_text
from modeladvisor.views.records import dataset_view, head_view
from modeladvisor.vocabulary import MEDIA
from modeladvisor_server.mcp import concise, schemas
from modeladvisor_server.mcp.arguments import DETAILS, detail_of, read_arguments, required, teaching
from modeladvisor_server.mcp.offers import Tool, ToolAnswer
from modeladvisor_server.questions import COMPARE, FINDER, MODELS, MODELS_MOST, WORKFLOWS, Questions

Given = Mapping[str, object]
LISTED = 30
RECIPES = 3
SLUG_FIRST = "call list_models with query=<part of the name>, then {} with a slug it returns."
DETAIL = schemas.word(DETAILS, "default concise")


def product_tools(questions: Questions) -> tuple[Tool, ...]:
    """Return the eight tools over the questions, in the order in which they are listed."""
    return (
        _find_model(questions),
        _compare_models(questions),
        _get_model(questions),
        _best_model_for(questions),
        _list_models(questions),
        _where_to_use(questions),
        _get_trending_workflows(questions),
        _get_prompt_tips(questions),
    )


def _whole(view: object) -> dict[str, Any]:
    return cast(dict[str, Any], view)


def _find_model(questions: Questions) -> Tool:
    asking = questions.catalog.asking
    parameters = (*FINDER, "detail")

    def call(given: Given) -> ToolAnswer:
        read = read_arguments(given, parameters)
        detail = detail_of(read)
        if detail == "full":
            whole = questions.finder(read)
            return ToolAnswer(
                finder_text(whole, reasons=99, unknowns=99, limitations=99, changes=99), _whole(whole)
            )
        short = questions.finder({"limit": concise.SHOWN, **read})
        if "limit" not in read:
            short = concise.shortened(short)
        text = finder_text(
            short, reasons=concise.REASONS, unknowns=concise.UNKNOWNS, limitations=0, changes=concise.CHANGES
        )
        return ToolAnswer(text, concise.finder(short))

    return Tool(
        name="find_model",
        title="Find a model",
        description=(
            "Ranks AI image and video models for a job; says what fits, what may fit, what is excluded, why, at what "
            "price, and what is unknown. Use it when the job is known and the model is not; for known models use "
            "compare_models, for a plain task best_model_for."
        ),
        input_schema=schemas.arguments(
            {
                "task": schemas.word(questions.catalog.use_cases),
                "output": schemas.word(MEDIA),
                "input": schemas.text(f"what you bring, commas between: {', '.join(INPUTS)}"),
                "budget": schemas.text(
                    f"free, {', '.join(asking.budgets)}, or USD: 0.15/s, 2/clip, 0.04/image"
                ),
                "style": schemas.word(asking.styles),
                "platform": schemas.word((*asking.platforms, *ACCESS), "published where, or way in"),
                "audio": schemas.word(AUDIO),
                "duration": schemas.text("8, 5-10, >=10 seconds, or short, medium, long, extended"),
                "weights": schemas.text("criterion:points, as in price:30"),
                "why_not": schemas.text("a model: why is it not first?"),
                "limit": schemas.count(LIMIT_MOST),
                "detail": DETAIL,
            }
        ),
        output_schema=schemas.answer(
            dataset="object", notice="string", interpreted="object", rankings="array"
        ),
        call=teaching(
            call, "call find_model again with the values corrected, for example task=product-videos."
        ),
    )


def _compare_models(questions: Questions) -> Tool:
    def call(given: Given) -> ToolAnswer:
        read = read_arguments(given, (*COMPARE, "detail"))
        detail = detail_of(read)
        whole = questions.compare(read)
        if detail == "full":
            return ToolAnswer(compare_text(whole), _whole(whole))
        return ToolAnswer(compare_text(whole, rows=concise.rows_shown(whole)), concise.comparison(whole))

    return Tool(
        name="compare_models",
        title="Compare models",
        description=(
            "Sets two to eight models side by side: what differs, what is unknown, prices, and with a task the scores "
            "and what would settle the order. Use it when the candidates are known; to find candidates use find_model."
        ),
        input_schema=schemas.arguments(
            {
                "models": schemas.names("slugs or names", 2, 8),
                "task": schemas.word(questions.catalog.use_cases),
                "differences_only": {"type": "boolean"},
                "job": schemas.text("what is priced: duration_seconds:8,resolution:1080p,count:10"),
                "detail": DETAIL,
            },
            ("models",),
        ),
        output_schema=schemas.answer(
            dataset="object", notice="string", models="array", rows="array", prices="object"
        ),
        call=teaching(call, "call list_models for the slugs, then compare_models with two to eight of them."),
    )


def _get_model(questions: Questions) -> Tool:
    def call(given: Given) -> ToolAnswer:
        read = read_arguments(given, ("model", "detail"))
        detail = detail_of(read)
        whole = questions.model(required(read, "model"))
        if detail == "full":
            return ToolAnswer(record_text(whole), _whole(whole))
        return ToolAnswer(
            record_text(whole, notes_shown=False, limitations=concise.LIMITATIONS, evidence=concise.FINDINGS),
            concise.record(whole),
        )

    return Tool(
        name="get_model",
        title="One model",
        description=(
            "Gives one model's record: every known capability with source and date, combination rules, limitations, "
            "evidence, and what is unknown. Use it for facts about one model; for prices and links use where_to_use."
        ),
        input_schema=schemas.arguments(
            {"model": schemas.text("slug, name or alias"), "detail": DETAIL}, ("model",)
        ),
        output_schema=schemas.answer(dataset="object", notice="string", model="object"),
        call=teaching(call, SLUG_FIRST.format("get_model")),
    )


def _best_model_for(questions: Questions) -> Tool:
    next_call = f"call best_model_for with usecase one of {', '.join(questions.catalog.use_cases)}."

    def call(given: Given) -> ToolAnswer:
        read = read_arguments(given, ("usecase", "detail"))
        detail = detail_of(read)
        whole = questions.best(required(read, "usecase"))
        if detail == "full":
            return ToolAnswer(best_text(whole, shown=10), _whole(whole))
        return ToolAnswer(
            best_text(whole, shown=concise.computed_shown(whole), **concise.best_limits(whole)),
            concise.best(whole),
        )

    return Tool(
        name="best_model_for",
        title="Best model for a use case",
        description=(
            "Gives the editor's verdict for one of twelve use cases, whether it still stands, runners-up by situation, "
            "and the computed ranking beside it. Use it for a plain task; with constraints use find_model."
        ),
        input_schema=schemas.arguments(
            {"usecase": schemas.word(questions.catalog.use_cases), "detail": DETAIL}, ("usecase",)
        ),
        output_schema=schemas.answer(
            dataset="object",
            notice="string",
            usecase="object",
            verdicts="array",
            computed="array",
            agreement="object",
        ),
        call=teaching(call, next_call),
    )


def _list_models(questions: Questions) -> Tool:
    def call(given: Given) -> ToolAnswer:
        read = read_arguments(given, MODELS)
        page = questions.page(read, default=LISTED)
        day = questions.today()
        rows = [head_view(questions.catalog, model, day) for model in page.models]
        structured = {
            "dataset": dataset_view(questions.catalog),
            "count": page.count,
            "models": rows,
            "next_cursor": page.next_cursor or "",
        }
        return ToolAnswer(models_text(rows, page.count, page.next_cursor), structured)

    return Tool(
        name="list_models",
        title="List models",
        description=(
            "Lists models as short rows: slug, name, vendor, status. Use it to find a slug or to see what the catalog "
            "has; to choose among models use find_model."
        ),
        input_schema=schemas.arguments(
            {
                "output": schemas.word(MEDIA),
                "vendor": schemas.word(questions.catalog.vendors),
                "status": schemas.word(STATUSES),
                "query": schemas.text("words of name, vendor or summary"),
                "limit": schemas.count(MODELS_MOST),
                "cursor": schemas.text("next_cursor of the answer before"),
            }
        ),
        output_schema=schemas.answer(dataset="object", count="integer", models="array", next_cursor="string"),
        call=teaching(call, "call list_models without arguments to see all."),
    )


def _where_to_use(questions: Questions) -> Tool:
    def call(given: Given) -> ToolAnswer:
        read = read_arguments(given, ("model",))
        whole = questions.access(required(read, "model"))
        return ToolAnswer(access_text(whole), _whole(whole))

    return Tool(
        name="where_to_use",
        title="Where to use a model",
        description=(
            "Gives the routes of a model (API, app, provider, own hardware) with status and prices, and access links "
            "with what is sold there and whether this publisher earns by them. Links never change a ranking."
        ),
        input_schema=schemas.arguments({"model": schemas.text("slug, name or alias")}, ("model",)),
        output_schema=schemas.answer(
            dataset="object", notice="string", model="object", action_urls="array", routes="array"
        ),
        call=teaching(call, SLUG_FIRST.format("where_to_use")),
    )


def _get_trending_workflows(questions: Questions) -> Tool:
    def call(given: Given) -> ToolAnswer:
        read = read_arguments(given, WORKFLOWS)
        whole = questions.workflows({"limit": RECIPES, **read})
        total = questions.workflows_total(read.get("task"))
        return ToolAnswer(workflows_text(whole, total), {**whole, "total": total})

    return Tool(
        name="get_trending_workflows",
        title="Workflows",
        description=(
            "Gives recipes of several steps with the models that fit each step today and the price of a run. Trending "
            "means documented in dated public sources, which are listed; usage is not counted."
        ),
        input_schema=schemas.arguments(
            {"task": schemas.word(questions.catalog.use_cases), "limit": schemas.count(LIMIT_MOST)}
        ),
        output_schema=schemas.answer(
            dataset="object", notice="string", count="integer", total="integer", workflows="array"
        ),
        call=teaching(call, "call get_trending_workflows without arguments, or with a task."),
    )


def _get_prompt_tips(questions: Questions) -> Tool:
    def call(given: Given) -> ToolAnswer:
        read = read_arguments(given, ("model", "task"))
        name = required(read, "model")
        whole = questions.tips(name, {key: value for key, value in read.items() if key == "task"})
        return ToolAnswer(tips_text(whole), _whole(whole))

    return Tool(
        name="get_prompt_tips",
        title="Prompt tips",
        description=(
            "Gives tips on prompting one model, each with its source, those for a task only if one is named. Use it "
            "after a model is chosen."
        ),
        input_schema=schemas.arguments(
            {"model": schemas.text("slug, name or alias"), "task": schemas.word(questions.catalog.use_cases)},
            ("model",),
        ),
        output_schema=schemas.answer(
            dataset="object", notice="string", model="object", count="integer", prompt_tips="array"
        ),
        call=teaching(call, SLUG_FIRST.format("get_prompt_tips")),
    )
