"""`modeladvisor serve` and `export` find the server through entry points, or say what to install."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path

import pytest

from modeladvisor import command_line
from modeladvisor.command_line import main

Printed = pytest.CaptureFixture[str]
INSTALL = "run: pip install 'modeladvisor[server]'\n"
CALLS: list[list[str]] = []


def fake_server(arguments: Sequence[str]) -> int:
    """Stand in for the command of the server."""
    CALLS.append(list(arguments))
    return 7


def found(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint) -> None:
    """Let the command find these entry points and no others."""

    def wanted(group: str, name: str) -> EntryPoints:
        return EntryPoints(points).select(group=group, name=name)

    monkeypatch.setattr(command_line, "entry_points", wanted)


def point(value: str) -> EntryPoint:
    """Return the entry point of the command with another value."""
    return EntryPoint(name="serve", group="modeladvisor.commands", value=value)


def test_without_an_entry_point_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    """Where no server is registered, one line names the command that installs it, and the exit code is 2."""
    found(monkeypatch)
    assert main(["serve"]) == 2
    printed = capsys.readouterr()
    assert printed.err == f"modeladvisor: the server is not installed; {INSTALL}"
    assert printed.out == ""


def test_without_what_the_server_needs_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    """Where the server is there but a package it needs is not, the line names that package too."""
    found(monkeypatch, point("no_such_package_of_a_server.serve:command"))
    assert main(["serve", "--bind", "127.0.0.1:0"]) == 2
    assert capsys.readouterr().err == (
        "modeladvisor: the server is not installed (No module named 'no_such_package_of_a_server'); "
        + INSTALL
    )


def test_arguments_and_exit_code_are_those_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands after `serve` is handed on as it is, `--help` too, and its exit code is handed back."""
    found(monkeypatch, point(f"{__name__}:fake_server"))
    assert main(["serve", "--workers", "2", "--help"]) == 7
    assert CALLS.pop() == ["--workers", "2", "--help"]


def test_the_distribution_registers_the_server() -> None:
    """The entry points that are installed lead to the server's own commands, and all of them are offered."""
    found = {one.name: one.value for one in entry_points(group="modeladvisor.commands")}
    assert found == {name: f"modeladvisor_server.{name}:command" for name in command_line.OF_THE_SERVER}


@pytest.mark.parametrize("name", list(command_line.OF_THE_SERVER))
def test_every_command_of_the_server_is_found_or_says_what_to_install(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    """Where no server is registered, each of its commands ends with 2 and the line that installs it."""
    found(monkeypatch)
    assert main([name, "site"]) == 2
    assert capsys.readouterr().err == f"modeladvisor: the server is not installed; {INSTALL}"


def test_a_wrong_number_of_workers_is_told(capsys: Printed) -> None:
    """A mistake in the call of the server is told before anything is started."""
    with pytest.raises(SystemExit) as left:
        main(["serve", "--workers", "0"])
    assert left.value.code == 2
    assert "argument --workers: expected a number from 1 to 256, got 0" in capsys.readouterr().err


@pytest.mark.parametrize("given", ["option", "environment"])
def test_a_broken_catalog_stops_the_start(
    given: str, tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A catalog that does not load is reported with its problems, and nothing is started."""
    monkeypatch.setenv(
        "MODELADVISOR_CATALOG", str(tmp_path)
    )  # set first, so that the option's own is undone too
    assert main(["serve", "--catalog", str(tmp_path)] if given == "option" else ["serve"]) == 2
    first, *others = capsys.readouterr().err.splitlines()
    assert first == "the catalog has 6 problems"
    assert f"{tmp_path}/vendors.toml: missing, expected this file in every catalog" in others


def test_a_folder_that_is_not_there_names_the_setting(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong path is a wrong setting, and named as one."""
    monkeypatch.setenv("MODELADVISOR_CATALOG", "nowhere")
    assert main(["serve"]) == 2
    assert capsys.readouterr().err == "MODELADVISOR_CATALOG: expected a folder that exists, got 'nowhere'\n"
