"""Every mistake in a file is reported as `file:line: key: expected ..., got ...`, at the line that has it."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
from loading_fixtures import (
    ACCESS_FILE,
    FILES,
    MODEL_FILE,
    USE_CASE_FILE,
    WORKFLOW,
    WORKFLOW_FILE,
    lines_of,
    small_catalog,
    write,
)


@attrs.frozen
class Broken:
    """One edit of one good file, and the lines it must give.

    Attributes:
        name: What is wrong.
        old: Text that is replaced; it stands once in the good file.
        new: What stands there instead.
        lines: For each problem: a text whose place in the broken file is the line, then key and message.
    """

    name: str
    old: str
    new: str
    lines: tuple[tuple[str, str], ...]


def broken(name: str, old: str, new: str, *lines: tuple[str, str]) -> Broken:
    """Return a case; without a text of its own a line is where the new text begins."""
    return Broken(name, old, new, lines)


RESOLUTIONS = "'360p', '480p', '512p', '540p', '720p', '768p', '1080p', '1440p', '2K', '4K'"
DATE = "expected a date without quotes, such as 2026-11-03"

MODEL_CASES = [
    broken(
        "unknown key with the nearest",
        'native_audio]\nvalue = true\nsource = "guide"',
        'native_audio]\nvalue = true\nsource = "guide"\nsauce = "guide"',
        ("sauce", "facts.native_audio.sauce: unknown key; did you mean 'source'?"),
    ),
    broken(
        "unknown key like no other",
        'family = "vidgen"',
        'family = "vidgen"\nzzz = 1',
        (
            "zzz",
            "zzz: unknown key; known keys: name, vendor, family, makes, summary, aliases, formerly, limitations, "
            "sources, facts, searched, rules, routes, evidence, prompt_tips",
        ),
    ),
    broken(
        "unknown capability with the nearest",
        "[facts.native_audio]",
        "[facts.nativ_audio]",
        ("[facts.nativ_audio]", "facts.nativ_audio: unknown capability; did you mean 'native_audio'?"),
    ),
    broken(
        "capability of the other medium",
        "text_to_video = {",
        "text_to_image = {",
        ("text_to_image", "facts.text_to_image: expected only for models that make image"),
    ),
    broken(
        "quoted date",
        'vram_gb_min = { value = 15.5, source = "guide", verified = 2026-11-03 }',
        'vram_gb_min = { value = 15.5, source = "guide", verified = "2026-11-03" }',
        ("vram_gb_min", f"facts.vram_gb_min.verified: {DATE}, got '2026-11-03'"),
    ),
    broken(
        "a time is no date",
        'vram_gb_min = { value = 15.5, source = "guide", verified = 2026-11-03 }',
        'vram_gb_min = { value = 15.5, source = "guide", verified = 2026-11-03T10:00:00 }',
        ("vram_gb_min", f"facts.vram_gb_min.verified: {DATE}, got 2026-11-03T10:00:00"),
    ),
    broken(
        "missing source",
        'text_to_video = { value = true, source = "guide", verified = 2026-11-03 }',
        "text_to_video = { value = true, verified = 2026-11-03 }",
        ("text_to_video", "facts.text_to_video.source: missing, expected text in quotes"),
    ),
    broken(
        "missing verified date",
        'text_to_video = { value = true, source = "guide", verified = 2026-11-03 }',
        'text_to_video = { value = true, source = "guide" }',
        ("text_to_video", f"facts.text_to_video.verified: missing, {DATE}"),
    ),
    broken(
        "missing value",
        'text_to_video = { value = true, source = "guide", verified = 2026-11-03 }',
        'text_to_video = { source = "guide", verified = 2026-11-03 }',
        ("text_to_video", "facts.text_to_video.value: missing, expected a value"),
    ),
    broken(
        "a fact that is no table",
        'text_to_video = { value = true, source = "guide", verified = 2026-11-03 }',
        "text_to_video = true",
        ("text_to_video", "facts.text_to_video: expected a table, got true"),
    ),
    broken(
        "unknown source with the nearest",
        'text_to_video = { value = true, source = "guide"',
        'text_to_video = { value = true, source = "gide"',
        (
            "text_to_video",
            "facts.text_to_video.source: expected a name under [sources], got 'gide'; did you mean 'guide'?",
        ),
    ),
    broken(
        "unknown source in a list on several lines",
        '{ text = "No people.", source = "guide" }, { text = "No [brackets]\\u0021", source = "limits" },',
        '{ text = "No people.", source = "guide" },\n  { text = "No [brackets]\\u0021", source = "limit" },',
        (
            'limit" },',
            "limitations[1].source: expected a name under [sources], got 'limit'; did you mean 'limits'?",
        ),
    ),
    broken(
        "second item of a line, third of a list",
        '{ text = "English only.", source = "limits" },',
        "# one more\n  { text = 3, source = 'limits' },",
        ("{ text = 3", "limitations[2].text: expected text in quotes, got 3"),
    ),
    broken(
        "empty text",
        'family = "vidgen"',
        'family = " "',
        ('family = " "', "family: expected text in quotes, got ' '"),
    ),
    broken(
        "a bool written as text",
        "text_to_video = { value = true",
        'text_to_video = { value = "yes"',
        ("text_to_video", "facts.text_to_video.value: expected true or false, got 'yes'"),
    ),
    broken(
        "a whole number with a fraction",
        "reference_images_max = { value = { at_least = 3 }",
        "reference_images_max = { value = 3.5",
        (
            "reference_images_max",
            "facts.reference_images_max.value: expected a whole number from 0, or a bound such as "
            "{ at_least = 3 }, got 3.5",
        ),
    ),
    broken(
        "a whole number that is a bool",
        "reference_images_max = { value = { at_least = 3 }",
        "reference_images_max = { value = true",
        (
            "reference_images_max",
            "facts.reference_images_max.value: expected a whole number from 0, or a bound such as "
            "{ at_least = 3 }, got true",
        ),
    ),
    broken(
        "a number below zero",
        "vram_gb_min = { value = 15.5",
        "vram_gb_min = { value = -1",
        (
            "vram_gb_min",
            "facts.vram_gb_min.value: expected a number from 0, or a bound such as { at_least = 3 }, got -1",
        ),
    ),
    broken(
        "a number without end",
        "vram_gb_min = { value = 15.5",
        "vram_gb_min = { value = inf",
        ("vram_gb_min", "facts.vram_gb_min.value: expected a finite number, got inf"),
    ),
    broken(
        "a number of more than 64 bits",
        "vram_gb_min = { value = 15.5",
        "vram_gb_min = { value = 9223372036854775808",
        ("vram_gb_min", "facts.vram_gb_min.value: expected a whole number of at most 64 bits"),
    ),
    broken(
        "an unknown kind of bound",
        "reference_images_max = { value = { at_least = 3 }",
        "reference_images_max = { value = { more_than = 3 }",
        (
            "reference_images_max",
            "facts.reference_images_max.value: expected a bound such as { at_least = 3 } or { at_most = 10 }, "
            "got {'more_than': 3}",
        ),
    ),
    broken(
        "a bound turned round",
        "reference_images_max = { value = { at_least = 3 }",
        "reference_images_max = { value = { at_least = 3, at_most = 2 }",
        (
            "reference_images_max",
            "facts.reference_images_max.value: expected at_least not above at_most, "
            "got {'at_least': 3, 'at_most': 2}",
        ),
    ),
    broken(
        "a word outside the list",
        'commercial_use = { value = "yes"',
        'commercial_use = { value = "conditonal"',
        (
            "commercial_use",
            "facts.commercial_use.value: expected one of 'no', 'conditional', 'yes', got 'conditonal'; "
            "did you mean 'conditional'?",
        ),
    ),
    broken(
        "a word that is no text",
        'commercial_use = { value = "yes"',
        "commercial_use = { value = true",
        (
            "commercial_use",
            "facts.commercial_use.value: expected one of 'no', 'conditional', 'yes', got true",
        ),
    ),
    broken(
        "a text of another form",
        'license = { value = "Apache-2.0"',
        'license = { value = "Apache 2"',
        (
            "license =",
            "facts.license.value: expected text of the form [A-Za-z0-9][A-Za-z0-9.+-]*, got 'Apache 2'",
        ),
    ),
    broken(
        "words that are no list",
        'resolutions = { value = ["720p", "1080p"]',
        'resolutions = { value = "720p"',
        ("resolutions", "facts.resolutions.value: expected a list or { includes = [...] }, got '720p'"),
    ),
    broken(
        "a word of a list outside the list",
        'resolutions = { value = ["720p", "1080p"]',
        'resolutions = { value = ["720p", "1080i"]',
        (
            "resolutions",
            f"facts.resolutions.value: expected one of {RESOLUTIONS}, got '1080i'; did you mean '1080p'?",
        ),
    ),
    broken(
        "a word of a list of another form",
        'speech_languages = { value = ["en", "pt-BR"]',
        'speech_languages = { value = ["en", "Portuguese"]',
        (
            "speech_languages",
            "facts.speech_languages.value: expected text of the form [a-z]{2,3}(-[A-Za-z0-9]{2,8})*, "
            "got 'Portuguese'",
        ),
    ),
    broken(
        "a value twice",
        'resolutions = { value = ["720p", "1080p"]',
        'resolutions = { value = ["720p", "720p"]',
        ("resolutions", "facts.resolutions.value: expected each value once, got ['720p', '720p']"),
    ),
    broken(
        "an open set of nothing",
        "fps = { value = { includes = [24] }",
        "fps = { value = { includes = [] }",
        ("fps", "facts.fps.value: expected at least one value in includes, got {'includes': []}"),
    ),
    broken(
        "an open set that is no list",
        "fps = { value = { includes = [24] }",
        "fps = { value = { includes = 24 }",
        ("fps", "facts.fps.value: expected a list, got 24"),
    ),
    broken(
        "a list of nothing",
        "fps = { value = { includes = [24] }",
        "fps = { value = []",
        ("fps", "facts.fps.value: expected at least one value, got []"),
    ),
    broken(
        "numbers that are one number",
        "fps = { value = { includes = [24] }",
        "fps = { value = 24",
        ("fps", "facts.fps.value: expected a list, { min, max, step } or { includes = [...] }, got 24"),
    ),
    broken(
        "a span without its end",
        "duration_seconds = { value = { min = 4, max = 8, step = 2 }",
        "duration_seconds = { value = { min = 4 }",
        (
            "duration_seconds = { value",
            "facts.duration_seconds.value: expected { min = ..., max = ... } or "
            "{ min = ..., max = ..., step = ... }, got {'min': 4}",
        ),
    ),
    broken(
        "a span turned round",
        "duration_seconds = { value = { min = 4, max = 8, step = 2 }",
        "duration_seconds = { value = { min = 8, max = 4 }",
        (
            "duration_seconds = { value",
            "facts.duration_seconds.value: expected min not above max, and a step above 0, "
            "got {'min': 8, 'max': 4}",
        ),
    ),
    broken(
        "a span with no step",
        "duration_seconds = { value = { min = 4, max = 8, step = 2 }",
        "duration_seconds = { value = { min = 4, max = 8, step = 0 }",
        (
            "duration_seconds = { value",
            "facts.duration_seconds.value: expected min not above max, and a step above 0, "
            "got {'min': 4, 'max': 8, 'step': 0}",
        ),
    ),
    broken(
        "a ratio of another form",
        'aspect_ratios = { value = { min = "9:16", max = "16:9" }',
        'aspect_ratios = { value = ["16x9"]',
        (
            "aspect_ratios",
            "facts.aspect_ratios.value: expected a ratio width:height such as '16:9', got '16x9'",
        ),
    ),
    broken(
        "a ratio of nothing",
        'aspect_ratios = { value = { min = "9:16", max = "16:9" }',
        'aspect_ratios = { value = ["16:0"]',
        (
            "aspect_ratios",
            "facts.aspect_ratios.value: expected a ratio width:height such as '16:9', got '16:0'",
        ),
    ),
    broken(
        "a span of ratios with a step",
        'aspect_ratios = { value = { min = "9:16", max = "16:9" }',
        'aspect_ratios = { value = { min = "9:16", max = "16:9", step = 1 }',
        (
            "aspect_ratios",
            "facts.aspect_ratios.value: expected { min = ..., max = ... }, "
            "got {'min': '9:16', 'max': '16:9', 'step': 1}",
        ),
    ),
    broken(
        "a ratio that is any word",
        'aspect_ratios = { value = { min = "9:16", max = "16:9" }',
        'aspect_ratios = { value = "any"',
        (
            "aspect_ratios",
            "facts.aspect_ratios.value: expected a list, { min, max }, \"free\" or { includes = [...] }, got 'any'",
        ),
    ),
    broken(
        "a month that is none",
        'released = { value = "2026-05"',
        'released = { value = "2026-13"',
        (
            "released",
            "facts.released.value: expected a date such as 2026-11-03, or a month in quotes such as "
            "\"2026-11\", got '2026-13'",
        ),
    ),
    broken(
        "a release in the future",
        'released = { value = "2026-05"',
        "released = { value = 2026-12-24",
        ("released", "facts.released.value: expected a date not after 2026-11-21, got 2026-12-24"),
    ),
    broken(
        "a month in the future",
        'released = { value = "2026-05"',
        'released = { value = "2027-05"',
        ("released", "facts.released.value: expected a month not after 2026-11, got 2027-05"),
    ),
    broken(
        "verified tomorrow, in a table of its own",
        'verified = 2026-11-03\nnote = "A fact with a note',
        'verified = 2026-11-22\nnote = "A fact with a note',
        (
            "verified = 2026-11-22",
            "facts.native_audio.verified: expected a date not after 2026-11-21, got 2026-11-22",
        ),
    ),
    broken(
        "verified tomorrow, by a dotted key",
        "facts.free_tier.verified = 2026-11-03",
        "facts.free_tier.verified = 2026-11-22",
        (
            "facts.free_tier.verified",
            "routes.vidgen-api.facts.free_tier.verified: expected a date not after 2026-11-21, got 2026-11-22",
        ),
    ),
    broken(
        "searched tomorrow",
        'seed = { in = ["guide", "limits"], on = 2026-11-03 }',
        'seed = { in = ["guide", "limits"], on = 2026-11-22 }',
        ("seed =", "searched.seed.on: expected a date not after 2026-11-21, got 2026-11-22"),
    ),
    broken(
        "searched beside a value",
        'seed = { in = ["guide", "limits"], on = 2026-11-03 }',
        'seed = { in = ["guide", "limits"], on = 2026-11-03 }\nfps = { in = ["guide"], on = 2026-11-03 }',
        (
            "fps = { value",
            "facts.fps: expected a value or a search, got both; it also stands under [searched]",
        ),
    ),
    broken(
        "searched in nothing",
        'seed = { in = ["guide", "limits"]',
        "seed = { in = []",
        ("seed =", "searched.seed.in: expected at least one name under [sources]"),
    ),
    broken(
        "searched in an unknown source",
        'seed = { in = ["guide", "limits"]',
        'seed = { in = [\n  "guide",\n  "limts",\n]',
        (
            '"limts"',
            "searched.seed.in[1]: expected a name under [sources], got 'limts'; did you mean 'limits'?",
        ),
    ),
    broken(
        "searched without saying where",
        'seed = { in = ["guide", "limits"], on = 2026-11-03 }',
        "seed = { on = 2026-11-03 }",
        ("seed =", "searched.seed.in: missing, expected a list"),
    ),
    broken(
        "an address without encryption",
        "https://docs.example.com/vidgen-2/guide",
        "http://docs.example.com/vidgen-2/guide",
        (
            'url = "http:',
            "sources.guide.url: expected an https address, got 'http://docs.example.com/vidgen-2/guide'",
        ),
    ),
    broken(
        "an address that follows its readers",
        "https://docs.example.com/vidgen-2/limits?page=2",
        "https://docs.example.com/vidgen-2/limits?page=2&utm_source=us",
        (
            'url = "https://docs.example.com/vidgen-2/limits',
            "sources.limits.url: expected an address without the tracking parameter 'utm_source', "
            "got 'https://docs.example.com/vidgen-2/limits?page=2&utm_source=us'",
        ),
    ),
    broken(
        "an address of nowhere",
        "https://docs.example.com/vidgen-2/guide",
        "https://[::1",
        ('url = "https://[', "sources.guide.url: expected an https address, got 'https://[::1'"),
    ),
    broken(
        "a kind of source outside the list",
        'kind = "vendor-doc"',
        'kind = "vendor-docs"',
        (
            "vendor-docs",
            "sources.guide.kind: expected one of 'vendor-api-schema', 'vendor-doc', 'vendor-page', 'model-card', "
            "'paper', 'provider-doc', 'press', 'measurement', got 'vendor-docs'; did you mean 'vendor-doc'?",
        ),
    ),
    broken(
        "the vendor of another folder",
        'vendor = "google"',
        'vendor = "openai"',
        ('vendor = "openai"', "vendor: expected the name of the folder 'google', got 'openai'"),
    ),
    broken(
        "an unknown vendor",
        'vendor = "google"',
        'vendor = "gogle"',
        ('vendor = "gogle"', "vendor: expected an id of vendors.toml, got 'gogle'; did you mean 'google'?"),
    ),
    broken(
        "a summary too long",
        "Text or one image to short clips.",
        "Text " * 40,
        ("summary", "summary: expected 1 to 160 characters, got 218"),
    ),
    broken(
        "makes nothing",
        'makes = ["video"]',
        'makes = ["audio"]',
        ("makes = [", "makes[0]: expected one of 'image', 'video', got 'audio'"),
    ),
    broken(
        "makes the same thing twice",
        'makes = ["video"]',
        'makes = ["video", "video"]',
        ("makes = [", "makes: expected 'image', 'video' or both, got ['video', 'video']"),
    ),
    broken(
        "an unknown provider",
        'provider = "fal"',
        'provider = "fall"',
        (
            'provider = "fall"',
            "routes.fal.provider: expected an id of vendors.toml or providers.toml, got 'fall'; did you mean 'fal'?",
        ),
    ),
    broken(
        "no provider",
        'provider = "fal"\n',
        "",
        (
            "[routes.fal]",
            "routes.fal.provider: missing, expected an id of vendors.toml or providers.toml",
        ),
    ),
    broken(
        "a route with capitals and blanks",
        "[[routes.fal.prices]]",
        '[routes."My Route"]\nprovider = "fal"\nkind = "api"\n\n[[routes.fal.prices]]',
        ("My Route", "routes.\"My Route\": expected an id of a-z, 0-9, '-' and '.', got 'My Route'"),
    ),
    broken(
        "a fact that no route may state",
        "facts.free_tier.value = false",
        'facts.fps = { value = [24], source = "limits", verified = 2026-11-03 }\nfacts.free_tier.value = false',
        (
            "facts.fps",
            "routes.vidgen-api.facts.fps: expected a key that routes may state (route = true in capabilities.toml)",
        ),
    ),
    broken(
        "a price of nothing",
        "usd = 0.20",
        "usd = 0",
        (
            "usd = 0\n",
            "routes.vidgen-api.prices[1].usd: expected USD above 0 (an unknown price is left out), got 0",
        ),
    ),
    broken(
        "a price that is a text",
        "usd = 0.20",
        'usd = "0.20"',
        ('usd = "0.20"', "routes.vidgen-api.prices[1].usd: expected a number, got '0.20'"),
    ),
    broken(
        "a price of an unknown resolution",
        'resolution = "1080p"\naudio',
        'resolution = "1080i"\naudio',
        (
            '"1080i"',
            "routes.vidgen-api.prices[1].resolution: expected one of 360p, 480p, 512p, 540p, 720p, 768p, 1080p, "
            "1440p, 2K, 4K, got '1080i'; did you mean '1080p'?",
        ),
    ),
    broken(
        "a price per second of a length",
        'per = "video"',
        'per = "second"',
        (
            "duration_seconds = 8\n",
            "routes.fal.prices[0].duration_seconds: expected above 0 and only with per = 'video', got 8 per second",
        ),
    ),
    broken(
        "a price id twice",
        'id = "1080p"',
        'id = "720p"',
        (
            'id = "720p"\nusd = 0.20',
            "routes.vidgen-api.prices[1].id: expected each id once, got '720p' again",
        ),
    ),
    broken(
        "a rule about an unknown feature",
        "then = { duration_seconds = { one_of = [8] }, aspect_ratio",
        "then = { duration = { one_of = [8] }, aspect_ratio",
        (
            "then =",
            "rules[0].then.duration: expected a feature of a request, got 'duration'; "
            "did you mean 'duration_seconds'?",
        ),
    ),
    broken(
        "a rule with an unknown test",
        "when = { reference_images = { at_least = 1 } }",
        "when = { reference_images = { more_than = 1 } }",
        (
            "when =",
            "rules[0].when.reference_images: expected a table of the tests equals, one_of, none_of, at_least, "
            "at_most, got {'more_than': 1}",
        ),
    ),
    broken(
        "a rule with a value of another kind",
        "when = { reference_images = { at_least = 1 } }",
        'when = { reference_images = { at_least = "one" } }',
        ("when =", "rules[0].when.reference_images.at_least: expected a number from 0, got 'one'"),
    ),
    broken(
        "a rule about nothing",
        "when = { reference_images = { at_least = 1 } }",
        "when = {}",
        ("when =", "rules[0].when: expected at least one feature"),
    ),
    broken(
        "evidence of an unknown dimension",
        'dimension = "overall_preference"',
        'dimension = "beauty"',
        (
            "dimension =",
            "evidence[0].dimension: expected one of human_realism, identity_hold, motion_physics, "
            "prompt_adherence, text_accuracy, product_fidelity, speech_quality, overall_preference, got 'beauty'",
        ),
    ),
    broken(
        "evidence about another medium",
        'medium = "video"',
        'medium = "image"',
        ('medium = "image"', "evidence[0].medium: expected what the model makes, got 'image'"),
    ),
    broken(
        "evidence with an unknown mode",
        'mode = "text-to-video"',
        'mode = "text-2-video"',
        (
            "text-2-video",
            "evidence[0].mode: expected one of text-to-image, image-to-image, references-to-image, text-to-video, "
            "image-to-video, references-to-video, video-to-video, audio-to-video, image-audio-to-video, "
            "video-image-to-video, got 'text-2-video'; did you mean 'text-to-video'?",
        ),
    ),
    broken(
        "a tip for an unknown task",
        'tasks = ["spots"]',
        'tasks = ["spot"]',
        ('tasks = ["spot"]', "prompt_tips[0].tasks: expected use cases, got 'spot'; did you mean 'spots'?"),
    ),
]

USE_CASE_CASES = [
    broken(
        "no medium",
        'media = ["video"]',
        "media = []",
        ("media =", "media: expected 'image', 'video' or both, got []"),
    ),
    broken(
        "points that do not add up",
        "points = 40",
        "points = 36",
        ("[[criteria]]", "criteria: points add up to 96 for video, expected 100"),
    ),
    broken(
        "points that nearly add up",
        "points = 40",
        "points = 39.9999",
        ("[[criteria]]", "criteria: points add up to 99.9999 for video, expected 100"),
    ),
    broken(
        "points below zero",
        "points = 40",
        "points = -10",
        ("[[criteria]]", "criteria: points add up to 50 for video, expected 100"),
        ("points = -10", "criteria[0].points: expected points above 0, got -10"),
    ),
    broken(
        "a criterion with two kinds",
        'evidence = "overall_preference"',
        'evidence = "overall_preference"\nneed = { native_audio = { equals = true } }',
        (
            '[[criteria]]\nid = "liked"',
            "criteria[3]: expected exactly one of need, levels, request, route, price, evidence, "
            "got need and evidence",
        ),
    ),
    broken(
        "a criterion with no kind",
        'evidence = "overall_preference"\n',
        "",
        (
            '[[criteria]]\nid = "liked"',
            "criteria[3]: expected exactly one of need, levels, request, route, price, evidence, got none",
        ),
    ),
    broken(
        "a key twice in a need",
        "{ audio_inputs_max = { at_least = 1 } },",
        '{ lip_sync = { includes = ["generated"] } },',
        (
            "need = { any",
            "criteria[1].need: expected each key at most once in a need, got 'lip_sync' 2 times",
        ),
    ),
    broken(
        "an unknown key in the second of several needs",
        "{ audio_inputs_max = { at_least = 1 } },",
        "{ audio_input_max = { at_least = 1 } },",
        (
            "{ audio_input_max",
            "criteria[1].need.any[1].audio_input_max: expected a capability, all, any or not, "
            "got 'audio_input_max'; did you mean 'audio_inputs_max'?",
        ),
    ),
    broken(
        "an unknown key in the second level",
        "{ need = { duration_seconds = { at_least = 5 } }, share = 0.5 },",
        "{ need = { duration = { at_least = 5 } }, share = 0.5 },",
        (
            "{ need = { duration =",
            "criteria[0].levels[1].need.duration: expected a capability, all, any or not, got 'duration'; "
            "did you mean 'duration_seconds'?",
        ),
    ),
    broken(
        "a share above the whole",
        "share = 0.5",
        "share = 1.5",
        (
            "share = 1.5",
            "criteria[0].levels[1].share: expected a share above 0 and at most 1, got 1.5",
        ),
    ),
    broken(
        "a test of another kind",
        "need = { text_to_video = { equals = true } }",
        "need = { text_to_video = { at_least = 1 } }",
        (
            "need = { text_to_video",
            "gates[0].need.text_to_video: expected one of the tests equals for bool, got 'at_least'",
        ),
    ),
    broken(
        "a test with a value of another kind",
        "need = { text_to_video = { equals = true } }",
        'need = { text_to_video = { equals = "yes" } }',
        ("need = { text_to_video", "gates[0].need.text_to_video.equals: expected true or false, got 'yes'"),
    ),
    broken(
        "a test of a word outside the list",
        '{ lip_sync = { includes = ["driven"] } },',
        '{ lip_sync = { includes = ["riven"] } },',
        (
            '"riven"',
            "criteria[1].need.any[0].lip_sync.includes: expected one of 'generated', 'driven', got 'riven'; "
            "did you mean 'driven'?",
        ),
    ),
    broken(
        "a test of what cannot be tested",
        "need = { text_to_video = { equals = true } }",
        "need = { released = { equals = 2026-11-03 } }",
        (
            "need = { released",
            "gates[0].need.released: expected a key that needs can test, got one of kind 'date'",
        ),
    ),
    broken(
        "a need of another medium",
        "need = { text_to_video = { equals = true } }",
        "need = { text_to_image = { equals = true } }",
        ("need = { text_to_image", "gates[0].need: expected keys about video, got 'text_to_image'"),
    ),
    broken(
        "a gate with nothing to decide",
        "need = { text_to_video = { equals = true } }\n",
        "",
        ("[[gates]]", "gates[0]: expected either need or request"),
    ),
    broken(
        "a price scale turned round",
        "full = 0.10, none = 0.40",
        "full = 0.40, none = 0.10",
        ("price = {", "criteria[2].price: expected full above 0 and below none, got 0.4 and 0.1"),
    ),
    broken(
        "a job of an unknown resolution",
        'resolution = "720p" }, full',
        'resolution = "720i" }, full',
        (
            "price = {",
            "criteria[2].price.job.resolution: expected one of 360p, 480p, 512p, 540p, 720p, 768p, 1080p, 1440p, "
            "2K, 4K, got '720i'; did you mean '720p'?",
        ),
    ),
    broken(
        "a job of another medium",
        "job = { duration_seconds = 8,",
        "job = { megapixels = 1, duration_seconds = 8,",
        (
            "price = {",
            "criteria[2].price.job.megapixels: unknown key; known keys for video: duration_seconds, resolution, audio",
        ),
    ),
    broken(
        "a verdict that picks an unknown model",
        'pick = ["vidgen-2"]',
        'pick = ["vidgen-3"]',
        ("pick =", "verdict.pick[0]: expected a model slug, got 'vidgen-3'; did you mean 'vidgen-2'?"),
    ),
    broken(
        "a runner-up that is unknown",
        "runners_up = []",
        'runners_up = [\n  { model = "nobody", when = "never" },\n]',
        ("{ model", "verdict.runners_up[0].model: expected a model slug, got 'nobody'"),
    ),
    broken(
        "a verdict that rests on what nobody recorded",
        "vidgen-2/facts/native_audio",
        "vidgen-2/facts/silent_option",
        (
            '{ id = "vidgen-2/facts/silent',
            "verdict.rests_on[0].id: no fact, rule, price or evidence 'vidgen-2/facts/silent_option'",
        ),
    ),
    broken(
        "a verdict that rests on what was looked for in vain",
        "vidgen-2/facts/native_audio",
        "vidgen-2/facts/seed",
        (
            '{ id = "vidgen-2/facts/seed',
            "verdict.rests_on[0].id: no fact, rule, price or evidence 'vidgen-2/facts/seed'; "
            "the record has it under 'searched'",
        ),
    ),
    broken(
        "a verdict that remembers a value of another kind",
        '{ id = "vidgen-2/facts/native_audio", was = true }',
        '{ id = "vidgen-2/facts/native_audio", was = "yes" }',
        ('was = "yes"', "verdict.rests_on[0].was: expected true or false, got 'yes'"),
    ),
    broken(
        "a verdict that remembers a rule by a number",
        '{ id = "vidgen-2/rules/references-fix-the-length", was = true }',
        '{ id = "vidgen-2/rules/references-fix-the-length", was = 8 }',
        ("was = 8", "verdict.rests_on[2].was: expected a value like true, got 8"),
    ),
    broken(
        "a verdict that remembers a price by a text",
        "was = 0.10",
        'was = "cheap"',
        ('was = "cheap"', "verdict.rests_on[1].was: expected a value like 0.1, got 'cheap'"),
    ),
    broken(
        "a verdict about what it does not say",
        'because = "It is the only one."\n',
        "",
        ("[verdict]", "verdict.because: missing, expected text in quotes"),
    ),
    broken(
        "a verdict reviewed after the date of the catalog",
        "reviewed = 2026-11-20",
        "reviewed = 2026-11-22",
        ("reviewed =", "verdict.reviewed: expected a date not after 2026-11-21, got 2026-11-22"),
    ),
    broken(
        "a verdict to be reviewed before it was",
        "review_by = 2027-02-20",
        "review_by = 2026-11-20",
        ("review_by =", "verdict.review_by: expected a day after reviewed, got 2026-11-20"),
    ),
]

WORKFLOW_CASES = [
    broken(
        "inputs that no mode takes together",
        'mode = "image-to-video"\ntakes = ["text", "image"]',
        'takes = ["text", "image", "audio", "video"]',
        (
            '[[steps]]\nid = "spot"',
            "steps[1].mode: expected a mode, since none makes video from text and image and audio and video",
        ),
    ),
    broken(
        "a recipe that nobody documents",
        WORKFLOW[WORKFLOW.index("[[sources]]") :],
        "",
        ("title", "sources: missing, expected a list"),
    ),
    broken(
        "a step whose input nobody gives",
        'from = ["still"]',
        'from = ["picture"]',
        ('from = ["picture"]', "steps[1].from[0]: expected an earlier step, got 'picture'"),
    ),
    broken(
        "a step that takes another thing",
        'takes = ["text", "image"]',
        'takes = ["text", "video"]',
        ('from = ["still"]', "steps[1].from[0]: still makes image, which this step does not take"),
    ),
    broken(
        "a step with neither task nor mode",
        'mode = "text-to-image"\n',
        "",
        ('[[steps]]\nid = "still"', "steps[0]: expected a usecase or a mode"),
    ),
    broken(
        "a step whose mode makes another thing",
        'mode = "image-to-video"',
        'mode = "text-to-image"',
        ('gives = "video"', "steps[1].gives: expected 'image', which text-to-image makes, got 'video'"),
    ),
    broken(
        "a step of an unknown use case",
        'usecase = "spots"',
        'usecase = "spot"',
        ('usecase = "spot"', "steps[1].usecase: expected a use case, got 'spot'; did you mean 'spots'?"),
    ),
    broken(
        "a request for an unknown feature",
        "request = { first_frame = true,",
        "request = { first_frames = true,",
        (
            "request = { first_frames",
            "steps[1].request.first_frames: expected a feature of a request, got 'first_frames'; "
            "did you mean 'first_frame'?",
        ),
    ),
    broken(
        "clips that are not counted",
        "clips = 2",
        "clips = 0",
        ("clips = 0", "steps[1].job.clips: expected a whole number from 1 to 1000, got 0"),
    ),
    broken(
        "called documented with one source in its window",
        "dated = 2026-03-01",
        "dated = 2026-01-31",
        ("basis =", "basis: expected two sources dated inside the window, got 1"),
    ),
    broken(
        "a window turned round",
        "to = 2026-11-21",
        "to = 2026-01-21",
        ("basis =", "basis: expected two sources dated inside the window, got 0"),
        ("window =", "window.to: expected a day not before 2026-02-01, got 2026-01-21"),
    ),
]

ACCESS_CASES = [
    broken(
        "a link that earns and does not say so",
        "https://vidgen.example.com/",
        "https://vidgen.example.com/?via=us",
        (
            "url =",
            "links[0].url: expected an address without the tracking parameter 'via', "
            "got 'https://vidgen.example.com/?via=us'",
        ),
    ),
    broken(
        "a kind of link outside the list",
        'kind = "official"',
        'kind = "offical"',
        (
            "kind =",
            "links[0].kind: expected one of 'official', 'self-hosted', 'provider', got 'offical'; "
            "did you mean 'official'?",
        ),
    ),
    broken(
        "a link without a word on who earns",
        "affiliate = false\n",
        "",
        ("[[links]]", "links[0].affiliate: missing, expected true or false"),
    ),
]

CASES = [
    *((MODEL_FILE, one) for one in MODEL_CASES),
    *((USE_CASE_FILE, one) for one in USE_CASE_CASES),
    *((WORKFLOW_FILE, one) for one in WORKFLOW_CASES),
    *((ACCESS_FILE, one) for one in ACCESS_CASES),
]


@pytest.mark.parametrize(("file", "case"), CASES, ids=[f"{file[:3]}: {one.name}" for file, one in CASES])
def test_a_mistake_is_reported_word_for_word_at_its_line(file: str, case: Broken, tmp_path: Path) -> None:
    """One mistake in one file gives exactly its own lines, each at the line that holds the mistake."""
    good = FILES[file]
    assert good.count(case.old) == 1, "the text to replace must stand once in the good file"
    text = good.replace(case.old, case.new)
    root = small_catalog(tmp_path / "catalog")
    write(root, file, text)

    expected = []
    for marker, message in case.lines:
        assert marker in text
        line = text[: text.index(marker)].count("\n") + 1
        expected.append(f"{file}:{line}: {message}")
    assert lines_of(root) == expected
