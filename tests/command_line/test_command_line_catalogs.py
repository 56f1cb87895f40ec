"""`modeladvisor catalog check`, `--catalog` and `--overlay`: what is said of a catalog that is wrong."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from modeladvisor.command_line import curating, main
from modeladvisor.loading import bundled_catalog

Printed = pytest.CaptureFixture[str]
FILE = "models/google/veo-3.1.toml"


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the bundled catalog named `catalog` in the present folder."""
    shutil.copytree(bundled_catalog(), tmp_path / "catalog")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "catalog"


@pytest.fixture
def broken(copied: Path) -> list[str]:
    """The lines that a copy with two mistakes in it must give."""
    path = copied / FILE
    text = path.read_text()
    text = text.replace('vendor = "google"', 'vendor = "gogle"').replace("usd = 0.20", "usd = 0", 1)
    path.write_text(text)
    price = text[: text.index("usd = 0\n")].count("\n") + 1
    return [
        f"catalog/{FILE}:2: vendor: expected an id of vendors.toml, got 'gogle'; did you mean 'google'?",
        f"catalog/{FILE}:{price}: routes.vertex-ai.prices[0].usd: expected USD above 0 "
        "(an unknown price is left out), got 0",
    ]


def test_the_bundled_catalog_is_clean(capsys: Printed) -> None:
    """A catalog without a problem gives exit code 0 and its size."""
    assert main(["catalog", "check"]) == 0
    printed = capsys.readouterr()
    assert printed.out.endswith(" models, 12 use cases: no problem\n")
    assert printed.err == ""
    assert main(["catalog", "check", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_a_broken_catalog_gives_its_lines_and_1(broken: list[str], capsys: Printed) -> None:
    """Each problem is one line of standard output, with a path from where one stands, and the exit code is 1."""
    assert main(["catalog", "check", "--catalog", "catalog"]) == 1
    printed = capsys.readouterr()
    assert printed.out.splitlines() == broken
    assert printed.err == ""


def with_address(text: str) -> str:
    """Return a new record that loads, for its page has an address."""
    return text.replace("<https address without tracking parameters>", "https://docs.example.com/veo-9")


def test_what_new_leaves_to_fill_in_is_a_problem(copied: Path, capsys: Printed) -> None:
    """Each text of a new record that nobody has replaced is told with its line, and each line once."""
    assert main(["catalog", "new", "google", "veo-9", "--makes", "video", "--catalog", "catalog"]) == 0
    path = copied / "models/google/veo-9.toml"
    text = path.read_text()
    capsys.readouterr()
    left = [number for number, line in enumerate(text.splitlines(), 1) if re.match(r'\w+ = "<', line)]
    address = text.splitlines().index('url = "<https address without tracking parameters>"') + 1
    for filled, expected in ((text, left), (with_address(text), [one for one in left if one != address])):
        path.write_text(filled)
        assert main(["catalog", "check", "--catalog", "catalog"]) == 1
        told = re.findall(r"/veo-9\.toml:(\d+): .*got '<", capsys.readouterr().out)
        assert [int(one) for one in told] == expected


def test_a_verdict_that_rested_on_another_value_is_named(copied: Path, capsys: Printed) -> None:
    """A changed value puts the verdicts that rest on it under review; that is a notice and no problem."""
    path = copied / "use_cases/product-videos.toml"
    text = path.read_text()
    footing = '"minimax-h3/facts/reference_images_max", was = 9'
    assert footing in text
    path.write_text(text.replace(footing, footing.replace("9", "8")))
    assert main(["catalog", "check", "--catalog", "catalog"]) == 0
    assert capsys.readouterr().err == (
        "modeladvisor: verdict under review: product-videos, video: "
        "minimax-h3/facts/reference_images_max has changed since the review.\n"
    )


def test_an_installed_catalog_is_not_mistaken_for_the_one_here(
    copied: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    """Who checks the catalog of an installed package beside a checkout is told that this one was not looked at."""
    inside = copied.rename(copied.parent / "bundled_catalog")
    shutil.copytree(inside, copied)
    monkeypatch.setattr(curating, "bundled_catalog", lambda: inside)
    for given, told in (([], True), (["--catalog", "catalog"], False)):
        assert main(["catalog", "check", *given]) == 0
        assert ("inside the installed package" in capsys.readouterr().err) is told


def test_a_checkout_given_for_its_catalog_is_one_problem(copied: Path, capsys: Printed) -> None:
    """The folder above a catalog is told once, with the folder that was meant."""
    assert main(["catalog", "check", "--catalog", str(copied.parent)]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.endswith("expected a catalog folder; did you mean 'catalog'?")


def test_paths_are_shown_from_the_present_folder(broken: list[str], copied: Path, capsys: Printed) -> None:
    """A folder given by its whole path is shown from the present one where it lies below it."""
    assert main(["catalog", "check", "--catalog", str(copied)]) == 1
    assert capsys.readouterr().out.splitlines() == broken


def test_the_problems_as_json(broken: list[str], capsys: Printed) -> None:
    """With `--json` each problem is an object of file, line, key and message."""
    assert main(["catalog", "check", "--catalog", "catalog", "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)
    assert [f"{one['file']}:{one['line']}: {one['key']}: {one['message']}" for one in rows] == broken


@pytest.mark.parametrize("question", [["find"], ["list"], ["show", "veo-3.1"], ["best", "ugc-ads"]])
def test_a_question_to_a_broken_catalog_gives_the_lines_and_1(
    question: list[str], broken: list[str], capsys: Printed
) -> None:
    """No answer is made from half a catalog: the problems go to standard error, and the exit code is 1."""
    assert main([*question, "--catalog", "catalog"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines() == ["the catalog has 2 problems", *broken]


def test_a_folder_that_is_not_there(capsys: Printed) -> None:
    """A wrong path is one problem."""
    assert main(["catalog", "check", "--catalog", "nowhere"]) == 1
    assert capsys.readouterr().out == "nowhere: expected a catalog folder, found none\n"
    assert main(["list", "--catalog", "nowhere"]) == 1
    assert (
        capsys.readouterr().err
        == "the catalog has 1 problem\nnowhere: expected a catalog folder, found none\n"
    )


def test_an_overlay_is_laid_over_every_question(copied: Path, capsys: Printed) -> None:
    """A ban of the overlay holds for the list, and the check goes through both folders."""
    over = copied.parent / "over"
    over.mkdir()
    (over / "overlay.toml").write_text('ban = ["sora-2"]\n')
    assert main(["list", "--overlay", "over", "--json"]) == 0
    assert "sora-2" not in {one["slug"] for one in json.loads(capsys.readouterr().out)}
    (over / "overlay.toml").write_text('ban = ["sora-22"]\n')
    assert main(["catalog", "check", "--overlay", "over"]) == 1
    assert capsys.readouterr().out == (
        "over/overlay.toml:1: ban[0]: expected a model slug, got 'sora-22'; did you mean 'sora-2'?\n"
    )


def test_a_name_that_is_only_in_the_other_catalog(copied: Path, capsys: Printed) -> None:
    """`--catalog` answers from that folder alone."""
    (copied / "models/openai/sora-2.toml").unlink()
    (copied / "access/sora-2.toml").unlink()
    assert main(["list", "--catalog", "catalog", "--json"]) in (0, 1)  # a verdict may name it as runner-up
    assert '"sora-2"' not in capsys.readouterr().out
