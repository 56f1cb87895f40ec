"""The job that prices are asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeladvisor import QuestionError
from modeladvisor.asking import Job
from modeladvisor.jobs import KEYS, read_job
from strategies import bundled

VIDEO, IMAGE = Job("video", 8, "720p"), Job("image", megapixels=1)


def read(given: object, default: Job = VIDEO) -> Job:
    """Return a job read by the bundled vocabulary."""
    return read_job(given, default, bundled().vocabulary)  # type: ignore[arg-type]  # wrong types are part of what is tried


@pytest.mark.parametrize(
    ("given", "job"),
    [
        (None, VIDEO),
        ("", VIDEO),
        ("duration:5", Job("video", 5, "720p")),
        ("Duration Seconds: 5s, resolution:4k, audio:yes", Job("video", 5, "4K", True)),
        ({"count": 10, "input_images": 2, "attempts": 1.5}, Job("video", 8, "720p", None, None, 10, 2, 1.5)),
        ("references:3", Job("video", 8, "720p", input_images=3)),
    ],
)
def test_what_is_named_replaces_the_default(given: object, job: Job) -> None:
    """Pairs in a text or a mapping replace parts of the default job; the rest stays."""
    assert read(given) == job


@pytest.mark.parametrize(
    "pairs",
    ["count:0", "count:1.5", "attempts:0", "duration:soon", "resolution:9000p", "audio:loud", "megapixels:2"],
)
def test_wrong_values(pairs: str) -> None:
    """A value that its key cannot hold is refused, and the message says what the key takes."""
    with pytest.raises(QuestionError) as caught:
        read(pairs)
    assert [one.parameter for one in caught.value.mistakes] == ["job"]


def test_all_mistakes_at_once() -> None:
    """Every wrong pair is named, the nearest key with it."""
    with pytest.raises(QuestionError) as caught:
        read("cuont:3,audio:loud,duration:-1")
    assert len(caught.value.mistakes) == 3
    assert caught.value.mistakes[0].did_you_mean == ("count",)


def test_an_image_has_no_length() -> None:
    """A job that makes images has a size and a number, and nothing that only clips have."""
    assert read("megapixels:4,count:3", IMAGE) == Job("image", megapixels=4, count=3)
    with pytest.raises(QuestionError):
        read("duration:3", IMAGE)


@given(text=st.text(max_size=250) | st.lists(st.sampled_from([*KEYS, ":", ",", "8", "true"])).map("".join))
def test_any_text_is_a_job_or_a_documented_error(text: str) -> None:
    """Whatever is written is a job or refused with mistakes of the parameter `job`."""

    def parameters() -> set[str]:
        try:
            read(text)
        except QuestionError as error:
            return {one.parameter for one in error.mistakes}
        return {"job"}

    assert parameters() == {"job"}
