"""Who counts as one client, and whom nobody can make the server believe."""

import ipaddress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from modeladvisor_server.limits import client_key, parse_trusted

PROXY = "10.0.0.1"
OTHER_PROXY = "10.0.0.2"
TRUSTED = parse_trusted("10.0.0.0/8, 2001:db8:ff::/48")
CLIENT = "203.0.113.7"


def key_of(headers: dict[str, str], peer: str = PROXY) -> str:
    """The key of a request that comes through the trusted proxy."""
    return client_key(peer, headers, TRUSTED)


@pytest.mark.parametrize(
    ("peer", "key"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("2001:0DB8:0001:0002::F", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", "unknown"),
        (None, "unknown"),
        ("testclient", "unknown"),
        ("203.0.113.07", "unknown"),
    ],
)
def test_an_address_is_a_client(peer: str | None, key: str) -> None:
    """IPv4 counts by address, also when mapped into IPv6; IPv6 counts by /64; the rest is one client."""
    assert client_key(peer, {}, ()) == key


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_one_network_of_a_customer_is_one_client(network: int, one: int, other: int) -> None:
    """Two IPv6 addresses have the same key if their upper 64 bits are the same, and only then."""
    network |= 1 << 63  # away from the IPv4-mapped ones

    def key(upper: int, lower: int) -> str:
        return client_key(str(ipaddress.IPv6Address(upper << 64 | lower)), {}, ())

    assert key(network, one) == key(network, other)
    assert key(network, one) != key(network ^ 1, one)


HEADERS = st.fixed_dictionaries({}, optional={"forwarded": st.text(), "x-forwarded-for": st.text()})


@example({"forwarded": "for=1.2.3.4"})
@example({"x-forwarded-for": "1.2.3.4"})
@example({"x-forwarded-for": f"1.2.3.4, {PROXY}"})
@given(HEADERS)
def test_headers_of_an_untrusted_peer_do_nothing(headers: dict[str, str]) -> None:
    """Whoever connects directly is the client, whatever it writes into its headers."""
    assert client_key(CLIENT, headers, TRUSTED) == CLIENT
    assert client_key(PROXY, headers, ()) == PROXY


PIECES = st.sampled_from(
    [
        "for",
        "by",
        "=",
        ";",
        ",",
        '"',
        "\\",
        "[",
        "]",
        ":",
        " ",
        "\t",
        "%",
        "unknown",
        "_x",
        "1.2.3.4",
        "2001:db8::1",
        PROXY,
    ]
)


@given(st.lists(PIECES, max_size=30).map("".join), st.lists(PIECES, max_size=30).map("".join))
def test_any_header_of_a_trusted_proxy_gives_some_client(forwarded: str, forwarded_for: str) -> None:
    """Malformed values never raise, and the key is always an address, a /64 or the proxy."""
    key = key_of({"forwarded": forwarded, "x-forwarded-for": forwarded_for})
    assert ipaddress.ip_network(key)


@pytest.mark.parametrize(
    ("value", "key"),
    [
        (CLIENT, CLIENT),
        (f"{CLIENT}:4711", CLIENT),
        ("[2001:db8:1:2::9]:4711", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", CLIENT),
        (f"198.51.100.1, {CLIENT}", CLIENT),
        (f"198.51.100.1, {CLIENT}, {OTHER_PROXY}", CLIENT),
        (f"198.51.100.1, {CLIENT}, 2001:db8:ff::1, {OTHER_PROXY}", CLIENT),
        (f"{CLIENT},,  ,{OTHER_PROXY},", CLIENT),
        (f"10.9.9.9, {OTHER_PROXY}", "10.9.9.9"),
        (f"{CLIENT}, unknown", PROXY),
        (f"{CLIENT}, unknown, {OTHER_PROXY}", OTHER_PROXY),
        (f"{CLIENT}, 1.2.3", PROXY),
        (f"{CLIENT}, 1.2.3.4.5:80", PROXY),
        (f"{CLIENT}, {'1' * 10_000}", PROXY),
        ("", PROXY),
        (" , ", PROXY),
    ],
)
def test_x_forwarded_for_gives_the_right_most_untrusted_hop(value: str, key: str) -> None:
    """What a client wrote stands left of what the proxies added, and is not believed."""
    assert key_of({"x-forwarded-for": value}) == key


@pytest.mark.parametrize(
    ("value", "key"),
    [
        (f"for={CLIENT}", CLIENT),
        (f'FOR="{CLIENT}:4711";proto=https;by={PROXY}', CLIENT),
        ('for="[2001:db8:1:2::9]:4711"', "2001:db8:1:2::/64"),
        ('for="[2001:db8:1:2::9]"', "2001:db8:1:2::/64"),
        ("for=[2001:db8:1:2::9]:4711", "2001:db8:1:2::/64"),
        ('for="203\\.0.113.7"', CLIENT),
        (f"for=198.51.100.1, for={CLIENT};host=example.org, for={OTHER_PROXY}", CLIENT),
        (f"for={CLIENT}, , ;", CLIENT),
        (f"for=10.9.9.9, for={OTHER_PROXY}", "10.9.9.9"),
        (f"for={CLIENT}, proto=https", PROXY),
        (f"for={CLIENT}, for=unknown, for={OTHER_PROXY}", OTHER_PROXY),
        (f"for={CLIENT}, for=_hidden", PROXY),
        (f'for={CLIENT}, for=""', PROXY),
        (f'for="{CLIENT}', PROXY),
        (f'for=", for={CLIENT}', PROXY),
        (f'for={CLIENT}, for="', PROXY),
        (f"for={CLIENT}, for={CLIENT};=", PROXY),
        (f"for={CLIENT};for={CLIENT}", PROXY),
        (f"for= {CLIENT}", PROXY),
        (CLIENT, PROXY),
        ("", PROXY),
    ],
)
def test_forwarded_gives_the_right_most_untrusted_hop(value: str, key: str) -> None:
    """RFC 7239 with its quoting; an element without an address, or a malformed field, is not believed."""
    assert key_of({"forwarded": value}) == key


def test_two_headers_must_name_the_same_client() -> None:
    """A proxy writes one and passes the client's own on, so they are believed only where both agree."""
    assert key_of({"forwarded": f"for={CLIENT}", "x-forwarded-for": CLIENT}) == CLIENT
    assert key_of({"forwarded": "for=1.2.3.4", "x-forwarded-for": CLIENT}) == PROXY
    assert key_of({"forwarded": f"for={CLIENT}", "x-forwarded-for": "1.2.3.4"}) == PROXY
    assert key_of({"forwarded": f'for=", for={CLIENT}', "x-forwarded-for": "1.2.3.4"}) == PROXY
    same_network = {"forwarded": 'for="[2001:db8:1:2::9]"', "x-forwarded-for": "2001:db8:1:2::8"}
    assert key_of(same_network) == "2001:db8:1:2::/64"


def test_a_mapped_peer_is_the_trusted_proxy() -> None:
    """A server that listens on IPv6 sees an IPv4 proxy as a mapped address."""
    assert key_of({"x-forwarded-for": CLIENT}, peer=f"::ffff:{PROXY}") == CLIENT


@pytest.mark.parametrize("text", ["", "  ", ",", " , \n"])
def test_nobody_is_trusted_by_an_empty_list(text: str) -> None:
    """No address in the setting, no network in the answer."""
    assert parse_trusted(text) == ()


def test_a_list_may_have_commas_or_blanks() -> None:
    """Addresses become networks of one; IPv4-mapped ones are compared as IPv4."""
    assert [
        str(network) for network in parse_trusted("10.0.0.0/8,192.0.2.1 2001:db8::1, ::ffff:192.0.2.0/120")
    ] == [
        "10.0.0.0/8",
        "192.0.2.1/32",
        "2001:db8::1/128",
        "192.0.2.0/24",
    ]


def test_everything_wrong_in_a_list_is_said_at_once() -> None:
    """The message says what was expected, and of a network with host bits which one is meant."""
    with pytest.raises(ValueError, match="expected IP addresses or networks") as caught:
        parse_trusted("10.0.0.1/8, 192.0.2.1, proxy.example, *, 10.0.0.0/40")
    assert str(caught.value) == (
        "expected IP addresses or networks separated by commas, such as '10.0.0.0/8, 2001:db8::1', "
        "got '10.0.0.1/8' (did you mean '10.0.0.0/8'?), 'proxy.example', '*', '10.0.0.0/40'"
    )
