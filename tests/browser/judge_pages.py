"""Let other people's tools judge the pages: html-validate the markup of all, Lighthouse one page of each kind.

Run by `nox -s browser` with the folder into which npm has installed both.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import subprocess
import sys
import tempfile
import urllib.parse
from pathlib import Path

from chromium import chromium
from page_client import BROWSER, FLOWS, RECIPE, REFUSED
from running_server import serving

LEAST = 0.95
"""What each category of Lighthouse has to reach, of 1."""
KINDS = (
    "/",
    FLOWS[1],
    "/models",
    "/models/veo-3.1",
    "/coverage",
    "/time-line",
    "/compare?models=veo-3.1,kling-3.0,wan-3.0&task=product-videos",
    "/best",
    "/best/product-videos",
    "/workflows",
    f"/workflows/{RECIPE}",
    "/methodology",
    "/data",
    "/connect",
)
RULES = {
    "extends": ["html-validate:recommended"],
    "root": True,
    "rules": {"form-dup-name": "off"},  # one name may be sent several times: boxes for models, inputs to tick
}
ATTEMPTS = 3
"""Lighthouse measures time on a machine that may do other things: the best of so many counts."""


def main() -> int:
    """Judge, say what was found, and return 1 where it is not enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where npm has installed html-validate and lighthouse")
    tools = parser.parse_args().folder.resolve() / "node_modules"
    program = chromium()
    if program is None:
        print("needs Chromium: install the package chromium of the system", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serving(folder, workers=1, MODELADVISOR_REST_LIMIT="0") as running:
            fine = is_valid(running.address, folder, tools)
            for address in KINDS:
                fine &= is_good(f"{running.address}{address}", folder, tools, program)
    return 0 if fine else 1


def is_valid(root: str, folder: Path, tools: Path) -> bool:
    """Save every page as it is sent, and have the markup validated."""
    (folder / ".htmlvalidate.json").write_text(json.dumps(RULES))
    pages = []
    for place, address in enumerate((*FLOWS, *REFUSED, "/nothing")):
        pages.append(f"{place:02d}.html")
        (folder / pages[-1]).write_bytes(page_of(root, address))
    done = subprocess.run(  # noqa: S603 - the tool that npm has installed for this
        [node(tools), str(tools / "html-validate" / "bin" / "html-validate.mjs"), *pages],
        cwd=folder,
        check=False,
    )
    print(f"html-validate: {len(pages)} pages, {'no complaint' if done.returncode == 0 else 'complaints'}")
    return done.returncode == 0


def page_of(root: str, address: str) -> bytes:
    """Return a page of any status."""
    parts = urllib.parse.urlsplit(root)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    connection.request("GET", address, headers=BROWSER)
    body = connection.getresponse().read()
    connection.close()
    return body


def is_good(url: str, folder: Path, tools: Path, program: str) -> bool:
    """Have a page measured until all four categories are good enough, and print what they reached."""
    best: dict[str, float] = {}
    for _ in range(ATTEMPTS):
        for name, score in measured(url, folder, tools, program).items():
            best[name] = max(score, best.get(name, 0))
        if min(best.values(), default=0) >= LEAST:
            break
    told = ", ".join(f"{name} {round(score * 100)}" for name, score in best.items())
    print(f"Lighthouse: {urllib.parse.urlsplit(url)._replace(scheme='', netloc='').geturl()}: {told}")
    return min(best.values(), default=0) >= LEAST


def measured(url: str, folder: Path, tools: Path, program: str) -> dict[str, float]:
    """Return the score of each category, of 1; 0 where Lighthouse could not tell, none where it could not run."""
    report = folder / "report.json"
    flags = (
        "--quiet",
        "--output=json",
        f"--output-path={report}",
        "--chrome-flags=--headless=new --no-sandbox",
    )
    report.unlink(missing_ok=True)
    done = subprocess.run(  # noqa: S603 - the tool that npm has installed for this
        [node(tools), str(tools / "lighthouse" / "cli" / "index.js"), url, *flags],
        env={**os.environ, "CHROME_PATH": program},
        cwd=folder,
        check=False,
        stderr=subprocess.PIPE,
        text=True,
    )
    if done.returncode or not report.exists():
        print(f"Lighthouse ended with {done.returncode}: {done.stderr[-500:]}", file=sys.stderr)
        return {}
    found = json.loads(report.read_text())
    return {name: one["score"] or 0 for name, one in found["categories"].items()}


def node(tools: Path) -> str:
    """Return the path of the Node that npm has installed beside the tools."""
    return str(tools / "node" / "bin" / "node")


if __name__ == "__main__":
    raise SystemExit(main())
