"""A catalog around models that a test names."""

from __future__ import annotations

from modeladvisor import Catalog
from modeladvisor.opinions import Rubric, UseCase
from modeladvisor.records import Dataset, Model, Provider, Vendor
from strategies import TODAY, bundled


def catalog(*models: Model, rubric: Rubric | None = None) -> Catalog:
    """Return a catalog of these models; `rubric` becomes the task `task` of its medium."""
    real = bundled()
    cases = {}
    if rubric is not None:
        medium = rubric.medium
        cases = {"task": UseCase("task", "A task", "Which?", (medium,), {medium: rubric}, {})}
    return Catalog(
        dataset=Dataset("Made", "1", TODAY, "CC-BY-4.0", "nobody"),
        vocabulary=real.vocabulary,
        asking=real.asking,
        vendors={"acme": Vendor("acme", "Acme", "https://acme.example.com")},
        providers={"relay": Provider("relay", "Relay", "https://relay.example.com")},
        models={one.slug: one for one in models},
        use_cases=cases,
        general=real.general,
        workflows={},
        access={},
    )
