"""Asks for every address of a catalog: the only module that reaches the network."""

from __future__ import annotations

import asyncio
import datetime
import re
from collections.abc import Callable, Mapping, Sequence
from http.cookiejar import CookieJar, DefaultCookiePolicy
from importlib.metadata import version
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urljoin, urlsplit

import attrs

from modeladvisor.curation.link_manners import ROBOT, Host, Manners, retry_after
from modeladvisor.curation.link_pages import fingerprint
from modeladvisor.curation.links import Link, Mark, Visit
from modeladvisor.errors import NotInstalledError

if TYPE_CHECKING:
    import httpx

AGENT = f"{ROBOT}/{version('modeladvisor')} (checks the links of a catalog of AI models)"
LARGEST_ROBOTS = 500 * 1024
"""RFC 9309, 2.5: "Crawlers SHOULD impose a parsing limit ...; the parsing limit MUST be at least 500 kibibytes"."""
_TARGET = "x-redirect-target"
_PINNED = re.compile(r"/[0-9a-f]{40}(/|$)")
"""The address of one commit: what it shows cannot change, only what stands around it."""


@attrs.frozen
class _Reply:
    """One answer of a server, or why there is none."""

    status: int = 0
    headers: Mapping[str, str] = attrs.field(factory=dict)
    body: bytes | None = None
    trouble: str | None = None
    skipped: str | None = None
    broken: bool = False


def visit_all(
    links: Sequence[Link],
    memory: Mapping[str, Mark] | None,
    today: datetime.date,
    *,
    manners: Manners | None = None,
    tell: Callable[[int], None] = lambda _: None,
) -> list[Visit]:
    """Return what came of asking for each link, in their order.

    Args:
        links: What is asked for.
        memory: What the run before saw; None where no state is kept, and then no page is read.
        today: The day that new marks carry.
        manners: How much is asked of servers; the default is meant for other people's.
        tell: Called with the number of links that are done, each time that there is another.

    Raises:
        NotInstalledError: if httpx is missing.
    """
    try:
        import httpx
    except ImportError as error:
        raise NotInstalledError("links", "httpx", "curation") from error

    async def everything() -> list[Visit]:
        no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        headers = {"User-Agent": AGENT, "Accept": "*/*", "Accept-Encoding": "identity"}
        hooks = {"response": [_keep_location]}
        async with httpx.AsyncClient(  # nosec B113 # see the time limit
            headers=headers,
            cookies=no_cookies,
            event_hooks=hooks,
            timeout=None,  # noqa: S113 - every request stands under one time limit, its body included
        ) as client:
            round_ = _Round(client, memory, today, manners or Manners())
            done = 0

            async def one(link: Link) -> Visit:
                nonlocal done
                found = await round_.visit(link)
                done += 1
                tell(done)
                return found

            return list(await asyncio.gather(*(one(link) for link in links)))

    return asyncio.run(everything())


class _Round:
    """One run over all links, with what it has learnt of their hosts."""

    def __init__(
        self,
        client: httpx.AsyncClient,
        memory: Mapping[str, Mark] | None,
        today: datetime.date,
        manners: Manners,
    ) -> None:
        self._client = client
        self._memory = memory
        self._today = today
        self._manners = manners
        self._hosts: dict[str, Host] = {}
        self._seats = asyncio.Semaphore(manners.hosts)

    async def visit(self, link: Link) -> Visit:
        """Follow one address to its end."""
        if link.affiliate:
            return Visit(skipped="visits to affiliate links are counted, look at it by hand")
        address, moved_to, for_good, seen = link.url, None, True, {link.url}
        before = (self._memory or {}).get(link.url)
        while True:
            reply = await self._ask(address, before)
            if not (300 <= reply.status < 400 and reply.status != 304):
                break
            target = reply.headers.get(_TARGET)
            if not target:
                return Visit(moved_to=moved_to, trouble=f"answers {reply.status} without an address")
            try:
                address = urldefrag(urljoin(address, target)).url
                on_the_web = urlsplit(address).scheme in ("http", "https") and bool(_host_of(address))
            except ValueError:
                on_the_web = False
            if not on_the_web:
                return Visit(moved_to=moved_to, trouble=f"sends to {target}, which is no web address")
            for_good = for_good and reply.status in (301, 308)
            moved_to = address if for_good else moved_to
            if address in seen:
                return Visit(trouble="sends in a circle")
            if len(seen) > self._manners.hops:
                return Visit(trouble=f"sends on more than {self._manners.hops} times")
            seen.add(address)
        if reply.skipped or reply.trouble:
            return Visit(moved_to=moved_to, trouble=reply.trouble, skipped=reply.skipped)
        return Visit(reply.status, moved_to, mark=self._mark(link.url, reply, before))

    def _mark(self, url: str, reply: _Reply, before: Mark | None) -> Mark | None:
        if self._memory is None or not 200 <= reply.status < 300:
            return None
        if reply.body is not None:
            sha256: str | None = fingerprint(reply.headers.get("content-type", ""), reply.body)
        else:
            sha256 = before.sha256 if before and not _PINNED.search(url) else None
        return Mark(reply.headers.get("etag"), reply.headers.get("last-modified"), sha256, self._today)

    async def _ask(self, url: str, before: Mark | None) -> _Reply:
        """Ask by HEAD, and by GET where that is not enough: where HEAD fails, or the page itself is wanted."""
        reply = await self._request("HEAD", url)
        refused = reply.status in (429, 503)
        if reply.skipped or (reply.trouble and not reply.broken) or refused or 300 <= reply.status < 400:
            return reply
        wanted = self._memory is not None and not _PINNED.search(url) and not _same(reply.headers, before)
        if reply.trouble or reply.status >= 400 or wanted:
            return await self._request("GET", url, read=wanted)
        return reply

    async def _request(self, method: str, url: str, *, read: bool = False) -> _Reply:
        """Make one request when the host's turn has come; once more where the host asks for a short wait."""
        try:
            name = _host_of(url)
        except ValueError as error:
            return _Reply(trouble=f"is no address: {error}")
        host = self._hosts.setdefault(name, Host(name, self._manners))
        async with host.lock:
            if not host.greeted:
                host.greeted = True
                await self._read_rules(url, host)
            for last in (False, True):
                if host.closed:
                    return _Reply(trouble=host.closed)
                if not host.allows(url):
                    return _Reply(skipped="robots.txt asks not to fetch it")
                reply = await self._send(method, url, host, most=self._manners.largest_body if read else 0)
                if reply.status not in (429, 503):
                    break
                wait = retry_after(reply.headers, datetime.datetime.now(datetime.UTC))
                if not host.refused(reply.status, wait, last=last):
                    break
        return reply

    async def _read_rules(self, url: str, host: Host) -> None:
        """Read what a host asks of robots.

        RFC 9309, 2.3.1.3: where `robots.txt` is "unavailable" (400 to 499) any page may be fetched;
        2.3.1.4: where it is "unreachable due to server or network errors" (500 to 599) none.
        """
        address = urljoin(url, "/robots.txt")
        for _ in range(5):  # RFC 9309, 2.3.1.2: "at least five consecutive redirects"
            reply = await self._send("GET", address, host, most=LARGEST_ROBOTS)
            target = reply.headers.get(_TARGET) if 300 <= reply.status < 400 else None
            if target is None or urlsplit(urljoin(address, target)).netloc != host.name:
                break
            address = urljoin(address, target)
        if reply.status >= 500 or reply.status == 429:
            host.closed = f"not asked: robots.txt of {host.name} answers {reply.status}"
        elif 200 <= reply.status < 300 and reply.body is not None:
            host.obey(reply.body.decode("utf-8", "replace").splitlines())

    async def _send(self, method: str, url: str, host: Host, *, most: int) -> _Reply:
        """Make one request and read at most so many bytes of the answer; the host's lock is held."""
        import httpx

        await host.turn()
        broken = False
        try:
            async with (
                self._seats,
                asyncio.timeout(self._manners.time_limit),
                self._client.stream(method, url) as response,
            ):
                body = await _body(response, most) if most and response.is_success else None
                host.answered()
                headers = {name.casefold(): value for name, value in response.headers.items()}
                return _Reply(response.status_code, headers, body)
        except TimeoutError:
            trouble = f"no answer within {self._manners.time_limit:g} s"
        except (httpx.RemoteProtocolError, httpx.ReadError):
            trouble, broken = "breaks off the connection", True
        except httpx.TransportError as error:
            trouble = f"cannot be reached: {error or type(error).__name__}"
        except (httpx.InvalidURL, ValueError) as error:
            trouble = f"is no address: {error}"
        host.failed(trouble)
        return _Reply(trouble=trouble, broken=broken)


def _host_of(url: str) -> str:
    """Return host and port of an address; ValueError where they cannot be."""
    parts = urlsplit(url)
    if parts.hostname and parts.port != 0:
        return parts.netloc
    raise ValueError("it names no host")


async def _keep_location(response: httpx.Response) -> None:
    """Put the target of a redirect where httpx does not look: it refuses answers whose target is no web address."""
    if "location" in response.headers:
        response.headers[_TARGET] = response.headers.pop("location")


async def _body(response: httpx.Response, most: int) -> bytes:
    """Return the first bytes of a body as they were sent; what is packed small is never unpacked."""
    read = bytearray()
    async for part in response.aiter_raw():
        read += part
        if len(read) >= most:
            break
    return bytes(read[:most])


def _same(headers: Mapping[str, str], before: Mark | None) -> bool:
    """Return whether a server says that a page is the one that was seen before."""
    if before is None or before.sha256 is None:
        return False
    if before.etag:
        return headers.get("etag") == before.etag
    return before.last_modified is not None and headers.get("last-modified") == before.last_modified
