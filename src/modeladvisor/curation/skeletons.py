"""A record to fill in: every key of the vocabulary with its question, in comments."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import get_args

from modeladvisor.catalog import Catalog, folded
from modeladvisor.errors import Mistake, QuestionError, nearest
from modeladvisor.loading.identifiers import SLUG
from modeladvisor.records import PriceUnit, RouteKind, SourceKind
from modeladvisor.vocabulary import MEDIA, Capability

_ENTRY = '{{ value = {form}, source = "page", verified = <day> }}'

_HEAD = """\
# How to fill this in: replace what stands in <...>; take the # away from the lines that you know something for.
# Leave a key out where nobody has looked, and list it under [searched] where somebody looked in vain.
# A value needs a page that says so, and silence is not a no. catalog/README.md has every entry with an example.

name = "<the name as the vendor writes it>"
vendor = "{vendor}"
family = "<models of one family are shown together>"
makes = [{makes}]
summary = "<what goes in and what comes out, in one sentence of up to 160 characters, no praise>"
#aliases = ["<another name that people use>"]
#formerly = ["<a name it had before>"]

# The pages that this file cites, each under a name of its own.
# kind: {source_kinds}

[sources.page]
title = "<title of the page>"
url = "<https address without tracking parameters>"
kind = "vendor-doc"
#undated = true
#copy_of = "<the vendor's own address, where url is a copy kept elsewhere>"
"""

_FACTS = """
# One line for each fact. verified: the date of the page that you read, or today if it has none.
# Also possible: where = "<place on the page>", note = "<what a reader should know beside the value>"

[facts]
"""

_TAIL = """
# What was looked for in vain, and where: nobody need look again next week.

[searched]
#<key> = {{ in = ["page"], on = <day> }}

# Ways to run it: prices, status, regions and policies hang on the way, not on the model.
# kind: {route_kinds}; per: {price_units}
# A route may state for itself: {route_keys}

#[routes.<id of the route>]
#provider = "<id of vendors.toml or providers.toml>"
#kind = "api"
#model_id = "<what the API calls it>"
#facts.<key> = {{ value = <value>, source = "page", verified = <day> }}

#[[routes.<id of the route>.prices]]
#id = "<id of the price>"
#usd = <price of one unit in USD, never 0>
#per = "<unit>"
#source = "page"
#verified = <day>
"""


def skeleton(catalog: Catalog, vendor: str, slug: str, makes: Collection[str] = MEDIA) -> str:
    """Return the text of a new record; it loads once what stands in `<...>` is replaced.

    Raises:
        QuestionError: if the vendor is not in the catalog, or the slug is none or taken.
    """
    mistakes = [*_mistakes(catalog, vendor, slug)]
    if mistakes:
        raise QuestionError(mistakes)
    media = tuple(one for one in MEDIA if one in makes)
    keys = catalog.vocabulary.keys_for(media)
    head = _HEAD.format(
        vendor=vendor,
        makes=", ".join(f'"{one}"' for one in media),
        source_kinds=", ".join(get_args(SourceKind)),
    )
    tail = _TAIL.format(
        route_kinds=", ".join(get_args(RouteKind)),
        price_units=", ".join(get_args(PriceUnit)),
        route_keys=", ".join(one.key for one in keys if one.route),
    )
    return head + _FACTS + "\n".join(_key_lines(one, media) for one in keys) + tail


def write_new(root: Path, vendor: str, slug: str, text: str) -> Path:
    """Write a new record into a catalog folder and return its path.

    Raises:
        QuestionError: if there is a file already; it is left as it is.
    """
    path = root / "models" / vendor / f"{slug}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise QuestionError([Mistake("slug", slug, f"one without a file, {path} exists")]) from None
    return path


def _mistakes(catalog: Catalog, vendor: str, slug: str) -> Iterator[Mistake]:
    if vendor not in catalog.vendors:
        expected = "an id of vendors.toml (add a new vendor there first)"
        yield Mistake("vendor", vendor, expected, nearest(vendor, catalog.vendors))
    if not SLUG.fullmatch(slug):
        yield Mistake("slug", slug, "a-z, 0-9, '-' and '.'")
        return
    for model in catalog.models.values():
        names = (model.slug, model.name, *model.formerly, *model.aliases)
        if folded(slug) in map(folded, names):
            yield Mistake("slug", slug, f"a name of no other model, it is one of {model.slug}")


def _key_lines(capability: Capability, media: tuple[str, ...]) -> str:
    only = [one for one in capability.media if one in media]
    scope = f" ({' and '.join(only)} only)" if len(only) < len(media) else ""
    unit = f" (unit: {capability.unit})" if capability.unit else ""
    entry = _ENTRY.format(form=f"<{_form(capability)}>")
    return f"# {capability.question}{unit}{scope}\n#{capability.key} = {entry}\n"


def _form(capability: Capability) -> str:
    words = ", ".join(f'"{word}"' for word in capability.values)
    forms = {
        "bool": "true or false",
        "int": "whole number, or { at_least = n }",
        "number": "number, or { at_least = n }",
        "word": f"one of {words}" if words else "text in quotes",
        "words": f"list of {words}" if words else "list of texts in quotes",
        "numbers": "list, or { min = n, max = n, step = n }",
        "ratios": 'list such as ["16:9"], { min = "9:16", max = "16:9" }, or "free"',
        "date": "day, or month in quotes",
        "text": "text in quotes",
    }
    return forms[capability.kind]
