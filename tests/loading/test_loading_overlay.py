"""A second folder laid over the catalog: own prices, links and models, and models left out."""

from __future__ import annotations

import datetime
from pathlib import Path

import attrs
import pytest
from loading_fixtures import (
    ACCESS,
    ACCESS_FILE,
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

from modeladvisor.catalog import Catalog
from modeladvisor.loading import load_catalog
from modeladvisor.values import Several


@attrs.frozen
class Folders:
    """A small good catalog and an empty overlay."""

    root: Path
    over: Path

    def lay(self, name: str, text: str) -> None:
        """Write a file of the overlay."""
        write(self.over, name, text)

    def load(self) -> Catalog:
        """Load both."""
        return load_catalog(self.root, overlay=self.over, today=TODAY)


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    """A small good catalog and an empty overlay."""
    (tmp_path / "over").mkdir()
    return Folders(small_catalog(tmp_path / "catalog"), tmp_path / "over")


def prices(catalog: Catalog, route: str = "vidgen-api") -> dict[str, float]:
    """Return the prices of one route by the last part of their id."""
    (found,) = (one for one in catalog.models["vidgen-2"].routes if one.id == route)
    return {one.id.rsplit("/", 1)[-1]: one.usd for one in found.prices}


def test_an_empty_overlay_changes_nothing(folders: Folders) -> None:
    """A folder without files leaves the catalog as it is."""
    catalog, alone = folders.load(), load_catalog(folders.root, today=TODAY)
    assert catalog.models == alone.models
    assert catalog.use_cases == alone.use_cases


def test_an_own_price_takes_the_place_of_the_one_with_its_id(folders: Folders) -> None:
    """A price of the overlay is merged by its id: the rest of it and the other prices stay."""
    folders.lay(MODEL_FILE, '[[routes.vidgen-api.prices]]\nid = "1080p"\nusd = 0.15\n')
    catalog = folders.load()
    assert prices(catalog) == {"720p": 0.10, "1080p": 0.15}
    routes = catalog.models["vidgen-2"].routes
    (changed,) = (one for route in routes for one in route.prices if one.usd == 0.15)
    assert (changed.resolution, changed.audio, changed.source.id) == ("1080p", True, "guide")


def test_a_new_price_and_route_stand_beside_the_others(folders: Folders) -> None:
    """What the catalog does not have is added, with a source of its own."""
    folders.lay(
        MODEL_FILE,
        '[sources.contract]\ntitle = "Our contract"\nurl = "https://intranet.example.com/c"\nkind = "provider-doc"\n'
        '[routes.ours]\nprovider = "replicate"\nkind = "api"\n'
        '[[routes.ours.prices]]\nid = "flat"\nusd = 0.05\nper = "second"\nsource = "contract"\nverified = 2026-11-20\n'
        '[[routes.fal.prices]]\nid = "short"\nusd = 0.5\nper = "video"\nsource = "contract"\nverified = 2026-11-20\n',
    )
    catalog = folders.load()
    assert prices(catalog, "ours") == {"flat": 0.05}
    assert prices(catalog, "fal") == {"clip": 0.90, "short": 0.5}


def test_an_own_fact_takes_the_place_of_the_whole_fact(folders: Folders) -> None:
    """A fact is one value by one source on one day: nothing of the old one, a note say, is left on the new."""
    folders.lay(
        MODEL_FILE, '[facts]\nnative_audio = { value = false, source = "limits", verified = 2026-11-20 }\n'
    )
    fact = folders.load().models["vidgen-2"].facts["native_audio"]
    assert (fact.value, fact.source.id, fact.verified, fact.note) == (
        False,
        "limits",
        datetime.date(2026, 11, 20),
        None,
    )


def test_an_own_fact_ends_a_search_and_an_own_search_a_fact(folders: Folders) -> None:
    """Where the overlay found what the catalog looked for in vain, or the other way, the overlay counts."""
    folders.lay(
        MODEL_FILE,
        '[facts]\nseed = { value = true, source = "limits", verified = 2026-11-20 }\n'
        '[searched]\nfps = { in = ["limits"], on = 2026-11-20 }\n',
    )
    model = folders.load().models["vidgen-2"]
    assert model.facts["seed"].value is True
    assert "fps" not in model.facts
    assert set(model.searched) == {"fps"}


def test_lists_without_ids_are_replaced(folders: Folders) -> None:
    """A list of words or links cannot be merged, so that of the overlay stands alone."""
    folders.lay(MODEL_FILE, 'aliases = ["ours"]\n')
    folders.lay(
        ACCESS_FILE, ACCESS.replace("VidGen 2", "Our way").replace("vidgen.example.com/", "ours.example.com/?ref=u")
        .replace("affiliate = false", "affiliate = true"),
    )  # fmt: skip
    catalog = folders.load()
    assert catalog.models["vidgen-2"].aliases == ("ours",)
    assert [(one.label, one.affiliate) for one in catalog.access["vidgen-2"]] == [("Our way", True)]


def test_an_own_model_is_added(folders: Folders) -> None:
    """A file that the catalog does not have is read as one of its own."""
    text = MODEL.replace("VidGen 2", "House Model").replace('"google"', '"openai"', 1)
    text = text[: text.index("aliases")] + text[text.index("limitations") :]
    folders.lay("models/openai/house-model.toml", text)
    assert list(folders.load().models) == ["house-model", "vidgen-2"]


def test_an_own_vendor_is_added_to_the_others(folders: Folders) -> None:
    """The lists of companies are merged by id."""
    folders.lay("vendors.toml", '[house]\nname = "House"\nhomepage = "https://house.example.com"\n')
    vendors = folders.load().vendors
    assert vendors["house"].name == "House"
    assert vendors["google"].name == "Google"


def test_a_banned_model_is_gone_with_its_links(folders: Folders) -> None:
    """A model that is left out is not answered with, nor are its links, nor verdicts that pick it."""
    folders.lay("overlay.toml", 'ban = ["vidgen-2"]\n')
    catalog = folders.load()
    assert dict(catalog.models) == {}
    assert dict(catalog.access) == {}
    assert dict(catalog.use_cases["spots"].verdicts) == {}


def test_a_banned_runner_up_leaves_the_verdict(folders: Folders) -> None:
    """A verdict stays when a model it merely mentions is left out; only the mention goes."""
    text = MODEL.replace("VidGen 2", "Other").replace("vidgen-2-preview", "other-preview")
    text = text[: text.index("aliases")] + text[text.index("formerly") :]
    write(folders.root, "models/google/other.toml", text)
    verdict = USE_CASE.replace("runners_up = []", 'runners_up = [{ model = "other", when = "it rains" }]')
    verdict = verdict.replace("rests_on = [", 'rests_on = [\n  { id = "other/facts/fps", was = [24] },')
    write(folders.root, USE_CASE_FILE, verdict)
    assert len(load_catalog(folders.root, today=TODAY).use_cases["spots"].verdicts["video"].runners_up) == 1
    folders.lay("overlay.toml", 'ban = ["other"]\n')
    left = folders.load().use_cases["spots"].verdicts["video"]
    assert left.pick == ("vidgen-2",)
    assert left.runners_up == ()
    assert [one.id.split("/")[0] for one in left.rests_on] == ["vidgen-2"] * 4


def test_a_ban_stands_above_an_own_model(folders: Folders) -> None:
    """A model of the overlay that the overlay also bans is left out."""
    folders.lay(MODEL_FILE, 'family = "other"\n')
    folders.lay("overlay.toml", 'ban = ["vidgen-2"]\n')
    assert dict(folders.load().models) == {}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            'ban = [\n  "vidgen-2",\n  "vidgen-3",\n]',
            "overlay.toml:3: ban[1]: expected a model slug, got 'vidgen-3'; did you mean 'vidgen-2'?",
        ),
        ('ban = "vidgen-2"', "overlay.toml:1: ban: expected a list, got 'vidgen-2'"),
        ("ban = [2]", "overlay.toml:1: ban[0]: expected text in quotes, got 2"),
        ('\nbans = ["vidgen-2"]', "overlay.toml:2: bans: unknown key; did you mean 'ban'?"),
        ("ban = ", "overlay.toml:1: expected TOML, Invalid value (column 7)"),
    ],
)
def test_a_wrong_ban_says_what_is_wrong(folders: Folders, text: str, line: str) -> None:
    """A ban that bans nothing, or is no list of slugs, is a mistake with its line."""
    folders.lay("overlay.toml", text)
    assert lines_of(folders.root, folders.over) == [line]


def test_a_mistake_is_reported_in_the_file_that_has_it(folders: Folders) -> None:
    """In a merged file each key is reported where it was written: overlay or catalog, each with its own line."""
    write(
        folders.root,
        MODEL_FILE,
        MODEL.replace("usd = 0.10", "usd = 0").replace('kind = "vendor-doc"', "kind = 1"),
    )
    folders.lay(
        MODEL_FILE,
        '# ours\n[[routes.vidgen-api.prices]]\nid = "4K"\nusd = 1\nper = "seconds"\nsource = "guide"\n'
        '[[routes.vidgen-api.prices]]\nid = "1080p"\nusd = "1"\n[facts.seed]\nvalue = true\n',
    )
    problems = [str(one) for one in problems_of(folders.root, folders.over)]
    kinds = (
        "'vendor-api-schema', 'vendor-doc', 'vendor-page', 'model-card', 'paper', 'provider-doc', 'press', "
        "'measurement'"
    )
    units = "'second', 'image', 'video', 'megapixel', 'million-tokens'"
    assert problems == [
        f"{folders.root / MODEL_FILE}:22: sources.guide.kind: expected one of {kinds}, got 1",
        f"{folders.over / MODEL_FILE}:2: routes.vidgen-api.prices[0].verified: missing, expected a date without "
        "quotes, such as 2026-11-03",
        f"{folders.over / MODEL_FILE}:5: routes.vidgen-api.prices[0].per: expected one of {units}, got 'seconds'; "
        "did you mean 'second'?",
        f"{folders.over / MODEL_FILE}:9: routes.vidgen-api.prices[1].usd: expected a number, got '1'",
        f"{folders.over / MODEL_FILE}:10: facts.seed.source: missing, expected text in quotes",
        f"{folders.over / MODEL_FILE}:10: facts.seed.verified: missing, expected a date without quotes, "
        "such as 2026-11-03",
    ]


def test_points_that_no_longer_add_up_are_the_overlays(folders: Folders) -> None:
    """An overlay that changes one criterion's points is told so in its own file."""
    folders.lay(USE_CASE_FILE, '[[criteria]]\nid = "liked"\npoints = 11\n')
    assert lines_of(folders.root, folders.over) == [
        "use_cases/spots.toml:1: criteria: points add up to 101 for video, expected 100"
    ]
    assert problems_of(folders.root, folders.over)[0].file == str(folders.over / USE_CASE_FILE)


@pytest.mark.parametrize("ids", ['["a"]', "1", '"720p"\nid2 = 1'])
def test_ids_that_are_none_replace_the_list(folders: Folders, ids: str) -> None:
    """Tables whose ids are no texts cannot be merged by them; the list is read as it stands, and refused."""
    folders.lay(MODEL_FILE, f"[[routes.vidgen-api.prices]]\nid = {ids}\n")
    assert all(one.file.startswith(str(folders.over)) for one in problems_of(folders.root, folders.over))
    assert problems_of(folders.root, folders.over)


def test_a_fact_beside_a_search_in_one_overlay_is_refused(folders: Folders) -> None:
    """An overlay may overrule the catalog, but not itself."""
    folders.lay(
        MODEL_FILE,
        '[facts]\nseed = { value = true, source = "limits", verified = 2026-11-20 }\n'
        '[searched]\nseed = { in = ["limits"], on = 2026-11-20 }\n',
    )
    assert lines_of(folders.root, folders.over) == [
        f"{MODEL_FILE}:2: facts.seed: expected a value or a search, got both; it also stands under [searched]"
    ]


def test_an_overlay_that_is_not_there_is_named(folders: Folders) -> None:
    """A wrong path is a mistake, not an overlay without files."""
    folders.over.rmdir()
    (one,) = problems_of(folders.root, folders.over)
    assert str(one) == f"{folders.over}: expected a catalog folder, found none"


def test_an_unknown_file_of_an_overlay_is_refused(folders: Folders) -> None:
    """A file that has no effect is a mistake in an overlay too; `overlay.toml` is named among the known ones."""
    folders.lay("overlays.toml", "ban = []")
    (one,) = lines_of(folders.root, folders.over)
    assert one.startswith("overlays.toml: unknown file, expected catalog.toml, ")
    assert "overlay.toml" in one


def test_an_open_list_can_be_closed(folders: Folders) -> None:
    """A value is replaced as a whole: an open list becomes a closed one."""
    folders.lay(MODEL_FILE, '[facts]\nfps = { value = [24, 30], source = "limits", verified = 2026-11-20 }\n')
    assert folders.load().models["vidgen-2"].facts["fps"].value == Several((24, 30))
