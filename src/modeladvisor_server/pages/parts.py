"""Small parts that stand on a page hundreds of times: written without a template, which would take most of its time.

Every text from outside passes `escape`; what is put together here is marked as HTML at the end of each function.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

import attrs
from markupsafe import Markup, escape

from modeladvisor.texts.words import number
from modeladvisor.views import wire
from modeladvisor_server.pages.pictures import Dot
from modeladvisor_server.pages.words import DAYS_UNSAID, UNKNOWN, Dating, answered, outward, said

STATUS_UNKNOWN = '<span class="unknown">status unknown</span>'
SOLD = ("nothing is sold there", "something is sold there")
EARNING = ("no affiliate link", "affiliate link: the publisher of this catalog earns by it")
SPONSORED = "sponsored nofollow"
GROUNDS_SHOWN = 2
DECIDERS_SHOWN = 3


def _html(parts: Iterable[str]) -> Markup:
    """Mark pieces as HTML; whoever calls has escaped every text from outside."""
    return Markup("".join(parts))  # noqa: S704 - see above


@attrs.frozen
class Parts:
    """The parts of the pages of one day.

    Attributes:
        root: Path under which the site stands.
        names: Names of the models by slug.
        labels: Names of the capabilities, and of the kinds of evidence, by key.
        dating: How dates show their age.
    """

    root: str
    names: Mapping[str, str]
    labels: Mapping[str, str]
    dating: Dating

    def model(self, slug: str, name: str) -> Markup:
        """Return a link to the page of a model."""
        return _html((f'<a href="{self.root}/models/{quote(slug)}">{escape(name)}</a>',))

    def head(self, model: wire.HeadView) -> Markup:
        """Return a model's name as a link, its vendor and status."""
        link, by = self.model(model["slug"], model["name"]), escape(model["vendor"]["name"])
        return _html((f'{link} <span class="by">{by}, {self.status(model["status"])}</span>',))

    def status(self, value: str | None) -> Markup:
        """Return a status with its look."""
        if not value:
            return _html((STATUS_UNKNOWN,))
        return _html((f'<span class="status {escape(value)}">{escape(value)}</span>',))

    def link(self, one: wire.ActionUrlView | None) -> Markup:
        """Return an access link with its labels in words; search engines are told of those that earn."""
        if one is None:
            return _html(('<span class="unknown">no link recorded</span>',))
        labels = f"({SOLD[one['commercial']]}; {EARNING[one['affiliate']]})"
        link = outward(one["url"], one["label"], "access", SPONSORED if one["affiliate"] else "")
        return _html((f'{link} <span class="labels">{labels}</span>',))

    def keys(self, keys: Sequence[str]) -> Markup:
        """Return capabilities by their names."""
        return escape(", ".join(self.labels.get(key, key) for key in keys))

    def names_of(self, slugs: Sequence[str]) -> Markup:
        """Return models by their names, as links."""
        return _html(", ".join(self.model(slug, self.names.get(slug, slug)) for slug in slugs))

    def sensitivity(self, found: wire.SensitivityView) -> Markup:
        """Return whether the first place holds, and what would change it."""
        if found["first_place_holds"]:
            return escape("The first place holds whatever the unknowns turn out to be.")
        if not found["decided_by"]:
            return escape("No model has a place.")
        told = (
            f"{self.names_of([one['model']])} ({self.keys(one['unknowns'])})"
            for one in found["decided_by"][:DECIDERS_SHOWN]
        )
        return _html(("The first place could change if these turned out well: ", "; ".join(told), "."))

    def grounds(self, grounds: Sequence[wire.GroundView]) -> Markup:
        """Return what an answer rests on: source and date of each."""
        return _html(
            ", ".join(
                self.dating.source(one["source_url"], one["verified_date"], one["id"]) for one in grounds
            )
        )

    def reasons(self, reasons: Sequence[wire.ReasonView]) -> Markup:
        """Return the rows of the table that explains a place."""
        return _html(map(self._reason, reasons))

    def _reason(self, one: wire.ReasonView) -> str:
        possible = f" to {number(one['possible'])}" if one["possible"] > one["points"] else ""
        told = str(self.grounds(one["evidence"][:GROUNDS_SHOWN]))
        if len(one["evidence"]) > GROUNDS_SHOWN:
            told += f" and {len(one['evidence']) - GROUNDS_SHOWN} more"
        if one["unknowns"]:
            told += f" {UNKNOWN}: {self.keys(one['unknowns'])}"
        points = f"{number(one['points'])}{possible} of {number(one['of'])}"
        return (
            f'<tr><th scope="row">{escape(one["criterion"])}</th><td>{answered(one["answer"])}</td>'
            f"<td>{points}</td><td>{told}</td></tr>\n"
        )

    def dots(self, dots: Sequence[Dot]) -> Markup:
        """Return the marks of a chart, those on the front last so that they lie on top."""
        plain = (
            f'<circle class="dot" cx="{one.x}" cy="{one.y}" r="4"><title>{escape(one.label)}</title></circle>'
            for one in dots
            if not one.on_front
        )
        front = (
            f'<circle class="dot front-dot" cx="{one.x}" cy="{one.y}" r="6"><title>{escape(one.label)}</title></circle>'
            for one in dots
            if one.on_front
        )
        return _html((*plain, *front))

    def dot_rows(self, dots: Sequence[Dot]) -> Markup:
        """Return the same as rows of a table."""
        return _html(
            f'<tr><th scope="row">{self.model(one.slug, one.label)}</th><td>{number(one.low)}</td>'
            f"<td>{number(one.usd)}</td><td>{'yes' if one.on_front else ''}</td></tr>\n"
            for one in dots
        )

    def cells(self, row: wire.RowView) -> Markup:
        """Return one row of a comparison: each value with its source and date beneath."""
        limit = self.dating.limits.get(row["capability"], DAYS_UNSAID)
        return _html(self._cell(fact, limit) for fact in row["cells"].values())

    def _cell(self, fact: wire.FactView | None, limit: int) -> str:
        if fact is None:
            return f"<td>{UNKNOWN}</td>"
        source = self.dating.link(fact["source_url"], fact["verified_date"], limit)
        return f"<td>{said(fact['value'], fact['unit'])} {source}</td>"
