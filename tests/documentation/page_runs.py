"""Runs the examples of a page one after the other, as a reader would, on the day of the catalog.

Commands run in this process, in a folder with a copy of the catalog and an earlier state of it, and `curl` asks the
application in this process.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest.mock
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import falcon.testing
from page_blocks import Block, blocks, with_outputs

from modeladvisor import Advisor, load_catalog
from modeladvisor.command_line import curating, main
from modeladvisor_server.app import create_app
from modeladvisor_server.limits import SharedMemoryStore
from modeladvisor_server.settings import Settings

CHECKOUT = Path(__file__).parents[2]
CURL = re.compile(r"curl -s '(?P<address>[^']+)'(?: \|\s+python3 -c '(?P<code>[^']+)')?")
MOST_LINES = 16
SHOWN_LINES = 8
WIDTH = "100"
EARLIER = ("seed = { value = true,", "seed = { value = false,"), ("usd = 0.20", "usd = 0.25")


def rewritten(page: str) -> str:
    """Return a page with the blocks of answers replaced by what its examples print now.

    The answer of an example is the block that comes next, if it is of kind `text`, or `toml` after `head`.
    An example that fails raises.
    """
    found = blocks(page)
    outputs: dict[Block, str] = {}
    namespace: dict[str, object] = {"__name__": "example"}
    with workplace():
        for place, block in enumerate(found):
            if block.remark and block.remark[0] == "file":
                path = Path(block.remark[1])
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.body, "utf-8")
            if block.runs:
                printed = (
                    python_output(block.body, namespace)
                    if block.kind == "python"
                    else shell_output(block.body)
                )
                following = found[place + 1] if place + 1 < len(found) else None
                kinds = ("text", "toml") if block.body.startswith("head ") else ("text",)
                if following and following.kind in kinds:
                    outputs[following] = printed
    return with_outputs(page, outputs)


@contextlib.contextmanager
def workplace() -> Iterator[None]:
    """Stand in a folder with a copy of the catalog, and one in which one file says something else, on its day."""
    here = Path.cwd()
    today = load_catalog().dataset.as_of
    with (
        tempfile.TemporaryDirectory() as folder,
        unittest.mock.patch.dict(os.environ, COLUMNS=WIDTH),
        unittest.mock.patch.object(curating, "_today", return_value=today),
        unittest.mock.patch.object(Advisor, "today", property(lambda advisor: advisor.catalog.dataset.as_of)),
    ):
        os.chdir(folder)
        try:
            for name in ("catalog", "before"):
                shutil.copytree(CHECKOUT / "catalog", name)
            edited = Path("before/models/google/veo-3.1.toml")
            text = edited.read_text("utf-8")
            for now, was in EARLIER:
                text = text.replace(now, was, 1)
            edited.write_text(text, "utf-8")
            yield
        finally:
            os.chdir(here)


def python_output(code: str, namespace: dict[str, object]) -> str:
    """Return what a Python example prints; names that it defines stay for the next one."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "example", "exec"), namespace)  # noqa: S102 - the project's own pages
    return printed.getvalue()


def shell_output(script: str) -> str:
    """Return what the commands of an example print; of a long answer only the beginning."""
    curl = CURL.fullmatch(script.strip())
    if curl:
        return curl_output(curl["address"], curl["code"])
    lines = [line for command in script.splitlines() if command for line in command_lines(command)]
    shown = [*lines[:SHOWN_LINES], "..."] if len(lines) > MOST_LINES else lines
    return "\n".join(shown) + "\n"


def command_lines(command: str) -> list[str]:
    """Return the lines that one command prints.

    Raises:
        AssertionError: if it fails, or is none that can be run here: then say why in a comment before the block.
    """
    program, *arguments = shlex.split(command, comments=True)
    if program == "head":
        path = Path(arguments[-1])
        lines = path.read_text("utf-8").splitlines()[: int(arguments[1])]
        path.unlink()  # a record to fill in, with which the catalog of the further examples would not load
        return lines
    assert program == "modeladvisor", f"{command!r} cannot be run here; put <!-- not run: why --> before it"
    printed = io.StringIO()
    catalog = [] if "diff" in arguments else ["--catalog", "catalog"]
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()) as wrong:
        code = main([*arguments, *catalog])
    assert code == 0, f"{command!r} ended with {code}: {wrong.getvalue()}"
    return printed.getvalue().splitlines()


def curl_output(address: str, code: str | None) -> str:
    """Return what the application answers, or what a line of Python makes of it."""
    asked = urlsplit(address)
    catalog = load_catalog()
    app = create_app(catalog, Settings(), store=SharedMemoryStore(), today=lambda: catalog.dataset.as_of)
    answer = falcon.testing.simulate_get(app, asked.path, query_string=asked.query)
    assert answer.status_code == 200, f"{address} answers {answer.status}"
    if code is None:
        return answer.text
    command = [sys.executable, "-c", code]
    return subprocess.run(command, input=answer.text, capture_output=True, text=True, check=True).stdout  # noqa: S603 - the project's own pages
