"""The code blocks of a Markdown page, with what the comment before each says of it."""

from __future__ import annotations

import re
from typing import Literal

import attrs

BLOCK = re.compile(
    r"^(?:[ ]*<!-- (?P<word>not run|file): (?P<rest>[^\n]+?) -->\n)?"
    r"(?P<indent>[ ]*)```(?P<kind>\w+)\n(?P<body>.*?)^(?P=indent)```\n",
    re.MULTILINE | re.DOTALL,
)
OUTSIDE = (
    *("apt-get", "git", "npm", "pip"),  # install
    *("gunicorn", "modeladvisor serve", "modeladvisor catalog links"),  # stay, or reach out
    *(
        "claude",
        "codex",
        "docker",
        "kubectl",
        "nginx",
        "nox",
        "systemctl",
        "varnishd",
    ),  # are somebody else's, or CI's own
)
"""How commands begin that pages show and that are not run with the other examples."""


@attrs.frozen
class Block:
    """One block.

    Attributes:
        kind: The language that stands behind the fence.
        body: The text, without the indentation of the fence.
        indent: That indentation.
        span: Where the indented text stands in the page.
        remark: `not run` with the reason, or `file` with the path at which readers are to keep it; None without.
    """

    kind: str
    body: str
    indent: str
    span: tuple[int, int]
    remark: tuple[Literal["not run", "file"], str] | None

    @property
    def runs(self) -> bool:
        """Whether this is an example that must run."""
        if self.kind not in ("python", "sh") or (self.remark and self.remark[0] == "not run"):
            return False
        return self.kind == "python" or not any(
            line.removeprefix("sudo ").startswith(OUTSIDE) for line in self.body.splitlines()
        )


def blocks(page: str) -> list[Block]:
    """Return the blocks of a page in their order."""
    return [
        Block(
            kind=found["kind"],
            body=re.sub(f"^{found['indent']}", "", found["body"], flags=re.MULTILINE),
            indent=found["indent"],
            span=found.span("body"),
            remark=(found["word"], found["rest"]) if found["word"] else None,  # type: ignore[arg-type]  # the pattern knows two words
        )
        for found in BLOCK.finditer(page)
    ]


def with_outputs(page: str, outputs: dict[Block, str]) -> str:
    """Return the page with the text of some blocks replaced."""
    for block in sorted(outputs, key=lambda one: one.span, reverse=True):
        begin, end = block.span
        text = "".join(
            f"{block.indent}{line}\n".replace(f"{block.indent}\n", "\n")
            for line in outputs[block].splitlines()
        )
        page = page[:begin] + text + page[end:]
    return page
