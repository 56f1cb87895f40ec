"""`modeladvisor serve` checks settings and catalog before anything listens, and says all that is wrong."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from modeladvisor.loading import bundled_catalog

MODULES = {
    "serve": ["modeladvisor", "serve", "--bind", "127.0.0.1:0"],
    "gunicorn": [
        "gunicorn",
        "modeladvisor_server.asgi:application",
        *("-c", "python:modeladvisor_server.gunicorn_conf", "--bind", "127.0.0.1:0"),
    ],
}
each_way = pytest.mark.parametrize("way", list(MODULES))


def run(arguments: list[str], **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a module of this interpreter to its end."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("MODELADVISOR_")}
    return subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", *arguments],
        env={**clean, **variables},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """Check that the start was refused decently, and return what was said."""
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert "Traceback" not in done.stdout
    assert "Listening at" not in done.stderr
    return done.stderr


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A copy of the catalog with a mistake in each of three files, and two mistakes in one of them."""
    folder = tmp_path / "catalog"
    shutil.copytree(bundled_catalog(), folder)
    google = folder / "models" / "google" / "veo-3.1.toml"
    openai = folder / "models" / "openai" / "sora-2.toml"
    google.write_text(google.read_text().replace('name = "', 'nmae = "', 1) + "\n[surprise]\nx = 1\n")
    openai.write_text(openai.read_text() + "\nthis is no TOML\n")
    (folder / "vendors.toml").write_text((folder / "vendors.toml").read_text() + "\n[nobody]\nname = 7\n")
    return folder


@each_way
def test_a_broken_catalog_stops_the_start_with_all_problems(way: str, broken: Path) -> None:
    """Every problem of every file is printed with its place, the exit code is 2, and nothing listens."""
    said = refused(run(MODULES[way], MODELADVISOR_CATALOG=str(broken)))
    assert "the catalog has " in said
    for file, word in (
        ("veo-3.1.toml", "nmae"),
        ("veo-3.1.toml", "surprise"),
        ("sora-2.toml", ""),
        ("vendors.toml", ""),
    ):
        assert any(f"{file}:" in line and word in line for line in said.split("\n")), (file, said)


@each_way
def test_wrong_settings_stop_the_start(way: str) -> None:
    """Every wrong variable is named with its value and what was expected; the exit code is 2."""
    said = refused(
        run(
            MODULES[way],
            MODELADVISOR_MCP_LIMIT="lots",
            MODELADVISOR_ALLOWED_ORIGINS="example.org",
            MODELADVISOR_LIMITS_STORE="redis://h:port",
            MODELADVISOR_OVERLAY="/nowhere/at/all",
        )
    )
    for name, value in (
        ("MODELADVISOR_MCP_LIMIT", "lots"),
        ("MODELADVISOR_ALLOWED_ORIGINS", "example.org"),
        ("MODELADVISOR_LIMITS_STORE", "redis://h:port"),
        ("MODELADVISOR_OVERLAY", "/nowhere/at/all"),
    ):
        (line,) = [one for one in said.split("\n") if one.startswith(f"{name}: ")]
        assert "expected " in line
        assert f"got {value!r}" in line


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--bind", "127.0.0.1:port"], "--bind: expected host:port"),
        (["--bind", "127.0.0.1:99999"], "--bind: expected host:port"),
        (["--bind", "nonsense"], "--bind: expected host:port"),
        (["--workers", "0"], "--workers: expected a number from 1 to 256, got 0"),
        (["--workers", "many"], "--workers: invalid int value: 'many'"),
        (["--catalog", "/nowhere/at/all"], "MODELADVISOR_CATALOG: expected a folder that exists"),
        (["--overlay", "/nowhere/at/all"], "MODELADVISOR_OVERLAY: expected a folder that exists"),
        (["--colour", "green"], "unrecognized arguments: --colour green"),
    ],
)
def test_wrong_arguments_stop_the_start(arguments: list[str], told: str) -> None:
    """An argument of the command that cannot be read is named; the exit code is 2."""
    assert told in refused(run(["modeladvisor", "serve", *arguments]))


def test_a_folder_that_is_no_catalog_is_told(tmp_path: Path) -> None:
    """An empty folder is a catalog with problems, not a traceback."""
    said = refused(run(["modeladvisor", "serve", "--catalog", str(tmp_path)]))
    assert "the catalog has " in said
    assert "catalog.toml" in said


def test_help_is_no_mistake() -> None:
    """`--help` tells the arguments and ends well."""
    done = run(["modeladvisor", "serve", "--help"])
    assert done.returncode == 0
    for name in ("--bind", "--workers", "--catalog", "--overlay"):
        assert name in done.stdout
