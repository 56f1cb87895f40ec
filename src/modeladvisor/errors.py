"""What can go wrong, as data: every error says where, what was expected and what was found."""

from __future__ import annotations

import difflib
import heapq
from collections.abc import Collection, Iterable, Sequence

import attrs

MOST_COMPARED, MOST_PAIRS = 200, 20
"""Names that are compared letter by letter, which takes some 20 microseconds each, and pairs of letters looked for."""
LONGEST_SHOWN = 200
"""Characters of what was given that an error gives back."""


class ModelAdvisorError(Exception):
    """Base of all errors that this library raises on purpose."""


@attrs.frozen(order=True)
class Problem:
    """One mistake in one catalog file.

    Attributes:
        file: Path as it was given to the loader.
        line: Line number, from 1; 0 when the file as a whole is meant.
        key: Dotted path inside the file, empty for the file as a whole.
        message: What was expected and what was found.
    """

    file: str
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.key}: {self.message}" if self.key else f"{place}: {self.message}"


class CatalogError(ModelAdvisorError):
    """Raised when a catalog cannot be loaded; carries every problem of every file."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(sorted(problems))
        count = len(self.problems)
        head = f"the catalog has {count} problem{'' if count == 1 else 's'}"
        super().__init__("\n".join([head, *map(str, self.problems)]))


@attrs.frozen
class Mistake:
    """One thing wrong with a question.

    Attributes:
        parameter: Name of the parameter.
        got: What was given, as text; None when it was missing.
        expected: What would have been right.
        did_you_mean: The nearest allowed values, best first.
    """

    parameter: str
    got: str | None
    expected: str
    did_you_mean: tuple[str, ...] = ()

    def __str__(self) -> str:
        found = "it is missing" if self.got is None else f"got {self.got!r}"
        hint = f"; did you mean {' or '.join(map(repr, self.did_you_mean))}?" if self.did_you_mean else ""
        return f"{self.parameter}: expected {self.expected}, {found}{hint}"


class QuestionError(ModelAdvisorError):
    """Raised when a question cannot be understood; carries every mistake in it."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes: tuple[Mistake, ...] = tuple(mistakes)
        super().__init__("; ".join(map(str, self.mistakes)))


class NotInCatalogError(ModelAdvisorError):
    """Raised when a name is well formed but nothing in the catalog bears it.

    Attributes:
        kind: What was looked for: model, use case or workflow.
        name: The name as given.
        nearest: Names that exist and look like it, best first.
        parameter: Name of the parameter that it was given as.
        also: Further names of the same question that nothing bears.
    """

    def __init__(
        self,
        kind: str,
        name: str,
        nearest: Iterable[str],
        parameter: str | None = None,
        *,
        also: Iterable[NotInCatalogError] = (),
    ) -> None:
        self.kind = kind
        self.name = name
        self.nearest: tuple[str, ...] = tuple(nearest)
        self.parameter: str = parameter or kind.replace(" ", "")
        self.also: tuple[NotInCatalogError, ...] = tuple(also)
        hint = f"; the nearest: {', '.join(self.nearest)}" if self.nearest else ""
        super().__init__("; ".join([f"no {kind} is called {name!r}{hint}", *map(str, self.also)]))

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The unknown names as mistakes, to be told with the others of the same question."""
        own = Mistake(
            self.parameter, self.name[:LONGEST_SHOWN], f"a {self.kind} of the catalog", self.nearest
        )
        return (own, *(mistake for one in self.also for mistake in one.mistakes))


def refuse(mistakes: Sequence[Mistake], unknown: Sequence[NotInCatalogError] = ()) -> None:
    """Raise everything that is wrong with a question at once; nothing if nothing is.

    Raises:
        QuestionError: with all mistakes; names that nothing bears then stand among them.
        NotInCatalogError: if such names are all that is wrong; the first carries the others.
    """
    if mistakes:
        raise QuestionError([*mistakes, *(mistake for one in unknown for mistake in one.mistakes)])
    if unknown:
        first, *others = unknown
        raise NotInCatalogError(
            first.kind, first.name, first.nearest, first.parameter, also=[*first.also, *others]
        )


class NotInstalledError(ModelAdvisorError):
    """Raised when something needs a package that is not installed.

    Attributes:
        tool: What was called for.
        package: What it needs.
        extra: The extra of this distribution that brings it.
    """

    def __init__(self, tool: str, package: str, extra: str) -> None:
        self.tool = tool
        self.package = package
        self.extra = extra
        super().__init__(f"{tool} needs {package}; run: pip install 'modeladvisor[{extra}]'")


def nearest(name: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Return up to `limit` of the `known` names that look most like `name`, best first."""
    folded = {plain.casefold(): plain for plain in known}
    wanted = name.casefold()[:100]
    close = difflib.get_close_matches(wanted, _likely(wanted, folded), n=limit, cutoff=0.5)
    inside = sorted(other for other in folded if wanted and (wanted in other or other in wanted))
    return tuple(folded[found] for found in dict.fromkeys([*close, *inside]))[:limit]


def _likely(wanted: str, names: Collection[str]) -> Collection[str]:
    """Return the names worth comparing letter by letter: of many, those that share most pairs of letters."""
    if len(names) <= MOST_COMPARED:
        return names
    every = max(1, len(wanted) // MOST_PAIRS)
    pairs = {wanted[place : place + 2] for place in range(0, len(wanted) - 1, every)}

    def shared(name: str) -> float:
        return sum(map(name.__contains__, pairs)) / (len(name) + len(wanted))

    return heapq.nlargest(MOST_COMPARED, names, key=shared)
