"""What generated video models may say: for each capability how often it is known and with which values, and the rules.

The shares and forms are near those of the bundled video models; bounds, open sets and spans stand beside plain values.
"""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Mapping

from modeladvisor.conditions import Test
from modeladvisor.judgements import ratio
from modeladvisor.values import Anything, Bound, Month, Several, Span, Value

_MOSTLY: tuple[Value, ...] = (True, True, True, True, True, True, False)
_EVEN: tuple[Value, ...] = (True, False)


def _sets(*sets: tuple[str | int, ...]) -> tuple[Value, ...]:
    """Return each set twice: as the complete list, and as one that may go on."""
    return tuple(Several(one, open=more) for one in sets for more in (False, True))


_LADDER = ("360p", "480p", "540p", "720p", "1080p", "1440p", "4K")
_RUNGS = tuple(
    _LADDER[low:high]
    for low in range(5)
    for high in range(low + 1, 8)
    if "720p" in _LADDER[low:high] or low > 3
)
_SHAPES = (
    *(
        ("16:9", "9:16", *others)
        for number in range(5)
        for others in itertools.combinations(("1:1", "4:3", "3:4", "21:9", "4:5", "3:2", "2:3"), number)
    ),
    ("16:9",),
    ("16:9", "1:1"),
)
_SHAPE_SPANS = tuple(
    Span(ratio(low), ratio(high), None, (low, high))
    for low in ("9:21", "9:16", "2:3")
    for high in ("16:9", "21:9")
)
_CLIP_SPANS = (
    *(Span(float(low), float(high), 1.0) for low in range(1, 7) for high in (8, 10, 12, 15, 20, 30)),
    *(Span(float(low), float(high)) for low in (2, 4, 5) for high in (10, 15, 60)),
)
_CLIP_SETS = tuple(
    one for number in (1, 2, 3) for one in itertools.combinations((4, 5, 6, 8, 10, 12, 15, 20), number)
)
FACTS: Mapping[str, tuple[float, tuple[Value, ...]]] = {
    "text_to_video": (0.92, _MOSTLY),
    "image_to_video": (0.95, _MOSTLY),
    "last_frame": (0.8, _MOSTLY),
    "video_to_video": (0.6, _MOSTLY),
    "extend_video": (0.45, _MOSTLY),
    "reference_images_max": (
        0.65,
        (0, 0, *range(1, 13), *(Bound(at_least=float(one)) for one in range(1, 6))),
    ),
    "reference_videos_max": (0.4, (0, 1, 3, Bound(at_least=1.0))),
    "audio_inputs_max": (0.65, (0, 0, 1, 1, 3)),
    "prompt_max_characters": (
        0.35,
        (*range(500, 20_001, 500), *(Bound(at_least=float(one)) for one in (1000, 2000))),
    ),
    "outputs_per_request_max": (0.2, (1, 4)),
    "resolutions": (0.97, _sets(*_RUNGS)),
    "aspect_ratios": (0.97, (*_sets(*_SHAPES), *_SHAPE_SPANS, *[Anything()] * 10)),
    "duration_seconds": (0.92, (*_CLIP_SPANS * 4, *_sets(*_CLIP_SETS))),
    "fps": (0.6, (*_sets((24,), (24, 25, 48, 50), (16, 24, 30)), Span(24.0, 60.0))),
    "native_audio": (0.85, _MOSTLY),
    "silent_option": (0.55, _MOSTLY),
    "lip_sync": (
        0.6,
        (Several(()), *_sets(("generated",), ("generated",), ("generated", "driven"), ("driven",))),
    ),
    "speech_languages": (0.3, _sets(("en", "zh"), ("en", "zh", "ja", "ko", "es"), ("en", "de", "fr", "it"))),
    "identity_methods": (
        0.65,
        _sets(("reference-images",), ("trained-identity",), ("reference-images", "trained-identity")),
    ),
    "shots_max": (0.35, (1, 3, 6, Bound(at_least=2.0))),
    "camera_control": (0.8, _sets(("prompt",), ("prompt",), ("prompt", "parameters"))),
    "negative_prompt": (0.4, _MOSTLY),
    "seed": (0.6, _MOSTLY),
    "open_weights": (0.4, _EVEN),
    "license": (0.2, ("Apache-2.0", "MIT", "LicenseRef-Community")),
    "commercial_use": (0.35, ("yes", "yes", "conditional", "no")),
    "fine_tuning": (0.25, _sets(("lora",), ("lora", "full"))),
    "vram_gb_min": (0.2, (12, 16, 24, 80, Bound(at_most=48.0))),
    "visible_watermark": (0.2, ("never", "free-tier", "always")),
    "provenance_marks": (0.25, _sets(("c2pa",), ("synthid", "c2pa"), ("other-invisible",))),
    "real_person_input": (0.2, ("allowed", "consent-verified", "blocked")),
    "regions": (0.15, _sets(("world",), ("US", "EU"), ("CN",))),
    "free_tier": (0.15, _EVEN),
    "status": (0.3, (*["active"] * 16, "preview", "preview", "deprecated", "retired")),
    "released": (
        0.7,
        (
            *(datetime.date(2025, 1, 1) + datetime.timedelta(days=day) for day in range(660)),
            *(Month(2026, month) for month in range(1, 11)),
        ),
    ),
    "successor": (0.2, ("none",)),
    "retires": (0.03, (datetime.date(2026, 8, 31), datetime.date(2027, 3, 31))),
}
"""For each capability of video: how often it is known, and the values that it then has."""

ROUTE_FACTS: Mapping[str, tuple[float, tuple[Value, ...]]] = {
    "commercial_use": (0.2, ("yes", "conditional")),
    "visible_watermark": (0.1, ("never", "free-tier")),
    "free_tier": (0.2, _EVEN),
    "provenance_marks": (0.1, _sets(("c2pa",))),
    "retires": (0.03, (datetime.date(2026, 9, 24), datetime.date(2027, 1, 31))),
}


_Form = tuple[tuple[Test, ...], tuple[Test, ...]]


def _used(feature: str) -> Test:
    return Test(feature, "at_least", (1,)) if feature.endswith(("images", "audio")) else _is(feature, True)


def _is(feature: str, value: bool | str) -> Test:
    return Test(feature, "equals", (value,))


def _short(*tests: Test) -> tuple[_Form, ...]:
    """Return rules that let a clip be only so long if the tests hold, one for each length."""
    return tuple((tests, (Test("duration_seconds", "at_most", (most,)),)) for most in (5, 6, 8, 10, 12))


_REFERENCES = _used("reference_images")
_NO_FRAMES = (_is("first_frame", False), _is("last_frame", False))
RULES: Mapping[str, tuple[_Form, ...]] = {
    "last-needs-first": (((_used("last_frame"),), (_used("first_frame"),)),),
    "references-need-first": (((_REFERENCES,), (_used("first_frame"),)),),
    "references-alone": (((_REFERENCES,), _NO_FRAMES),),
    "references-small": (((_REFERENCES,), (Test("resolution", "one_of", ("480p", "720p")),)),),
    "references-short": _short(_REFERENCES),
    "large-is-short": (
        *_short(Test("resolution", "at_least", ("1080p",))),
        *_short(Test("resolution", "one_of", ("1440p", "4K"))),
    ),
    "sound-short": _short(_is("audio", True)),
    "words-wide-or-upright": (
        ((_is("mode", "text-to-video"),), (Test("aspect_ratio", "one_of", ("16:9", "9:16")),)),
    ),
    "clip-alone": (((_used("input_video"),), _NO_FRAMES),),
    "voice-needs-image": (((_used("input_audio"), _is("input_video", False)), (_REFERENCES,)),),
}
"""Combination rules by name, each with the forms that it takes: what holds, and what must then hold."""
