"""What a terminal shows: widths, colours, and nothing of either in a pipe."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest
from rich.cells import cell_len

from modeladvisor import load
from modeladvisor.command_line import answering, main
from modeladvisor.command_line.terminals import progress

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
LINK = re.compile(r"\x1b\]8;[^\x1b]*\x1b\\")
ADVISOR = load()
QUESTIONS = [
    ["find", "--task", "ugc-ads"],
    ["find", "--output", "image", "--budget", "0.01/image"],
    ["why-not", "kling-3.0", "--task", "ugc-ads"],
    ["compare", "veo-3.1", "kling-3.0", "sora-2", "wan-3.0", "--task", "ugc-ads"],
    ["best", "ugc-ads"],
    ["best"],
    ["show", "veo-3.1"],
    ["list"],
    ["workflows", "--limit", "2"],
    ["tips", "veo-3.1"],
]


@pytest.fixture(autouse=True)
def loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bundled catalog, without reading it anew for every call."""
    monkeypatch.setattr(answering, "load", lambda *_, **__: ADVISOR)


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
def test_pages_fit_the_terminal(
    question: list[str], width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No line is wider than the terminal, but for addresses, which stay in one piece; nothing is cut."""
    monkeypatch.setenv("COLUMNS", str(width))
    assert main(question) in (0, 3)
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if cell_len(line) > width and "://" not in line] == []
    assert "…" not in "".join(lines)


@pytest.mark.parametrize("question", [["list"], ["find", "--task", "ugc-ads"]], ids=" ".join)
def test_at_80_columns_ids_stay_whole(
    question: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What one has to type next stands on one line, so that it can be copied."""
    monkeypatch.setenv("COLUMNS", "80")
    assert main(question) == 0
    assert "gemini-omni-1.1-flash" in capsys.readouterr().out


def on_a_terminal(*arguments: str, **environment: str) -> tuple[str, int]:
    """Run the command on a terminal of its own and return what it shows and the exit code."""
    leader, follower = pty.openpty()
    plain = {
        name: one for name, one in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")
    }
    process = subprocess.Popen(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "modeladvisor", *arguments],
        stdout=follower,
        stderr=follower,
        env={**plain, "TERM": "xterm-256color", "COLUMNS": "80", **environment},
    )
    os.close(follower)
    shown = b""
    end = time.monotonic() + 60
    while time.monotonic() < end and select.select([leader], [], [], 60)[0]:
        try:
            read = os.read(leader, 65536)
        except OSError:  # the other side has closed
            break
        shown += read
        if not read:
            break
    os.close(leader)
    return shown.decode(), process.wait(timeout=60)


def test_a_terminal_has_colours_unless_they_are_not_wanted() -> None:
    """On a terminal words have colours; with NO_COLOR, or on a terminal that cannot, there are none."""
    colourful, code = on_a_terminal("list")
    assert code == 0
    assert "\x1b[32mactive" in colourful
    assert "38;2;" not in colourful  # only colours that the terminal's own theme, dark or light, defines
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        plain, _ = on_a_terminal("list", **environment)
        assert not re.search(r"\x1b\[[0-9;]*3[0-7]", plain)


def test_a_pipe_gets_neither_colours_nor_breaks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Into a pipe each row of a list is one line without escape sequences."""
    monkeypatch.delenv("COLUMNS", raising=False)
    assert main(["list"]) == 0
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert [line for line in printed.splitlines() if line != line.rstrip()] == []
    assert any(
        line.split() == ["veo-3.1", "Veo", "3.1", "Google", "video", "active"]
        for line in printed.splitlines()
    )


def test_long_work_shows_how_far_it_is_on_a_terminal_only(capfd: pytest.CaptureFixture[str]) -> None:
    """A bar stands on standard error of a terminal, and a script that reads either stream never meets it."""
    with progress("counting") as tell:
        tell(1, 2)
    assert capfd.readouterr() == ("", "")
    shown, code = on_a_terminal("catalog", "next", "--model", "kling-3.0", "--key", "seed")
    assert code == 0
    assert "asking every ranking" in shown
