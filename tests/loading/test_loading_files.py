"""Whole files and folders that are wrong, and what one file does to the others."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from loading_fixtures import (
    ACCESS_FILE,
    MODEL,
    MODEL_FILE,
    TODAY,
    USE_CASE,
    USE_CASE_FILE,
    WORKFLOW,
    WORKFLOW_FILE,
    lines_of,
    small_catalog,
    write,
)

from modeladvisor import CatalogError, Problem, load_catalog
from modeladvisor.curation.checking import check_catalog
from modeladvisor.loading.reading import LARGEST_FILE, TOP_FILES


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small catalog without a mistake."""
    return small_catalog(tmp_path / "catalog")


def test_the_small_catalog_is_good(root: Path) -> None:
    """The catalog that the other tests break loads, and passes the check, as it is."""
    assert lines_of(root) == []
    assert check_catalog(root, None, TODAY)[1] == ()


def test_a_syntax_error_stops_its_own_file_alone(root: Path) -> None:
    """A file that is no TOML is one problem; the mistakes of other files are reported beside it."""
    write(root, "models/openai/draw-1.toml", 'name = "Draw 1"\nvendor = \n')
    write(root, USE_CASE_FILE, USE_CASE.replace("points = 40", "points = 36"))
    assert lines_of(root) == [
        "models/openai/draw-1.toml:2: expected TOML, Invalid value (column 10)",
        "use_cases/spots.toml:11: criteria: points add up to 96 for video, expected 100",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (MODEL.replace('vendor = "google"', "vendor = google"), 3),
        (MODEL.replace("usd = 0.20", "usd = free"), 84),
    ],
)
def test_what_names_a_broken_model_is_not_called_wrong(root: Path, text: str, line: int) -> None:
    """Verdicts, links and tips that name a model whose own file is broken give no problem of their own."""
    write(root, MODEL_FILE, text)
    (one,) = lines_of(root)
    assert one.startswith(f"{MODEL_FILE}:{line}: expected TOML, ")


def test_a_verdict_on_a_fact_with_a_mistake_is_not_called_wrong(root: Path) -> None:
    """A fact that cannot be read is one problem, not another one in each verdict that rests on it."""
    write(
        root,
        MODEL_FILE,
        MODEL.replace("[facts.native_audio]\nvalue = true", "[facts.native_audio]\nvalue = 1"),
    )
    assert lines_of(root) == [f"{MODEL_FILE}:51: facts.native_audio.value: expected true or false, got 1"]


@pytest.mark.parametrize(
    "file", [USE_CASE_FILE, "catalog.toml", "vendors.toml", "providers.toml", "general.toml"]
)
def test_any_file_but_the_words_leaves_the_others_to_be_read(root: Path, file: str) -> None:
    """A file that cannot be read hides no mistake of another one, and makes none."""
    write(root, file, "= 1")
    write(root, MODEL_FILE, MODEL.replace('kind = "vendor-doc"', 'kind = "vendor"'))
    first, second = sorted(lines_of(root), key=lambda one: one.startswith(MODEL_FILE))
    assert first == f"{file}:1: expected TOML, Invalid statement (column 1)"
    assert second.startswith(f"{MODEL_FILE}:22: sources.guide.kind: expected one of 'vendor-api-schema', ")


@pytest.mark.parametrize("file", ["capabilities.toml", "asking.toml"])
def test_without_the_words_nothing_else_is_judged(root: Path, file: str) -> None:
    """Where the vocabulary cannot be read, that alone is reported, with every other syntax error."""
    write(root, file, "= 1")
    write(root, USE_CASE_FILE, "= 2")
    write(root, MODEL_FILE, MODEL.replace("[facts.native_audio]", "[facts.nativ_audio]"))
    assert lines_of(root) == [
        f"{file}:1: expected TOML, Invalid statement (column 1)",
        f"{USE_CASE_FILE}:1: expected TOML, Invalid statement (column 1)",
    ]


def test_bytes_that_are_no_utf_8_name_the_byte(root: Path) -> None:
    """A file in another encoding is refused with the first byte that does not fit."""
    write(root, MODEL_FILE, MODEL.encode().replace(b"No people", b"No p\xe9ople"))
    at = MODEL.index("No people") + 4
    assert lines_of(root) == [f"{MODEL_FILE}: expected UTF-8, got byte 0xe9 at {at}"]


def test_an_over_large_file_is_not_read(root: Path) -> None:
    """A file of over a million bytes is refused before it is parsed."""
    write(root, MODEL_FILE, "#" * (LARGEST_FILE + 1))
    assert lines_of(root) == [f"{MODEL_FILE}: expected a file of at most 1000000 bytes"]


def test_what_cannot_be_opened_says_why(root: Path) -> None:
    """A folder with the name of a file is reported with the reason of the operating system."""
    (root / "models/google/vidgen-3.toml").mkdir()
    assert lines_of(root) == ["models/google/vidgen-3.toml: cannot be read: Is a directory"]


@pytest.mark.parametrize("name", ["model/google/x.toml", "models/x.toml", "use_cases/a/b.toml", "extra.toml"])
def test_an_unknown_file_is_refused(root: Path, name: str) -> None:
    """A file that no part of a catalog would read is a mistake, not a silence."""
    write(root, name, "")
    assert lines_of(root) == [
        f"{name}: unknown file, expected catalog.toml, capabilities.toml, asking.toml, vendors.toml, "
        "providers.toml, general.toml, models/<vendor>/<slug>.toml or use_cases|workflows|access/<slug>.toml"
    ]


def test_bans_belong_to_an_overlay(root: Path) -> None:
    """`overlay.toml` in the catalog itself would have no effect, so it is refused."""
    write(root, "overlay.toml", 'ban = ["vidgen-2"]')
    (one,) = lines_of(root)
    assert one.startswith("overlay.toml: unknown file, ")


@pytest.mark.parametrize("name", TOP_FILES)
def test_a_missing_top_file_is_named(root: Path, name: str) -> None:
    """Each file that every catalog has is missed by name, whatever else is wrong."""
    (root / name).unlink()
    write(root, USE_CASE_FILE, "= 1")
    assert sorted(lines_of(root)) == sorted(
        [
            f"{name}: missing, expected this file in every catalog",
            f"{USE_CASE_FILE}:1: expected TOML, Invalid statement (column 1)",
        ]
    )


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """A catalog folder that is not there is one problem, not an empty catalog."""
    nowhere = tmp_path / "nowhere"
    with pytest.raises(CatalogError) as caught:
        load_catalog(nowhere)
    assert caught.value.problems == (Problem(str(nowhere), 0, "", "expected a catalog folder, found none"),)
    assert str(caught.value) == f"the catalog has 1 problem\n{nowhere}: expected a catalog folder, found none"


def test_all_mistakes_of_all_files_come_at_once_sorted_by_place(root: Path) -> None:
    """Several mistakes in several files are reported together: by file, line and key, each once."""
    text = MODEL.replace('family = "vidgen"', "family = 2").replace("usd = 0.20", "usd = true")
    write(
        root,
        MODEL_FILE,
        text.replace('kind = "api"', "kind = 1"),
    )
    write(root, WORKFLOW_FILE, WORKFLOW.replace('basis = "documented"', 'basis = "guessed"'))
    write(root, ACCESS_FILE, "links = 1\nfrom = 2\n")
    with pytest.raises(CatalogError) as caught:
        load_catalog(root, today=TODAY)
    routes = "expected one of 'api', 'web', 'mobile-app', 'self-hosted', got 1"
    assert lines_of(root) == [
        "access/vidgen-2.toml:1: links: expected a list, got 1",
        "access/vidgen-2.toml:2: from: unknown key; known keys: links",
        "models/google/vidgen-2.toml:4: family: expected text in quotes, got 2",
        f"models/google/vidgen-2.toml:68: routes.vidgen-api.kind: {routes}",
        "models/google/vidgen-2.toml:84: routes.vidgen-api.prices[1].usd: expected a number, got true",
        f"models/google/vidgen-2.toml:93: routes.fal.kind: {routes}",
        "workflows/still-to-spot.toml:4: basis: expected one of 'documented', 'editorial', got 'guessed'",
    ]
    assert str(caught.value).splitlines()[0] == "the catalog has 7 problems"
    assert list(caught.value.problems) == sorted(caught.value.problems)
    assert {one.file for one in caught.value.problems} == {
        str(root / name) for name in (ACCESS_FILE, MODEL_FILE, WORKFLOW_FILE)
    }


def test_a_slug_stands_once_over_all_vendors(root: Path) -> None:
    """The same file name under two vendors is refused; the first one keeps it."""
    write(root, "models/openai/vidgen-2.toml", MODEL.replace('"google"', '"openai"', 1))
    assert lines_of(root) == [
        "models/openai/vidgen-2.toml: expected slugs unique over all vendors, got 'vidgen-2' again"
    ]


def test_slugs_that_people_would_write_alike_are_refused(root: Path) -> None:
    """Two slugs that differ by a dot and a hyphen alone cannot be told apart when somebody asks."""
    text = MODEL.replace('"VidGen 2"', '"Vid"').replace("vidgen-2-preview", "old")
    text = text.replace('"vid gen two", "vidgen-ii",', "").replace("'vid \"gen\" deux',", "")
    write(root, "models/google/vidgen.2.toml", text)
    assert lines_of(root) == [
        "models/google/vidgen.2.toml: expected a slug unlike every other one, got 'vidgen.2', too much like 'vidgen-2'"
    ]


def test_a_name_belongs_to_one_model(root: Path) -> None:
    """A name, alias or former name that leads to two models is refused where the second one claims it."""
    other = MODEL.replace('name = "VidGen 2"', 'name = "VIDGEN_II"').replace("vidgen-2-preview", "vidgen-2")
    write(root, "models/google/vidgen-3.toml", other.replace("vidgen-ii", "vidgen iii"))
    assert lines_of(root) == [
        "models/google/vidgen-2.toml:10: aliases[1]: expected a name of one model, got 'vidgen-ii', "
        "also of 'vidgen-3'",
        "models/google/vidgen-3.toml:10: aliases[0]: expected a name of one model, got 'vid gen two', "
        "also of 'vidgen-2'",
        "models/google/vidgen-3.toml:11: aliases[2]: expected a name of one model, got 'vid \"gen\" deux', "
        "also of 'vidgen-2'",
        "models/google/vidgen-3.toml:13: formerly[0]: expected a name of one model, got 'vidgen-2', "
        "also of 'vidgen-2'",
    ]


@pytest.mark.parametrize("file", ["models/google/Vid Gen.toml", "use_cases/Spots.toml", "workflows/a_b.toml"])
def test_a_file_name_is_a_slug(root: Path, file: str) -> None:
    """The file name is the id, so it is written as ids are."""
    text = {"m": MODEL, "u": USE_CASE, "w": WORKFLOW}[file[0]]
    if file[0] == "m":
        text = text[: text.index("aliases")] + text[text.index("limitations") :]
        text = text.replace('"VidGen 2"', '"Other"')
    write(root, file, text)
    stem = Path(file).stem
    assert lines_of(root) == [f"{file}: expected a file name of a-z, 0-9, '-' and '.', got {stem!r}"]


def test_a_use_case_of_two_media_has_a_verdict_for_each(root: Path) -> None:
    """One verdict for two rankings says nothing; the tables that are wanted are named, once."""
    both = USE_CASE.replace('media = ["video"]', 'media = ["video", "image"]')
    write(root, USE_CASE_FILE, both)
    line = USE_CASE[: USE_CASE.index("[verdict]")].count("\n") + 1
    assert (
        f"{USE_CASE_FILE}:{line}: verdict: expected [verdict.video] or [verdict.image], "
        "since the use case has two media"
    ) in lines_of(root)
    write(root, USE_CASE_FILE, both.replace("[verdict]", "[verdict.video]"))
    assert [one for one in lines_of(root) if "verdict" in one] == []


def test_the_future_begins_where_no_day_has_begun(root: Path) -> None:
    """A date is in the future only if it is one everywhere on Earth: an editor's today loads further west too."""
    easternmost = datetime.timezone(datetime.timedelta(hours=14))
    latest = max(datetime.datetime.now(easternmost).date(), TODAY)
    write(root, MODEL_FILE, MODEL.replace("on = 2026-11-03", f"on = {latest}"))
    assert load_catalog(root).models["vidgen-2"].searched["seed"].on == latest
    later = latest + datetime.timedelta(days=2)  # not one: midnight may pass between two lines
    write(root, MODEL_FILE, MODEL.replace("on = 2026-11-03", f"on = {later}"))
    with pytest.raises(CatalogError, match=r"searched\.seed\.on: expected a date not after"):
        load_catalog(root)


def test_links_without_a_model_are_refused(root: Path) -> None:
    """An access file must bear the slug of a model."""
    (root / ACCESS_FILE).rename(root / "access/vidgen-22.toml")
    assert lines_of(root) == [
        "access/vidgen-22.toml: expected the slug of a model as file name, got 'vidgen-22'"
    ]


def test_toml_1_1_is_found_by_the_check(root: Path) -> None:
    """What only a newer parser reads, such as a line break in an inline table, is a problem of the catalog."""
    newer = 'seed = { in = ["guide", "limits"],\n  on = 2026-11-03 }'
    write(root, MODEL_FILE, MODEL.replace('seed = { in = ["guide", "limits"], on = 2026-11-03 }', newer))
    _, problems = check_catalog(root, None, TODAY)
    assert len(problems) == 1
    assert problems[0].file == str(root / MODEL_FILE)
    assert "expected TOML" in problems[0].message


@pytest.mark.parametrize("ends", ["\r\n", "\n"])
def test_lines_are_counted_as_editors_count_them(root: Path, ends: str) -> None:
    """Windows line ends count once, and no other character, U+2028 or a form feed's kin, ends a line."""
    text = MODEL.replace("# A record", "# A \u2028 \x85 record").replace("usd = 0.20", "usd = 0")
    write(root, MODEL_FILE, text.replace("\n", ends))
    assert lines_of(root) == [
        f"{MODEL_FILE}:84: routes.vidgen-api.prices[1].usd: expected USD above 0 (an unknown price is left out), got 0"
    ]


def test_a_key_with_a_line_break_stays_on_its_line(root: Path) -> None:
    """A quoted key with odd characters is shown quoted, so that each problem is one line."""
    write(root, ACCESS_FILE, '"a\\nb: \\"c\\"" = 1\nlinks = []\n')
    assert lines_of(root) == [
        'access/vidgen-2.toml:1: "a\\nb: \\"c\\"": unknown key; known keys: links',
    ]


WORDS = [
    (
        "capabilities.toml",
        'kind = "word"\nvalues = ["no", "conditional", "yes"]\n',
        'kind = "word"\n',
        "keys.commercial_use.values: missing, expected the words that are allowed",
    ),
    (
        "capabilities.toml",
        'pattern = "[A-Z][a-z]{3}"',
        'pattern = "[A-Z"',
        "keys.text_scripts.pattern: expected a regular expression, got an error: "
        "unterminated character set at position 0",
    ),
    (
        "capabilities.toml",
        'bounded_by = "image_to_video"',
        'bounded_by = "image_2_video"',
        "features.first_frame.bounded_by: expected a capability of kind 'bool', got 'image_2_video'; "
        "did you mean 'image_to_video'?",
    ),
    (
        "capabilities.toml",
        'bounded_by = "aspect_ratios"\n',
        "",
        "features.aspect_ratio.bounded_by: missing, expected a capability of kind 'ratios'",
    ),
    (
        "capabilities.toml",
        'bounded_by = "aspect_ratios"\nparameter = "platform"',
        'bounded_by = "aspect_ratios"\nparameter = "shape"',
        "features.aspect_ratio.parameter: expected one of task, output, input, budget, style, platform, audio, "
        "duration, limit, weights, got 'shape'",
    ),
    (
        "capabilities.toml",
        "[keys.resolutions]",
        "[keys.sizes]",
        "keys.resolutions: missing, expected this name with kind 'words': questions use it",
    ),
    (
        "asking.toml",
        'evidence = { image = "human_realism", video = "human_realism" }',
        'evidence = { image = "beauty", sound = "human_realism" }',
        "styles.photorealistic.evidence.image: expected one of human_realism, identity_hold, motion_physics, "
        "prompt_adherence, text_accuracy, product_fidelity, speech_quality, overall_preference, got 'beauty'",
    ),
    ("asking.toml", "video = 0.10\n", "", "budgets.low.video: expected a ceiling above 0 USD, got none"),
    (
        "asking.toml",
        'label = "TikTok"\naspect_ratio = "9:16"',
        'label = "TikTok"\naspect_ratio = "tall"',
        "platforms.tiktok.aspect_ratio: expected a ratio width:height such as '16:9', got 'tall'",
    ),
    (
        "asking.toml",
        "[jobs.image]\nmegapixels = 1",
        "",
        "jobs.image: missing, expected the job that is priced by default",
    ),
    (
        "vendors.toml",
        "[google]",
        "[tiktok]\nname = 'T'\nhomepage = 'https://t.example'\n[google]",
        "tiktok: expected an id of a-z, 0-9, '-' and '.' that is no platform word, got 'tiktok'",
    ),
    (
        "providers.toml",
        "[fal]",
        "[google]\nname = 'T'\nhomepage = 'https://t.example'\n[fal]",
        "google: expected an id that vendors.toml does not have, got 'google'",
    ),
    (
        "catalog.toml",
        "as_of = 2026-11-21",
        "as_of = 2027-11-21",
        "as_of: expected a date not after 2026-11-21, got 2027-11-21",
    ),
    ("general.toml", "[image]", "[sound]\n[image]", "sound: unknown key; known keys: image, video"),
]


@pytest.mark.parametrize(("file", "old", "new", "line"), WORDS, ids=[one[3][:50] for one in WORDS])
def test_a_mistake_in_the_words_is_named(root: Path, file: str, old: str, new: str, line: str) -> None:
    """The vocabulary, the questions and the lists of companies are checked as strictly as models."""
    text = (root / file).read_text()
    assert old in text
    write(root, file, text.replace(old, new, 1))
    shown = [one.split(": ", 1)[1] for one in lines_of(root) if one.startswith(f"{file}:")]
    assert line in shown
