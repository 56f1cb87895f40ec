"""Names of models, tasks and facts."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Collection

import attrs
import pytest
from catalogs_made import catalog
from hypothesis import given
from hypothesis import strategies as st
from records_made import finding, model, price, route, rule

from modeladvisor import NotInCatalogError
from modeladvisor.catalog import folded, value_by_id
from modeladvisor.errors import MOST_COMPARED, nearest
from modeladvisor.values import Value
from strategies import bundled

MADE = catalog(
    attrs.evolve(model("vidgen-2.1", names=("Vid Gen",)), formerly=("vidgen-preview",)), model("other")
)


@pytest.mark.parametrize(
    "name", ["VidGen 2.1", "vidgen_2_1", "vid gen", "VIDGEN-PREVIEW", "Model vidgen-2.1"]
)
def test_loose_names_lead_to_the_model(name: str) -> None:
    """Case, hyphens, dots and blanks do not matter; old names and aliases answer, and the answer says which did."""
    found = MADE.find_model(name)
    assert (found.model.slug, found.matched_as) == ("vidgen-2.1", name)


def test_the_slug_is_no_loose_name() -> None:
    """A model found by its slug was not found as something else."""
    assert MADE.find_model("vidgen-2.1").matched_as is None


def test_a_slug_comes_before_an_alias() -> None:
    """An alias never takes the name of another model away."""
    claimed = catalog(model("a", names=("other",)), model("other"))
    assert claimed.find_model("OTHER").model.slug == "other"


def test_unknown_names_come_with_the_nearest() -> None:
    """A misspelt name is answered with the slugs that look like it, each once."""
    with pytest.raises(NotInCatalogError) as caught:
        MADE.find_model("vidgem 2", parameter="models")
    error = caught.value
    assert (error.kind, error.name, error.parameter) == ("model", "vidgem 2", "models")
    assert error.nearest == ("vidgen-2.1",)
    assert "the nearest: vidgen-2.1" in str(error)


@given(data=st.data())
def test_the_nearest_of_many_is_found_by_comparing_few(data: st.DataObject) -> None:
    """Of a thousand names the one meant is found, though one letter is wrong, and 200 at most are compared closely."""
    sounds = ("ka", "mo", "ri", "tu", "ve", "lo", "sha", "gen", "dra", "fi")
    names = [
        "-".join((*parts, str(number % 10)))
        for number, parts in enumerate(itertools.product(sounds, repeat=3))
    ]
    meant = data.draw(st.sampled_from(names))
    place = data.draw(st.integers(1, len(meant) - 3))
    typed = meant[:place] + "x" + meant[place + 1 :]
    compared: list[int] = []
    real = difflib.get_close_matches

    def counted(word: str, among: Collection[str], n: int, cutoff: float) -> list[str]:
        compared.append(len(among))
        return real(word, among, n, cutoff)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(difflib, "get_close_matches", counted)
        found = nearest(typed, names, len(names))
    assert compared == [MOST_COMPARED]
    assert meant in found


@given(name=st.text(max_size=300))
def test_any_name_finds_or_is_refused(name: str) -> None:
    """No text makes the search for a name fail otherwise."""
    found = ""
    try:
        found = MADE.find_model(name).model.slug
    except NotInCatalogError as error:
        assert set(error.nearest) <= set(MADE.models)  # noqa: PT017 - either outcome is right
    assert found in {"", *MADE.models}


@given(name=st.text(max_size=30))
def test_folding_is_done_once(name: str) -> None:
    """A folded name is its own folded form."""
    assert folded(folded(name)) == folded(name)


@pytest.mark.parametrize("find", ["find_use_case", "find_workflow"])
def test_tasks_and_workflows_by_name(find: str) -> None:
    """Tasks and workflows are found in any spelling, and refused with the nearest."""
    real = bundled()
    slug = next(iter(real.use_cases if find == "find_use_case" else real.workflows))
    assert getattr(real, find)(slug.upper().replace("-", " ")).slug == slug
    with pytest.raises(NotInCatalogError) as caught:
        getattr(real, find)(slug[:-2])
    assert slug in caught.value.nearest


@pytest.mark.parametrize(
    ("identifier", "value"),
    [
        ("m1/facts/seed", True),
        ("m1/rules/r", True),
        ("m1/evidence/e", "weak"),
        ("m1/routes/a/facts/status", "active"),
        ("m1/routes/a/prices/p", 0.2),
        ("m1/facts/fps", None),
        ("m1/rules/none", None),
        ("m1/evidence/none", None),
        ("m1/routes/none/facts/status", None),
        ("m1/routes/a/prices/none", None),
        ("none/facts/seed", None),
        ("m1", None),
        ("", None),
    ],
)
def test_values_by_id(identifier: str, value: Value | None) -> None:
    """Every fact, rule, price and finding answers to its id, and nothing else does."""
    record = model(
        "m1",
        route("a", price("routes/a/prices/p", 0.2), status="active"),
        rules=(rule("r", {"audio": True}, {"resolution": "720p"}),),
        evidence=(finding("e", "weak"),),
        seed=True,
    )
    assert value_by_id(catalog(record), identifier) == value
