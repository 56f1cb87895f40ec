"""The record to fill in."""

from __future__ import annotations

import datetime
import json
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeladvisor import CatalogError, QuestionError, load_catalog
from modeladvisor.curation.skeletons import skeleton, write_new
from modeladvisor.loading import bundled_catalog
from modeladvisor.loading.reading import TOP_FILES
from modeladvisor.values import Anything, Bound, Month, Several, Span, Value
from modeladvisor.vocabulary import MEDIA
from strategies import TODAY, bundled, values

ANY_MEDIA = st.sampled_from([("image",), ("video",), MEDIA])
PLACEHOLDERS = {
    'name = "<': "Brand New 1",
    'family = "<': "brand-new",
    'summary = "<': "Text to pictures.",
    'title = "<': "A page",
    'url = "<': "https://docs.example.com/page",
}


def toml(value: Value) -> str:
    """Return a capability value as people write it."""
    if isinstance(value, Several):
        listed = json.dumps(list(value.values))
        return f"{{ includes = {listed} }}" if value.open else listed
    if isinstance(value, Bound):
        ends = [("at_least", value.at_least), ("at_most", value.at_most)]
        told = [f"{name} = {int(end) if end.is_integer() else end}" for name, end in ends if end is not None]
        return f"{{ {', '.join(told)} }}"
    if isinstance(value, Span):
        if value.text:
            return f'{{ min = "{value.text[0]}", max = "{value.text[1]}" }}'
        step = "" if value.step is None else f", step = {value.step}"
        return f"{{ min = {value.low}, max = {value.high}{step} }}"
    if isinstance(value, datetime.date):
        return value.isoformat()
    return (
        '"free"'
        if isinstance(value, Anything)
        else f'"{value}"'
        if isinstance(value, Month)
        else json.dumps(value)
    )


def filled(text: str) -> str:
    """Return a skeleton with the placeholders of its head replaced."""
    for start, replacement in PLACEHOLDERS.items():
        text = re.sub(f'^{re.escape(start)}[^"]*"', f'{start[:-1]}{replacement}"', text, flags=re.MULTILINE)
    return text


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalog with the words and companies of the bundled one, and no model."""
    root = tmp_path_factory.mktemp("empty")
    for name in TOP_FILES:
        shutil.copyfile(bundled_catalog() / name, root / name)
    return root


@pytest.fixture(scope="module")
def growing(empty: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of it that gets a model."""
    return Path(shutil.copytree(empty, tmp_path_factory.mktemp("growing") / "catalog"))


@given(media=ANY_MEDIA, data=st.data())
def test_a_filled_skeleton_loads(growing: Path, media: tuple[str, ...], data: st.DataObject) -> None:
    """With its placeholders replaced and any of its lines taken in, with any value, the record loads and says that."""
    text = filled(skeleton(bundled(), "google", "brand-new-1", media))
    keys = [one for one in bundled().vocabulary.keys_for(media) if one.key != "released"]
    chosen = data.draw(st.lists(st.sampled_from(keys), max_size=6, unique=True))
    said = {one.key: data.draw(values(one)) for one in chosen}
    for key, value in said.items():
        replacement = f'{key} = {{ value = {toml(value)}, source = "page", verified = {TODAY} }}'
        text, count = re.subn(f"^#{key} = .*$", replacement.replace("\\", r"\\"), text, flags=re.MULTILINE)
        assert count == 1
    path = growing / "models/google/brand-new-1.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    model = load_catalog(growing, today=TODAY).models["brand-new-1"]
    assert (model.vendor, model.makes) == ("google", media)
    assert {key: fact.value for key, fact in model.facts.items()} == said


@given(ANY_MEDIA)
def test_every_key_of_the_medium_stands_there_once_with_its_question(media: tuple[str, ...]) -> None:
    """Each key of the vocabulary that makes sense for the medium stands below its question, and no other key."""
    text = skeleton(bundled(), "google", "brand-new-1", media)
    listed = re.findall(r"^# (.*)\n#(\w+) = \{ value = <", text, re.MULTILINE)
    keys = bundled().vocabulary.keys_for(media)
    assert [key for _, key in listed] == [one.key for one in keys]
    assert all(told.startswith(one.question) for (told, _), one in zip(listed, keys, strict=True))


def test_the_other_entries_load_too(empty: Path, tmp_path: Path) -> None:
    """The lines for names, copies, searches, routes and prices are such that they load when they are filled in."""
    text = filled(skeleton(bundled(), "google", "brand-new-2"))
    for form, replacement in (
        ("<id of the route>", "vertex-ai"),
        ("<id of vendors.toml or providers.toml>", "google"),
        ("<id of the price>", "per-image"),
        ("<price of one unit in USD, never 0>", "0.04"),
        ("<unit>", "image"),
        ("<the vendor's own address, where url is a copy kept elsewhere>", "https://example.com/original"),
        ("#facts.<key> = { value = <value>", '#facts.status = { value = "active"'),
        ("#<key> = { in", "#seed = { in"),
        ("<day>", str(TODAY)),
    ):
        assert form in text
        text = text.replace(form, replacement)
    text = re.sub(r"^#(?! )(?!\w+ = \{ value)", "", text, flags=re.MULTILINE)
    root = tmp_path / "catalog"
    shutil.copytree(empty, root)
    write_new(root, "google", "brand-new-2", text)
    model = load_catalog(root, today=TODAY).models["brand-new-2"]
    assert (list(model.searched), model.routes[0].prices[0].usd) == (["seed"], 0.04)
    assert model.routes[0].facts["status"].value == "active"
    assert model.aliases
    assert model.formerly


def test_an_unfilled_skeleton_is_told_what_it_lacks(empty: Path, tmp_path: Path) -> None:
    """A skeleton as it was written does not load: the placeholder of its page is no address."""
    root = tmp_path / "catalog"
    shutil.copytree(empty, root)
    write_new(root, "google", "brand-new-3", skeleton(bundled(), "google", "brand-new-3"))
    with pytest.raises(CatalogError, match=r"sources\.page\.url: expected an https address"):
        load_catalog(root, today=TODAY)


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    """Where there is a file, or a link that leads nowhere, nothing is written and the path is told."""
    path = write_new(tmp_path, "google", "brand-new-1", "first")
    with pytest.raises(QuestionError, match=r"slug: expected one without a file, .*brand-new-1\.toml exists"):
        write_new(tmp_path, "google", "brand-new-1", "second")
    assert path.read_text() == "first"
    link = path.with_name("brand-new-2.toml")
    link.symlink_to(tmp_path / "elsewhere.toml")
    with pytest.raises(QuestionError):
        write_new(tmp_path, "google", "brand-new-2", "second")
    assert not (tmp_path / "elsewhere.toml").exists()


@pytest.mark.parametrize(
    ("vendor", "slug", "message"),
    [
        ("gogle", "brand-new-1", r"vendor: expected an id of vendors\.toml.*did you mean 'google'"),
        ("google", "../brand", "slug: expected a-z, 0-9, '-' and '.'"),
        ("google", "Brand", "slug: expected a-z, 0-9, '-' and '.'"),
        ("google", "veo-3.1", r"slug: expected a name of no other model, it is one of veo-3\.1"),
        ("openai", "veo-3-1", r"slug: expected a name of no other model, it is one of veo-3\.1"),
        ("google", "google-veo", r"slug: expected a name of no other model, it is one of veo-3\.1"),
        (
            "google",
            "veo-3.1-generate-preview",
            r"slug: expected a name of no other model, it is one of veo-3\.1",
        ),
        ("../google", "brand-new-1", "vendor: expected an id of vendors.toml"),
    ],
)
def test_names_that_cannot_be(vendor: str, slug: str, message: str) -> None:
    """An unknown vendor, a name that is no slug and a name that a model bears are told before anything is written."""
    with pytest.raises(QuestionError, match=message):
        skeleton(bundled(), vendor, slug)
