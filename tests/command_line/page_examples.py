"""The examples of the page on keeping the catalog, with what the commands really print on the day of the catalog.

`python tests/command_line/page_examples.py` rewrites them.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import tempfile
import unittest.mock
from collections.abc import Iterator
from pathlib import Path

from modeladvisor import load_catalog
from modeladvisor.command_line import curating, main
from modeladvisor.command_line.curator_tables import links_text
from modeladvisor.curation.links import Finding, State

CHECKOUT = Path(__file__).parents[2]
PAGE = CHECKOUT / "docs/how-to/keep-the-catalog.md"
EXAMPLE = re.compile(
    r"^```sh\n((?:modeladvisor|head) [^\n]+)\n```\n((?:(?!```).)*)^```(?:text|toml)\n(.*?)^```\n",
    re.MULTILINE | re.DOTALL,
)
"""A command, what stands between it and its answer, and the answer."""
MOST_LINES = 8
WIDTH = "100"
EDIT = ("seed = { value = true,", "seed = { value = false,"), ("usd = 0.20", "usd = 0.25")


@contextlib.contextmanager
def workplace() -> Iterator[None]:
    """Stand in a folder with a copy of the catalog, and one in which one file says something else."""
    here = Path.cwd()
    today = load_catalog().dataset.as_of
    with (
        tempfile.TemporaryDirectory() as folder,
        unittest.mock.patch.dict(os.environ, COLUMNS=WIDTH),
        unittest.mock.patch.object(curating, "_today", return_value=today),
    ):
        os.chdir(folder)
        for name in ("catalog", "before"):
            shutil.copytree(CHECKOUT / "catalog", name)
        edited = Path("before/models/google/veo-3.1.toml")
        text = edited.read_text("utf-8")
        for now, was in EDIT:
            text = text.replace(now, was, 1)
        edited.write_text(text, "utf-8")
        try:
            yield
        finally:
            os.chdir(here)


def printed(command: str) -> str:
    """Return what an example prints; of a long answer only the beginning."""
    words = command.split("    #")[0].split()
    if words[0] == "head":
        path = Path(words[3])
        lines = path.read_text("utf-8").splitlines()[: int(words[2])]
        path.unlink()  # the other examples want a catalog that loads
    elif words[2] == "links":
        lines = links_example().splitlines()
    else:
        out = io.StringIO()
        where = [] if words[2] == "diff" else ["--catalog", "catalog"]
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            code = main([*words[1:], *where])
        assert code == 0, command
        lines = out.getvalue().splitlines()
    if len(lines) > 2 * MOST_LINES:
        lines = [*lines[:MOST_LINES], "..."]
    return "\n".join(lines) + "\n"


def links_example() -> str:
    """Return what `links` would print for pages that do not exist: of real ones nobody should read such things here."""
    made: tuple[tuple[str, State, str], ...] = (
        ("pricing", "moved", "to https://docs.example.com/vidgen/pricing"),
        ("prompting", "gone", "answers 404"),
        ("limits", "unreachable", "no answer within 20 s"),
    )
    found = [
        Finding(f"https://docs.example.com/vidgen-2/{page}", state, detail, (f"vidgen-2/sources/{page}",))
        for page, state, detail in made
    ]
    fine = [Finding(f"https://docs.example.com/{number}", "fine", "", ()) for number in range(17)]
    return links_text([*found, *fine])


def rewritten(text: str) -> str:
    """Return the page with the blocks of answers replaced by what is answered now."""
    with workplace():
        examples = list(EXAMPLE.finditer(text))
        answers = [printed(one[1]) for one in examples]
    for one, answer in reversed(list(zip(examples, answers, strict=True))):
        text = f"{text[: one.start(3)]}{answer}{text[one.end(3) :]}"
    return text


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text("utf-8")), "utf-8")
