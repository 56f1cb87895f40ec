"""What is called fitting fits jointly: requests against every assignment in every world."""

from __future__ import annotations

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st
from joint_worlds import FEATURES, JOINT, KEYS, accepted, assignments, connected, holds, worlds_of

from modeladvisor import Catalog
from modeladvisor.answers import Answer
from modeladvisor.combinations import accepts, asked
from modeladvisor.conditions import Test
from modeladvisor.finder import Place, find
from modeladvisor.interpretation import interpret
from modeladvisor.questions import Question
from modeladvisor.records import Model, Rule
from strategies import MANY, SOURCE, TODAY, bundled, catalogs, feature_tests, models, questions, requests


@st.composite
def joint_requests(draw: st.DrawFn) -> dict[str, tuple[Test, ...]]:
    """Requests for values, and for lengths between two ends."""
    request = asked(**draw(requests(bundled().vocabulary, only=JOINT)))
    if "duration_seconds" in request and draw(st.booleans()):
        low, high = sorted(draw(st.tuples(*[st.sampled_from((4, 5, 6, 8, 10))] * 2)))
        ends = (Test("duration_seconds", "at_least", (low,)), Test("duration_seconds", "at_most", (high,)))
        request["duration_seconds"] = draw(st.sampled_from([ends, ends[:1], ends[1:]]))
    return request


def joint_models(*, least: int = 0) -> st.SearchStrategy[Model]:
    """Models that make video, with rules about what is asked together."""
    return models(
        bundled().vocabulary,
        medium="video",
        keys=KEYS,
        least_facts=least,
        most_rules=3,
        most_routes=0,
        rule_features=(*JOINT, "mode"),
    )


class TestWhatIsCalledFittingFitsJointly:
    """What is called fitting fits jointly.

    A request that modeladvisor says a model accepts breaks none of the combination rules in the record.
    """

    @MANY
    @given(
        model=joint_models(),
        request=joint_requests(),
        mode=st.sampled_from(["text-to-video", "image-to-video"]),
    )
    def test_acceptance_is_that_of_every_world(
        self, model: Model, request: dict[str, tuple[Test, ...]], mode: str
    ) -> None:
        """The answer is yes if every world has an assignment that breaks nothing, no if none has, else unknown."""
        found = accepts(model, {**request, **asked(mode=mode)}, "video", bundled().vocabulary, TODAY)
        assert found.answer is accepted(model, request, mode)

    @MANY
    @given(data=st.data())
    def test_what_nobody_asked_and_nobody_knows_counts(self, data: st.DataObject) -> None:
        """The same holds where a rule ties what is asked to a feature of which nothing is known."""
        keys = ("aspect_ratios", "duration_seconds", "resolutions")
        names = ("aspect_ratio", "duration_seconds", "resolution")
        vocabulary = bundled().vocabulary
        model = data.draw(
            models(
                vocabulary,
                medium="video",
                keys=keys,
                least_facts=1,
                most_facts=2,
                most_rules=2,
                most_routes=0,
                rule_features=names,
            )
        )
        known = [name for name in names if FEATURES[name].bounded_by in model.facts]
        request = asked(**data.draw(requests(vocabulary, only=known[:1])))
        found = accepts(model, {**request, **asked(mode="text-to-video")}, "video", vocabulary, TODAY)
        assert found.answer is accepted(model, request, "text-to-video")

    @MANY
    @given(model=joint_models(least=6), request=joint_requests())
    def test_accepted_values_break_no_rule(self, model: Model, request: dict[str, tuple[Test, ...]]) -> None:
        """Every value named in an accepted request is part of an assignment that breaks nothing."""
        mode = "text-to-video"
        found = accepts(model, {**request, **asked(mode=mode)}, "video", bundled().vocabulary, TODAY)
        if found.answer is not Answer.YES:
            return
        kept = attrs.evolve(model, rules=tuple(connected(model.rules, request, mode)))
        worlds = list(worlds_of(kept, request))
        assert set(request) <= set(found.values)
        for name, values in found.values.items():
            for value in values:
                if name == "mode" or value not in {one for world in worlds for one in world.get(name, ())}:
                    continue
                fixed = {**request, name: (*request.get(name, ()), Test(name, "equals", (value,)))}
                assert any(any(assignments(kept, fixed, mode, world)) for world in worlds)

    @given(model=joint_models(), request=joint_requests(), test=st.data())
    def test_a_further_rule_never_turns_no_to_yes(
        self, model: Model, request: dict[str, tuple[Test, ...]], test: st.DataObject
    ) -> None:
        """A rule that forbids what is asked turns the answer to no."""
        name = test.draw(st.sampled_from(sorted(request)))
        against = test.draw(feature_tests(FEATURES[name]))
        value = request[name][0]
        assume(value.operator == "equals" and not holds(against, value.operand[0]))
        rule = Rule("m1/rules/never", (value,), (against,), SOURCE, TODAY)
        stricter = attrs.evolve(model, rules=(*model.rules, rule))
        found = accepts(
            stricter, {**request, **asked(mode="text-to-video")}, "video", bundled().vocabulary, TODAY
        )
        assert found.answer is Answer.NO

    @given(data=st.data(), catalog=catalogs(medium="video", most=3, served=True))
    def test_what_the_finder_calls_fitting_fits(self, data: st.DataObject, catalog: Catalog) -> None:
        """Every model among those that fit accepts all that the question and its task request, at once."""
        words = data.draw(questions(catalog, media=["video"]))
        question = interpret(catalog, **words)
        for place in find(catalog, question, TODAY).fits:
            request, mode = all_requested(question, place)
            assert accepted(place.model, request, mode) is Answer.YES


def all_requested(question: Question, place: Place) -> tuple[dict[str, tuple[Test, ...]], str]:
    """Return all that a question and the gates of its task request of a model that fits, and the mode."""
    tests: list[Test] = []
    mode = question.modes.get("video")
    way = next((one for one in mode.ways if one.name == place.fit.way), None) if mode else None
    gates = question.task.rubrics["video"].gates if question.task else ()
    for given_ in (way.request if way else {}, *(gate.request or {} for gate in gates)):
        tests.extend(Test(name, "equals", (value,)) for name, value in given_.items() if name != "mode")
    if question.platform and question.platform.aspect_ratio:
        tests.append(Test("aspect_ratio", "equals", (question.platform.aspect_ratio,)))
    if question.audio:
        tests.append(Test("audio", "equals", (question.audio != "silent",)))
    length = question.duration
    if length and not length.extended:
        low = [Test("duration_seconds", "at_least", (length.at_least,))] if length.at_least else []
        high = [Test("duration_seconds", "at_most", (length.at_most,))] if length.at_most else []
        tests.extend([*low, *high])
    counts = [one for one in tests if one.key == "reference_images"]
    most = max((int(one.operand[0]) for one in counts), default=0)
    tests = [one for one in tests if one not in counts]
    if most:
        tests.append(Test("reference_images", "equals", (most,)))
    request = {one.key: tuple(other for other in tests if other.key == one.key) for one in tests}
    if way:
        return request, str(way.request["mode"])
    first = any(one.key == "first_frame" for one in tests)
    return request, "image-to-video" if first else "references-to-video" if most else "text-to-video"
