"""Every environment variable: what it means, what it is without, and what is said when it is wrong."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeladvisor import load_catalog
from modeladvisor_server import settings as settings_module
from modeladvisor_server.app import create_app
from modeladvisor_server.limits import SharedMemoryStore, open_store
from modeladvisor_server.settings import (
    LOOPBACK_NAMES,
    LOOPBACK_VARIABLE,
    Settings,
    SettingsError,
    is_loopback,
    settings_from,
)

CATALOG = load_catalog()
VARIABLES = (
    "MODELADVISOR_CATALOG", "MODELADVISOR_OVERLAY", "MODELADVISOR_BASE_URL", "MODELADVISOR_MCP_LIMIT",
    "MODELADVISOR_REST_LIMIT", "MODELADVISOR_LIMITS_STORE", "MODELADVISOR_TRUSTED_PROXIES",
    "MODELADVISOR_ALLOWED_HOSTS", "MODELADVISOR_ALLOWED_ORIGINS", "MODELADVISOR_WATCH",
    "MODELADVISOR_ACCESS_LOG", "MODELADVISOR_METRICS", "MODELADVISOR_TRACES",
)  # fmt: skip


def starts(found: Settings) -> None:
    """Check that an application can be made of settings that were called right."""
    open_store(found.limits_store, shared_memory=None, largest_limit=1)
    limits = max(1, found.mcp_limit, found.rest_limit)
    store = SharedMemoryStore(entries=limits, slots=64)
    create_app(CATALOG, found, store=store, today=lambda: CATALOG.dataset.as_of)


def test_defaults() -> None:
    """Without variables: the bundled catalog, 60 and 300 a minute, counted here, no proxy trusted, any host, no watch."""
    expected = (
        None,
        None,
        None,
        60,
        300,
        None,
        (),
        None,
        ("localhost", "127.0.0.1", "[::1]"),
        False,
        True,
        None,
        False,
    )
    assert attrs.astuple(settings_from({}), recurse=False) == expected
    assert settings_from({}) == Settings()
    starts(Settings())


@pytest.mark.parametrize("empty", ["", " ", "\t\n"])
def test_empty_variables_count_as_absent(empty: str) -> None:
    """A variable that is set to nothing is not set."""
    assert settings_from(dict.fromkeys(VARIABLES, empty)) == Settings()


def test_every_variable_is_read(tmp_path: Path) -> None:
    """All variables together give all settings."""
    found = settings_from(
        {
            "MODELADVISOR_CATALOG": str(tmp_path),
            "MODELADVISOR_OVERLAY": f" {tmp_path} ",
            "MODELADVISOR_BASE_URL": "https://models.example.org/advice/",
            "MODELADVISOR_MCP_LIMIT": "7",
            "MODELADVISOR_REST_LIMIT": "0",
            "MODELADVISOR_LIMITS_STORE": "valkey://user:word@cache.example.org:6380/2",
            "MODELADVISOR_TRUSTED_PROXIES": "10.0.0.0/8, 2001:db8::1",
            "MODELADVISOR_ALLOWED_HOSTS": "a.example.org, b.example.org:8443",
            "MODELADVISOR_ALLOWED_ORIGINS": "https://pages.example.org http://localhost:3000",
            "MODELADVISOR_WATCH": "On",
            "MODELADVISOR_ACCESS_LOG": "off",
            "MODELADVISOR_METRICS": "[::1]:9464",
            "MODELADVISOR_TRACES": "on",
            LOOPBACK_VARIABLE: "1",
            "MODELADVISOR_SOMETHING_ELSE": "is ignored",
        }
    )
    assert found == Settings(
        catalog=tmp_path,
        overlay=tmp_path,
        base_url="https://models.example.org/advice",
        mcp_limit=7,
        rest_limit=0,
        limits_store="valkey://user:word@cache.example.org:6380/2",
        trusted_proxies=(ip_network("10.0.0.0/8"), ip_network("2001:db8::1/128")),
        allowed_hosts=("a.example.org", "b.example.org:8443", "models.example.org"),
        mcp_origins=("https://pages.example.org", "http://localhost:3000", "https://models.example.org"),
        watch=True,
        access_log=False,
        metrics=("::1", 9464),
        traces=True,
    )
    starts(found)


RIGHT = [
    *(
        ("MODELADVISOR_BASE_URL", one)
        for one in ("http://localhost:8000", "https://[::1]:443/", "HTTPS://X.org")
    ),
    *(("MODELADVISOR_MCP_LIMIT", one) for one in ("0", "1", "100000")),
    *(("MODELADVISOR_REST_LIMIT", one) for one in ("0", "1", "100000")),
    *(
        ("MODELADVISOR_LIMITS_STORE", one)
        for one in ("redis://h", "valkey://[::1]:1/3", "redis://:word@h:6379/0")
    ),
    *(("MODELADVISOR_TRUSTED_PROXIES", one) for one in ("127.0.0.1", "::1 10.0.0.0/8", "fd00::/8,")),
    *(("MODELADVISOR_ALLOWED_HOSTS", one) for one in ("*", "a.org", "localhost,[::1]:8000", "a.org *")),
    *(
        ("MODELADVISOR_ALLOWED_ORIGINS", one)
        for one in (
            "*",
            "https://a.org",
            "HTTPS://A.org:8443",
            "localhost",
            "localhost:3000,[::1]",
            "http://127.0.0.1",
        )
    ),
    *(("MODELADVISOR_WATCH", one) for one in ("on", "OFF")),
    *(("MODELADVISOR_METRICS", one) for one in ("localhost:9464", "0.0.0.0:1", "[::]:65535")),
]


@pytest.mark.parametrize(("name", "value"), RIGHT)
def test_right_values_start(name: str, value: str) -> None:
    """What is called right here is right for everything that uses it."""
    starts(settings_from({name: value}))


WRONG = [
    *(
        (name, one, "on or off")
        for name in ("MODELADVISOR_WATCH", "MODELADVISOR_ACCESS_LOG", "MODELADVISOR_TRACES")
        for one in ("yes", "1", "true", "on off")
    ),
    *(
        ("MODELADVISOR_METRICS", one, "an IP address and a port, such as 127.0.0.1:9464")
        for one in (
            "on",
            "9464",
            ":9464",
            "127.0.0.1",
            "127.0.0.1:0",
            "127.0.0.1:99999",
            "a.org:80",
            "1.2.3.4:x",
        )
    ),
    ("MODELADVISOR_CATALOG", "/nowhere/at/all", "a folder that exists"),
    ("MODELADVISOR_OVERLAY", __file__, "a folder that exists"),
    *(
        ("MODELADVISOR_BASE_URL", one, "https://models.example.org")
        for one in (
            "models.example.org",
            "ftp://x.org",
            "https://",
            "https://x.org?a=1",
            "https://x.org#top",
            "https://user:word@x.org",
            "https://x.org:port",
            "https://x.org:99999",
            "https://[::1",
            "https://two words.org",
        )
    ),
    *(
        (name, one, "a whole number of requests a minute up to 100000 (0 is off)")
        for name in ("MODELADVISOR_MCP_LIMIT", "MODELADVISOR_REST_LIMIT")
        for one in ("-1", "1.5", "many", "100001", "9999999", "1e3", "0x10")
    ),
    *(
        ("MODELADVISOR_LIMITS_STORE", one, "redis://host:port/db or valkey://host:port/db")
        for one in (
            "http://h",
            "redis",
            "redis://",
            "redis://h:port",
            "redis://h:0",
            "redis://[::1",
            "memory://",
        )
    ),
    *(
        ("MODELADVISOR_TRUSTED_PROXIES", one, "IP addresses or networks separated by commas")
        for one in ("proxy", "10.0.0.1/8", "10.0.0.0/33", "*")
    ),
    *(
        ("MODELADVISOR_ALLOWED_HOSTS", one, "host names separated by commas, or *")
        for one in ("https://a.org", "a/b", "[zz]", "*.a.org", "a.org:port")
    ),
    *(
        ("MODELADVISOR_ALLOWED_ORIGINS", one, "origins such as https://example.org")
        for one in (
            "a.org",
            "https://a.org/",
            "https://a.org/path",
            "https://u@a.org",
            "???",
            "ftp://a.org",
            "null",
        )
    ),
]


@pytest.mark.parametrize(("name", "value", "expected"), WRONG)
def test_a_wrong_value_names_itself(name: str, value: str, expected: str) -> None:
    """The message holds the variable, what was expected and what was found."""
    with pytest.raises(SettingsError) as caught:
        settings_from({name: value})
    (message,) = caught.value.wrong
    assert message.startswith(f"{name}: expected ")
    assert expected in message
    assert message.endswith(f"got {value!r}") or "host bits" in message or "did you mean" in message
    assert str(caught.value) == message


def test_the_password_of_a_store_is_not_shown() -> None:
    """A store that cannot be read is shown without what stands before the host."""
    with pytest.raises(SettingsError) as caught:
        settings_from({"MODELADVISOR_LIMITS_STORE": "redis://user:hidden@h:port"})
    assert "hidden" not in str(caught.value)
    assert "//...@h:port" in str(caught.value)


def test_a_store_needs_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the client package is missing, the setting says what to install."""
    find: Callable[[str], object] = importlib.util.find_spec
    monkeypatch.setattr(settings_module, "find_spec", lambda name: None if name == "redis" else find(name))
    with pytest.raises(
        SettingsError, match=r"MODELADVISOR_LIMITS_STORE: .*pip install 'modeladvisor\[redis\]'"
    ):
        settings_from({"MODELADVISOR_LIMITS_STORE": "redis://h"})


def test_traces_need_their_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where OpenTelemetry's packages are missing, the setting says what to install."""
    monkeypatch.setattr(settings_module, "find_spec", lambda _name: None)
    with pytest.raises(SettingsError, match=r"MODELADVISOR_TRACES: .*pip install 'modeladvisor\[otel\]'"):
        settings_from({"MODELADVISOR_TRACES": "on"})


def test_all_wrong_values_are_told_at_once() -> None:
    """As many wrong variables are as many complaints."""
    wrong = {name: value for name, value, _ in WRONG}
    assert set(wrong) == set(VARIABLES)
    with pytest.raises(SettingsError) as caught:
        settings_from(wrong)
    assert {one.partition(":")[0] for one in caught.value.wrong} == set(VARIABLES)
    assert len(caught.value.wrong) == len(VARIABLES)
    assert str(caught.value).split("\n") == list(caught.value.wrong)


@pytest.mark.parametrize(
    ("loopback", "listed", "base_url", "expected"),
    [
        ("", "", "", None),
        ("1", "", "", LOOPBACK_NAMES),
        ("1", "*", "", None),
        ("1", "a.org", "", ("a.org",)),
        ("1", "", "https://b.org:8443/x", (*LOOPBACK_NAMES, "b.org:8443")),
        ("", "a.org", "https://b.org", ("a.org", "b.org")),
        ("", "", "https://b.org", None),
        ("1", "*", "https://b.org", None),
    ],
)
def test_which_hosts_are_answered(
    loopback: str, listed: str, base_url: str, expected: tuple[str, ...] | None
) -> None:
    """Bound to loopback only its names, otherwise any, the listed ones where there is a list, the base URL's always."""
    found = settings_from(
        {
            LOOPBACK_VARIABLE: loopback,
            "MODELADVISOR_ALLOWED_HOSTS": listed,
            "MODELADVISOR_BASE_URL": base_url,
        }
    )
    assert found.allowed_hosts == expected


@pytest.mark.parametrize(
    ("listed", "base_url", "expected"),
    [
        ("", "", LOOPBACK_NAMES),
        ("", "https://b.org/x", (*LOOPBACK_NAMES, "https://b.org")),
        ("https://a.org", "https://b.org", ("https://a.org", "https://b.org")),
        ("*", "https://b.org", None),
        ("https://a.org *", "", None),
    ],
)
def test_which_origins_may_use_mcp(listed: str, base_url: str, expected: tuple[str, ...] | None) -> None:
    """Pages of this machine and of the base URL by default; a list replaces the first; `*` is any."""
    found = settings_from({"MODELADVISOR_ALLOWED_ORIGINS": listed, "MODELADVISOR_BASE_URL": base_url})
    assert found.mcp_origins == expected


@pytest.mark.parametrize(
    ("bind", "loopback"),
    [
        ("127.0.0.1:8000", True),
        ("127.1.2.3:80", True),
        ("localhost:8000", True),
        ("[::1]:8000", True),
        ("unix:/run/modeladvisor.sock", True),
        ("0.0.0.0:8000", False),
        ("[::]:8000", False),
        ("192.0.2.1:80", False),
        (":8000", False),
        ("models.example.org:80", False),
    ],
)
def test_which_binds_are_loopback(bind: str, loopback: bool) -> None:
    """Only what this machine alone can reach is loopback; a name other than localhost is not."""
    assert is_loopback(bind) is loopback


@given(name=st.sampled_from(VARIABLES), value=st.text(st.characters(codec="utf-8"), max_size=30))
def test_any_value_is_right_or_names_itself(name: str, value: str) -> None:
    """No text in any variable gives anything but settings that start, or a complaint under its name."""
    wrong: list[str] = []
    found = Settings()
    try:
        found = settings_from({name: value})
    except SettingsError as error:
        wrong = [one.partition(":")[0] for one in error.wrong]
    assert wrong in ([], [name])
    starts(found)


@pytest.mark.parametrize("name", VARIABLES)
def test_a_misspelt_name_is_refused(name: str) -> None:
    """A setting that would be overlooked is told, with the name that was meant; nothing else is."""
    for wrong in (f"{name}S", name[:-1], name.replace("MODELADVISOR_", "MODELADVISOR_X")):
        with pytest.raises(SettingsError) as caught:
            settings_from({wrong: "1"})
        assert caught.value.wrong == (f"{wrong}: expected a setting, did you mean {name}?",)


@pytest.mark.parametrize(
    "name",
    [
        "MODELADVISOR_METRICS_PORT", "MODELADVISOR_METRICS_SERVICE_HOST", "MODELADVISOR_PORT_8000_TCP_ADDR",
        "MODELADVISOR_SERVICE_PORT_HTTP", "MODELADVISOR_IMAGE", LOOPBACK_VARIABLE, "MODELADVISORS",
    ],
)  # fmt: skip
def test_names_of_others_are_left_alone(name: str) -> None:
    """What Kubernetes sets for a service of our name, and what is like no setting, is nobody's mistake."""
    given = settings_from({name: ""})
    assert given == settings_from({}) or name == LOOPBACK_VARIABLE
