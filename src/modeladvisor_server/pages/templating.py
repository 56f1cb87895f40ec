"""Templates into bytes: autoescaped, strict about names, without a clock of their own."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from importlib.resources import files

import attrs
from jinja2 import Environment, PackageLoader, StrictUndefined

from modeladvisor.catalog import Catalog
from modeladvisor.texts.rankings import interpreted_text
from modeladvisor.texts.words import number, place, price_text, tests_text
from modeladvisor_server.pages.assets import Asset
from modeladvisor_server.pages.parts import Parts
from modeladvisor_server.pages.pictures import score_bar
from modeladvisor_server.pages.words import Dating, answered, day_words, host_of, outward, page, said, usd
from modeladvisor_server.rest.bodies import digest

Context = Mapping[str, object]
NOT_IN_HTML = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(1, 17))
    + "]"
)
"""Characters that a page must not hold: controls, surrogates and noncharacters (HTML, section 13.2.3.5)."""


PLAIN = bytes([9, 10, 12, 13, *range(32, 127)])


def fit_for_html(text: str) -> bytes:
    """Return a text as UTF-8, the characters that HTML forbids replaced."""
    # Most of a page is plain: only the few other bytes are looked at one by one.
    body = text.encode("utf-8", "surrogatepass")
    if NOT_IN_HTML.search(body.translate(None, PLAIN).decode("utf-8", "surrogatepass")):
        body = NOT_IN_HTML.sub("\N{REPLACEMENT CHARACTER}", text).encode()
    return body


@attrs.frozen
class Templates:
    """The templates of one catalog; `edition` tells them from those of other releases."""

    environment: Environment
    root: str
    names: Mapping[str, str]
    labels: Mapping[str, str]
    limits: Mapping[str, int]
    edition: str

    def render(self, name: str, context: Context, today: datetime.date) -> bytes:
        """Return a page as bytes."""
        template = self.environment.get_template(name)
        dating = Dating(today, self.limits)
        parts = Parts(self.root, self.names, self.labels, dating)
        return fit_for_html(template.render(context, dating=dating, parts=parts))


def templates(catalog: Catalog, assets: Mapping[str, Asset], root: str) -> Templates:
    """Return the templates, which know the catalog's words and where the site stands.

    Args:
        catalog: Whose words are used.
        assets: The files that pages refer to.
        root: Path under which the site stands at its public address, empty for the top.
    """
    labels = {key: one.label for key, one in catalog.vocabulary.keys.items()}
    labels |= {
        f"evidence.{key}": f"evidence on {key.replace('_', ' ')}"
        for key in catalog.vocabulary.evidence_dimensions
    }
    environment = Environment(
        loader=PackageLoader("modeladvisor_server.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals.update(
        root=root,
        assets={name: f"{root}/assets/{one.name}" for name, one in assets.items()},
        dataset=catalog.dataset,
        labels=labels,
        score_bar=score_bar,
    )
    environment.filters.update(
        answered=answered,
        day=day_words,
        host=host_of,
        interpreted=interpreted_text,
        number=number,
        outward=outward,
        page=page,
        place=place,
        price=price_text,
        said=said,
        tests=tests_text,
        usd=usd,
    )
    folder = files("modeladvisor_server.pages").joinpath("templates")
    sources = sorted((one.name, one.read_bytes()) for one in folder.iterdir() if one.name.endswith(".html"))
    edition = digest(sources, sorted(one.name for one in assets.values()))
    limits = {key: one.max_age_days for key, one in catalog.vocabulary.keys.items()}
    names = {slug: model.name for slug, model in catalog.models.items()}
    return Templates(environment, root, names, labels, limits, edition)
