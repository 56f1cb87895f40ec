"""Load from `wrk`: closed loop with a fixed number of connections, or paced below what a server can do.

wrk is one thread of C, so that it needs a fraction of what the fastest server here needs; the report checks that.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

REPORT = """
function done(summary, latency, requests)
  io.stderr:write(string.format(
    '{"requests":%d,"microseconds":%d,"bytes":%d,"failed":%d,"refused":%d,"p50":%d,"p99":%d,"most":%d}',
    summary.requests, summary.duration, summary.bytes,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
    summary.errors.status, latency:percentile(50), latency:percentile(99), latency.max))
end
"""


@attrs.frozen
class Request:
    """What is asked: one request after the other from a list, over and over.

    Attributes:
        targets: Path and query of each; `{}` in one stands for a number that was never sent before.
        method, body: As HTTP has them; `@@` in a body stands for blanks and tabs that were never sent before.
        fields: Header fields.
        clients: Different addresses that stand in `X-Forwarded-For`; 0 sends no such field.
    """

    targets: Sequence[str]
    method: str = "GET"
    body: str = ""
    fields: Mapping[str, str] = attrs.field(factory=dict)
    clients: int = 0

    def script(self, pause: float, first: int) -> str:
        """Return the requests as a script of wrk.

        Each connection pauses for about these milliseconds between two requests; new numbers begin with `first`.
        """
        fields = "".join(
            f"wrk.headers[{_lua(name)}] = {_lua(value)}\n" for name, value in self.fields.items()
        )
        lines = [
            f"wrk.method = {_lua(self.method)}",
            f"wrk.body = {_lua(self.body)}" if self.body else "",
            fields,
        ]
        if any("{}" in one for one in self.targets):
            lines += [
                f"local targets, at = {{ {', '.join(map(_lua, self.targets))} }}, {first}",
                "function request()",
                "  at = at + 1",
                "  return wrk.format(nil, (string.gsub(targets[at % #targets + 1], '{}', at)))",
                "end",
            ]
        elif "@@" in self.body:
            lines += [
                f"local body, at = wrk.body, {first}",
                "function request()",
                "  at = at + 1",
                "  local rest, blanks = at, {}",
                "  for place = 1, 26 do",
                "    blanks[place] = rest % 2 == 1 and '\\\\t' or ' '",
                "    rest = math.floor(rest / 2)",
                "  end",
                "  return wrk.format(nil, nil, nil, (string.gsub(body, '@@', table.concat(blanks))))",
                "end",
            ]
        elif len(self.targets) > 1 or self.clients:
            lines += [
                f"local targets = {{ {', '.join(map(_lua, self.targets))} }}",
                f"local clients, made, at = {self.clients}, {{}}, 0",
                "function init(arguments)",
                "  local count = clients > 0 and math.max(clients, #targets) or #targets",
                "  for number = 1, count do",
                "    local headers = {}",
                "    for name, value in pairs(wrk.headers) do headers[name] = value end",
                "    if clients > 0 then",
                "      local low = (number - 1) % clients",
                "      headers['X-Forwarded-For'] = string.format('10.0.%d.%d', math.floor(low / 250), low % 250 + 1)",
                "    end",
                "    made[number] = wrk.format(nil, targets[(number - 1) % #targets + 1], headers)",
                "  end",
                "end",
                "function request() at = at % #made + 1; return made[at] end",
            ]
        if pause:
            lines.append(f"function delay() return math.random({int(pause / 2)}, {int(pause * 3 / 2)}) end")
        return "\n".join([*lines, REPORT])


def _lua(text: str) -> str:
    return json.dumps(text)  # the strings here have nothing that Lua writes another way


@attrs.frozen
class Load:
    """What one run of the generator saw.

    Attributes:
        rate: Requests a second.
        p50, p99, most: Microseconds until the whole answer was there.
        failed: Requests without an answer, or with another status than success.
        bytes_each: Bytes of one answer, header fields included.
        busy: Share of a processor that the generator itself needed.
    """

    rate: float
    p50: float
    p99: float
    most: float
    failed: int
    bytes_each: float
    busy: float


def load(
    address: str,
    request: Request,
    *,
    seconds: float,
    connections: int,
    processor: int,
    pause: float = 0,
    first: int = 0,
) -> Load:
    """Ask for some seconds, with the generator on one processor."""
    target = request.targets[0] if len(request.targets) == 1 else ""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(request.script(pause, first))
        script.flush()
        command = ["wrk", "-t1", f"-c{connections}", f"-d{max(1, round(seconds))}s", "--timeout", "10s"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(  # noqa: S603 - a fixed command
            [*command, "-s", script.name, address + target],
            check=True,
            capture_output=True,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {processor}),
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = json.loads(done.stderr[done.stderr.index("{") :])
    took = told["microseconds"] / 1e6
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Load(
        rate=told["requests"] / took,
        p50=told["p50"],
        p99=told["p99"],
        most=told["most"],
        failed=told["failed"] + told["refused"],
        bytes_each=told["bytes"] / max(1, told["requests"]),
        busy=used / took,
    )


def installed() -> bool:
    """Say whether wrk can be run."""
    return any(Path(folder, "wrk").exists() for folder in os.environ["PATH"].split(os.pathsep))
