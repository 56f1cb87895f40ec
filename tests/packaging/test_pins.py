"""What the image installs: exact releases with hashes, which fit what the project declares."""

from __future__ import annotations

import re
from pathlib import Path

import tomli
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "deploy" / "requirements.txt").read_text()
PINNED = re.findall(
    r"^([\w.-]+)==(\S+)(?: ; [^\\\n]+)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", TEXT, re.M
)


def test_every_line_is_a_release_with_hashes() -> None:
    """Nothing is left to the day of the build: no range, no address, no release without a hash."""
    told = "".join(line for line in TEXT.splitlines(keepends=True) if not line.startswith("#"))
    assert told.count("==") == len(PINNED) > 20
    assert "://" not in TEXT
    assert "index" not in TEXT


def test_the_releases_fit_the_project() -> None:
    """What the project declares for a server is pinned, in the range that it allows; else run `nox -s pins`."""
    project = tomli.loads((ROOT / "pyproject.toml").read_text())["project"]
    pinned = {canonicalize_name(name): version for name, version, _ in PINNED}
    extras = project["optional-dependencies"]
    for text in (*project["dependencies"], *extras["server"], *extras["redis"]):
        needed = Requirement(text)
        version = pinned.get(canonicalize_name(needed.name))
        assert version, f"{needed.name} is not pinned: run nox -s pins"
        assert needed.specifier.contains(version), f"{needed} is pinned to {version}: run nox -s pins"
