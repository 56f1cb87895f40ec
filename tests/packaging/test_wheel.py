"""The distribution works where the checkout is not."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
QUESTION = """
import json, sys
import modeladvisor
advisor = modeladvisor.load()
answer = advisor.find(task="product-videos", input="image", audio="silent", budget="medium")
print(json.dumps({
    "file": modeladvisor.__file__,
    "models": len(advisor.catalog.models),
    "placed": [one.model.slug for one in (*answer.fits, *answer.may_fit)],
    "server": sorted(name for name in sys.modules if name.split(".")[0] in ("falcon", "msgspec", "modeladvisor_server")),
}))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--wheel-dir", str(folder), str(CHECKOUT)], check=True, cwd=folder)  # noqa: S603 - our own interpreter
    return next(folder.glob("modeladvisor-*.whl"))


def test_an_installed_wheel_answers_a_question(wheel: Path, tmp_path: Path) -> None:
    """A wheel in an empty environment, away from the checkout, brings its catalog and answers from it."""
    home = tmp_path / "environment"
    venv.create(home, with_pip=True)
    python = str(home / "bin" / "python")
    install = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", str(wheel)]
    subprocess.run(install, check=True, cwd=tmp_path)  # noqa: S603 - an interpreter made by this test
    asked = subprocess.run([python, "-c", QUESTION], check=True, cwd=tmp_path, capture_output=True, text=True)  # noqa: S603 - as above
    answer = json.loads(asked.stdout)
    assert Path(answer["file"]).is_relative_to(home)
    assert answer["models"] == len(list((CHECKOUT / "catalog" / "models").rglob("*.toml")))
    assert answer["placed"]
    assert answer["server"] == []
    command = subprocess.run(  # noqa: S603 - a script installed by this test
        [str(home / "bin" / "modeladvisor"), "serve"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert command.returncode == 2
    assert "pip install 'modeladvisor[server]'" in command.stderr


def test_a_wheel_holds_what_it_should(wheel: Path) -> None:
    """The wheel holds the catalog, type information and licences, and nothing of the tests."""
    names = zipfile.ZipFile(wheel).namelist()
    assert "modeladvisor/bundled_catalog/capabilities.toml" in names
    assert "modeladvisor/py.typed" in names
    assert "modeladvisor_server/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if "test" in name]
