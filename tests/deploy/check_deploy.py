"""Ask the tools of nginx, Varnish, systemd, Kubernetes and containers whether they take what `deploy/` holds.

`nox -s deploy` runs it. A tool that is not there is named and skipped; it fails where a tool finds something.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

DEPLOY = Path(__file__).parents[2] / "deploy"
PLACES = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
DCLINT = "dclint@3.1.0"
MOST_EXPOSED = "15"
"""What `systemd-analyze security` may find, in tenths: 0 is nothing, 100 is everything."""

Check = Callable[[Path], list[list[str]]]


def hadolint(_folder: Path) -> list[list[str]]:
    """The Containerfile, by its linter."""
    return [["hadolint", str(DEPLOY / "Containerfile")]]


def kubernetes_validate(_folder: Path) -> list[list[str]]:
    """Every manifest, by the schemas of Kubernetes, with no key that they do not know."""
    return [
        ["kubernetes-validate", "--strict", "--quiet", *map(str, sorted(DEPLOY.glob("kubernetes/*.yaml")))]
    ]


def npx(_folder: Path) -> list[list[str]]:
    """The compose file, by the schema of the compose specification and a linter's errors."""
    return [["npx", "--yes", DCLINT, "--quiet", str(DEPLOY / "compose.yaml")]]


def nginx(folder: Path) -> list[list[str]]:
    """The configuration of the cache, in each of its forms, by nginx itself."""
    certificate = folder / "certificate.pem"
    openssl = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=models.example.org",
    ]
    make = [*openssl, "-keyout", str(certificate), "-out", str(folder / "chain.pem")]
    forms = {
        "plain": {},
        "tls": {"listen.conf": "listen-tls.conf"},
        "compose": {"upstream.conf": "upstream-compose.conf"},
        "kubernetes": {"upstream.conf": "upstream-kubernetes.conf"},
        "static": {"modeladvisor.conf": "static-site.conf"},
        "questions": {"modeladvisor.conf": "static-site.conf", "questions.conf": "static-questions.conf"},
    }
    tests = [
        ["nginx", "-t", "-q", "-c", str(_configured(folder / form, taken))] for form, taken in forms.items()
    ]
    return [make, *tests]


def gixy(folder: Path) -> list[list[str]]:
    """The same configuration, by a linter that looks for holes."""
    return [["gixy", str(_configured(folder / "gixy", {}))]]


def varnishd(folder: Path) -> list[list[str]]:
    """The configuration of Varnish, compiled by itself."""
    return [
        ["varnishd", "-C", "-n", str(folder / "varnish"), "-f", str(DEPLOY / "varnish" / "modeladvisor.vcl")]
    ]


def systemd_analyze(folder: Path) -> list[list[str]]:
    """The unit, by systemd, with a program in place of the one that is not installed here."""
    unit = folder / "modeladvisor@8001.service"
    text = (DEPLOY / "systemd" / "modeladvisor@.service").read_text()
    unit.write_text(text.replace("/opt/modeladvisor/current/bin/modeladvisor", "/bin/true"))
    security = ["systemd-analyze", "security", "--offline=true", f"--threshold={MOST_EXPOSED}", str(unit)]
    return [["systemd-analyze", "verify", str(unit)], security]


CHECKS: tuple[Check, ...] = (hadolint, kubernetes_validate, npx, nginx, gixy, varnishd, systemd_analyze)


def main() -> int:
    """Run every check and return how many found something."""
    found = 0
    for check in CHECKS:
        program = check.__name__.replace("_", "-")
        if shutil.which(program, path=PLACES) is None:
            print(f"skipped {program}: not installed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            told = [_said(command) for command in check(Path(folder))]
        wrong = "\n".join(text for code, text in told if code)
        if "npm error" in wrong:
            print(f"skipped {program}: {DCLINT} cannot be had")
            continue
        found += bool(wrong)
        print(f"{'FOUND by' if wrong else 'fine for'} {program}: {check.__doc__}")
        if wrong:
            print(wrong)
    return found


def _said(command: list[str]) -> tuple[int, str]:
    """Run a command; return its exit code and the end of what it said."""
    environment = {**os.environ, "PATH": PLACES}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - linters by name
    return done.returncode, f"{' '.join(command[:3])}\n{(done.stdout + done.stderr)[-4000:]}"


def _configured(folder: Path, taken: dict[str, str]) -> Path:
    """Copy nginx's configuration, with paths that exist here and some files in place of others; return the main file."""
    shutil.copytree(DEPLOY / "nginx", folder)
    for name, other in taken.items():
        shutil.copy(folder / other, folder / name)
    hosts = {
        f"{name}:8000": f"127.0.0.1:800{place}" for place, name in enumerate(("one", "two", "modeladvisor"))
    }
    paths = {
        "/etc/nginx/modeladvisor": str(folder),
        "/etc/letsencrypt/live/models.example.org/fullchain.pem": str(folder.parent / "chain.pem"),
        "/etc/letsencrypt/live/models.example.org/privkey.pem": str(folder.parent / "certificate.pem"),
        "/var/cache/nginx": str(folder),
        "/var/log/nginx": str(folder),
        "include /var/www/modeladvisor/current/_nginx.conf;": _maps_of(DEPLOY / "nginx" / "static-site.conf"),
    }
    for path in folder.glob("*.conf"):
        text = path.read_text()
        for old, new in {**hosts, **paths}.items():
            text = text.replace(old, new)
        path.write_text(text)
    return folder / "nginx.conf"


def _maps_of(path: Path) -> str:
    """Return what an export writes for nginx, with nothing in it: a map for each variable that the file uses."""
    names = dict.fromkeys(re.findall(r"\$(site_\w+)", path.read_text()))
    return " ".join(f'map $uri ${name} {{ default ""; }}' for name in names)


if __name__ == "__main__":
    sys.exit(main())
