"""Draw a sample of facts and prices for somebody to look up again without seeing the recorded values.

`python tests/catalog/second_reading.py 150 --seed 7 --out folder` writes `questions.jsonl`, which asks without
telling, and `values.json`, which whoever answers does not open before every answer is written.
The same seed draws the same sample of the same catalog.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path

from modeladvisor import Catalog, load_catalog
from modeladvisor.records import Fact, Model, Price, Source
from modeladvisor.views.records import value_view

Entry = tuple[dict[str, object], object]


def entries(catalog: Catalog) -> Iterator[Entry]:
    """Yield a question and the recorded value for each fact and price."""
    for model in catalog.models.values():
        for fact in (
            *model.facts.values(),
            *(fact for route in model.routes for fact in route.facts.values()),
        ):
            yield _of_fact(catalog, model, fact), value_view(fact.value)
        for route in model.routes:
            for price in route.prices:
                yield _of_price(model, price), price.usd


def _of_fact(catalog: Catalog, model: Model, fact: Fact) -> dict[str, object]:
    capability = catalog.vocabulary.keys[fact.key]
    asked = {"question": capability.question, "form": capability.kind, "words": list(capability.values)}
    return {"id": fact.id, "model": model.name, **asked, **_page(fact.source), "where": fact.where}


def _of_price(model: Model, price: Price) -> dict[str, object]:
    told = {
        name: getattr(price, name)
        for name in ("resolution", "audio", "quality", "size", "duration_seconds", "modes")
        if getattr(price, name) not in (None, ())
    }
    question = f"How many USD is one {price.per} of {price.of}?"
    return {"id": price.id, "model": model.name, "question": question, "of": told, **_page(price.source)}


def _page(source: Source) -> dict[str, object]:
    return {"title": source.title, "url": source.url, "copy_of": source.copy_of}


def draw(catalog: Catalog, count: int, seed: int) -> list[Entry]:
    """Return a sample, ordered by page, so that each page is opened once."""
    everything = sorted(entries(catalog), key=lambda one: str(one[0]["id"]))
    sample = random.Random(seed).sample(everything, min(count, len(everything)))  # noqa: S311 - a sample, no secret
    return sorted(sample, key=lambda one: (str(one[0]["url"]), str(one[0]["id"])))


def main() -> None:
    """Write a sample."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", type=Path, default=Path())
    given = parser.parse_args()
    sample = draw(load_catalog(), given.count, given.seed)
    given.out.mkdir(parents=True, exist_ok=True)
    asked = "".join(f"{json.dumps(question, ensure_ascii=False)}\n" for question, _ in sample)
    (given.out / "questions.jsonl").write_text(asked)
    values = {str(question["id"]): value for question, value in sample}
    (given.out / "values.json").write_text(json.dumps(values, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
