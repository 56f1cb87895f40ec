"""The vocabulary, counts and versions as JSON."""

from __future__ import annotations

from collections.abc import Mapping

from modeladvisor.catalog import Catalog
from modeladvisor.opinions import NOTICE
from modeladvisor.views import wire
from modeladvisor.views.records import dataset_view


def vocabulary_answer(catalog: Catalog, parameters: Mapping[str, list[str]]) -> wire.VocabularyAnswer:
    """Return the allowed values of every parameter, the capabilities, counts and versions."""
    rubrics = [
        *catalog.general.values(),
        *(r for one in catalog.use_cases.values() for r in one.rubrics.values()),
    ]
    return {
        "dataset": dataset_view(catalog),
        "notice": NOTICE,
        "parameters": dict(parameters),
        "capabilities": [
            {
                "key": one.key,
                "label": one.label,
                "question": one.question,
                "kind": one.kind,
                "media": list(one.media),
                "unit": one.unit,
                "values": list(one.values),
                "max_age_days": one.max_age_days,
            }
            for one in catalog.vocabulary.keys.values()
        ],
        "evidence_dimensions": dict(catalog.vocabulary.evidence_dimensions),
        "counts": {
            "models": len(catalog.models),
            "facts": sum(
                len(one.facts) + sum(len(route.facts) for route in one.routes)
                for one in catalog.models.values()
            ),
            "prices": sum(len(route.prices) for one in catalog.models.values() for route in one.routes),
            "use_cases": len(catalog.use_cases),
            "workflows": len(catalog.workflows),
        },
        "rubric_versions": {f"{one.id}/{one.medium}": one.version for one in rubrics},
    }
