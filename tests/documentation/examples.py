"""The pages with examples, and the answers that these really give on the day of the catalog.

`python tests/documentation/examples.py` rewrites them.
"""

from __future__ import annotations

from pathlib import Path

from page_blocks import blocks, with_outputs
from page_runs import CHECKOUT, rewritten

from modeladvisor import load_catalog
from modeladvisor.command_line.curator_tables import links_text
from modeladvisor.curation.links import Finding, State
from modeladvisor_server.mcp.tools import product_tools
from modeladvisor_server.questions import Questions

README = CHECKOUT / "README.md"
DOCUMENTS = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "catalog/*.md")
    for path in CHECKOUT.glob(pattern)
    if "_build" not in path.parts
)
KEEPING = CHECKOUT / "docs/how-to/keep-the-catalog.md"
FIND = {"task": "product-videos", "input": "image", "audio": "silent", "budget": 0.2}
TOOL_LINES = 9


def pages() -> list[Path]:
    """Return the pages whose examples run here."""
    return [path for path in DOCUMENTS if any(block.runs for block in blocks(path.read_text("utf-8")))]


def current(path: Path) -> str:
    """Return a page as it should be."""
    text = rewritten(path.read_text("utf-8"))
    return {README: with_tool_answer, KEEPING: with_links_answer}.get(path, str)(text)


def with_tool_answer(text: str) -> str:
    """Return the README with the first lines of what find_model answers below the client's configuration."""
    catalog = load_catalog()
    tools = {tool.name: tool for tool in product_tools(Questions(catalog, lambda: catalog.dataset.as_of))}
    answer = "\n".join(tools["find_model"].call(FIND).text.splitlines()[:TOOL_LINES]) + "\n"
    found = blocks(text)
    (place,) = (
        place for place, block in enumerate(found) if block.kind == "json" and "mcpServers" in block.body
    )
    return with_outputs(text, {found[place + 1]: answer})


def with_links_answer(text: str) -> str:
    """Return the page on keeping the catalog with what `links` would print for pages that do not exist.

    Of real ones nobody should read such things there.
    """
    made: tuple[tuple[str, State, str], ...] = (
        ("pricing", "moved", "to https://docs.example.com/vidgen/pricing"),
        ("prompting", "gone", "answers 404"),
        ("limits", "unreachable", "no answer within 20 s"),
    )
    visited = [
        Finding(f"https://docs.example.com/vidgen-2/{page}", state, detail, (f"vidgen-2/sources/{page}",))
        for page, state, detail in made
    ]
    fine = [Finding(f"https://docs.example.com/{number}", "fine", "", ()) for number in range(17)]
    found = blocks(text)
    (place,) = (place for place, block in enumerate(found) if "catalog links" in block.body)
    return with_outputs(text, {found[place + 1]: links_text([*visited, *fine]) + "\n"})


if __name__ == "__main__":
    for page in pages():
        page.write_text(current(page), "utf-8")
