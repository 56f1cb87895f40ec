"""The cache in `deploy/nginx` knows what the server knows; these tests need no nginx."""

from __future__ import annotations

import re

from machine_parts import DEPLOY

from modeladvisor_server.rest.description import ADDRESSES

TEXT = (DEPLOY / "nginx" / "modeladvisor.conf").read_text()


def test_the_key_knows_every_parameter() -> None:
    """The parameters of the key are those of the server, all of them, in both places."""
    parameters = {one.name for address in ADDRESSES for one in address.parameters if one.place == "query"}
    pattern = re.search(r"\(\?:\(\?:([a-z_|]+)\)=", TEXT)
    assert pattern is not None
    assert set(pattern[1].split("|")) == parameters
    assert f"{{1,{len(parameters)}}}" in TEXT
    assert dict(re.findall(r"[\"&]([a-z_]+)=\$arg_([a-z_]+)", TEXT)) == {name: name for name in parameters}
