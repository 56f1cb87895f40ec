"""The catalog that comes with the library, what the check says of it, and what its README shows."""

from __future__ import annotations

import datetime
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from loading_fixtures import (
    MODEL,
    MODEL_FILE,
    TODAY,
    USE_CASE,
    USE_CASE_FILE,
    lines_of,
    problems_of,
    small_catalog,
    write,
)

from modeladvisor import Catalog, load_catalog
from modeladvisor.comparisons import best_status
from modeladvisor.curation.checking import check_catalog, check_toml
from modeladvisor.loading import bundled_catalog
from modeladvisor.loading.problems import Problems
from modeladvisor.records import Fact, Model, Source

CHECKOUT = Path(__file__).parents[2]
FILES = sorted(bundled_catalog().rglob("*.toml"))


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """The bundled catalog."""
    return load_catalog()


def facts_of(model: Model) -> Iterator[Fact]:
    """Yield the facts of a model and of its routes."""
    yield from model.facts.values()
    for route in model.routes:
        yield from route.facts.values()


def cited_by(model: Model) -> Iterator[Source]:
    """Yield the source of everything that a model's record states."""
    yield from (one.source for one in facts_of(model))
    for part in (model.limitations, model.rules, model.evidence, model.prompt_tips):
        yield from (one.source for one in part)
    yield from (price.source for route in model.routes for price in route.prices)
    yield from (source for search in model.searched.values() for source in search.sources)


def test_it_loads_and_passes_the_check(catalog: Catalog) -> None:
    """There is no problem in the bundled catalog on the day of its date."""
    assert check_catalog(None, None, catalog.dataset.as_of)[1] == ()
    assert len(catalog.models) >= 16
    assert len(catalog.use_cases) == 12
    assert len(catalog.workflows) >= 4


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_is_read_by_the_standard_library_too(path: Path) -> None:
    """Every file is TOML 1.0 that `tomllib` reads."""
    assert tomllib.loads(path.read_text("utf-8"))


def test_every_statement_has_an_https_source_and_a_date(catalog: Catalog) -> None:
    """Every value, price, rule, finding and tip leads to an https page; no date lies after that of the catalog."""
    count = 0
    for model in catalog.models.values():
        for source in cited_by(model):
            assert source.url.startswith("https://"), (model.slug, source.id)
            count += 1
        for fact in facts_of(model):
            assert datetime.date(2020, 1, 1) < fact.verified <= catalog.dataset.as_of, fact.id
    assert count > 500


def test_every_model_has_links_and_a_status(catalog: Catalog) -> None:
    """Every model that is not retired says where to get at it, and all say whether they are in service."""
    for slug, model in catalog.models.items():
        status = best_status(model, catalog.dataset.as_of)
        assert catalog.access.get(slug) or (status and status.value == "retired"), slug
        assert "status" in {fact.key for fact in facts_of(model)}, slug


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small catalog without a mistake, with two models that a verdict can choose between."""
    root = small_catalog(tmp_path / "catalog")
    text = MODEL.replace("VidGen 2", "Dear Gen").replace("vidgen-2-preview", "dear-preview")
    text = text[: text.index("aliases")] + text[text.index("formerly") :]
    write(root, "models/google/dear-gen.toml", text.replace("usd = 0.10", "usd = 0.30"))
    return root


def checked(root: Path, overlay: Path | None = None) -> list[str]:
    """Return what the check says, the folders left out."""
    shown = [str(one) for one in check_catalog(root, overlay, TODAY)[1]]
    return [one.replace(f"{root}/", "").replace(f"{overlay}/", "over: ") for one in shown]


def test_a_pick_that_is_not_first_says_why(root: Path) -> None:
    """A verdict that differs from the computed ranking without a reason is a problem at the verdict's line."""
    assert checked(root) == []
    text = USE_CASE.replace('pick = ["vidgen-2"]', 'pick = ["dear-gen"]')
    write(root, USE_CASE_FILE, text)
    line = text[: text.index("[verdict]")].count("\n") + 1
    assert checked(root) == [
        f"{USE_CASE_FILE}:{line}: verdict.differs: missing, expected why the pick is not first in the computed ranking, "
        "where vidgen-2 is"
    ]
    write(root, USE_CASE_FILE, text.replace("runners_up", 'differs = "It is nicer."\nrunners_up'))
    assert checked(root) == []


def test_a_reason_that_is_no_longer_needed_is_a_problem(root: Path) -> None:
    """A pick that is first in the computed ranking needs no reason, and an old one misleads."""
    text = USE_CASE.replace("runners_up", 'differs = "It is nicer."\nrunners_up')
    write(root, USE_CASE_FILE, text)
    line = text[: text.index("differs")].count("\n") + 1
    assert checked(root) == [
        f"{USE_CASE_FILE}:{line}: verdict.differs: expected nothing: the pick is first in the computed ranking"
    ]


def test_a_source_that_nothing_cites_is_a_problem(root: Path) -> None:
    """A page that no value of its file names is reported where it is written, in an overlay too."""
    more = '\n[sources.spare]\ntitle = "Spare"\nurl = "https://docs.example.com/spare"\nkind = "press"\n'
    write(root, MODEL_FILE, MODEL + more)
    line = MODEL.count("\n") + 2
    message = "sources.spare: expected to be cited by something in the file"
    assert checked(root) == [f"{MODEL_FILE}:{line}: {message}"]

    write(root, MODEL_FILE, MODEL)
    over = root.parent / "over"
    write(over, MODEL_FILE, more)
    assert checked(root, over) == [f"over: {MODEL_FILE}:2: {message}"]


def test_a_catalog_that_does_not_load_has_the_loaders_problems(root: Path) -> None:
    """The check reports what the loader refuses, word for word, and no catalog."""
    write(root, MODEL_FILE, MODEL.replace("usd = 0.20", "usd = 0"))
    found, problems = check_catalog(root, None, TODAY)
    assert found is None
    assert problems == problems_of(root) != ()


def blocks(path: Path, kind: str) -> list[str]:
    """Return the code blocks of one language of a Markdown file, their indentation taken away."""
    found = re.findall(rf"^( *)```{kind}\n(.*?)^ *```$", path.read_text(), re.MULTILINE | re.DOTALL)
    return [re.sub(rf"^{indent}", "", body, flags=re.MULTILINE) for indent, body in found]


README = CHECKOUT / "catalog/README.md"


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """The bundled catalog with the example record of its README as one more model."""
    root = tmp_path / "catalog"
    shutil.copytree(bundled_catalog(), root)
    write(root, "models/google/vidgen-2.toml", blocks(README, "toml")[0])
    return root


def test_the_example_record_of_the_readme_is_good(example: Path) -> None:
    """The record that the README explains loads as it stands, and has no source that nothing cites."""
    assert lines_of(example) == []
    _, problems = check_catalog(example, None, TODAY)
    assert [one for one in problems if "vidgen-2" in one.file] == []


def test_the_example_record_shows_every_kind_of_entry(example: Path) -> None:
    """The record has each key that a model file may have, and the ids that the README names."""
    from modeladvisor.loading.shapes import ModelShape, PriceShape, SourceShape

    text = blocks(README, "toml")[0]
    table = tomllib.loads(text)
    assert set(table) == set(ModelShape.__annotations__)
    assert {key for source in table["sources"].values() for key in source} == set(SourceShape.__annotations__)
    price = table["routes"]["vidgen-api"]["prices"][0]
    assert set(PriceShape.__annotations__) - set(price) == {
        "batch",
        "included",
        "modes",
        "duration_seconds",
        "quality",
        "size",
        "note",
    }
    model = load_catalog(example, today=TODAY).models["vidgen-2"]
    ids = {fact.id for fact in facts_of(model)} | {rule.id for rule in model.rules}
    ids |= {one.id for one in model.evidence} | {price.id for route in model.routes for price in route.prices}
    named = set(re.findall(r"`(vidgen-2/[^`]+)`", README.read_text()))
    assert len(named) == 4
    assert named <= ids


def test_the_other_examples_of_the_readme_are_good(example: Path) -> None:
    """The need and the ban that the README shows are read as they stand."""
    _, need, ban = blocks(README, "toml")
    path = example / "use_cases/talking-characters.toml"
    changed = re.sub(
        r"^need = \{ any = .*lip_sync.*$", need.strip(), path.read_text(), count=1, flags=re.MULTILINE
    )
    assert need in changed
    write(example, "use_cases/talking-characters.toml", changed)
    over = example.parent / "over"
    write(over, "overlay.toml", ban)
    assert lines_of(example, over) == []
    assert "sora-2" not in load_catalog(example, overlay=over, today=TODAY).models


def test_the_correction_that_contributing_shows_loads(example: Path) -> None:
    """The price that the page corrects can be corrected so, and a slip gives the line that the page shows."""
    page = CHECKOUT / "CONTRIBUTING.md"
    (corrected,) = blocks(page, "toml")
    path = example / "models/google/veo-3.1.toml"
    old = re.compile(r"^\[\[routes\.vertex-ai\.prices\]\]\nid = \"720p-silent\"\n(?:.+\n)+", re.MULTILINE)
    fixed = old.sub(lambda _: corrected, path.read_text(), count=1)
    assert corrected in fixed
    write(example, "models/google/veo-3.1.toml", fixed)
    assert lines_of(example) == []

    slip = corrected.replace("verified = 2026-11-20", 'verified = "2026-11-20"')
    write(example, "models/google/veo-3.1.toml", fixed.replace(corrected, slip))
    (shown,) = blocks(page, "text")
    without_line = re.compile(r"\.toml:\d+:")
    assert [without_line.sub("", f"catalog/{one}") for one in lines_of(example)] == [
        without_line.sub("", shown.strip())
    ]


@pytest.mark.parametrize(
    "newer",
    [
        "x = { a = 1,\n b = 2 }",
        "x = { a = 1, }",
        "x = { a = { b = 1 },\n c = 2 }",
        r'x = "\e[0m"',
        r'x = "\x41"',
        "x = 2026-11-21T10:00",
        "x = 2026-11-21 10:00",
        "x = [ { a = 1\n } ]",
    ],
)
def test_what_only_newer_toml_has_is_refused(tmp_path: Path, newer: str) -> None:
    """A file that only parsers of TOML 1.1 read is named by the check, whatever of 1.1 it uses."""
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(newer)
    (tmp_path / "new.toml").write_text(newer)
    (tmp_path / "old.toml").write_text(
        'x = { a = "10:16", b = "{ , }" }  # 14:10 {\ny = [\n  { a = 1 },\n]\n'
    )
    problems = Problems()
    check_toml((tmp_path,), problems)
    (one,) = problems.all()
    assert one.file.endswith("new.toml")
