"""Restraint towards the hosts of links: one request at a time, pauses, and no for an answer."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from urllib.robotparser import RobotFileParser

import attrs

ROBOT = "modeladvisor-links"
"""The name by which `robots.txt` may speak to this command."""


@attrs.frozen
class Manners:
    """How much is asked of other people's servers.

    Attributes:
        pause: Seconds between two requests to one host.
        hosts: Requests under way at a time, each to another host.
        time_limit: Seconds for one answer, its body included.
        patience: The longest wait in seconds that a server can ask for before it is left alone.
        failures: Answers in a row that fail to come before a host is left alone.
        hops: Redirects that are followed.
        largest_body: Bytes of a page that are read.
    """

    pause: float = 1.0
    hosts: int = 8
    time_limit: float = 20.0
    patience: float = 30.0
    failures: int = 3
    hops: int = 10
    largest_body: int = 2_000_000


class Host:
    """What is known of one host during a run; whoever asks it holds its lock."""

    def __init__(self, name: str, manners: Manners) -> None:
        self.name = name
        self.lock = asyncio.Lock()
        self.closed: str | None = None
        self.greeted = False
        self._manners = manners
        self._pause = manners.pause
        self._not_before = 0.0
        self._failed = 0
        self._rules: RobotFileParser | None = None

    async def turn(self) -> None:
        """Wait until the host may be asked again."""
        clock = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self._not_before - clock.time()))

    def answered(self) -> None:
        """Note an answer: the next request waits for the pause."""
        self._failed = 0
        self._wait(self._pause)

    def failed(self, trouble: str) -> None:
        """Note an answer that did not come; after some in a row the host is left alone."""
        self._failed += 1
        self._wait(self._pause)
        if self._failed >= self._manners.failures:
            self.closed = f"not asked: {self.name} failed {self._failed} times in a row ({trouble})"

    def refused(self, status: int, wait: float | None, *, last: bool) -> bool:
        """Note that the host has had enough, and return whether it may be asked again after its wait.

        RFC 6585, 429: the response "MAY include a Retry-After header indicating how long to wait".
        """
        if wait is not None and wait <= self._manners.patience and not last:
            self._wait(max(wait, self._pause))
            return True
        if status == 429 or wait is not None:
            asked = "" if wait is None else f" and asks to wait {wait:.0f} s"
            self.closed = f"not asked: {self.name} answers {status}{asked}"
        return False

    def obey(self, lines: list[str]) -> None:
        """Take over the rules of a `robots.txt`; one that cannot be read has none."""
        rules = RobotFileParser()
        try:
            rules.parse(lines)
        except ValueError:
            return
        self._rules = rules
        delay = rules.crawl_delay(ROBOT)
        if delay is None:
            return
        self._pause = max(self._pause, float(delay))
        if self._pause > self._manners.patience:
            self.closed = f"not asked: {self.name} asks for pauses of {self._pause:.0f} s"

    def allows(self, url: str) -> bool:
        """Return whether the host lets robots fetch an address."""
        return self._rules is None or self._rules.can_fetch(ROBOT, url)

    def _wait(self, seconds: float) -> None:
        self._not_before = asyncio.get_running_loop().time() + seconds


def retry_after(headers: Mapping[str, str], now: datetime.datetime) -> float | None:
    """Return the seconds that a server asks to wait, as it says them or until the date that it names.

    RFC 9110, 10.2.3: "Retry-After = HTTP-date / delay-seconds".
    """
    said = headers.get("retry-after", "").strip()
    if said.isascii() and said.isdigit():
        return float(said[:9])
    try:
        until = parsedate_to_datetime(said)
    except ValueError:
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=datetime.UTC)
    return max(0.0, (until - now).total_seconds())
