"""The line that is reported for a key is the line that holds it."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from modeladvisor.loading.positions import Path, line_of
from modeladvisor.loading.problems import Place, Problems, dotted

EXAMPLE = """\
# [not.a.header]
title = "x # no comment" # key = 1

[a.b]
c.d = 1
"e.f" = { g = 1, 'h i' = { j = [1, 2] } }
k = [
  1, 2,
  # [[l]]
  { m = 1 }, { n = [
    3,
  ] },
]
text = \"\"\"
[z]
o = 1 \\\"\"\" p = 2 \"\"\"\"\"
q = '''
r = 1'''

[[a.b.l]]
id = 1
[a.b.l.s]
t = 1
[[a.b.l.u]]
[[a.b.l.u]]
v = 1979-05-27 07:32:00
[[a.b.l]]
[[a.b.l.u]]
w = 1
[a]
x = 1
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 2),
        (("a", "b"), 4),
        (("a", "b", "c"), 5),
        (("a", "b", "c", "d"), 5),
        (("a", "b", "e.f", "h i", "j", 1), 6),
        (("a", "b", "k"), 7),
        (("a", "b", "k", 0), 8),
        (("a", "b", "k", 1), 8),
        (("a", "b", "k", 2, "m"), 10),
        (("a", "b", "k", 3, "n", 0), 11),
        (("a", "b", "text"), 14),
        (("a", "b", "q"), 17),
        (("a", "b", "l", 0), 20),
        (("a", "b", "l", 0, "s", "t"), 23),
        (("a", "b", "l", 0, "u", 0), 24),
        (("a", "b", "l", 0, "u", 1, "v"), 26),
        (("a", "b", "l", 1), 27),
        (("a", "b", "l", 1, "u", 0, "w"), 29),
        (("a",), 30),
        (("a", "x"), 31),
        (("a", "b", "l", 1, "u", 0, "missing"), 28),
        (("a", "b", "missing", "further"), 4),
        (("missing",), 1),
        ((), 1),
    ],
)
def test_every_kind_of_key_has_its_line(path: Path, line: int) -> None:
    """Headers, dotted and quoted keys, inline tables, list items and what is missing all have a line."""
    assert line_of(EXAMPLE, path) == line


@attrs.define
class Written:
    """A TOML text as it is written, with the line of every key and list item put into it."""

    lines: list[str] = attrs.field(factory=lambda: [""])
    places: dict[Path, int] = attrs.field(factory=dict)

    def put(self, text: str) -> None:
        """Write on, over as many lines as the text has."""
        first, *others = text.split("\n")
        self.lines[-1] += first
        self.lines.extend(others)

    def mark(self, path: Path) -> None:
        """Note that this key or item begins here."""
        self.places[path] = len(self.lines)


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=6) | st.sampled_from(
    ["a", "b", "key", "a.b", "[x]", "#", '"', "'", "=", "two words", "", "\u2028"]
)
BLANKS = st.sampled_from(["", " ", "\t"])
GAPS = st.sampled_from(["", "", "\n", "# a = 1\n", "\n  # ]] [[b]] '''\n\n"])
SCALARS = st.sampled_from(
    [
        "1", "-0.5e3", "true", "inf", "2026-11-03", "1979-05-27 07:32:00Z", "07:32:00", '""', "''",
        '"a # [b] \\" = {"', "'c\\'", '"""\n[d]\ne = 1 \\""" ] f = 2 """', '"""x"""""', "'''\n# g\n[[h]]''''",
        "[]", "{}", '"\\u005B"',
    ]
)  # fmt: skip


def quoted(name: str, style: str) -> str:
    """Return a name as a key of TOML: bare where it can be, else in either kind of quotes."""
    if style == "bare" and name and name.isascii() and all(one.isalnum() or one in "-_" for one in name):
        return name
    if style == "literal" and "'" not in name:
        return f"'{name}'"
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


@st.composite
def documents(draw: st.DrawFn) -> Written:
    """Return a TOML text of tables, arrays of tables and values one inside the other."""
    out = Written()
    for _ in range(draw(st.integers(0, 2))):
        out.put(draw(GAPS))
    _body(draw, out, (), 0)
    _tables(draw, out, (), [], 0)
    return out


def _key(draw: st.DrawFn, name: str) -> str:
    return quoted(name, draw(st.sampled_from(["bare", "literal", "basic"])))


def _body(draw: st.DrawFn, out: Written, path: Path, depth: int, taken: tuple[str, ...] = ()) -> list[str]:
    names = [one for one in draw(st.lists(NAMES, max_size=3, unique=True)) if one not in taken]
    for name in names:
        out.put(draw(BLANKS))
        key = _key(draw, name)
        inner = (*path, name)
        out.mark(inner)
        if draw(st.booleans()):
            further = draw(NAMES)
            key += f"{draw(BLANKS)}.{draw(BLANKS)}{_key(draw, further)}"
            inner = (*inner, further)
            out.mark(inner)
        out.put(f"{key}{draw(BLANKS)}={draw(BLANKS)}")
        _value(draw, out, inner, depth, lines=True)
        out.put(draw(st.sampled_from(["\n", "  # c = [\n", "\n\n"])))
    return names


def _value(draw: st.DrawFn, out: Written, path: Path, depth: int, *, lines: bool) -> None:
    kind = draw(st.sampled_from(["scalar", "scalar", "list", "table"])) if depth < 3 else "scalar"
    if kind == "scalar":
        out.put(draw(SCALARS.filter(lambda one: lines or "\n" not in one)))
    elif kind == "list":
        out.put("[")
        count = draw(st.integers(0, 3))
        for number in range(count):
            out.put(draw(GAPS) if lines else "")
            out.mark((*path, number))
            _value(draw, out, (*path, number), depth + 1, lines=lines)
            out.put(draw(GAPS) if lines else "")
            out.put("," if number < count - 1 or draw(st.booleans()) else "")
        out.put(draw(GAPS) if lines else "")
        out.put("]")
    else:
        names = draw(st.lists(NAMES, max_size=3, unique=True))
        out.put("{")
        for number, name in enumerate(names):
            out.put(", " if number else draw(BLANKS))
            out.mark((*path, name))
            out.put(f"{_key(draw, name)} = ")
            _value(draw, out, (*path, name), depth + 1, lines=False)
        out.put("}")


def _tables(draw: st.DrawFn, out: Written, path: Path, header: list[str], depth: int) -> None:
    if depth == 3:
        return
    for number in range(draw(st.integers(0, 2))):
        name = f"table {depth}.{number}"  # no name of a body, so that no key is defined twice
        many = draw(st.integers(0, 3))
        for place in range(many or 1):
            inner = (*path, name, place) if many else (*path, name)
            keys = [*header, _key(draw, name)]
            text = f"{draw(BLANKS)}.{draw(BLANKS)}".join(keys)
            out.put(draw(GAPS))
            out.put("\n" if out.lines[-1] else "")
            out.mark(inner)
            out.put(f"[[{text}]]" if many else f"[{draw(BLANKS)}{text}{draw(BLANKS)}]")
            out.put(draw(st.sampled_from(["\n", " # [x]\n"])))
            _body(draw, out, inner, depth)
            _tables(draw, out, inner, keys, depth + 1)


def paths_of(value: object, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every key and item of a parsed document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from paths_of(inner, (*path, key))


@given(documents())
def test_the_reported_line_holds_the_key(written: Written) -> None:
    """In any document the line of every key and list item is the one on which it was written."""
    text = "\n".join(written.lines)
    for path in paths_of(tomli.loads(text)):
        if path in written.places:
            assert line_of(text, path) == written.places[path], (path, text)


@given(documents())
def test_the_documents_are_not_trivial(written: Written) -> None:
    """Nearly every key of a generated document has a known line; only lists of tables as a whole have none."""
    parsed = tomli.loads("\n".join(written.lines))
    for path in paths_of(parsed):
        assert path in written.places or str(path[-1]).startswith("table ")


@given(st.text(max_size=60), st.lists(st.text(max_size=3) | st.integers(0, 3), max_size=3))
def test_any_text_has_some_line(text: str, path: list[str | int]) -> None:
    """Whatever stands in a file, a line is found, and it is one of the file."""
    assert 1 <= line_of(text, path) <= text.count("\n") + 1


def test_lists_nested_very_deep_still_have_a_line() -> None:
    """A file that only a patient parser reads does not stop the report of its problems."""
    text = "a = 1\nb = " + "[" * 5000 + "]" * 5000
    assert line_of(text, ("b", 0, 0)) == 2


def test_a_path_is_written_as_toml_writes_it() -> None:
    """Indexes stand in brackets, and keys that TOML must quote are quoted."""
    assert dotted(("a", 0, "b-c", "veo-3.1", "", 'd"\n')) == 'a[0].b-c."veo-3.1".""."d\\"\\n"'


def test_a_problem_is_kept_once() -> None:
    """The same mistake found on two ways is one line."""
    place = Place("x.toml", "a = 1\nb = 2\n", ("b",))
    problems = Problems()
    problems.add(place, "expected 3, got 2")
    problems.add(place, "expected 3, got 2")
    assert [str(one) for one in problems.all()] == ["x.toml:2: b: expected 3, got 2"]
