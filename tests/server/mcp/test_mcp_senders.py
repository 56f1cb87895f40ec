"""Hosts and origins: who is on the list."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modeladvisor_server.mcp.senders import sender_rules


@pytest.mark.parametrize(
    ("allowed", "host", "expected"),
    [
        (["localhost"], "localhost", True),
        (["localhost"], "localhost:8000", True),
        (["localhost:9"], "LocalHost:8000", True),
        (["localhost"], "localhost.evil.example", False),
        (["localhost"], "evil.example", False),
        (["localhost"], "localhost:8000@evil.example", False),
        (["localhost"], "localhost:port", False),
        (["localhost"], "localhost,evil.example", False),
        (["localhost"], "", False),
        (["localhost"], None, False),
        (["[::1]"], "[::1]:8000", True),
        (["[::1]"], "[::2]", False),
        ([], "localhost", False),
        (None, "anything", True),
        (None, None, True),
    ],
)
def test_hosts(allowed: list[str] | None, host: str | None, expected: bool) -> None:
    """A host is compared by name, whatever its port and case; None on the list's side is any."""
    assert sender_rules(allowed, None).allows_host(host) is expected


@pytest.mark.parametrize(
    ("allowed", "origin", "expected"),
    [
        (["https://app.example"], "https://app.example", True),
        (["https://app.example"], "https://APP.example:443", True),
        (["https://app.example"], "http://app.example", False),
        (["https://app.example"], "https://app.example:8443", False),
        (["https://app.example:8443"], "https://app.example:8443", True),
        (["https://app.example"], "https://app.example.evil.example", False),
        (["https://app.example"], "https://app.example/path", False),
        (["https://app.example"], "https://user@app.example", False),
        (["https://app.example"], "null", False),
        (["https://app.example"], "", False),
        (["https://app.example"], None, True),
        (["http://localhost"], "http://localhost:5173", True),
        (["http://localhost:1"], "https://localhost", True),
        (["localhost"], "http://localhost:5173", True),
        (["localhost"], "http://127.0.0.1:5173", False),
        (["127.0.0.1"], "http://127.0.0.1:5173", True),
        (["[::1]"], "http://[::1]:5173", True),
        (["http://[::1]"], "http://[::1]:5173", True),
        (["localhost"], "http://localhost.evil.example", False),
        (["localhost"], "ftp://localhost", False),
        (["vscode-webview://abc"], "vscode-webview://abc", True),
        (["vscode-webview://abc"], "vscode-webview://abd", False),
        ([], "http://localhost", False),
        (None, "https://evil.example", True),
        (None, "null", True),
    ],
)
def test_origins(allowed: list[str] | None, origin: str | None, expected: bool) -> None:
    """An origin is compared whole, names of this machine from any port; programs send none and pass."""
    assert sender_rules(None, allowed).allows_origin(origin) is expected


@pytest.mark.parametrize(
    ("hosts", "origins"), [(["a b"], None), ([""], None), (None, ["app.example"]), (None, ["*"])]
)
def test_wrong_lists_stop_the_start(hosts: list[str] | None, origins: list[str] | None) -> None:
    """An entry that could never match is refused when the list is read."""
    with pytest.raises(ValueError, match=r"Unexpected (host|origin)"):
        sender_rules(hosts, origins)


@settings(deadline=None)
@given(text=st.text())
def test_no_header_breaks_the_checks(text: str) -> None:
    """Any text gets a yes or a no, and what is refused by name is refused in every spelling."""
    rules = sender_rules(["only.example"], ["https://only.example"])
    assert rules.allows_host(text) in (True, False)
    assert not rules.allows_origin(f"https://{text}.evil.example")
