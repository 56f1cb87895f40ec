"""What can be done with a checkout: `nox -l` lists it, `nox -s tests` tests it."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import nox

nox.needs_version = ">=2025.2"
nox.options.sessions = ["tests", "lint", "types", "contracts", "catalog", "docs"]
nox.options.reuse_existing_virtualenvs = True

PROJECT = nox.project.load_toml("pyproject.toml")

IMAGE_EXTRAS = ("server", "redis")
PINNED = "deploy/requirements.txt"

CONFORMANCE_SUITES = (
    "conformance-0.1.16@npm:@modelcontextprotocol/conformance@0.1.16",
    "conformance-0.2.0-alpha.12@npm:@modelcontextprotocol/conformance@0.2.0-alpha.12",
    "node@24.21.0",  # the suites need a newer one than many machines have
)

OPENAPI_LINTERS = (
    "@redocly/cli@2.77.0",
    "@stoplight/spectral-cli@6.16.3",
    "node@24.21.0",
)
PAGE_JUDGES = (
    "html-validate@10.17.0",
    "lighthouse@12.8.2",
    "node@24.21.0",
)
THOROUGH = (
    ("tests/openapi/generated_cases.py",),
    ("tests/server/running/fuzzing.py", "100000"),
    ("-m", "pytest", "tests/server/running/test_running_exact.py", "tests/server/limits"),
)
"""What `nox -s thorough` runs, one after the other: scripts with their arguments."""
PYTHON_CLIENTS = {
    "python-sdk-1.8": ("mcp==1.8.*", "pydantic<2.12"),  # which it knows the insides of
    "python-sdk-1.12": ("mcp==1.12.*", "pydantic<2.12"),
    "python-sdk-1": ("mcp>=1.12,<2",),
    "python-sdk-2": ("mcp>=2,<3",),
    "fastmcp": ("fastmcp>=4,<5",),
}
NODE_CLIENTS = (
    "typescript-sdk-1@npm:@modelcontextprotocol/sdk@^1",
    "typescript-sdk-2@npm:@modelcontextprotocol/client@^2",
    "@modelcontextprotocol/inspector@^2",
    "node@24.21.0",
)


def install(session: nox.Session, *groups: str) -> None:
    """Install the project, editable and with the server, and what a session needs beside it."""
    needed = nox.project.dependency_groups(PROJECT, *groups) if groups else ()
    session.install("-e", ".[server]", *needed)


@nox.session
def serve(session: nox.Session) -> None:
    """Start the server on http://127.0.0.1:8000."""
    install(session)
    session.run("modeladvisor", "serve", *session.posargs)


@nox.session
def tests(session: nox.Session) -> None:
    """Run all tests with few generated examples each."""
    install(session, "test", "soak")
    session.run("python", "-m", "pytest", *session.posargs, env={"HYPOTHESIS_PROFILE": "quick"})


@nox.session
def laws(session: nox.Session) -> None:
    """Run the promises with twenty times the generated examples."""
    install(session, "test")
    eleventh = sorted(
        map(str, Path("tests/server/tools").glob("test_law_11_*.py"))
    )  # beside the tools they ask
    session.run(
        "python",
        "-m",
        "pytest",
        "tests/laws",
        *eleventh,
        *session.posargs,
        env={"HYPOTHESIS_PROFILE": "thorough"},
    )


@nox.session
def mutants(session: nox.Session) -> None:
    """Change the judging code in a copy, bit by bit, and see that the tests notice; `-- scores` for one module."""
    install(session, "test", "mutants")
    shutil.rmtree("mutants", ignore_errors=True)
    names = [f"modeladvisor.{module}.*" for module in session.posargs]
    session.run("mutmut", "run", *names, silent=not sys.stdout.isatty())  # its progress needs a terminal
    session.run("python", "tests/mutation/survivors.py", *session.posargs)
    shutil.rmtree("mutants")


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and formatting."""
    install(session, "lint")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def contracts(session: nox.Session) -> None:
    """Check who imports whom."""
    install(session, "lint")
    session.run("lint-imports")


@nox.session
def types(session: nox.Session) -> None:
    """Check types, strictly."""
    install(session, "test", "types", "bench", "soak")
    session.run("mypy")


@nox.session
def catalog(session: nox.Session) -> None:
    """Check the catalog: every problem of every file."""
    install(session)
    session.run("modeladvisor", "catalog", "check", *session.posargs)


@nox.session
def conformance(session: nox.Session) -> None:
    """Run the official MCP conformance suites against the server and a fixture; needs npm."""
    install(session)
    folder = session.create_tmp()
    packages = ("--prefix", folder, "--no-audit", "--no-fund", *CONFORMANCE_SUITES)
    session.run("npm", "install", *packages, external=True)
    session.run("python", "tests/conformance/run_conformance.py", folder)


@nox.session
def clients(session: nox.Session) -> None:
    """Let the SDKs, old and new, fastmcp and the Inspector use the server over MCP; needs npm."""
    install(session, "test")
    folder = Path(session.create_tmp()).resolve()
    for name, packages in PYTHON_CLIENTS.items():
        session.run("python", "-m", "venv", str(folder / name))
        session.run(str(folder / name / "bin" / "pip"), "install", "-q", *packages, external=True)
    session.run(
        "npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", *NODE_CLIENTS, external=True
    )
    session.run(
        "python", "tests/clients/run_clients.py", str(folder), env={"PYTHONPATH": "tests/server/running"}
    )


@nox.session
def machines(session: nox.Session) -> None:
    """Kill, restart and upgrade two instances behind nginx under load; needs nginx and redis-server."""
    install(session, "test")
    session.run("python", "tests/server/machines/run_machines.py", *session.posargs)


@nox.session
def openapi(session: nox.Session) -> None:
    """Let Redocly, Spectral and a generator of clients judge the OpenAPI description; needs npm."""
    install(session, "test")
    folder = session.create_tmp()
    session.run(
        "npm", "install", "--prefix", folder, "--no-audit", "--no-fund", *OPENAPI_LINTERS, external=True
    )
    session.run("python", "tests/openapi/lint_description.py", folder)
    session.run("python", "-m", "pytest", "tests/openapi/test_openapi_client.py")


@nox.session
def browser(session: nox.Session) -> None:
    """Look at every page in Chromium in every way, and let html-validate and Lighthouse judge; needs npm."""
    install(session, "test")
    session.run("python", "-m", "pytest", "tests/browser", "tests/browser/every_page.py")
    folder = session.create_tmp()
    session.run("npm", "install", "--prefix", folder, "--no-audit", "--no-fund", *PAGE_JUDGES, external=True)
    paths = ("tests/browser", "tests/server/pages", "tests/server/running")
    session.run("python", "tests/browser/judge_pages.py", folder, env={"PYTHONPATH": os.pathsep.join(paths)})


@nox.session
def thorough(session: nox.Session) -> None:
    """Send generated and damaged requests to a running server, and fill its windows; takes an hour."""
    install(session, "test")
    for script in THOROUGH:
        session.run("python", *script, env={"HYPOTHESIS_PROFILE": "thorough"})


@nox.session
def deploy(session: nox.Session) -> None:
    """Let the tools of nginx, Varnish, systemd, Kubernetes and containers check what is in deploy/."""
    session.install(*nox.project.dependency_groups(PROJECT, "deploy"))
    session.run("python", "tests/deploy/check_deploy.py")


@nox.session
def dataset(session: nox.Session) -> None:
    """Export the catalog and validate its Frictionless and Croissant descriptions with their own tools."""
    install(session, "dataset")
    session.run("python", "tests/curation/validate_packages.py")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation site without a warning; `-- linkcheck` asks for every address in it instead."""
    install(session, "docs")
    builder = session.posargs[0] if session.posargs else "html"
    session.run(
        "sphinx-build",
        "--fail-on-warning",
        "--keep-going",
        "-q",
        "-b",
        builder,
        "docs",
        f"docs/_build/{builder}",
    )


@nox.session(name="release-check")
def release_check(session: nox.Session) -> None:
    """Build wheel and sdist, install both in empty environments, ask them questions, compare the public API."""
    session.install(*nox.project.dependency_groups(PROJECT, "release"))
    session.run("python", "tests/packaging/release_check.py")


@nox.session
def pins(session: nox.Session) -> None:
    """Choose exact releases, with hashes, of all that the image installs; `-- --upgrade` takes newer ones."""
    session.install(*nox.project.dependency_groups(PROJECT, "pins"))
    extras = [word for extra in IMAGE_EXTRAS for word in ("--extra", extra)]
    lowest = PROJECT["project"]["requires-python"].removeprefix(">=")
    how = ("--generate-hashes", "--universal", "--python-version", lowest, "--no-annotate", "--quiet")
    told = ("--custom-compile-command", "nox -s pins")  # without what names this machine
    session.run(
        "uv", "pip", "compile", "pyproject.toml", *extras, *how, *told, *session.posargs, "-o", PINNED
    )


@nox.session
def audit(session: nox.Session) -> None:
    """Ask whether a flaw is known in what the image installs; fails where the question cannot be asked."""
    session.install(*nox.project.dependency_groups(PROJECT, "audit"))
    # The file is complete, so nothing is resolved; --strict: what nobody could look up was not found fine.
    session.run("pip-audit", "--disable-pip", "--require-hashes", "--strict", "-r", PINNED, *session.posargs)


@nox.session
def security(session: nox.Session) -> None:
    """Look for unsafe code in the package and in what runs on machines of others, the workflow among it."""
    session.install(*nox.project.dependency_groups(PROJECT, "security"))
    session.run("bandit", "--quiet", "--configfile", "pyproject.toml", "--recursive", "src")
    session.run("shellcheck", ".ci/run", *(str(found) for found in sorted(Path("deploy").rglob("*.sh"))))
    session.run("zizmor", "--offline", "--persona=pedantic", ".github/workflows")


@nox.session
def attack(session: nox.Session) -> None:
    """Hold 5,000 hostile connections against one worker, and print how an honest client fares meanwhile."""
    install(session, "test")
    session.run("python", "benchmarks/attack.py", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure the server and the library beside others, and write the page on performance; `-- --quick` only prints."""
    install(session, "bench")
    kept = session.create_tmp() if "--quick" in session.posargs else "docs/explanation/measured"
    Path(kept).mkdir(parents=True, exist_ok=True)
    session.run("python", "benchmarks/first_answers.py")
    session.run("python", "benchmarks/page_times.py")
    for name in ("serving", "scale_serving", "scale"):
        session.run("python", f"benchmarks/{name}.py", "--json", f"{kept}/{name}.json", *session.posargs)
    if "--quick" not in session.posargs:
        session.run("python", "benchmarks/performance_page.py")


@nox.session
def soak(session: nox.Session) -> None:
    """Load a real server with everything on for half an hour, and write what came of it; `-- --minutes 1` is short."""
    install(session, "soak")
    session.install("-e", ".[otel]")
    session.run("python", "benchmarks/soak.py", *session.posargs)
