"""What pages say, and how it looks: unknown is never no, dates age, links tell who earns."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import attrs
import pytest
from page_client import BUNDLED, TODAY, Read, application, ask, read, text_of

from modeladvisor_server.pages.assistants import assistants
from modeladvisor_server.pages.words import Dating, age_words, answered, day_words, said

DATING = Dating(TODAY, {"fps": 100})


def looks(page: Read, name: str) -> list[ElementTree.Element]:
    """Return the elements that have a look."""
    return [one for one in page.elements() if name in (one.get("class") or "").split()]


def test_unknown_has_a_look_and_a_word_of_its_own() -> None:
    """Yes, no and unknown differ in class and in word."""
    looks_of = {str(answered(one)) for one in ("yes", "no", "unknown")}
    assert looks_of == {
        '<span class="yes">yes</span>',
        '<span class="no">no</span>',
        '<span class="unknown">unknown</span>',
    }
    assert said(None) == answered("unknown")
    assert said(False) == answered("no")


def test_every_unknown_of_a_record_is_shown_as_unknown() -> None:
    """The table of a record has one row for each capability, and says unknown exactly where nothing is known."""
    page = read(ask("/models/veo-3.1"))
    (table,) = [one for one in page.all("table") if one.get("class") == "record"]
    rows = list(table.iter("tr"))[1:]
    answer = ask("/api/v1/models/veo-3.1").json["model"]["capabilities"]
    assert len(rows) == len(answer)
    for row, (_, fact) in zip(rows, answer.items(), strict=True):
        value = list(row)[1]
        shown = [one.get("class") for one in value.iter("span")]
        assert ("unknown" in shown) == (fact is None)
        if fact is None:
            assert "no" not in shown
        else:
            links = [one.get("href") for one in list(row)[2].iter("a")]
            assert links == [fact["source_url"]]


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (12, "s", "12 s"),
        (1, "images", "1 image"),
        (4_194_304, "pixels", "4,194,304 pixels"),
        ([], None, "none"),
        (["720p", "1080p"], None, "720p, 1080p"),
        ({"includes": ["16:9"]}, None, "16:9 (perhaps more)"),
        ({"min": 2, "max": 10}, "s", "2 to 10 s"),
        ("<b>", None, "&lt;b&gt;"),
    ],
)
def test_values_are_said_in_words(value: object, unit: str | None, words: str) -> None:
    """A value reads as a person would say it, and is escaped."""
    assert str(said(value, unit)) == words


def test_dates_age_in_look_and_word() -> None:
    """Up to half of its limit a date stands alone; past that its age, and past the limit that too."""
    fresh, ageing, stale = (
        str(DATING.day((TODAY - datetime.timedelta(days=days)).isoformat(), 100)) for days in (50, 51, 101)
    )
    assert "<" not in fresh
    assert 'class="ageing"' in ageing
    assert "1 month old" in ageing
    assert 'class="stale"' in stale
    assert "past its limit" in stale


def test_the_limit_is_that_of_what_the_date_speaks_of() -> None:
    """Facts have the limit of their key, prices that of prices, the rest a year."""
    assert DATING.limit_of("veo-3.1/facts/fps") == 100
    assert DATING.limit_of("veo-3.1/routes/vertex-ai/facts/fps") == 100
    assert DATING.limit_of("veo-3.1/routes/vertex-ai/prices/fps") == 90
    assert DATING.limit_of("veo-3.1/evidence/fps") == 365


@pytest.mark.parametrize(
    ("day", "words"), [("2026-08-06", "6 Aug 2026"), ("2026-08", "Aug 2026"), ("soon", "soon")]
)
def test_days_are_written_as_people_write_them(day: str, words: str) -> None:
    """The day without a zero in front, the month as a word; what is no date stays as it is."""
    assert day_words(day) == words


def test_ages_are_said_in_whole_units() -> None:
    """One is one, and more are many."""
    told = [age_words(days) for days in (0, 1, 29, 30, 61, 365, 800)]
    assert told == [
        "0 days old", "1 day old", "29 days old", "1 month old", "2 months old", "1 year old", "2 years old",
    ]  # fmt: skip


def test_a_link_says_in_words_what_is_sold_and_who_earns() -> None:
    """An affiliate link says so beside it and to search engines; others say that they are none."""
    link = BUNDLED.access["veo-3.1"][0]
    links = (
        attrs.evolve(link, label="Earning", commercial=True, affiliate=True),
        attrs.evolve(link, label="Free", commercial=False, affiliate=False),
    )
    page = read(ask("/models/veo-3.1", app=application(BUNDLED.with_access({"veo-3.1": links}))))
    (found,) = looks(page, "links")
    told = [text_of(one) for one in found]
    assert told[0].startswith("Earning (something is sold there; affiliate link: the publisher")
    assert told[1] == "Free (nothing is sold there; no affiliate link)"
    relations = [(one.get("rel") or "").split() for one in found.iter("a")]
    assert "sponsored" in relations[0]
    assert "sponsored" not in relations[1]


def test_who_pays_is_counted() -> None:
    """The page on the method says how many links earn something."""
    link = attrs.evolve(BUNDLED.access["veo-3.1"][0], affiliate=True)
    app = application(BUNDLED.with_access({"veo-3.1": (link,)}))
    assert "Of 1 links in this catalog" in read(ask("/methodology", app=app)).text
    assert "1 is an affiliate link" in read(ask("/methodology", app=app)).text
    assert "none is an affiliate link" in read(ask("/methodology")).text


def test_verdict_and_computed_rank_stand_side_by_side() -> None:
    """The page of a use case has for each medium both parts, and the state of the verdict."""
    for slug in BUNDLED.use_cases:
        answer = ask(f"/api/v1/best/{slug}").json
        page = read(ask(f"/best/{slug}"))
        assert len(looks(page, "sides")) == len(answer["verdicts"])
        for verdict, side in zip(answer["verdicts"], looks(page, "sides"), strict=True):
            left, right = list(side)
            assert (left.get("class"), right.get("class")) == ("verdict", "computed")
            assert verdict["state"].replace("-", " ") in text_of(left)
            for head in verdict["pick"]:
                assert head["name"] in text_of(left)
            ranking = next(one for one in answer["computed"] if one["medium"] == verdict["medium"])
            places = (*ranking["fits"], *ranking["may_fit"])[:5]
            assert all(one["model"]["name"] in text_of(right) for one in places)
        assert answer["agreement"]["explanation"] in page.text
        assert answer["notice"] in page.text


def test_the_finder_shows_the_order_of_the_answer() -> None:
    """The places of the page are those of the JSON answer, in order, with the same points."""
    question = "task=product-videos&input=image"
    page = read(ask(f"/?{question}"))
    (ranking,) = ask(f"/api/v1/finder?{question}").json["rankings"]
    (places,) = looks(page, "explained")
    for item, place in zip(places, ranking["fits"], strict=False):
        assert item.get("value") == str(place["rank"])
        assert place["model"]["name"] in text_of(item)
        assert f"{place['score']['low']:g}" in text_of(item)
        cited = {one.get("href") for one in item.iter("a")}
        assert place["price"]["source_url"] in cited | {None}


def test_the_page_and_the_how_to_tell_the_same_clients_the_same() -> None:
    """Both name the same clients in the same order, with the same command or configuration; two have a link."""
    found = assistants("http://127.0.0.1:8000/mcp")
    how_to = (Path(__file__).parents[3] / "docs" / "how-to" / "connect-an-assistant.md").read_text("utf-8")
    assert [one.name for one in found] == re.findall("^## (.*)$", how_to, re.MULTILINE)[:-1]
    assert len(found) == 6 + 1
    written = [
        json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", how_to, re.MULTILINE | re.DOTALL)
    ]
    for one in found:
        assert json.loads(one.text) in written if one.text.startswith("{") else one.text in how_to, one.name
    assert [one.name for one in found if one.link] == ["Cursor", "VS Code"]
