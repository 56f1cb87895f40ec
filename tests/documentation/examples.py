"""The examples of the README with the answers they really give, on the day of the catalog.

`python tests/documentation/examples.py` rewrites them.
"""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
import unittest.mock
from pathlib import Path
from urllib.parse import urlsplit

import falcon.testing

from modeladvisor import Advisor, load_catalog
from modeladvisor_server.app import create_app
from modeladvisor_server.limits import SharedMemoryStore
from modeladvisor_server.mcp.tools import product_tools
from modeladvisor_server.questions import Questions
from modeladvisor_server.settings import Settings

CHECKOUT = Path(__file__).parents[2]
README = CHECKOUT / "README.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
CURL = re.compile(r"curl -s '([^']+)' \|\s+python3 -c '([^']+)'")
FIND = {"task": "product-videos", "input": "image", "audio": "silent", "budget": 0.2}
TOOL_LINES = 9


def python_output(code: str) -> str:
    """Return what a Python example prints."""
    printed = io.StringIO()
    whole_day = property(lambda advisor: advisor.catalog.dataset.as_of)
    with contextlib.redirect_stdout(printed), unittest.mock.patch.object(Advisor, "today", whole_day):
        exec(compile(code, str(README), "exec"), {"__name__": "example"})  # noqa: S102 - the project's own README
    return printed.getvalue()


def curl_output(command: str) -> str:
    """Return what the curl example prints, asked of the application in this process."""
    found = CURL.search(command)
    assert found is not None
    address = urlsplit(found[1])
    catalog = load_catalog()
    app = create_app(catalog, Settings(), store=SharedMemoryStore(), today=lambda: catalog.dataset.as_of)
    answer = falcon.testing.simulate_get(app, address.path, query_string=address.query)
    shown = subprocess.run(  # noqa: S603 - the project's own README
        [sys.executable, "-c", found[2]], input=answer.text, capture_output=True, text=True, check=True
    )
    return shown.stdout


def tool_output() -> str:
    """Return the first lines of what find_model answers."""
    catalog = load_catalog()
    tools = {tool.name: tool for tool in product_tools(Questions(catalog, lambda: catalog.dataset.as_of))}
    return "\n".join(tools["find_model"].call(FIND).text.splitlines()[:TOOL_LINES]) + "\n"


def rewritten(text: str) -> str:
    """Return the README with the blocks of answers replaced by what is answered now."""
    blocks = list(BLOCK.finditer(text))
    answers: dict[int, str] = {}
    for place, block in enumerate(blocks):
        if block[1] == "python":
            answers[place + 1] = python_output(block[2])
        elif CURL.search(block[2]):
            answers[place + 1] = curl_output(block[2])
        elif block[1] == "json" and "mcpServers" in block[2]:
            answers[place + 1] = tool_output()
    for place in sorted(answers, reverse=True):
        block = blocks[place]
        text = f"{text[: block.start(2)]}{answers[place]}{text[block.end(2) :]}"
    return text


if __name__ == "__main__":
    README.write_text(rewritten(README.read_text()))
