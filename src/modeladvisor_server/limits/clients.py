"""Who a client is: its address, told by the peer itself or by a proxy that is trusted to tell."""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_NAME = r"[!#$%&'*+.^_`|~0-9A-Za-z-]++"  # a token (RFC 9110, section 5.6.2)
# RFC 7239, section 4: forwarded-element = [ forwarded-pair ] *( ";" [ forwarded-pair ] )
# Each match is one pair with what ends it; no quantifier gives anything back, so that the time stays linear.
# An unquoted value may hold ":" and brackets here, because there are proxies that forget to quote.
_PAIR = re.compile(
    r"[ \t]*+"
    rf"(?:(?P<name>{_NAME})="
    r"""(?:"(?P<quoted>(?:[^"\\]|\\.)*+)"|(?P<plain>[^\s",;]++)))?"""
    r"[ \t]*+(?P<end>[,;]|$)"
)
_LONGEST_ADDRESS = 64  # an IPv6 address with an embedded IPv4 one has 45 characters, the rest is for a zone
_ADDRESS_WITH_PORT = re.compile(r"(?P<v4>[0-9.]+):[^:]*|\[(?P<v6>[^\]]*)\](?::.*)?")


def client_key(peer: str | None, headers: Mapping[str, str], trusted_proxies: Sequence[Network]) -> str:
    """The name under which a client's requests are counted.

    An IPv4 address is its own key, also when it comes as IPv4-mapped IPv6; of an IPv6 address it is the /64,
    which is what one customer gets, such as `2001:db8:1:2::/64`.
    A peer that is not in `trusted_proxies` is the client, whatever its headers say.
    Otherwise the client is the right-most hop in `Forwarded` (RFC 7239) or `X-Forwarded-For` that is no
    trusted proxy itself, or the left-most hop if all are.
    A hop that gives no address ends the search at the last proxy that did.
    Where both headers are there and name different clients, one of them may have been sent by the client;
    nobody can tell which, so the peer counts instead.

    Args:
        peer: the address of the other end of the connection; None or no address where that is not IP.
        headers: with names in lower case; a header sent twice joined by a comma.
        trusted_proxies: what `parse_trusted` gave.
    """
    address = _address(peer or "")
    if address is None:
        return "unknown"
    if trusted_proxies and _is_in(address, trusted_proxies):
        address = _told(address, headers, trusted_proxies)
    return _key(address)


def parse_trusted(text: str) -> tuple[Network, ...]:
    """The networks in a list of addresses and networks, separated by commas or blanks; none in an empty text.

    Raises:
        ValueError: some are neither; the message names all of them and says what was expected.
    """
    networks: list[Network] = []
    wrong: list[str] = []
    for part in re.split(r"[\s,]+", text.strip(" \t\r\n,")):
        if not part:
            continue
        try:
            networks.append(_plain_network(ip_network(part)))
        except ValueError as error:
            meant = f" (did you mean {_loose(part)!r}?)" if "host bits set" in str(error) else ""
            wrong.append(f"{part!r}{meant}")
    if wrong:
        raise ValueError(
            "expected IP addresses or networks separated by commas, such as '10.0.0.0/8, 2001:db8::1', "
            f"got {', '.join(wrong)}"
        )
    return tuple(networks)


def _told(peer: Address, headers: Mapping[str, str], trusted: Sequence[Network]) -> Address:
    """The client that a trusted `peer` names."""
    named = []
    if forwarded := headers.get("forwarded", "").strip():
        named.append(_first_untrusted(peer, _forwarded_hops(forwarded), trusted))
    if forwarded_for := headers.get("x-forwarded-for", "").strip():
        named.append(_first_untrusted(peer, reversed(forwarded_for.split(",")), trusted))
    if not named or any(_key(one) != _key(named[0]) for one in named):
        return peer
    return named[0]


def _first_untrusted(peer: Address, hops: Iterator[str], trusted: Sequence[Network]) -> Address:
    """The first of `hops`, nearest first, that is no trusted proxy."""
    nearest = peer
    for hop in hops:
        # "A recipient MUST parse and ignore a reasonable number of empty list elements" (RFC 9110, 5.6.1.2)
        if not hop.strip():
            continue
        address = _address(_without_port(hop.strip()))
        if address is None:
            return nearest
        nearest = address
        if not _is_in(address, trusted):
            return address
    return nearest


def _forwarded_hops(text: str) -> Iterator[str]:
    """The `for` of every element, nearest first, `unknown` where it has none; only `unknown` if malformed."""
    hops: list[str] = []
    pairs: dict[str, str] = {}
    at = 0
    while True:
        match = _PAIR.match(text, at)
        # "Each parameter MUST NOT occur more than once per field-value." (RFC 7239, section 4)
        if match is None or (match["name"] and match["name"].lower() in pairs):
            return iter(["unknown"])
        if match["name"]:
            value = match["plain"] or re.sub(r"\\(.)", r"\1", match["quoted"] or "")
            pairs[match["name"].lower()] = value
        if match["end"] != ";":
            if pairs:
                hops.append(pairs.get("for", "unknown") or "unknown")
            pairs = {}
        at = match.end()
        if not match["end"]:
            return reversed(hops)


def _without_port(text: str) -> str:
    match = _ADDRESS_WITH_PORT.fullmatch(text)
    return (match["v4"] or match["v6"]) if match else text


def _address(text: str) -> Address | None:
    # Nothing longer is looked at, so that what is remembered stays small.
    return _parsed(text) if len(text) <= _LONGEST_ADDRESS else None


@functools.lru_cache(maxsize=4096)
def _parsed(text: str) -> Address | None:
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


def _is_in(address: Address, networks: Sequence[Network]) -> bool:
    return any(address in network for network in networks)


def _loose(part: str) -> str:
    return str(ip_network(part, strict=False))


def _plain_network(network: Network) -> Network:
    """An IPv4-mapped network as IPv4, as addresses are compared."""
    if isinstance(network, IPv6Network) and network.prefixlen >= 96 and network.network_address.ipv4_mapped:
        return IPv4Network((network.network_address.ipv4_mapped, network.prefixlen - 96))
    return network


def _key(address: Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    return f"{IPv6Address(int(address) >> 64 << 64)}/64"
