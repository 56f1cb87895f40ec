"""Every fact names its source."""

from __future__ import annotations

import datetime
import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeladvisor import Catalog, CatalogError, load_catalog
from modeladvisor.loading import bundled_catalog
from modeladvisor.records import Fact, Model
from modeladvisor.values import Anything, Month, Several, Span, Value
from modeladvisor.views.records import value_view
from strategies import SOURCE, TODAY, bundled, models

Part = Literal["source", "verified", "url", "sources"]
PARTS: tuple[Part, ...] = ("source", "verified", "url", "sources")


def toml(value: Value) -> str:
    """Return a value as it stands in a file."""
    if isinstance(value, Month | Anything):
        return json.dumps(str(value) if isinstance(value, Month) else "free")
    if isinstance(value, datetime.date):
        return value.isoformat()
    shown = value_view(value)
    if isinstance(shown, Mapping):
        return "{ " + ", ".join(f"{key} = {number(one)}" for key, one in shown.items()) + " }"
    return number(shown)


def number(value: object) -> str:
    """Return a scalar or list as TOML, whole numbers without a fraction."""
    return json.dumps(int(value) if isinstance(value, float) and value.is_integer() else value)


def line(fact: Fact, left_out: Part | None) -> str:
    """Return the line of a fact, without one of its parts."""
    source = "" if left_out == "source" else ', source = "page"'
    verified = "" if left_out == "verified" else f", verified = {fact.verified}"
    return f"{fact.key} = {{ value = {toml(fact.value)}{source}{verified} }}"


def record(model: Model, without: tuple[Fact, Part] | None) -> str:
    """Return a model file; `without` names a fact and the part that it lacks."""
    fact_without, part = without or (None, None)
    lines = ['name = "Model"', 'vendor = "acme"', 'family = "f"', 'summary = "A model."']
    lines.append(f"makes = {json.dumps(list(model.makes))}")
    if part != "sources":
        lines.extend(["[sources.page]", 'title = "A page"', 'kind = "vendor-doc"'])
        lines.extend([] if part == "url" else [f'url = "{SOURCE.url}"'])
    lines.append("[facts]")
    lines.extend(line(one, part if one is fact_without else None) for one in model.facts.values())
    for route in model.routes:
        lines.extend(
            [f"[routes.{route.id}]", 'provider = "acme"', 'kind = "api"', f"[routes.{route.id}.facts]"]
        )
        lines.extend(line(one, part if one is fact_without else None) for one in route.facts.values())
    return "\n".join(lines) + "\n"


def loaded(text: str) -> Catalog:
    """Load the top files of the bundled catalog with one model file."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in bundled_catalog().glob("*.toml"):
            shutil.copy(path, folder)
        (folder / "vendors.toml").write_text('[acme]\nname = "Acme"\nhomepage = "https://acme.example.com"\n')
        (folder / "models/acme").mkdir(parents=True)
        (folder / "models/acme/m1.toml").write_text(text)
        return load_catalog(folder, today=TODAY + datetime.timedelta(days=365))


def facts_of(model: Model) -> list[Fact]:
    """Return every fact of a record, routes included."""
    return [*model.facts.values(), *(one for route in model.routes for one in route.facts.values())]


stated = models(bundled().vocabulary, least_facts=1, most_facts=4, most_rules=0)


class TestEveryFactNamesItsSource:
    """Every fact names its source. A capability value without a source URL and a verified date cannot be loaded."""

    @given(data=st.data(), model=stated, part=st.sampled_from(PARTS))
    def test_a_fact_without_source_or_date_is_refused(
        self, data: st.DataObject, model: Model, part: Part
    ) -> None:
        """A record loads; with the source, its address or the date of any one fact removed it does not."""
        fact = data.draw(st.sampled_from(facts_of(model)))
        with pytest.raises(CatalogError) as caught:
            loaded(record(model, (fact, part)))
        assert all(one.file.endswith("models/acme/m1.toml") for one in caught.value.problems)

    @given(model=stated)
    def test_a_whole_record_loads_with_every_source(self, model: Model) -> None:
        """Every value that does load has the address of a page and a date."""
        read = loaded(record(model, None)).models["m1"]
        assert [(one.key, one.value) for one in facts_of(read)] == [
            (one.key, one.value) for one in facts_of(model)
        ]
        for one in facts_of(read):
            assert one.source.url == SOURCE.url
            assert isinstance(one.verified, datetime.date)

    @pytest.mark.parametrize(
        "url", ["", "http://docs.example.com", "docs.example.com", "https://nowhere", "none"]
    )
    def test_an_address_that_nobody_can_open_is_no_source(self, url: str) -> None:
        """A source whose address is not an https one is refused."""
        fact = Fact("m1/facts/seed", "seed", True, SOURCE, TODAY)
        model = Model(
            slug="m1", name="", vendor="acme", family="", makes=("image",), summary="", aliases=(), formerly=(),
            limitations=(), sources={}, facts={"seed": fact}, searched={}, rules=(), routes=(), evidence=(),
            prompt_tips=(),
        )  # fmt: skip
        assert loaded(record(model, None)).models["m1"].facts["seed"].value is True
        with pytest.raises(CatalogError):
            loaded(record(model, None).replace(SOURCE.url, url))

    def test_the_bundled_catalog_keeps_it(self) -> None:
        """Every fact of the bundled catalog has the address of a page and a date."""
        found = [one for model in bundled().models.values() for one in facts_of(model)]
        assert found
        assert all(one.source.url.startswith("https://") and one.verified for one in found)


def test_spans_are_written_as_they_are_read() -> None:
    """A range goes into a file and comes back the same."""
    model = Span(4.0, 8.0, 0.5)
    assert toml(model) == "{ min = 4, max = 8, step = 0.5 }"
    assert toml(Several(("a",), open=True)) == '{ includes = ["a"] }'
