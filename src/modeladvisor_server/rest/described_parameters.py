"""Every parameter of REST, once: its name, what it means, examples, and the words it takes."""

from __future__ import annotations

import attrs

from modeladvisor.contenders import LONGEST_LIST
from modeladvisor.questions import AUDIO_ALIASES, LIMIT_DEFAULT, LIMIT_MOST, LONGEST_VALUE
from modeladvisor_server.questions import MODELS_MOST


@attrs.frozen
class Parameter:
    """One parameter.

    Attributes:
        examples: Values as they are written in an address; the first is the one to begin with.
        words: Name of the list in `Questions.allowed` whose words are allowed.
        closed: True if nothing but those words is allowed.
        also: Further words that are read as one of those.
        names: What of the catalog it names: `models` or `workflows`.
        place: `query` or `path`.
        kind: JSON Schema type.
        most: The largest number.
        longest: Characters of the longest value.
    """

    name: str
    meaning: str
    examples: tuple[str, ...]
    words: str | None = None
    closed: bool = False
    also: tuple[str, ...] = ()
    required: bool = False
    names: str | None = None
    place: str = "query"
    kind: str = "string"
    most: int | None = None
    longest: int = LONGEST_VALUE


def _closed(name: str, meaning: str, example: str) -> Parameter:
    return Parameter(name, meaning, (example,), words=name, closed=True)


TASK = _closed("task", "The use case whose rubric counts.", "product-videos")
OUTPUT = _closed("output", "What is to be made.", "video")
VENDOR = _closed("vendor", "Who makes the model.", "google")
STATUS = _closed("status", "Best status over all routes.", "active")
QUERY = Parameter("query", "Words that name, vendor, family or summary must hold.", ("flux", "google veo"))
PAGE_LIMIT = Parameter(
    "limit",
    f"Records on a page, {MODELS_MOST} by default.",
    ("20",),
    kind="integer",
    most=MODELS_MOST,
)
CURSOR = Parameter("cursor", "The `next_cursor` of the page before.", ("gpt-image-2",), names="models")
SLUG = Parameter(
    "slug",
    "Slug, name, former name or alias of a model.",
    ("veo-3.1", "Google Veo"),
    required=True,
    names="models",
    place="path",
)
MODELS = Parameter(
    "models",
    "Two to eight slugs, separated by commas.",
    ("veo-3.1,kling-3.0",),
    required=True,
    names="models",
    longest=LONGEST_LIST,
)
DIFFERENCES_ONLY = Parameter("differences_only", "Show only rows that differ.", ("true",), kind="boolean")
JOB = Parameter(
    "job",
    "What is priced, as key:value pairs separated by commas: `duration_seconds`, `resolution`, `audio`, `count`, "
    "`input_images` and `attempts` for video; `megapixels`, `count`, `input_images` and `attempts` for images.",
    ("count:10,attempts:3", "duration_seconds:8,resolution:1080p,audio:true"),
)
USECASE = Parameter(
    "usecase",
    "Slug of a use case.",
    ("product-videos",),
    words="task",
    closed=True,
    required=True,
    place="path",
)
INPUT = Parameter(
    "input", "What you bring; several separated by commas.", ("image", "image,audio"), words="input"
)
BUDGET = Parameter(
    "budget",
    "A ceiling: a word, or a sum in USD for a second, a clip or an image.",
    ("medium", "0.15/s", "2/clip", "0.04/image"),
    words="budget",
)
STYLE = _closed("style", "A look; it orders within a group, except `vector`, which decides.", "cinematic")
PLATFORM = _closed(
    "platform", "Where it is published, or the way in: a kind of route or who runs it.", "tiktok"
)
AUDIO = Parameter(
    "audio",
    "Which sound the clip shall have; "
    + " and ".join(
        f"{', '.join(f'`{word}`' for word, meant in AUDIO_ALIASES.items() if meant == one)} mean {one}"
        for one in dict.fromkeys(AUDIO_ALIASES.values())
    )
    + ".",
    ("silent",),
    words="audio",
    closed=True,
    also=tuple(AUDIO_ALIASES),
)
DURATION = Parameter(
    "duration", "Length of one clip: a word, or seconds.", ("5-10", "8", ">=10", "short"), words="duration"
)
LIMIT = Parameter(
    "limit",
    f"Models shown in each group, {LIMIT_DEFAULT} by default.",
    ("5",),
    kind="integer",
    most=LIMIT_MOST,
)
WEIGHTS = Parameter(
    "weights",
    "Points by criterion instead of the published ones, rescaled to 100.",
    ("price:30",),
    longest=20 * LONGEST_VALUE,
)
WHY_NOT = Parameter(
    "why_not", "A model: why is it not first, and what would change that?", ("veo-3.1",), names="models"
)
RECIPES_LIMIT = Parameter("limit", "Most recipes in the answer.", ("5",), kind="integer", most=LIMIT_MOST)
RECIPE = Parameter(
    "slug", "Slug of a recipe.", ("product-photo-to-ad",), required=True, names="workflows", place="path"
)
