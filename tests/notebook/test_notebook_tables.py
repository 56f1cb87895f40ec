"""Results and records in a notebook: tables with sources, in which unknown is plainly unknown."""

from __future__ import annotations

import datetime
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.formatters import DisplayFormatter

from modeladvisor import Advisor, load
from modeladvisor.exhibits import Tabular
from modeladvisor.html_tables import html
from modeladvisor.records import Fact
from modeladvisor.sheets import Column, Sourced, in_words, sheet
from modeladvisor.texts.words import value_text
from modeladvisor.values import Value
from modeladvisor.views.records import value_view

ADVISOR = load()
VOID = {"br", "hr", "img", "input", "link", "meta"}


class Page(HTMLParser):
    """What a browser makes of a piece of HTML: tags in pairs, attributes, and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a tag that opens."""
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Take a tag that closes, which must be the last that opened."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Take text, but for style sheets."""
        if self.open[-1:] != ["style"]:
            self.text.append(data)


def results(advisor: Advisor) -> dict[str, Tabular]:
    """One of each result and record."""
    found = advisor.find(task="product-videos", input="image", why_not="veo-3.1")
    return {
        "finder": found,
        "both media": advisor.find(limit=3),
        "nothing fits": advisor.find(output="video", budget="0.000001/s"),
        "ranking": found.rankings[0],
        "place": found.fits[0],
        "story": found.why_not[0],
        "best": advisor.best("ugc-ads"),
        "comparison": advisor.compare("veo-3.1", "kling-3.0", "sora-2", task="ugc-ads"),
        "other media": advisor.compare("veo-3.1", "gpt-image-2"),
        "model": advisor.model("veo-3.1"),
        "match": advisor.match("google veo"),
        "fact": advisor.model("veo-3.1").facts["seed"],
        "recipe": advisor.workflows()[0],
    }


RESULTS = results(ADVISOR)


@pytest.mark.parametrize("name", RESULTS)
def test_everything_shows_as_tables(name: str) -> None:
    """Each result and record is one piece of well-formed HTML with tables that have a caption and heads."""
    page = Page(RESULTS[name]._repr_html_())
    assert page.open == []
    tags = [tag for tag, _ in page.tags]
    assert tags[:2] == ["div", "style"]
    assert tags.count("table") == tags.count("caption") >= 1
    assert not {"script", "img", "iframe", "link"} & set(tags)
    assert all(attributes.get("scope") in ("row", "col") for tag, attributes in page.tags if tag == "th")


def test_values_name_their_sources() -> None:
    """Beside each value of a record stands the date on which its source said it, and leads to the source."""
    model = ADVISOR.model("veo-3.1")
    page = Page(model._repr_html_())
    links = {attributes["href"] for tag, attributes in page.tags if tag == "a"}
    assert {fact.source.url for fact in model.facts.values()} <= links
    assert str(model.facts["seed"].verified) in page.text


def test_unknown_has_its_own_look() -> None:
    """What nobody knows is the word unknown in a look of its own, which a no does not have."""
    comparison = ADVISOR.compare("veo-3.1", "kling-3.0")
    page = Page(comparison._repr_html_())
    unknown = sum(
        fact is None for row in comparison.rows for fact in row.cells.values() if any(row.cells.values())
    )
    marked = [attributes for tag, attributes in page.tags if tag == "em"]
    assert len(marked) >= unknown > 0
    assert all(attributes == {"class": "unknown"} for attributes in marked)
    assert page.text.count("unknown") == len(marked)
    no = Page(html("", [sheet("t", "T", [Column("a"), Column("b")], [("x", False)])]))
    assert "no" in no.text
    assert "em" not in [tag for tag, _ in no.tags]


TEXTS = st.text(max_size=40) | st.sampled_from(
    [
        "<script>alert(1)</script>",
        "<b>bold</b>",
        '" onmouseover="x',
        "javascript:alert(1)",
        "&lt;",
        "\x00\x1b[31m",
    ]
)


@given(
    TEXTS,
    TEXTS,
    TEXTS,
    TEXTS,
    st.none() | TEXTS | st.booleans() | st.floats(allow_nan=False) | st.lists(TEXTS).map(tuple),
)
def test_no_text_becomes_markup(
    title: str, head: str, url: str, note: str, value: str | bool | float | None
) -> None:
    """Whatever texts hold, they show as they are: no tag, attribute or address comes from them."""
    cell = Sourced(value, url, title, datetime.date(2026, 1, 2), note)
    rows = [(note, cell), (title, value)]
    page = Page(html(title, [sheet("t", title, [Column(head), Column(head, "points")], rows, note)], [note]))
    assert page.open == []
    allowed = {
        "div",
        "style",
        "p",
        "strong",
        "table",
        "caption",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "span",
        "em",
        "a",
    }
    assert {tag for tag, _ in page.tags} <= allowed
    names = {name for _, attributes in page.tags for name in attributes}
    assert names <= {"class", "scope", "style", "title", "href", "rel", "target"}
    links = [attributes["href"] for tag, attributes in page.tags if tag == "a"]
    assert all(link is not None and link.startswith(("https://", "http://")) for link in links)


def values() -> list[tuple[Fact, Value]]:
    """Every value of the bundled catalog."""
    models = ADVISOR.catalog.models.values()
    facts = [fact for model in models for fact in model.facts.values()]
    facts += [fact for model in models for route in model.routes for fact in route.facts.values()]
    return [(fact, fact.value) for fact in facts]


def test_values_have_the_words_that_the_other_answers_use() -> None:
    """A value reads in a notebook as it does in the answers in text."""
    assert [fact.id for fact, value in values() if in_words(value) != value_text(value_view(value))] == []


def test_no_character_is_lost_that_a_page_may_hold() -> None:
    """Blanks that do not break and letters of all scripts stay; what turns the text around it does not."""
    page = Page(html("1\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}3 通义 é\N{RIGHT-TO-LEFT OVERRIDE}", []))
    assert page.text == ["1\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}3 通义 é\N{REPLACEMENT CHARACTER}"]


def test_a_page_without_anything_to_show_says_what_to_give_up() -> None:
    """Where nothing fits, what to drop stands below the empty table."""
    page = Page(RESULTS["nothing fits"]._repr_html_())
    assert any(text.startswith("Drop budget: ") for text in page.text)


@pytest.mark.parametrize("name", RESULTS)
def test_what_a_notebook_keeps_beside_the_tables_is_a_line(name: str) -> None:
    """IPython keeps a text beside each table: it is a line, not all that the answer rests on; `print` gives it too."""
    shown, _ = DisplayFormatter().format(RESULTS[name])  # type: ignore[no-untyped-call]  # IPython declares no types
    line = shown["text/plain"]
    assert "text/html" in shown
    assert line == str(RESULTS[name])
    assert line.startswith(f"<{type(RESULTS[name]).__name__}: ")
    assert len(line) < 1500
    assert line.count("\n") == 0


def test_a_page_says_how_a_budget_was_understood() -> None:
    """A sum is a ceiling for one second or one image, and who meant a whole campaign can see it."""
    for budget, told in (("150 USD", "150"), ("0.8/clip", "0.1")):
        page = Page(ADVISOR.find(task="product-videos", budget=budget)._repr_html_())
        assert f"Asked for video at most {told} USD a second." in "".join(page.text)
    assert "Asked for" not in ADVISOR.find(task="product-videos")._repr_html_()


def test_large_whole_numbers_are_written_out() -> None:
    """Pixels and characters are counted in millions, and a power of ten is not how people write them."""
    assert in_words(16777216.0) == value_text(16777216.0) == "16777216"
    assert in_words(0.1) == value_text(0.1) == "0.1"


def test_a_catalog_and_a_ranking_print_short() -> None:
    """Where Python prints a value by itself, a catalog is a line, and rankings do not name every model."""
    assert repr(ADVISOR.catalog).startswith("<Catalog 20")
    assert repr(ADVISOR.find(task="ugc-ads").fits).startswith("<LazyList of ")
    assert len(repr(ADVISOR.find(task="ugc-ads"))) < 50_000
