"""What the package promises to its callers is written down, and a broken promise is noticed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from public_api import CHECKOUT, LIST, breakages, last_release, public_lines


def test_the_public_names_are_listed() -> None:
    """The list of public names is that of the code; `python tests/packaging/public_api.py` writes it anew."""
    assert LIST.read_text().splitlines() == public_lines(CHECKOUT)


def test_what_callers_lose_since_a_release_is_told(tmp_path: Path) -> None:
    """A parameter renamed, a field gone and a name no longer exported are told; what is only added is not."""
    checkout = tmp_path / "checkout"
    package = checkout / "src" / "modeladvisor"
    shutil.copytree(CHECKOUT / "src" / "modeladvisor", package, ignore=shutil.ignore_patterns("__pycache__"))
    identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
    _with_git(checkout, ["init", "-q"], ["add", "."], [*identity, "commit", "-qm", "A release"])
    assert last_release(checkout) is None
    _with_git(checkout, ["tag", "v1.9.0"], ["tag", "v1.10.0"])
    assert last_release(checkout) == "v1.10.0"

    _change(
        package / "advisor.py", "def best(self, usecase: str)", "def best(self, usecase: str, day: str = '')"
    )
    assert breakages(checkout, "v1.10.0") == []
    _change(package / "advisor.py", "def best(self, usecase: str", "def best(self, task: str")
    _change(package / "scores.py", "    low: float\n", "")
    _change(package / "__init__.py", '    "load_catalog",\n', "")
    _change(package / "__init__.py", "import load, load_catalog", "import load")
    assert breakages(checkout, "v1.10.0") == [
        "modeladvisor.advisor.Advisor.best: Parameter was removed",
        "modeladvisor.advisor.Advisor.best: Parameter was added as required",
        "modeladvisor.load_catalog: Public object was removed",
        "modeladvisor.scores.Part.low: Public object was removed",
    ]


def _with_git(checkout: Path, *commands: list[str]) -> None:
    for command in commands:
        subprocess.run(["git", *command], cwd=checkout, check=True, capture_output=True)  # noqa: S603, S607 - git, in a folder of the test


def _change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
