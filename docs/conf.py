"""How the documentation site is built: `nox -s docs`, then open `docs/_build/html/index.html`."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

from sphinx.application import Sphinx

CHECKOUT = Path(__file__).parents[1]

project = "modeladvisor"
author = "The modeladvisor contributors"
copyright = "the modeladvisor contributors"
version = release = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]["version"]

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build", "**.ipynb_checkpoints"]
root_doc = "index"
nitpicky = False  # signatures name classes of dependencies, whose own sites are not asked at build time

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "separated"
autodoc_type_aliases = {
    "Word": "Word"
}  # a parameter says what it takes, not all the forms in which that can be given
python_maximum_signature_line_length = 90
default_role = "code"  # docstrings write code between single backquotes, as Markdown does
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True

html_theme = "furo"
html_title = f"modeladvisor {release}"
html_copy_source = False

FROM_ELSEWHERE = {"reference/record": "catalog/README.md", "how-to/contribute": "CONTRIBUTING.md"}
"""Pages whose text stands outside this folder, where readers of the repository look for it."""
RELATIVE_LINK = re.compile(r"\]\((?!https?://|#)([^)#\s]+)")


def with_pages_from_elsewhere(app: Sphinx, docname: str, source: list[str]) -> None:
    """Show files of the repository as pages, and let links to them from other pages lead there."""
    here = Path(app.srcdir) / docname
    origin = CHECKOUT / FROM_ELSEWHERE.get(docname, f"docs/{docname}.md")
    shown = {CHECKOUT / path: Path(app.srcdir) / f"{name}.md" for name, path in FROM_ELSEWHERE.items()}

    def led(link: re.Match[str]) -> str:
        target = (origin.parent / link[1]).resolve()
        return f"]({Path(os.path.relpath(shown.get(target, target), here.parent)).as_posix()}"

    if origin.suffix == ".md" and origin.exists():
        text = origin.read_text("utf-8") if docname in FROM_ELSEWHERE else source[0]
        source[0] = RELATIVE_LINK.sub(led, text)


def setup(app: Sphinx) -> None:
    """Connect what stands above to the build."""
    app.connect("source-read", with_pages_from_elsewhere)
