"""Let Redocly and Spectral look at the description that the server gives of itself.

`python lint_description.py FOLDER` finds both, and Node.js, in `FOLDER/node_modules`, and writes the description there.
The exit code is 0 if neither has anything to say, warnings included.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from falcon import testing

from modeladvisor import load_catalog
from modeladvisor_server.app import create_app
from modeladvisor_server.limits import SharedMemoryStore
from modeladvisor_server.settings import Settings

HERE = Path(__file__).parent
LINTERS = {
    "redocly": ("@redocly/cli/bin/cli.js", "lint", "--config", str(HERE / "redocly.yaml")),
    "spectral": (
        "@stoplight/spectral-cli/dist/index.js",
        *("lint", "--fail-severity", "hint", "--ruleset", str(HERE / "spectral.yaml")),
    ),
}


def described(base_url: str | None) -> bytes:
    """Return the description that a server with this public address gives."""
    catalog = load_catalog()
    app = create_app(
        catalog, Settings(base_url=base_url), store=SharedMemoryStore(), today=lambda: catalog.dataset.as_of
    )
    return bytes(testing.simulate_get(app, "/api/v1/openapi.json").content)


def main(folder: Path) -> int:
    """Run both linters over the description with and without a public address."""
    modules = folder / "node_modules"
    environment = {**os.environ, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    findings = 0
    for name, base_url in (("relative", None), ("public", "https://models.example.org")):
        document = folder / f"openapi-{name}.json"
        document.write_bytes(described(base_url))
        for linter, (program, *options) in LINTERS.items():
            command = [str(modules / "node/bin/node"), str(modules / program), *options, str(document)]
            ran = subprocess.run(command, env=environment, cwd=folder, check=False)  # noqa: S603 - programs that nox installed
            print(f"{linter} on {document.name}: {'fine' if ran.returncode == 0 else 'findings'}", flush=True)
            findings += ran.returncode != 0
    return min(1, findings)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
