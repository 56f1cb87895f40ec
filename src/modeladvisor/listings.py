"""Which models a list shows."""

from __future__ import annotations

import datetime

from modeladvisor.catalog import Catalog, folded
from modeladvisor.comparisons import best_status
from modeladvisor.records import Model

STATUSES = ("active", "preview", "deprecated", "retired")


def listed(
    catalog: Catalog,
    today: datetime.date,
    *,
    output: str | None = None,
    vendor: str | None = None,
    status: str | None = None,
    query: str | None = None,
) -> list[Model]:
    """Return the models that make an output, are of a vendor, have a status on a day and mention every word of a query.

    None asks nothing. Words are looked for in slug, names, family, summary and the name of the vendor.
    """
    return [
        model
        for model in catalog.models.values()
        if (output is None or output in model.makes)
        and (vendor is None or vendor == model.vendor)
        and (status is None or status == getattr(best_status(model, today), "value", None))
        and (query is None or _mentions(catalog, model, query))
    ]


def _mentions(catalog: Catalog, model: Model, query: str) -> bool:
    told = (model.slug, model.name, model.family, model.summary, *model.aliases, *model.formerly)
    vendor = catalog.vendors[model.vendor].name
    return all(any(word in folded(text) for text in (*told, vendor)) for word in folded(query).split("-"))
