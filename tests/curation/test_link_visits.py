"""How addresses are asked for, against a server that misbehaves."""

from __future__ import annotations

import datetime
import itertools
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping

import attrs
import pytest
from misbehaving_server import HUGE, Server, misbehaving

from modeladvisor.curation.link_manners import Manners, retry_after
from modeladvisor.curation.link_visits import visit_all
from modeladvisor.curation.links import Finding, Link, Mark, Visit, judged
from modeladvisor.errors import NotInstalledError
from strategies import TODAY

QUICK = Manners(pause=0.0, hosts=4, time_limit=0.5, patience=2.0, failures=99)
TOMORROW = TODAY + datetime.timedelta(days=1)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that misbehaves, asked without a proxy."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with misbehaving() as running:
        yield running


def ask(
    *urls: str,
    memory: Mapping[str, Mark] | None = None,
    manners: Manners = QUICK,
    today: datetime.date = TODAY,
) -> list[Visit]:
    """Visit addresses."""
    return visit_all([Link(url, ("somebody",)) for url in urls], memory, today, manners=manners)


def found(url: str, manners: Manners = QUICK) -> Finding:
    """Visit one address and judge it."""
    (visit,) = ask(url, manners=manners)
    return judged(Link(url, ("somebody",)), visit, None)


@pytest.mark.parametrize(
    ("path", "state", "detail"),
    [
        ("/fine", "fine", ""),
        ("/no-head", "fine", ""),
        ("/breaks-head", "fine", ""),
        ("/status/404", "gone", "answers 404"),
        ("/status/410", "gone", "answers 410"),
        ("/status/403", "unreachable", "answers 403"),
        ("/status/500", "unreachable", "answers 500"),
        ("/status/503", "unreachable", "answers 503"),
        ("/redirect/302/fine", "fine", ""),
        ("/redirect/301/fine", "moved", "to {}/fine"),
        ("/redirect/308/redirect/301/fine", "moved", "to {}/fine"),
        ("/redirect/301/redirect/302/fine", "moved", "to {}/redirect/302/fine"),
        ("/redirect/302/redirect/301/fine", "fine", ""),
        ("/redirect/301/status/404", "gone", "sent on to {}/status/404, answers 404"),
        ("/redirect/302/status/404", "gone", "answers 404"),
        ("/nowhere", "unreachable", "answers 302 without an address"),
        ("/mail", "unreachable", "sends to mailto:somebody@example.com, which is no web address"),
        ("/no-address", "unreachable", "sends to http://[::1, which is no web address"),
        ("/cookie", "unreachable", "sends in a circle"),
        ("/closing", "unreachable", "breaks off the connection"),
        ("/slow/0.1", "fine", ""),
        ("/slow/2", "unreachable", "no answer within 0.5 s"),
        ("/hanging", "unreachable", "no answer within 0.5 s"),
        ("/dripping", "unreachable", "no answer within 0.5 s"),
        ("/huge", "fine", ""),
    ],
)
def test_each_fault_has_its_word(path: str, state: str, detail: str, server: Server) -> None:
    """What a server does wrong is told in words that say what to do about the address."""
    one = found(server.url(path))
    assert (one.state, one.detail) == (state, detail.format(server.url("")))


def test_a_long_chain_is_given_up(server: Server) -> None:
    """Ten redirects are followed, and the eleventh is not."""
    for hops, state in ((10, "moved"), (11, "unreachable")):
        assert found(server.url("/redirect/301" * hops + "/fine")).state == state
    assert ("HEAD", "/fine") in server.asked


def test_a_circle_is_told(server: Server) -> None:
    """An address that is sent back to itself is asked once."""
    (visit,) = ask(server.url("/cookie"))
    assert visit.trouble == "sends in a circle"
    assert server.asked == [("HEAD", "/cookie")]


def test_no_cookies_are_kept(server: Server) -> None:
    """What one page leaves behind does not change what another one says."""
    visits = ask(server.url("/cookie"), server.url("/cookie/2"))
    assert [one.trouble for one in visits] == ["sends in a circle"] * 2


def test_head_is_enough_where_no_state_is_kept(server: Server) -> None:
    """A good answer to HEAD ends it, and a bad one is asked again by GET before it is believed."""
    ask(server.url("/fine"), server.url("/status/404"))
    assert server.asked == [("HEAD", "/fine"), ("HEAD", "/status/404"), ("GET", "/status/404")]


def test_the_agent_names_the_project(server: Server) -> None:
    """Every request says who asks."""
    ask(server.url("/fine"), server.url("/no-head"))
    (agent,) = server.agents
    assert agent.startswith("modeladvisor-links/")


def test_no_more_than_is_wanted_of_a_huge_body(server: Server) -> None:
    """Of a body without end only the first part is read, and a hash of that is remembered."""
    (visit,) = ask(
        server.url("/huge"), memory={}, manners=attrs.evolve(QUICK, largest_body=200_000, time_limit=5.0)
    )
    assert visit.mark
    assert visit.mark.sha256
    assert server.sent < HUGE / 2


@pytest.mark.parametrize("path", ["/page", "/etag", "/dated", "/other"])
def test_a_page_that_stays_the_same_is_not_changed(path: str, server: Server) -> None:
    """The second run finds nothing changed, though tokens in the page differ, and carries its own day."""
    url = server.url(path)
    (first,) = ask(url, memory={})
    assert first.mark
    (second,) = ask(url, memory={url: first.mark}, today=TOMORROW)
    assert second.mark
    assert judged(Link(url, ()), second, first.mark).state == "fine"
    assert second.mark == attrs.evolve(first.mark, seen=TOMORROW)


@pytest.mark.parametrize("path", ["/page", "/etag", "/dated"])
def test_a_page_with_other_words_is_changed(path: str, server: Server) -> None:
    """Other words on the page, by a new ETag, another date or a hash alone, are told with the day of the run before."""
    url = server.url(path)
    (first,) = ask(url, memory={})
    assert first.mark
    server.words = "other"
    (second,) = ask(url, memory={url: first.mark}, today=TOMORROW)
    told = judged(Link(url, ()), second, first.mark)
    assert (told.state, told.detail) == ("changed", f"since {TODAY}")


def test_a_page_that_says_it_is_the_same_is_not_read_again(server: Server) -> None:
    """Where the ETag or the date is that of the run before, HEAD is enough."""
    for path in ("/etag", "/dated"):
        url = server.url(path)
        (first,) = ask(url, memory={})
        assert first.mark
        server.asked.clear()
        ask(url, memory={url: first.mark})
        assert server.asked == [("HEAD", path)]


def test_one_commit_of_a_file_never_changes(server: Server) -> None:
    """An address of a commit is not read: only what stands around the file can change."""
    url = server.url(f"/page/blob/{'a1' * 20}/file.md")
    (first,) = ask(url, memory={})
    assert first.mark == Mark(None, None, None, TODAY)
    assert [method for method, _ in server.asked] == ["HEAD"]


@pytest.mark.parametrize("path", ["/busy/1", "/until"])
def test_a_short_wait_is_kept(path: str, server: Server) -> None:
    """A server that asks for a second, in seconds or by a date, is asked again after it."""
    assert found(server.url(path)).state == "fine"
    first, second = server.times
    assert second - first >= (0.95 if path == "/busy/1" else 0.0)
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    ("path", "asked"), [("/always-busy/1", 2), ("/always-busy/3600", 1), ("/always-busy/", 1)]
)
def test_a_host_that_has_enough_is_left_alone(path: str, asked: int, server: Server) -> None:
    """After a 429 that no short wait mends, nothing more is asked of the host, and each address says why."""
    visits = ask(server.url(path), server.url("/fine"), server.url("/page"))
    assert [one.status for one in visits] == [429, None, None]
    assert all("answers 429" in (one.trouble or "") for one in visits[1:])
    assert len(server.asked) == asked


def test_a_host_that_does_not_answer_is_left_alone(server: Server) -> None:
    """After some answers in a row that did not come, nothing more is asked of the host."""
    urls = [server.url(f"/hanging/{number}") for number in range(5)]
    manners = attrs.evolve(QUICK, failures=2, time_limit=0.2)
    visits = ask(*urls, manners=manners)
    assert len(server.asked) == 2
    assert [one.trouble == "no answer within 0.2 s" for one in visits] == [True, True, False, False, False]
    assert "failed 2 times in a row" in (visits[4].trouble or "")


def test_only_failures_in_a_row_count(server: Server) -> None:
    """A host that answers now and then is asked to the end."""
    paths = ["/hanging/1", "/fine", "/hanging/2", "/fine/2", "/hanging/3", "/fine/3"]
    visits = ask(*map(server.url, paths), manners=attrs.evolve(QUICK, failures=2, time_limit=0.2))
    assert [one.status for one in visits] == [None, 200] * 3


def test_one_host_is_asked_one_thing_at_a_time(server: Server) -> None:
    """Requests to one host never overlap, and between two of them there is a pause."""
    ask(*(server.url(f"/slow/0.0{number}") for number in range(6)), manners=attrs.evolve(QUICK, pause=0.1))
    assert server.most_at_once == 1
    assert len(server.times) == 6
    assert min(later - earlier for earlier, later in itertools.pairwise(server.times)) >= 0.09


def test_hosts_are_asked_side_by_side(server: Server) -> None:
    """Slow hosts do not wait for each other."""
    with misbehaving() as second, misbehaving() as third:
        started = time.monotonic()
        visits = ask(*(one.url("/slow/0.4") for one in (server, second, third)))
        assert time.monotonic() - started < 1.1
    assert [one.status for one in visits] == [200, 200, 200]


def test_what_robots_txt_forbids_is_not_fetched(server: Server) -> None:
    """An address that the host keeps from robots is skipped; the rules for this command go before those for all."""
    server.robots = "User-agent: *\nDisallow: /page\n"
    skipped, fine = (found(server.url(path)) for path in ("/page", "/fine"))
    assert (skipped.state, fine.state) == ("skipped", "fine")
    assert server.asked == [("HEAD", "/fine")]
    server.robots = "User-agent: *\nDisallow: /\n\nUser-agent: modeladvisor-links\nDisallow:\n"
    assert found(server.url("/page")).state == "fine"


def test_the_pause_that_robots_txt_asks_for_is_kept(server: Server) -> None:
    """A Crawl-delay longer than the pause is kept, and one that is too long leaves the host alone."""
    server.robots = "User-agent: *\nCrawl-delay: 1\n"
    ask(server.url("/fine"), server.url("/page"))
    first, second = server.times
    assert second - first >= 0.95
    server.robots = "User-agent: *\nCrawl-delay: 3600\n"
    assert found(server.url("/fine")).detail.endswith("asks for pauses of 3600 s")


def test_a_host_whose_robots_txt_fails_is_left_alone(server: Server) -> None:
    """Rules that cannot be fetched because the server fails may forbid everything; missing ones forbid nothing."""
    server.robots = 500
    assert found(server.url("/fine")).detail.endswith("answers 500")
    assert server.asked == []
    server.robots = 403
    assert found(server.url("/fine")).state == "fine"


@pytest.mark.parametrize(
    "rules", ["\x00\xff", "User-agent: *\nDisallow: http://[::1\n", "Crawl-delay: x" * 99]
)
def test_rules_that_cannot_be_read_are_none(rules: str, server: Server) -> None:
    """A `robots.txt` of nonsense stops nothing."""
    server.robots = rules
    assert found(server.url("/fine")).state == "fine"


def test_affiliate_links_are_not_asked_for(server: Server) -> None:
    """A visit to an affiliate link is counted for money, so the command makes none."""
    (visit,) = visit_all([Link(server.url("/fine"), (), affiliate=True)], None, TODAY, manners=QUICK)
    assert visit.skipped
    assert server.asked == []


def test_a_port_where_nobody_listens() -> None:
    """A host that refuses the connection is told so."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        assert found(f"http://127.0.0.1:{port}/").detail.startswith("cannot be reached: ")


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:99999/",
        "http://127.0.0.1:0/",
        "http://[::1/",
        "https:///page",
        f"http://{'a' * 64}.invalid/",
        "http://a..invalid/",
    ],
)
def test_what_is_no_address_is_told(url: str) -> None:
    """An address that cannot be asked for is a finding, not a failure of the whole run."""
    assert found(url).state == "unreachable"


def test_answers_come_in_the_order_of_the_links(server: Server) -> None:
    """Whatever ends first, each answer stands at the place of its link, and each is counted."""
    done: list[int] = []
    paths = ["/slow/0.2", "/status/404", "/fine", "/status/500"]
    links = [Link(server.url(path), ()) for path in paths]
    visits = visit_all(links, None, TODAY, manners=QUICK, tell=done.append)
    assert [one.status for one in visits] == [200, 404, 200, 500]
    assert done == [1, 2, 3, 4]


def test_no_links_are_no_visits() -> None:
    """A catalog without addresses asks nobody."""
    assert ask() == []


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("5", 5.0),
        ("0", 0.0),
        ("99999999999999999999", 999999999.0),
        ("Sat, 21 Nov 2026 12:00:10 GMT", 10.0),
        ("Sat, 21 Nov 2026 11:00:00 GMT", 0.0),
        ("Sat, 21 Nov 2026 12:00:10 -0000", 10.0),
        ("", None),
        ("-5", None),
        ("soon", None),
        ("²", None),
    ],
)
def test_how_long_a_server_asks_to_wait(said: str, seconds: float | None) -> None:
    """Seconds and dates are understood, dates that have passed are no wait, and nonsense is nothing."""
    noon = datetime.datetime(2026, 11, 21, 12, tzinfo=datetime.UTC)
    assert retry_after({"retry-after": said}, noon) == seconds
    assert retry_after({}, noon) is None


def test_without_httpx_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where httpx is missing, one sentence names the extra."""
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(
        NotInstalledError, match=r"links needs httpx; run: pip install 'modeladvisor\[curation\]'"
    ):
        ask("https://docs.example.com/page")


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    """Neither the library nor the command brings httpx, pyarrow or asyncio along."""
    code = "import sys, modeladvisor.command_line as c; c.main(['catalog', 'coverage', '--key', 'seed']); "
    code += "print(sorted({'httpx', 'pyarrow', 'asyncio'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - our own interpreter
    assert done.stdout.splitlines()[-1] == "[]"
