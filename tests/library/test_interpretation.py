"""Every word of the finder's table, every alias, contradictions and nonsense."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeladvisor import QuestionError
from modeladvisor.interpretation import interpret
from modeladvisor.questions import PARAMETERS, Question, Word
from strategies import bundled

ASKING = bundled().asking
SHAPES = {
    "tiktok": "9:16", "instagram-reels": "9:16", "instagram": "4:5", "youtube-shorts": "9:16", "youtube": "16:9",
    "facebook": "4:5", "linkedin": "1:1", "x": "16:9", "website": None, "marketplace": "1:1", "tv": "16:9",
}  # fmt: skip
PAIRS = {
    ("image", "text"): "text-to-image",
    ("image", "image"): "image-to-image",
    ("image", "images"): "references-to-image",
    ("video", "text"): "text-to-video",
    ("video", "image"): "image-to-video",
    ("video", "images"): "references-to-video",
    ("video", "video"): "video-to-video",
    ("video", "audio"): "audio-to-video",
    ("video", "image,audio"): "image-audio-to-video",
    ("video", "video,image"): "video-image-to-video",
    ("video", "text,image"): "image-to-video",
    ("video", "image,image"): "references-to-video",
    ("video", " Image , TEXT"): "image-to-video",
}


def understood(**words: Word) -> Question:
    """Return what a question to the bundled catalog means."""
    return interpret(bundled(), **words)


def refused(**words: Word) -> QuestionError:
    """Return the error of a question that cannot be understood."""
    with pytest.raises(QuestionError) as caught:
        understood(**words)
    return caught.value


@pytest.mark.parametrize("slug", list(bundled().use_cases))
def test_tasks(slug: str) -> None:
    """Every use case can be asked for, in any spelling of case, hyphens and blanks."""
    for word in (slug, slug.upper(), slug.replace("-", " "), slug.replace("-", "_")):
        found = understood(task=word)
        assert found.task is not None
        assert (found.task.slug, found.media) == (slug, found.task.media)


@pytest.mark.parametrize(("pair", "mode"), PAIRS.items())
def test_inputs_and_output_give_the_mode(pair: tuple[str, str], mode: str) -> None:
    """Each pair of the table gives its mode; text may accompany every input."""
    output, inputs = pair
    assert understood(output=output, input=inputs).modes[output].name == mode
    assert understood(output=output, input=inputs.split(",")).modes[output].name == mode


@pytest.mark.parametrize(
    ("output", "inputs"), [("image", "audio"), ("image", "video"), ("video", "video,audio")]
)
def test_other_pairs_are_mistakes_that_list_those_that_are(output: str, inputs: str) -> None:
    """A pair that no model is made for is answered with the pairs there are."""
    (mistake,) = refused(output=output, input=inputs).mistakes
    assert mistake.parameter == "input"
    assert f"{output} from text" in mistake.expected


def test_an_input_without_output_asks_about_every_medium_it_can_make() -> None:
    """Audio makes video only; text makes both."""
    assert understood(input="audio").media == ("video",)
    assert understood(input="text").media == ("image", "video")


@pytest.mark.parametrize(
    ("word", "usd"),
    [
        ("low", {"video": 0.1, "image": 0.02}),
        ("MEDIUM", {"video": 0.2, "image": 0.05}),
        ("high", {"video": 0.4, "image": 0.1}),
        ("0.15", {"video": 0.15, "image": 0.15}),
        (0.15, {"video": 0.15, "image": 0.15}),
        ("$0.15", {"video": 0.15, "image": 0.15}),
        ("0.15/s", {"video": 0.15}),
        ("0.15 USD per second", {"video": 0.15}),
        ("2/clip", {"video": 0.25}),
        ("0.04/image", {"image": 0.04}),
    ],
)  # fmt: skip
def test_budgets(word: str | float, usd: dict[str, float]) -> None:
    """A word or a sum is a ceiling per second of video or per image; a clip has 8 s unless another length is asked."""
    budget = understood(budget=word).budget
    assert budget is not None
    assert budget.usd == usd


def test_a_clip_of_an_asked_length() -> None:
    """A sum per clip is divided by the asked length."""
    budget = understood(output="video", budget="2/clip", duration="10").budget
    assert budget is not None
    assert (budget.usd, budget.clip_seconds) == ({"video": 0.2}, 10)


def test_free_and_any() -> None:
    """Free is no ceiling, any is no constraint."""
    budget = understood(budget="free").budget
    assert budget is not None
    assert (budget.free, budget.usd) == (True, {})
    assert understood(budget="any", style="any", audio="any").budget is None


@pytest.mark.parametrize("style", list(ASKING.styles))
def test_styles(style: str) -> None:
    """Every style is understood; only vector decides, the others order."""
    found = understood(style=style.replace("-", " ").title()).style
    assert found is not None
    assert (found.name, found.gate) == (style, style == "vector")


@pytest.mark.parametrize(("platform", "shape"), SHAPES.items())
def test_publishing_platforms(platform: str, shape: str | None) -> None:
    """A place of publishing implies a shape."""
    found = understood(platform=platform.upper()).platform
    assert found is not None
    assert (found.kind, found.value, found.aspect_ratio) == ("publishing", platform, shape)


@pytest.mark.parametrize("way", ["web", "mobile-app", "api", "self-hosted", "Mobile App", "fal"])
def test_ways_in(way: str) -> None:
    """A kind of route or a provider asks for a way in and implies no shape."""
    found = understood(platform=way).platform
    assert found is not None
    assert (found.kind, found.aspect_ratio) == ("access", None)


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("silent", "silent"), ("no", "silent"), (False, "silent"), ("native", "native"), ("yes", "native"),
        (True, "native"), ("Sound", "native"), ("dialogue", "dialogue"), ("lip sync", "lip-sync"), ("any", None),
    ],
)  # fmt: skip
def test_audio(word: str | bool, meaning: str | None) -> None:
    """Every word and alias for sound is understood."""
    assert understood(output="video", audio=word).audio == meaning


@pytest.mark.parametrize(
    ("word", "low", "high"),
    [
        ("8", 8, 8), (8, 8, 8), ("8s", 8, 8), ("8 seconds", 8, 8), ("5-10", 5, 10), ("5s-10s", 5, 10),
        (">=10", 10, None), ("<=5", None, 5), ("short", None, 5), ("Medium", 6, 10), ("long", 11, 30),
        ("extended", 31, None), ("2.5", 2.5, 2.5),
    ],
)  # fmt: skip
def test_durations(word: str | int, low: float | None, high: float | None) -> None:
    """Seconds, ranges and words are lengths of one clip."""
    found = understood(output="video", duration=word).duration
    assert found is not None
    assert (found.at_least, found.at_most, found.extended) == (low, high, word == "extended")


@pytest.mark.parametrize("parameter", PARAMETERS)
@pytest.mark.parametrize("empty", ["", "  ", None])
def test_empty_is_not_asked(parameter: str, empty: str | None) -> None:
    """An empty parameter is the same as none."""
    assert understood(**{parameter: empty}) == understood()


@pytest.mark.parametrize("parameter", [one for one in PARAMETERS if one != "weights"])
def test_unknown_words_list_what_is_allowed(parameter: str) -> None:
    """A word of no list is a mistake of its parameter that says what would have been right."""
    (mistake,) = refused(**{parameter: "qqqqqq"}).mistakes
    assert (mistake.parameter, mistake.got) == (parameter, "qqqqqq")
    assert mistake.expected


def test_all_mistakes_are_named_at_once() -> None:
    """Three wrong words are three mistakes, each with its nearest word."""
    error = refused(style="cinematik", platform="tiktokk", audio="dialog")
    assert [(one.parameter, one.did_you_mean[0]) for one in error.mistakes] == [
        ("style", "cinematic"), ("audio", "dialogue"), ("platform", "tiktok"),
    ]  # fmt: skip


def test_contradictions_name_both_words() -> None:
    """A task that does not make the asked output is a mistake of both."""
    one_medium = next(one for one in bundled().use_cases.values() if one.media == ("video",))
    assert {one.parameter for one in refused(task=one_medium.slug, output="image").mistakes} == {
        "task",
        "output",
    }
    assert [one.parameter for one in refused(output="image", duration="8").mistakes] == ["duration"]
    assert [one.parameter for one in refused(output="image", audio="native").mistakes] == ["audio"]
    assert [one.parameter for one in refused(output="image", budget="0.1/s").mistakes] == ["budget"]
    assert [one.parameter for one in refused(output="video", style="vector").mistakes] == ["style"]
    assert interpret(bundled(), style="vector").media == ("image",)


@pytest.mark.parametrize("length", ["0", "10-5", "-3", "1e9", ">=0-5", "8 bananas"])
def test_impossible_lengths(length: str) -> None:
    """A length that no clip has is refused."""
    assert refused(output="video", duration=length).mistakes[0].parameter == "duration"


def test_weights_by_text_and_by_mapping() -> None:
    """Weights are read from a mapping or from text; unknown criteria are mistakes that list the known ones."""
    assert understood(output="video", weights="price:30, Length:5").weights == {"price": 30, "length": 5}
    assert understood(output="video", weights={"price": 30}).weights == {"price": 30}
    assert "price" in refused(output="video", weights="prise:30").mistakes[0].expected
    assert refused(output="video", weights="price:many").mistakes[0].parameter == "weights"
    (too_many,) = refused(output="video", weights={f"k{number}": 1 for number in range(101)}).mistakes
    assert too_many.expected == "at most 100 criteria"


@given(
    words=st.dictionaries(
        st.sampled_from(PARAMETERS),
        st.one_of(
            st.text(max_size=30),
            st.integers(),
            st.floats(),
            st.booleans(),
            st.lists(st.text(max_size=5), max_size=3),
            st.text(alphabet="0123456789.-/<>=:, sclip", max_size=12),
            st.text(min_size=150, max_size=260),
        ),
    )
)
def test_arbitrary_words_are_understood_or_refused(words: dict[str, Word]) -> None:
    """Whatever is asked is understood or answered with mistakes, never with another error."""
    mistaken: set[str] = set()
    media: set[str] = set()
    try:
        media = set(interpret(bundled(), **words).media)
    except QuestionError as error:
        mistaken = {one.parameter for one in error.mistakes}
    assert bool(media) != bool(mistaken)
    assert media <= {"image", "video"}
    assert mistaken <= {*words, "output", "task"}


@pytest.mark.parametrize(
    ("task", "words"),
    [("talking-characters", {"audio": "silent"}), ("image-to-video", {"input": "text"})],
)
def test_what_a_task_rules_out_is_a_mistake_of_both(task: str, words: dict[str, str]) -> None:
    """A word that the task rules out by its nature is named together with the task."""
    with pytest.raises(QuestionError) as caught:
        interpret(bundled(), task=task, **words)
    assert {one.parameter for one in caught.value.mistakes} == {"task", *words}
