"""The examples of the help are run, and the shell's completion is asked as a shell asks."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from modeladvisor import load
from modeladvisor.command_line import command_parser, main
from modeladvisor.command_line.parsing import Parser
from modeladvisor.loading import bundled_catalog

OF_THE_NETWORK = "catalog links --state links.json"


def leaves(parser: Parser) -> Iterator[Parser]:
    """Every parser of the command, without what the server registers."""
    yield parser
    for name, command in parser.commands.items():
        if parser.prog != "modeladvisor" or name not in ("serve", "export"):
            yield from leaves(command)


EXAMPLES = sorted({example for parser in leaves(command_parser()) for example in parser.examples})


@pytest.mark.parametrize("parser", list(leaves(command_parser())), ids=lambda one: one.prog)
def test_every_help_shows_examples(parser: Parser) -> None:
    """The help of each command ends with calls that one can copy."""
    assert parser.examples
    assert all(f"\n  modeladvisor {one}\n" in parser.format_help() for one in parser.examples)


@pytest.mark.parametrize("example", [one for one in EXAMPLES if one != OF_THE_NETWORK])
def test_the_examples_of_the_help_work(
    example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every call that a help shows answers: exit code 0 and something on standard output."""
    monkeypatch.chdir(tmp_path)
    if " before" in example or "--catalog" in example:
        for name in ("catalog", "before"):
            (tmp_path / name).symlink_to(bundled_catalog())
    assert main(shlex.split(example)) == 0
    assert capsys.readouterr().out


def completions(line: str) -> set[str]:
    """Return what a shell is offered at the end of a line."""
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "COMP_TYPE": "9",
    }
    code = "import os; os.dup2(1, 8); from modeladvisor.command_line import main; main()"
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", code], env={**os.environ, **asked}, capture_output=True, text=True, check=False
    )
    return {one.strip().rstrip(" ") for one in done.stdout.split("\n") if one}


def test_completion_knows_commands_options_and_the_words_of_the_catalog() -> None:
    """After Tab stand the commands, the options of one, its tasks, models and words of parameters."""
    catalog = load().catalog
    assert {"find", "why-not", "catalog", "completion"} <= completions("modeladvisor ")
    assert {"--task", "--weights", "--json"} <= completions("modeladvisor find --")
    assert completions("modeladvisor find --task ugc") == {"ugc-ads"}
    wanted = {slug for slug in catalog.models if slug.startswith("veo-")}
    assert completions("modeladvisor compare sora-2 veo-") == wanted


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion_prints_a_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The script of each shell names the command; where the shell is there it takes the script."""
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "modeladvisor" in script
    program = shutil.which(shell)
    if program is not None and shell in ("bash", "zsh", "fish"):
        done = subprocess.run([program, "-n"], input=script, text=True, capture_output=True, check=False)  # noqa: S603 - the shell that was found
        assert (done.returncode, done.stderr) == (0, "")
