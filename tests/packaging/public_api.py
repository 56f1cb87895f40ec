"""The public API: what `modeladvisor` exports and what its answers are made of, listed and compared with a release.

`python tests/packaging/public_api.py` writes the list that is kept in `docs/reference/public-api.txt`.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import griffe

CHECKOUT = Path(__file__).parents[2]
LIST = CHECKOUT / "docs" / "reference" / "public-api.txt"
PACKAGE = "modeladvisor"


def public_objects(package: griffe.Object) -> dict[str, griffe.Object]:
    """Return, by path, what is exported, the classes that this leads to by its types, and their public members."""
    names = sorted(map(str, package.exports or ()))
    waiting: list[griffe.Object | griffe.Alias] = [package.members[name] for name in names]
    found: dict[str, griffe.Object] = {}
    while waiting:
        one = waiting.pop()
        if isinstance(one, griffe.Alias):
            one = one.final_target
        if one.path in found:
            continue
        found[one.path] = one
        members = [
            inner for inner in one.members.values() if isinstance(inner, griffe.Object) and _is_public(inner)
        ]
        found |= {inner.path: inner for inner in members}
        paths = {
            path
            for inner in (one, *members)
            for path in _types_named(inner)
            if path.startswith(f"{PACKAGE}.")
        }
        named = [package.modules_collection[path] for path in sorted(paths)]
        waiting += [meant for meant in named if not meant.is_module]
    return found


def public_lines(checkout: Path) -> list[str]:
    """Return one line for each public name of a checkout, sorted, with parameters, types and defaults."""
    return sorted(
        line for path, one in public_objects(_package(checkout)).items() for line in _lines(path, one)
    )


def breakages(checkout: Path, release: str) -> list[str]:
    """Return what callers of the public API as it was at a git revision can no longer rely on."""
    before = griffe.load_git(PACKAGE, ref=release, repo=checkout, search_paths=["src"])
    assert isinstance(before, griffe.Object)
    public = {PACKAGE, *public_objects(before)}
    return [
        f"{one.obj.path}: {one.kind.value}"
        for one in griffe.find_breaking_changes(before, _package(checkout))
        if one.obj.path in public or (one.obj.parent is not None and one.obj.parent.path in public)
    ]


def last_release(checkout: Path) -> str | None:
    """Return the newest tag of a release, such as `v1.2.0`; None before the first one."""
    tags = ["git", "tag", "--list", "v[0-9]*", "--sort=-version:refname", "--merged", "HEAD"]
    listed = subprocess.run(tags, cwd=checkout, capture_output=True, text=True, check=True)  # noqa: S603 - git, with fixed words
    return next(iter(listed.stdout.split()), None)


def _package(checkout: Path) -> griffe.Object:
    package = griffe.load(PACKAGE, search_paths=[checkout / "src"])
    assert isinstance(package, griffe.Object)
    return package


def _is_public(one: griffe.Object) -> bool:
    return (not one.name.startswith("_") or one.name == "__init__") and not one.is_module


def _types_named(one: griffe.Object) -> Iterator[str]:
    """Give the full path of each name in the types of a function, an attribute or a class's bases."""
    written: list[object] = []
    if isinstance(one, griffe.Function):
        written = [one.returns, *(parameter.annotation for parameter in one.parameters)]
    elif isinstance(one, griffe.Attribute):
        written = [one.annotation]
    elif isinstance(one, griffe.Class):
        written = list(one.bases)
    for expression in written:
        if isinstance(expression, griffe.Expr):
            names = [name for name in expression.iterate(flat=True) if isinstance(name, griffe.ExprName)]
            yield from (name.canonical_path for name in names)


def _lines(path: str, one: griffe.Object) -> Iterator[str]:
    if isinstance(one, griffe.Function):
        for form in one.overloads or [one]:
            yield f"{path}({', '.join(_parameters(form))}) -> {form.returns}"
    elif isinstance(one, griffe.Class) and one.bases:
        yield f"{path}({', '.join(str(base) for base in one.bases)})"
    elif isinstance(one, griffe.Attribute) and one.annotation is not None:
        yield f"{path}: {one.annotation}"
    else:
        yield path


def _parameters(function: griffe.Function) -> Iterator[str]:
    """Give each parameter as it is written, with the marks of those that have only a name or only a place."""
    kinds = griffe.ParameterKind
    before: griffe.ParameterKind | None = None
    for one in function.parameters:
        if one.name == "self":
            continue
        if before is kinds.positional_only and one.kind is not kinds.positional_only:
            yield "/"
        if one.kind is kinds.keyword_only and before not in (kinds.keyword_only, kinds.var_positional):
            yield "*"
        before = one.kind
        star = {kinds.var_positional: "*", kinds.var_keyword: "**"}.get(
            one.kind or kinds.positional_or_keyword, ""
        )
        kind = f": {one.annotation}" if one.annotation else ""
        default = "" if one.default is None or star else f" = {one.default}"
        yield f"{star}{one.name}{kind}{default}"


if __name__ == "__main__":
    LIST.write_text("\n".join(public_lines(CHECKOUT)) + "\n", encoding="utf-8")
