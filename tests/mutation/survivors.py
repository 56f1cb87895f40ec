"""Hold a run of mutmut to `tests/mutants.toml`: few mutants survive, and each that does is listed with its reason."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

CHECKOUT = Path(__file__).parents[2]
LISTED = CHECKOUT / "tests" / "mutants.toml"
LEAST_KILLED = 0.9
KILLED = ("killed", "timeout")
"""What mutmut says of a mutant that the tests noticed; one that no longer ends was noticed too."""


class Mutant(NamedTuple):
    """One change of one function, and what became of it."""

    name: str
    status: str

    @property
    def module(self) -> str:
        """The module without its package."""
        return self.name.split(".")[-2]

    @property
    def function(self) -> str:
        """The function, with its class if it has one; mutmut writes `x_check` and `xǁAcceptanceǁfacts`."""
        mangled = self.name.split(".")[-1].rpartition("__mutmut_")[0]
        return mangled.removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")


class Change(NamedTuple):
    """What a mutant changes, in words that stay the same when the code around it changes."""

    module: str
    function: str
    was: str
    becomes: str

    def __str__(self) -> str:
        """Return the change as an entry of the list that lacks its reason."""
        place = f'[[survivors]]\nmodule = "{self.module}"\nfunction = "{self.function}"\n'
        return f"{place}was = '''{self.was}'''\nbecomes = '''{self.becomes}'''\nreason = \"\"\n"


def mutants_in(results: str) -> list[Mutant]:
    """Return the mutants in what `mutmut results` prints."""
    return [Mutant(*found) for found in re.findall(r"^ +(\S+): (.+)$", results, re.MULTILINE)]


def change_in(mutant: Mutant, difference: str) -> Change:
    """Return what a mutant changes by the difference that `mutmut show` prints."""

    def side(sign: str) -> str:
        lines = (line for line in difference.splitlines() if line.startswith(sign))
        return " ".join(line[1:].strip() for line in lines if not line.startswith(3 * sign))

    return Change(mutant.module, mutant.function, side("-"), side("+"))


def left_out_of(code: str) -> list[str]:
    """Return the decorated functions of a module: mutmut changes none of them."""
    decorated = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [
        one.name for one in ast.walk(ast.parse(code)) if isinstance(one, decorated) and one.decorator_list
    ]


def problems_of(
    modules: Iterable[str],
    mutants: Sequence[Mutant],
    survivors: Iterable[Change],
    reasons: Mapping[Change, str],
) -> list[str]:
    """Return what is wrong: modules with too few mutants killed, and survivors without a reason."""
    problems = []
    for module in modules:
        own = [one for one in mutants if one.module == module]
        killed = sum(one.status in KILLED for one in own)
        if not own or any(one.status == "not checked" for one in own):
            problems.append(f"{module}: not all mutants were run\n")
        elif killed < LEAST_KILLED * len(own):
            problems.append(f"{module}: {killed} of {len(own)} mutants killed, expected {LEAST_KILLED:.0%}\n")
    unlisted = [one for one in dict.fromkeys(survivors) if not reasons.get(one)]
    return [*problems, *(f"survived, and {LISTED.name} gives no reason:\n{one}" for one in unlisted)]


def killed_again(
    modules: Iterable[str], survivors: Iterable[Change], reasons: Mapping[Change, str]
) -> list[Change]:
    """Return the listed changes of the modules that no longer survive, or that are no longer made."""
    alive, run = set(survivors), set(modules)
    return [one for one in reasons if one.module in run and one not in alive]


def listed() -> dict[Change, str]:
    """Return the reason for each survivor that the list names."""
    entries = tomllib.loads(LISTED.read_text(encoding="utf-8"))["survivors"]
    return {Change(*(one[field] for field in Change._fields)): one["reason"] for one in entries}


def mutmut(*words: str) -> str:
    """Return what mutmut prints about its last run."""
    command = [sys.executable, "-m", "mutmut", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=CHECKOUT).stdout  # noqa: S603 - our own interpreter


def main(chosen: Sequence[str]) -> int:
    """Print how many mutants are killed, in all modules or those named, and what is wrong; return 1 if anything is."""
    tools = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    files = {Path(one).stem: CHECKOUT / one for one in tools["mutmut"]["only_mutate"]}
    modules = {name: file for name, file in files.items() if not chosen or name in chosen}
    mutants = [one for one in mutants_in(mutmut("results", "--all", "true")) if one.module in modules]
    alive = [one for one in mutants if one.status not in (*KILLED, "not checked")]
    survivors = [change_in(one, mutmut("show", one.name)) for one in alive]
    for name, file in modules.items():
        own = [one.status in KILLED for one in mutants if one.module == name]
        print(f"{name}: {sum(own)} of {len(own)} mutants killed")
        if left_out := left_out_of(file.read_text(encoding="utf-8")):
            print(f"{name}: decorated, so not mutated: {', '.join(left_out)}")
    reasons = listed()
    for change in killed_again(modules, survivors, reasons):
        print(f"\nwarning: {LISTED.name} lists a survivor that is killed now, or no longer made:\n{change}")
    problems = problems_of(modules, mutants, survivors, reasons)
    print(*problems, sep="\n", file=sys.stderr)
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
