"""What becomes of one joint request over a whole field of models."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from functools import reduce

import attrs

from modeladvisor.ballots import Ballot, Field, Members
from modeladvisor.combinations import Acceptance, Request, accepts, is_ruled
from modeladvisor.conditions import Test
from modeladvisor.likenesses import Likeness, alike, both, stated
from modeladvisor.memories import Memory
from modeladvisor.records import Model
from modeladvisor.vocabulary import Vocabulary


@attrs.frozen
class Petition:
    """What became of one joint request.

    Attributes:
        answer: Whether each model accepts it as a whole.
        supports: For each asked feature, whether each model offers it apart from all rules.
    """

    answer: Ballot
    supports: Mapping[str, Ballot]


class Petitions:
    """Answers joint requests for all models of a medium, on one day.

    Without a rule that touches the request a model accepts all if it offers each; the others are tried, once for
    those that are recorded alike.
    """

    def __init__(
        self,
        models: Sequence[Model],
        field: Field,
        medium: str,
        vocabulary: Vocabulary,
        today: datetime.date,
        memory: Memory,
    ) -> None:
        """Take the models in the order of the field, and a memory for what no request changes."""
        self._models, self._field, self._medium = models, field, medium
        self._vocabulary, self._today, self._memory = vocabulary, today, memory

    def of(self, request: Request) -> Petition:
        """Return whether each model accepts a request as a whole."""

        def make() -> Petition:
            groups, ruled = self._alike_for(request)
            tried = [self._accepts(one, request) for one in groups.first]
            answer = self._field.ballot(groups.spread([found.answer for found in tried]))
            supports = {}
            for name, tests in request.items():
                own = self._field.ballot(groups.spread([found.supports[name].answer for found in tried]))
                supports[name] = self._offers(name, tests).patched(own, ruled)
            free = reduce(Ballot.__and__, supports.values(), self._field.unanimous())
            return Petition(free.patched(answer, ruled), supports)

        return self._memory.get(("petition", tuple(sorted(request.items(), key=lambda one: one[0]))), make)

    def _accepts(self, place: int, request: Request) -> Acceptance:
        return accepts(self._models[place], request, self._medium, self._vocabulary, self._today)

    def _offers(self, name: str, tests: tuple[Test, ...]) -> Ballot:
        """Return whether each model offers a feature, whatever its rules are."""

        def make() -> Ballot:
            groups = both([self._stated(key) for key in self._looked_at({name})], len(self._models))
            free = [attrs.evolve(self._models[one], rules=()) for one in groups.first]
            told = [
                accepts(one, {name: tests}, self._medium, self._vocabulary, self._today).answer
                for one in free
            ]
            return self._field.ballot(groups.spread(told))

        return self._memory.get(("offers", name, tests), make)

    def _looked_at(self, names: set[str]) -> list[str]:
        """Return the keys that decide whether a model offers features."""
        bounds = {self._vocabulary.features[name].bounded_by for name in names}
        return sorted({key for key in bounds if key} | ({"silent_option"} if "audio" in names else set()))

    def _alike_for(self, request: Request) -> tuple[Likeness, Members]:
        """Return which models have rules that touch a request, and groups of these that it cannot tell apart.

        Alike are models with the same rules about the same values; those that no rule touches are one group.
        """
        rules = self._memory.get(
            "rules",
            lambda: alike(tuple((rule.when, rule.then) for rule in one.rules) for one in self._models),
        )
        ruled: list[bool] = []
        looked_at: list[list[Sequence[int]]] = []
        for place in rules.first:
            model = self._models[place]
            names = {test.key for rule in model.rules for test in (*rule.when, *rule.then)}
            ruled.append(is_ruled(model, request, self._medium, self._vocabulary))
            keys = self._looked_at(names.union(request))
            looked_at.append([self._stated(key).numbers for key in keys] if ruled[-1] else [])
        groups = alike(
            (number if ruled[number] else -1, *[column[place] for column in looked_at[number]])
            for place, number in enumerate(rules.numbers)
        )
        return groups, self._field.members(rules.spread(ruled))

    def _stated(self, key: str) -> Likeness:
        """Return the groups of models whose records say the same of a key."""
        return self._memory.get(("stated", key), lambda: alike(stated(one, key) for one in self._models))
