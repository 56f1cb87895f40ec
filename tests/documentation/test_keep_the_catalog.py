"""The page on keeping the catalog shows what the commands print."""

from __future__ import annotations

import re

import pytest
from examples import KEEPING
from page_blocks import blocks

from modeladvisor.command_line import main
from modeladvisor.curation.exporting import FACT_COLUMNS, PRICE_COLUMNS
from modeladvisor.curation.link_manners import Manners
from modeladvisor.curation.links import STATES


def test_every_tool_has_its_example(capsys: pytest.CaptureFixture[str]) -> None:
    """Each tool of the help stands on the page, and each but the check and the network's has an answer below it."""
    text = KEEPING.read_text("utf-8")
    commands = [
        line.split() for block in blocks(text) if block.kind == "sh" for line in block.body.splitlines()
    ]
    shown = {words[2] for words in commands if words[:2] == ["modeladvisor", "catalog"]}
    with pytest.raises(SystemExit):
        main(["catalog", "--help"])
    tools = set(re.findall(r"^    (\w+) ", capsys.readouterr().out, re.MULTILINE))
    assert {"stale", "coverage", "links", "new", "diff", "export"} <= shown <= tools
    assert all(f"`{tool}`" in text or f"catalog {tool}" in text for tool in tools - {"next"})


def test_the_page_names_what_there_is() -> None:
    """Columns, words and limits on the page are those of the code."""
    text = KEEPING.read_text("utf-8")
    for table, columns in (("facts", FACT_COLUMNS), ("prices", PRICE_COLUMNS)):
        (row,) = re.findall(rf"^\| {table} \| (.*) \|$", text, re.MULTILINE)
        assert re.sub(r" \([^)]*\)", "", row).split(", ") == list(columns)
    assert [word for word in STATES if word != "fine"] == re.findall(
        r"^\| ([a-z]+) \| (?:the|no|nobody)", text, re.MULTILINE
    )
    manners = Manners()
    assert (manners.pause, manners.failures) == (1.0, 3)
    assert (
        f"{manners.time_limit:.0f} seconds for an answer, at most {manners.largest_body // 10**6} MB" in text
    )
    assert f"up to {manners.patience:.0f} seconds" in text
