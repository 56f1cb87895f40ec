"""What stands in the folder of a site."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from site_world import BASE_URL, DAY, file_by_redirects, made, manifest_of, rules_matching

from modeladvisor.command_line import main
from modeladvisor_server.site.answers import Answer
from modeladvisor_server.site.hosting import OF_THE_HOST
from modeladvisor_server.site.writing import FolderError, write_site

CALL = ("--base-url", BASE_URL, "--day", DAY.isoformat())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that the command wrote."""
    path = tmp_path_factory.mktemp("site") / "new"
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("MODELADVISOR_BASE_URL", "")  # so that what the command sets is undone
        with (path.parent / "told").open("w") as told, contextlib.redirect_stdout(told):
            assert main(["export", "site", str(path), *CALL]) == 0
    return path


def test_the_command_says_how_much_there_is(folder: Path) -> None:
    """One line tells the folder, the number of addresses, the catalog, the day, and the bytes of each coding."""
    answers, about = made()
    told = (folder.parent / "told").read_text()
    plain = sum(len(answer.forms[0].body) for answer in answers)
    start = (
        f"{folder}: {len(answers)} addresses of catalog {about.catalog} on {DAY}; plain {plain:,} bytes, br "
    )
    assert told.startswith(start)


def texts(folder: Path) -> Iterator[tuple[Answer, str, str]]:
    """Yield every answer with the two files for static hosts."""
    headers, redirects = (folder / "_headers").read_text(), (folder / "_redirects").read_text()
    yield from ((answer, headers, redirects) for answer in made()[0])


def test_headers_json_names_every_file(folder: Path) -> None:
    """Every file of the site but the four that describe it stands in `headers.json`, with size and digest."""
    told = [form for one in manifest_of(folder).values() for form in one["forms"]]  # type: ignore[attr-defined]  # JSON
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert files == {form["file"] for form in told} | {
        "headers.json",
        "_headers",
        "_redirects",
        "_nginx.conf",
    }
    for form in told:
        body = (folder / form["file"]).read_bytes()
        assert (len(body), hashlib.sha256(body).hexdigest()) == (form["bytes"], form["sha256"])


def test_redirects_lead_every_address_to_its_file(folder: Path) -> None:
    """A host that reads `_redirects` finds the bytes of every address; pages it finds by itself, as `.html`."""
    for answer, _, redirects in texts(folder):
        path = answer.address.path
        pages = {f"{path}.html", f"{path}index.html"} if answer.is_page else set()
        assert f"/{answer.file}" in {file_by_redirects(redirects, path), *pages}


def test_headers_give_every_address_what_the_server_sends(folder: Path) -> None:
    """A host that reads `_headers` sends the server's fields, none twice; what hosts make themselves is theirs."""
    for answer, headers, _ in texts(folder):
        lines = [line for rule in rules_matching(headers, answer.address.path) for line in rule]
        told = dict(line.split(": ", 1) for line in lines)
        assert len(told) == len(lines)
        expected = {name: value for name, value in answer.headers.items() if name not in OF_THE_HOST}
        if answer.file.endswith(".json"):
            told.setdefault("Content-Type", "application/json")  # as every host has it
        assert {name.lower(): value for name, value in told.items()} == expected


def test_both_files_keep_to_what_hosts_take(folder: Path) -> None:
    """Hosts read at most 100 rules of headers and 100 with placeholders, and lines of at most 2,000 characters."""
    for name in ("_headers", "_redirects"):
        lines = (folder / name).read_text().splitlines()
        assert sum(line.startswith("/") for line in lines) <= 100
        assert max(map(len, lines)) <= 2000


def test_a_folder_with_files_is_refused(tmp_path: Path) -> None:
    """A site never mixes with what was there: the message says what to do."""
    (tmp_path / "old.json").write_text("{}")
    with pytest.raises(FolderError, match="expected a new or empty folder, got one with files; name another"):
        write_site(tmp_path, *made())
    assert [path.name for path in tmp_path.iterdir()] == ["old.json"]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A file in the way of the folder is told in one line."""
    (tmp_path / "file").write_text("")
    with pytest.raises(
        FolderError, match=r"file/site: expected a folder that can be written, got: .*Not a directory"
    ):
        write_site(tmp_path / "file" / "site", *made())


def test_the_same_is_written_again(folder: Path, tmp_path: Path) -> None:
    """Same catalog, code and day: every byte of the site is the same."""
    write_site(tmp_path / "again", *made())
    first, second = (
        {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        for root in (folder, tmp_path / "again")
    )
    assert first == second


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--day", "tomorrow"], "argument --day: expected a day such as 2026-11-21, got 'tomorrow'"),
        (["--base-url", "here"], "MODELADVISOR_BASE_URL: expected an address such as "),
        (["--catalog", "nowhere"], "MODELADVISOR_CATALOG: expected a folder that exists, got 'nowhere'"),
    ],
)
def test_mistakes_in_the_call_are_named(
    words: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A wrong word ends with 2 and a line that says what was expected; nothing is written."""
    for name in ("MODELADVISOR_BASE_URL", "MODELADVISOR_CATALOG"):
        monkeypatch.setenv(name, "")  # so that what the command sets is undone
    try:
        code = main(["export", "site", str(tmp_path / "site"), *words])
    except SystemExit as left:
        code = int(left.code or 0)
    assert code == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


def test_answers_vary_by_nothing_that_a_cache_in_front_does_not_know() -> None:
    """The cache of `deploy/nginx` ignores Vary, since its key has what stands there: coding and host."""
    assert {answer.headers["vary"] for answer in made()[0]} <= {"Accept-Encoding", "Accept-Encoding, Host"}
