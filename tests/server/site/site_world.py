"""A written site of the bundled catalog, made once, and the rules by which static hosts read it."""

from __future__ import annotations

import datetime
import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path

from modeladvisor_server.export import site_of
from modeladvisor_server.settings import Settings
from modeladvisor_server.site.answers import Answer
from modeladvisor_server.site.writing import About

DAY = datetime.date(2026, 11, 21)
BASE_URL = "https://models.example.org"


@functools.cache
def made() -> tuple[list[Answer], About]:
    """Return the answers of the bundled catalog on a fixed day."""
    return site_of(Settings(base_url=BASE_URL), DAY)


def manifest_of(folder: Path) -> dict[str, dict[str, object]]:
    """Return what `headers.json` says, by address."""
    return {one["address"]: one for one in json.loads((folder / "headers.json").read_text())["answers"]}


def rules_matching(text: str, address: str) -> Iterator[list[str]]:
    """Yield what stands under each rule of `_headers` that matches an address."""
    for block in re.split(r"\n(?=/)", text.strip()):
        pattern, *lines = block.splitlines()
        if re.fullmatch(_expression(pattern), address):
            yield [line.strip() for line in lines]


def file_by_redirects(text: str, address: str) -> str:
    """Return which file `_redirects` names for an address: the first rule that matches, or the address itself."""
    for line in text.splitlines():
        pattern, target, status = line.split()
        assert status == "200"
        if found := re.fullmatch(_expression(pattern), address):
            return functools.reduce(
                lambda path, name: path.replace(f":{name}", found[name]), found.groupdict(), target
            )
    return address


def _expression(pattern: str) -> str:
    return re.sub(r":([a-z]+)", r"(?P<\1>[^/]+)", re.escape(pattern).replace(r"\*", ".*").replace(r"\:", ":"))
