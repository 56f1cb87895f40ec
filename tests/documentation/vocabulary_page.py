"""The page on the vocabulary, written from `catalog/capabilities.toml` and `catalog/asking.toml`.

`python tests/documentation/vocabulary_page.py` writes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from modeladvisor import Catalog, load_catalog

CHECKOUT = Path(__file__).parents[2]
PAGE = CHECKOUT / "docs" / "reference" / "vocabulary.md"
KINDS = {
    "bool": "yes or no",
    "int": "a whole number",
    "number": "a number",
    "word": "one word",
    "words": "a set of words",
    "numbers": "numbers, or a span",
    "ratio": "a ratio",
    "ratios": "ratios, a span, or free",
    "date": "a date",
    "text": "a text",
}


def vocabulary_page(catalog: Catalog) -> str:
    """Return the page: every key with its question, form and age limit, and what requests are made of."""
    return "\n".join(_lines(catalog)) + "\n"


def _lines(catalog: Catalog) -> Iterator[str]:
    vocabulary, asking = catalog.vocabulary, catalog.asking
    yield "# The vocabulary"
    yield ""
    yield f"What can be known about a model: {len(vocabulary.keys)} keys, one question each."
    yield "They stand in `catalog/capabilities.toml`."
    yield "The forms of values, such as bounds, open sets and spans, are described with [the record](record.md)."
    for medium, heading in (("image", "Images only"), ("video", "Video only"), (None, "Both media")):
        yield from ["", f"## {heading}", "", "| key | question | value | stale after |", "|---|---|---|---|"]
        for one in vocabulary.keys.values():
            if (one.media == (medium,)) if medium else len(one.media) > 1:
                form = KINDS[one.kind] + (f", in {one.unit}" if one.unit else "")
                words = f": {', '.join(f'`{word}`' for word in one.values)}" if one.values else ""
                route = ", also by route" if one.route else ""
                yield f"| `{one.key}` | {one.question} | {form}{words}{route} | {one.max_age_days} days |"
    yield from ["", "## Features of a request", ""]
    yield "Rules speak about what is asked for together in one request."
    yield from ["", "| feature | kind | bounded by |", "|---|---|---|"]
    for feature in vocabulary.features.values():
        bound = f"`{feature.bounded_by}`" if feature.bounded_by else ""
        yield f"| `{feature.name}` | {KINDS[feature.kind]} | {bound} |"
    yield from ["", "## Kinds of evidence", "", "| dimension | what is judged |", "|---|---|"]
    for name, meaning in vocabulary.evidence_dimensions.items():
        yield f"| `{name}` | {meaning} |"
    yield from ["", "## Modes", "", "| mode | takes | makes |", "|---|---|---|"]
    for name, mode in asking.modes.items():
        yield f"| `{name}` | {', '.join(mode.inputs)} | {mode.output} |"


if __name__ == "__main__":
    PAGE.write_text(vocabulary_page(load_catalog()), encoding="utf-8")
