"""What the mutation check makes of a run, and of the list of survivors."""

from __future__ import annotations

import pytest
from survivors import Change, Mutant, change_in, killed_again, left_out_of, listed, mutants_in, problems_of

MUTANT = Mutant("package.scores.x_points__mutmut_3", "survived")
CHANGE = Change("scores", "points", "return a < b", "return a <= b")
KILLED = [Mutant(f"package.scores.x_points__mutmut_{number}", "killed") for number in range(4, 13)]


def test_results_are_read() -> None:
    """Each line of the results is a mutant of a function or method, with what became of it."""
    printed = (
        "    package.scores.x__points_of__mutmut_12: no tests\n    package.fits.xǁFitǁway__mutmut_1: killed\n"
    )
    function, method = mutants_in(printed)
    assert (function.module, function.function, function.status) == ("scores", "_points_of", "no tests")
    assert (method.module, method.function, method.status) == ("fits", "Fit.way", "killed")


def test_a_change_is_told_without_its_place() -> None:
    """A change is its lines before and after, without their number, indentation and surroundings."""
    shown = "# name: survived\n--- a.py\n+++ a.py\n@@ -5,7 +5,7 @@\n     same\n-    return a < b\n+    return a <= b\n"
    assert change_in(MUTANT, shown) == CHANGE


def test_a_survivor_needs_a_reason() -> None:
    """A survivor that is not listed, or listed without a reason, is a problem; one with a reason is none."""
    mutants = [MUTANT, *KILLED]
    assert problems_of(["scores"], mutants, [CHANGE], {CHANGE: "Never equal."}) == []
    for reasons in ({}, {CHANGE: ""}):
        (problem,) = problems_of(["scores"], mutants, [CHANGE, CHANGE], reasons)
        assert str(CHANGE) in problem


@pytest.mark.parametrize(
    "mutants", [[MUTANT, *KILLED[:8]], [], [*KILLED, Mutant("package.scores.x_new__mutmut_1", "not checked")]]
)
def test_nine_of_ten_mutants_are_killed(mutants: list[Mutant]) -> None:
    """A module of which fewer mutants are killed, or that was not run to its end, is a problem, whatever is listed."""
    (problem,) = problems_of(["scores"], mutants, [CHANGE], {CHANGE: "Never equal."})
    assert problem.startswith("scores: ")


def test_what_is_killed_again_need_not_be_listed() -> None:
    """A listed change of a module that was run and that no longer survives is told."""
    assert killed_again(["scores"], [], {CHANGE: "Never equal."}) == [CHANGE]
    assert killed_again(["scores"], [CHANGE], {CHANGE: "Never equal."}) == []
    assert killed_again(["fits"], [], {CHANGE: "Never equal."}) == []


def test_decorated_functions_are_told() -> None:
    """Functions that the tester leaves out are those with a decorator, methods too."""
    assert left_out_of(
        "@cache\ndef a(): ...\ndef b(): ...\nclass C:\n    @property\n    def d(self): ...\n"
    ) == [
        "a",
        "d",
    ]


def test_every_listed_survivor_has_a_reason() -> None:
    """The list can be read, and none of its entries is without a reason."""
    assert listed()
    assert all(listed().values())
