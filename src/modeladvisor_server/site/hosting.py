"""What static hosts are told to send where: `_headers` and `_redirects`, and for nginx `_nginx.conf`.

The first two keep to what the hosts that read them have in common: placeholders, exact paths and one `*` at the end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from modeladvisor_server.site.answers import Answer

OF_THE_HOST = ("last-modified", "vary")
"""Headers that a host makes by itself, since it codes and revalidates by itself."""
TOLD_BY_THE_ENDING = "application/json"
"""The one media type that every host gives to files that end in `.json`."""


def headers_text(answers: Sequence[Answer]) -> str:
    """Return `_headers`: what all answers share once, then for each route what it has beyond that.

    No header stands in two rules that can match one address: some hosts would join the two values.
    """
    common = _common([answer.headers for answer in answers])
    lines = ["/*", *_indented(common)]
    for pattern, found in _by_pattern(answers).items():
        own = _common([answer.headers for answer in found])
        beyond = {name: value for name, value in own.items() if name not in common}
        if beyond.get("content-type") == TOLD_BY_THE_ENDING:
            del beyond["content-type"]
        if beyond:
            lines += [pattern, *_indented(beyond)]
    return "\n".join(lines) + "\n"


def redirects_text(answers: Sequence[Answer]) -> str:
    """Return `_redirects`: which file answers an address, where it is not the file of that name.

    Hosts find pages without being told; told of them, some send the client round in circles.
    """
    rules = {}
    for pattern, found in _by_pattern(answers).items():
        path, file = found[0].address.path, f"/{found[0].file}"
        if file != path and not found[0].is_page:
            rules[pattern] = f"{pattern.rstrip('/')}{file.removeprefix(path.rstrip('/'))}"
    return "".join(f"{pattern} {target} 200\n" for pattern, target in rules.items())


def nginx_text(answers: Sequence[Answer]) -> str:
    """Return `_nginx.conf`: a map from file to value for each header, empty where a file has none."""
    common = _common([answer.headers for answer in answers])
    found = {
        pattern: _common([one.headers for one in group]) for pattern, group in _by_pattern(answers).items()
    }
    files = {pattern: _files_of(group[0]) for pattern, group in _by_pattern(answers).items()}
    lines = []
    for name in sorted({name for own in found.values() for name in own}):
        lines.append(f"map $uri $site_{name.replace('-', '_')} {{")
        lines.append(f"    default {_quoted(common.get(name, ''))};")
        beyond = {
            files[pattern]: own[name] for pattern, own in found.items() if name in own and name not in common
        }
        lines += [f"    {_quoted(file)} {_quoted(value)};" for file, value in sorted(beyond.items())]
        lines.append("}")
    return "\n".join(lines) + "\n"


def _files_of(answer: Answer) -> str:
    """Return what nginx matches the files of a route by: the path of the one, or a pattern."""
    route, below = answer.address.route, answer.file.removeprefix(answer.address.path.strip("/"))
    if "{" not in route:
        return f"/{answer.file}"
    return "~^" + re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(route)) + re.escape(below) + "$"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _by_pattern(answers: Sequence[Answer]) -> dict[str, list[Answer]]:
    """Group answers by their route, written as hosts write it: `/models/:slug`."""
    found: dict[str, list[Answer]] = {}
    for answer in answers:
        pattern = answer.address.route.replace("{", ":").replace("}", "")
        found.setdefault(pattern, []).append(answer)
    return dict(sorted(found.items()))


def _common(headers: Sequence[Mapping[str, str]]) -> dict[str, str]:
    first, *others = headers
    shared = {name for name, value in first.items() if all(one.get(name) == value for one in others)}
    return {name: first[name] for name in sorted(shared) if name not in OF_THE_HOST}


def _indented(headers: dict[str, str]) -> list[str]:
    return [f"  {name.title()}: {value}" for name, value in headers.items()]
