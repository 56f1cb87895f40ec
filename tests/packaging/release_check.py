"""Everything that must be true of a release: `nox -s release-check`.

Both distributions are built, their contents compared with the checkout, each installed in an empty environment and asked
questions over Python, the command line, REST and MCP; types are checked from outside; the public API is compared with the
last release.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import urllib.error
import urllib.request
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from public_api import CHECKOUT, LIST, breakages, last_release, public_lines

OUTSIDE_PROGRAM = Path(__file__).with_name("outside_program.py")
PACKAGES = ("modeladvisor", "modeladvisor_server")
WAIT_SECONDS = 30.0
NOT_RELEASED = (".ci/", ".github/", ".gitignore", ".taplo.toml")


class NotReleasableError(Exception):
    """A promise that the distributions do not keep."""


def main() -> int:
    """Run every check in turn, say what each saw, and stop at the first that fails."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            wheel, sdist = built(folder / "dist")
            say("metadata", metadata(wheel, sdist))
            say("contents", contents(wheel, sdist))
            say("public names", public_names())
            for distribution in (wheel, sdist):
                home = folder / f"only-{distribution.suffix[1:]}"
                answer = installed(distribution, home)
                say(f"{distribution.name} alone", f"{answer['models']} models, first {answer['first']}")
                if distribution == wheel:
                    say("types from outside", types(home, folder))
                say(f"{distribution.name} with server", served(distribution, home))
        except NotReleasableError as error:
            print(f"NOT RELEASABLE: {error}", file=sys.stderr)
            return 1
    return 0


def built(folder: Path) -> tuple[Path, Path]:
    """Build the sdist, the wheel from that sdist, and once more from the checkout; both wheels must be the same bytes."""
    run([sys.executable, "-m", "build", "--outdir", str(folder), str(CHECKOUT)])
    run([sys.executable, "-m", "build", "--wheel", "--outdir", str(folder / "again"), str(CHECKOUT)])
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    require(
        wheel.read_bytes() == (folder / "again" / wheel.name).read_bytes(),
        "the wheel made from the sdist differs from the one made from the checkout",
    )
    say("built", f"{wheel.name} {wheel.stat().st_size:,} bytes, {sdist.name} {sdist.stat().st_size:,} bytes")
    return wheel, sdist


def metadata(wheel: Path, sdist: Path) -> str:
    """Let the tools of the field judge the metadata and the wheel's layout, and compare versions."""
    run([sys.executable, "-m", "twine", "check", "--strict", str(wheel), str(sdist)])
    run(
        [
            sys.executable,
            "-m",
            "check_wheel_contents",
            "--config",
            str(CHECKOUT / "pyproject.toml"),
            str(wheel),
        ]
    )
    version = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]["version"]
    changelog = (CHECKOUT / "CHANGELOG.md").read_text()
    require(f"-{version}-" in wheel.name, f"{wheel.name} is not of version {version}")
    require(
        "## [Unreleased]" in changelog or f"## [{version}]" in changelog,
        f"CHANGELOG.md has no section for {version}",
    )
    return f"version {version}"


def contents(wheel: Path, sdist: Path) -> str:
    """Compare what is in the distributions with what git tracks: nothing missing, nothing that happened to lie about."""
    listed = run(["git", "ls-files", "-z"])
    tracked = {name for name in listed.split("\0") if name and not name.startswith(NOT_RELEASED)}
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()} - {"PKG-INFO", ".gitignore"}
    require_same("the sdist", inside, tracked)
    shipped = {name.removeprefix("src/") for name in tracked if name.startswith("src/")}
    shipped |= {f"modeladvisor/bundled_{name}" for name in tracked if name.startswith("catalog/")}
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    require_same("the wheel", names, shipped)
    for package in PACKAGES:
        require(
            f"{package}/py.typed" in names,
            f"the wheel tells type checkers nothing: {package}/py.typed is not there",
        )
    return f"{len(names)} files in the wheel, {len(inside)} in the sdist"


def public_names() -> str:
    """Compare the public API with its list, and with the last release; a breakage must raise the major version."""
    require(
        LIST.read_text().splitlines() == public_lines(CHECKOUT), "run python tests/packaging/public_api.py"
    )
    release = last_release(CHECKOUT)
    if release is None:
        return "no release to compare with yet"
    broken = breakages(CHECKOUT, release)
    version = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]["version"]
    before, now = release.removeprefix("v").split("."), version.split(".")
    allowed = now[0] > before[0] or (now[0] == before[0] == "0" and int(now[1]) > int(before[1]))
    require(
        allowed or not broken, f"{version} breaks what callers of {release} rely on:\n" + "\n".join(broken)
    )
    return f"{len(broken)} breakages since {release}"


def installed(distribution: Path, home: Path) -> dict[str, object]:
    """Install a distribution alone in an empty environment and ask it over Python and the command line."""
    venv.create(home, with_pip=True)
    pip(home, str(distribution))
    answer: dict[str, object] = json.loads(run([python(home), "-I", str(OUTSIDE_PROGRAM)], home))
    command = str(home / "bin" / "modeladvisor")
    told = json.loads(
        run(
            [command, "find", "--task", "product-videos", "--input", "image", "--budget", "medium", "--json"],
            home,
        )
    )
    require(
        answer["first"] == told["fits"][0]["model"]["slug"], "Python and the command line answer differently"
    )
    require(run([command, "catalog", "check"], home) != "", "the bundled catalog says nothing of its check")
    return answer


def types(home: Path, folder: Path) -> str:
    """Check a program of somebody else with mypy and pyright, both strict, and how complete the public types are."""
    pip(home, "mypy", "pyright")
    program = folder / OUTSIDE_PROGRAM.name
    program.write_text(OUTSIDE_PROGRAM.read_text())
    (folder / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    run([python(home), "-m", "mypy", "--strict", program.name], folder)
    run([python(home), "-m", "pyright", "--pythonpath", python(home), program.name], folder)
    verify = [
        python(home),
        "-m",
        "pyright",
        "--verifytypes",
        "modeladvisor",
        "--ignoreexternal",
        "--outputjson",
    ]
    path = f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"  # it looks for the package where `python` is
    verified = json.loads(run(verify, folder, path=path, may_fail=True))["typeCompleteness"]
    listed = {line.partition("(")[0].partition(":")[0] for line in LIST.read_text().splitlines()}
    vague = [
        one["name"]
        for one in verified["symbols"]
        if one["name"] in listed and (one["isTypeAmbiguous"] or not one["isTypeKnown"])
    ]
    require(not vague, f"types that a checker must guess: {', '.join(vague)}")
    require(verified["exportedSymbolCounts"]["withKnownType"] > len(listed), "pyright saw hardly any name")
    return (
        f"mypy and pyright strict find nothing, every listed name has a known type, "
        f"and of all {100 * verified['completenessScore']:.1f} %"
    )


def served(distribution: Path, home: Path) -> str:
    """Install a distribution with its server, start it, and ask over REST and MCP what Python was asked."""
    pip(home, f"{distribution}[server]")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryFile() as log:
        command = [str(home / "bin" / "modeladvisor"), "serve", "--bind", f"127.0.0.1:{port}"]
        server = subprocess.Popen(command, cwd=home, stdout=log, stderr=log)  # noqa: S603 - a script installed by this check
        try:
            rest = asked(f"{address}/api/v1/finder?task=product-videos&input=image&budget=medium")
            call = {
                "name": "find_model",
                "arguments": {"task": "product-videos", "input": "image", "budget": "medium"},
            }
            message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
            mcp = asked(f"{address}/mcp", json.dumps(message).encode())
        finally:
            server.terminate()
            code = server.wait(WAIT_SECONDS)
    first = rest["fits"][0]["model"]["slug"]
    require(
        mcp["result"]["structuredContent"]["rankings"][0]["fits"][0]["model"]["slug"] == first,
        "REST and MCP answer differently",
    )
    require(code == 0, f"the server ended with {code}")
    return f"REST and MCP say {first}"


def asked(address: str, body: bytes | None = None) -> dict[str, Any]:
    """Return the JSON answer of a server that may still be starting; a body is posted as an MCP message."""
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    request = urllib.request.Request(address, data=body, headers=headers if body else {})  # noqa: S310 - http, on this machine
    ends = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            with urllib.request.urlopen(request, timeout=WAIT_SECONDS) as answer:  # noqa: S310 - as above
                told: dict[str, Any] = json.load(answer)
                return told
        except urllib.error.HTTPError as error:
            raise NotReleasableError(f"{address} answers {error.code}: {error.read()[:500]!r}") from error
        except urllib.error.URLError as error:
            if time.monotonic() > ends:
                raise NotReleasableError(f"{address} does not answer: {error}") from error
            time.sleep(0.2)


def run(
    command: Sequence[str], folder: Path = CHECKOUT, *, path: str | None = None, may_fail: bool = False
) -> str:
    """Run a command, which must succeed unless its output tells all, and return what it prints."""
    bare = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    bare |= {"PATH": path} if path else {}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=bare)  # noqa: S603 - commands of this file
    printed = (done.stdout + done.stderr)[-3000:]
    require(may_fail or done.returncode == 0, f"{' '.join(command)} ended with {done.returncode}\n{printed}")
    return done.stdout


def pip(home: Path, *wanted: str) -> None:
    """Install into an environment made by this check."""
    run([python(home), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", *wanted], home)


def python(home: Path) -> str:
    """Return the interpreter of an environment."""
    return str(home / "bin" / "python")


def require_same(where: str, found: set[str], expected: set[str]) -> None:
    """Name the files that are missing and those that should not be there."""
    lacks, brings = sorted(expected - found), sorted(found - expected)
    require(not lacks and not brings, f"{where} lacks {lacks} and brings {brings}")


def require(kept: bool, otherwise: str) -> None:
    """End the check with a sentence where a promise is not kept."""
    if not kept:
        raise NotReleasableError(otherwise)


def say(what: str, seen: str) -> None:
    """Print what a check saw."""
    print(f"{what}: {seen}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
