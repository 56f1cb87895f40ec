"""`modeladvisor catalog stale`, `coverage`, `links`, `new`, `diff` and `export`: calls, tables, JSON and exit codes."""

from __future__ import annotations

import datetime
import json
import re
import shutil
import socket
from collections.abc import Sequence
from pathlib import Path

import pytest

from modeladvisor import load_catalog
from modeladvisor.command_line import curating, main
from modeladvisor.curation import link_visits, links
from modeladvisor.curation.ages import dated, stale
from modeladvisor.curation.links import Link, Mark, Visit, links_of
from modeladvisor.loading import bundled_catalog

Printed = pytest.CaptureFixture[str]
TODAY = datetime.date(2026, 11, 21)
WIDTH = 80


@pytest.fixture(autouse=True)
def fixed_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """A day and a terminal that do not change."""
    monkeypatch.setattr(curating, "_today", lambda: TODAY)
    monkeypatch.setenv("COLUMNS", str(WIDTH))


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the bundled catalog."""
    return Path(shutil.copytree(bundled_catalog(), tmp_path / "catalog"))


def answer(capsys: Printed, *arguments: object, code: int = 0) -> str:
    """Run a tool and return what it prints."""
    assert main(["catalog", *map(str, arguments)]) == code
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


@pytest.mark.parametrize(
    "arguments",
    [["stale", "--days", "400"], ["coverage"], ["coverage", "--model", "veo-3.1", "--key", "seed"]],
    ids=" ".join,
)
def test_tables_fit_the_terminal(arguments: list[str], capsys: Printed) -> None:
    """No line is wider than the terminal, and with `--json` the same answer is one document."""
    assert max(map(len, answer(capsys, *arguments).splitlines())) <= WIDTH
    assert json.loads(answer(capsys, *arguments, "--json"))


def test_stale_looks_ahead(capsys: Printed) -> None:
    """`--days` shows what will be stale then, oldest first, with the first day on which it is."""
    wanted = stale(dated(load_catalog()), TODAY + datetime.timedelta(days=30))
    told = json.loads(answer(capsys, "stale", "--days", "30", "--json"))
    assert told["day"] == "2026-12-21"
    assert told["count"] == len(wanted)
    assert [one["id"] for one in told["stale"]] == [one.id for one in wanted]
    assert [one["stale_from"] for one in told["stale"]] == [str(one.stale_from) for one in wanted]
    assert answer(capsys, "stale", "--days", "30").splitlines()[-1].startswith("Stale on 2026-12-21: ")


def test_stale_counts_what_ages(capsys: Printed) -> None:
    """The last line says how many facts, prices and verdicts there are, and how many of them are stale."""
    everything = dated(load_catalog())
    kinds = [one.kind for one in stale(everything, TODAY)]
    all_ = [one.kind for one in everything]
    told = ", ".join(
        f"{kinds.count(kind)} of {all_.count(kind)} {kind}s" for kind in ("fact", "price", "verdict")
    )
    assert answer(capsys, "stale").splitlines()[-1] == f"Stale on 2026-11-21: {told}."


@pytest.mark.parametrize("days", ["-1", "36501", "a", "1.5", "²"])
def test_days_that_are_none(days: str, capsys: Printed) -> None:
    """A number of days that cannot be is a mistake in the call."""
    with pytest.raises(SystemExit) as left:
        main(["catalog", "stale", f"--days={days}"])
    assert left.value.code == 2
    assert "expected a whole number from 0 to 36500" in capsys.readouterr().err


def test_coverage_of_one_cell(capsys: Printed) -> None:
    """One model and one key are one cell: with a mark, the words for it, and totals."""
    assert answer(capsys, "coverage", "--model", "google veo", "--key", "seed").splitlines() == [
        "video: 1 model, 1 key; 1 value, 0 searched, 0 unlooked",
        "",
        "no  model    value  searched  unlooked",
        " 1  veo-3.1      1         0         0",
        "",
        "key   value  searched  unlooked   1",
        "seed      1         0         0   v",
        "",
        "v: a value; s: looked for in vain; .: nobody has looked",
    ]


def test_coverage_shows_every_model_of_a_wide_matrix(capsys: Printed) -> None:
    """Where the matrix is wider than the terminal it goes on below, until every model had its column."""
    lines = answer(capsys, "coverage").splitlines()
    numbers = [int(one) for line in lines if line.startswith("key ") for one in line.split()[4:]]
    counts = [int(line.split()[1]) for line in lines if line.startswith(("image: ", "video: "))]
    assert len(counts) == 2
    assert numbers == [number for count in counts for number in range(1, count + 1)]


def test_coverage_where_nothing_is_asked(capsys: Printed) -> None:
    """A key that makes no sense for the model's medium leaves no matrix, and says so."""
    assert answer(capsys, "coverage", "--model", "veo-3.1", "--key", "vector_output") == (
        "No model is asked about that: the key is of another medium.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["coverage", "--key", "seeds"],
            "modeladvisor: key: expected a key of capabilities.toml, got 'seeds'",
        ),
        (
            ["coverage", "--model", "veo-3.2"],
            "modeladvisor: no model is called 'veo-3.2'; the nearest: veo-3.1",
        ),
        (["new", "gogle", "veo-9"], "modeladvisor: vendor: expected an id of vendors.toml"),
        (
            ["export", "nowhere"],
            "modeladvisor: format: expected one of json, jsonl, csv, parquet, it is missing",
        ),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, list) else "",
)
def test_a_mistake_is_one_line(arguments: list[str], message: str, capsys: Printed) -> None:
    """A call that cannot be answered gives exit code 2 and one line on standard error."""
    assert main(["catalog", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(message)
    assert printed.err.count("\n") == 1


def test_new_writes_where_no_file_is(copied: Path, capsys: Printed) -> None:
    """A new record is written once, its path is printed, and a second call leaves it alone."""
    path = copied / "models/google/veo-9.toml"
    assert answer(capsys, "new", "google", "veo-9", "--makes", "video", "--catalog", copied) == f"{path}\n"
    text = path.read_text("utf-8")
    assert 'makes = ["video"]' in text
    path.write_text(re.sub('url = "<.*?>"', 'url = "https://docs.example.com/page"', text))
    kept = path.read_bytes()
    assert main(["catalog", "new", "google", "veo-9", "--catalog", str(copied)]) == 2
    assert "one of veo-9" in capsys.readouterr().err
    assert path.read_bytes() == kept


def test_new_prints_without_writing(copied: Path, capsys: Printed) -> None:
    """With `--print` the record goes to standard output and no file is made."""
    printed = answer(capsys, "new", "google", "veo-9", "--print", "--catalog", copied)
    assert printed.startswith("# How to fill this in")
    assert 'makes = ["image", "video"]' in printed
    assert not (copied / "models/google/veo-9.toml").exists()


def test_new_writes_into_an_overlay(copied: Path, tmp_path: Path, capsys: Printed) -> None:
    """With an overlay the record is written there, and the catalog below stays as it is."""
    over = tmp_path / "over"
    over.mkdir()
    answer(capsys, "new", "google", "veo-9", "--catalog", copied, "--overlay", over)
    assert (over / "models/google/veo-9.toml").is_file()
    assert not (copied / "models/google/veo-9.toml").exists()


def test_new_never_writes_into_an_installed_catalog(
    copied: Path, tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Outside a checkout a folder must be named: what stands inside the package goes with the next upgrade."""
    installed = copied.rename(tmp_path / "bundled_catalog")
    monkeypatch.setattr(curating, "bundled_catalog", lambda: installed)
    assert main(["catalog", "new", "google", "veo-9"]) == 2
    assert capsys.readouterr().err.startswith("modeladvisor: catalog: expected a folder to write into")
    assert not list(installed.rglob("veo-9.toml"))


def test_what_cannot_be_written_is_told(copied: Path, capsys: Printed) -> None:
    """A place that cannot be written to is one line and exit code 2."""
    (copied / "file").write_text("")
    assert main(["catalog", "export", str(copied / "file" / "x.csv")]) == 2
    assert capsys.readouterr().err.startswith(f"modeladvisor: cannot write {copied}/file")


def test_diff_of_a_folder_with_itself(copied: Path, capsys: Printed) -> None:
    """Two copies of one catalog do not differ."""
    assert answer(capsys, "diff", bundled_catalog(), copied).endswith("Nothing changed.\n")
    assert json.loads(answer(capsys, "diff", bundled_catalog(), copied, "--json")) == []


def test_diff_tells_what_was_edited(copied: Path, capsys: Printed) -> None:
    """One edited price is one line of the changelog and one object of the JSON."""
    path = copied / "models/google/veo-3.1.toml"
    path.write_text(path.read_text().replace('id = "4k-silent"\nusd = 0.40', 'id = "4k-silent"\nusd = 0.35'))
    name = "veo-3.1/routes/vertex-ai/prices/4k-silent"
    assert (
        f"## Prices\n\n- changed: `{name}`: 0.4 USD per second, resolution 4K, audio no → "
        "0.35 USD per second, resolution 4K, audio no\n" in answer(capsys, "diff", bundled_catalog(), copied)
    )
    (change,) = json.loads(answer(capsys, "diff", bundled_catalog(), copied, "--json"))
    assert (change["kind"], change["id"], change["what"]) == ("price", name, "changed")
    assert (change["was"]["usd"], change["now"]["usd"]) == (0.4, 0.35)


def test_diff_with_a_broken_catalog(copied: Path, capsys: Printed) -> None:
    """Half a catalog is not compared: its problems are told, and the exit code is 1."""
    (copied / "vendors.toml").unlink()
    assert main(["catalog", "diff", str(bundled_catalog()), str(copied)]) == 1
    assert "vendors.toml: missing" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["json", "jsonl", "csv", "parquet"])
def test_export_names_its_files(form: str, tmp_path: Path, capsys: Printed) -> None:
    """Each file written is named on standard output, and the licence's line goes to standard error."""
    assert main(["catalog", "export", str(tmp_path / "out"), "--format", form]) == 0
    printed = capsys.readouterr()
    described = ("datapackage.json", "croissant.json") if form == "csv" else ()
    expected = [*(f"{name}.{form}" for name in ("facts", "prices")), *described]
    assert printed.out.split() == [str(tmp_path / "out" / name) for name in expected]
    assert printed.err == f"Data: {load_catalog().dataset.attribution}.\n"
    assert all(Path(path).stat().st_size > 1000 for path in printed.out.split())


def answering(monkeypatch: pytest.MonkeyPatch, *visits: Visit) -> list[dict[str, Mark] | None]:
    """Let the first addresses of the catalog answer so, and all others well; returns what is remembered by then."""
    memories: list[dict[str, Mark] | None] = []

    def visit_all(
        links: Sequence[Link], memory: dict[str, Mark] | None, *_: object, **__: object
    ) -> list[Visit]:
        memories.append(memory)
        return [*visits, *[Visit(200)] * (len(links) - len(visits))]

    monkeypatch.setattr(link_visits, "visit_all", visit_all)
    return memories


def test_links_lists_what_needs_somebody(capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worst stands first with who names it, good addresses are only counted, and gone ones give exit code 1."""
    known = links_of(load_catalog())
    answering(
        monkeypatch, Visit(200, "https://docs.example.com/new"), Visit(404), Visit(trouble="\x1b[31mred")
    )
    lines = answer(capsys, "links", code=1).splitlines()
    assert [line.split(":")[0] for line in lines if not line.startswith((" ", str(len(known))))][:3] == [
        "gone",
        "unreachable",
        "moved",
    ]
    assert f"  named by {known[1].used_by[0]}"[:WIDTH] in "\n".join(lines)
    assert "  ?[31mred" in lines
    assert lines[-1].startswith(
        f"{len(known)} addresses: 1 gone, 1 unreachable, 1 moved, 0 changed, 0 skipped"
    )
    told = json.loads(answer(capsys, "links", "--json", code=1))
    assert [one["state"] for one in told[:3]] == ["moved", "gone", "unreachable"]
    assert len(told) == len(known)


def test_links_without_a_gone_one(capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is gone the exit code is 0."""
    answering(monkeypatch)
    assert answer(capsys, "links").endswith(" fine.\n")


def test_links_remembers(tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was seen is kept for the next run; an address that cannot be reached keeps its old mark."""
    path = tmp_path / "links.json"
    first, second = (one.url for one in links_of(load_catalog())[:2])
    mark = Mark(None, None, "abc", TODAY)
    memories = answering(monkeypatch, Visit(200, mark=mark), Visit(200, mark=mark))
    answer(capsys, "links", "--state", path)
    again = Mark(None, None, "def", TODAY)
    memories += answering(monkeypatch, Visit(200, mark=again), Visit(trouble="away"))
    assert answer(capsys, "links", "--state", path).startswith("unreachable: ")
    kept = json.loads(path.read_text())["links"]
    assert (kept[first]["sha256"], kept[second]["sha256"], len(kept)) == ("def", "abc", 2)
    answering(monkeypatch, Visit(200, mark=mark))
    assert f"  since {TODAY}" in answer(capsys, "links", "--state", path)


def test_links_really_asks(capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command asks for the addresses of the catalog itself: one where nobody listens cannot be reached."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        monkeypatch.setattr(links, "links_of", lambda _: (Link(url, ("vendors/nobody",)),))
        lines = answer(capsys, "links").splitlines()
    assert lines[0] == f"unreachable: {url}"
    assert lines[1].startswith("  cannot be reached: ")
    assert lines[2:] == [
        "  named by vendors/nobody",
        "",
        "1 address: 0 gone, 1 unreachable, 0 moved, 0 changed, 0 skipped, 0 fine.",
    ]


def test_every_tool_is_in_the_help(capsys: Printed) -> None:
    """`catalog --help` lists the tools."""
    with pytest.raises(SystemExit):
        main(["catalog", "--help"])
    shown = capsys.readouterr().out
    for name in ("check", "stale", "coverage", "links", "new", "diff", "export"):
        assert f"    {name} " in shown


def test_what_was_written_is_told_as_json(tmp_path: Path, capsys: Printed) -> None:
    """Scripts read the paths of what `export` and `new` have written."""
    assert main(["catalog", "export", str(tmp_path / "facts.jsonl"), "--json"]) == 0
    written = json.loads(capsys.readouterr().out)["written"]
    assert written == [str(tmp_path / "facts.jsonl"), str(tmp_path / "facts.prices.jsonl")]


def test_next_lists_what_to_look_up_first(capsys: Printed) -> None:
    """The unknowns of a model come by the rankings that they could change, as a table and as JSON."""
    assert main(["catalog", "next", "--model", "kling-3.0", "--limit", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[:3] == ["model", "unknown", "rankings"]
    assert lines[-1].endswith("2 shown.")
    assert main(["catalog", "next", "--model", "kling-3.0", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {one["model"] for one in rows} == {"kling-3.0"}
    counts = [len(one["rankings"]) for one in rows]
    assert counts == sorted(counts, reverse=True)
    with pytest.raises(SystemExit):
        main(["catalog", "next", "--limit", "0"])
