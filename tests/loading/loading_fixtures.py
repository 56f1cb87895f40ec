"""A small good catalog, and ways to break it."""

from __future__ import annotations

import datetime
import shutil
from pathlib import Path

from modeladvisor.errors import CatalogError, Problem
from modeladvisor.loading import bundled_catalog, load_catalog
from modeladvisor.loading.reading import TOP_FILES

TODAY = datetime.date(2026, 11, 21)

MODEL_FILE = "models/google/vidgen-2.toml"
MODEL = '''# A record with everything in it that makes lines hard to count.
name = "VidGen 2"   # [not a header]
vendor = "google"
family = "vidgen"
makes = ["video"]
summary = """
Text or one image to short clips. \\
key = 'not a key'"""
aliases = [
  "vid gen two", "vidgen-ii",  # two on one line, ] and [ in a comment
  'vid "gen" deux',
]
formerly = ["vidgen-2-preview"]
limitations = [
  { text = "No people.", source = "guide" }, { text = "No [brackets]\\u0021", source = "limits" },
  { text = "English only.", source = "limits" },
]

[sources.guide]
title = "VidGen 2 guide"
url = "https://docs.example.com/vidgen-2/guide"
kind = "vendor-doc"

[sources."limits"]
title = \'\'\'Limits
[facts]
key = "in a text"\'\'\'
url = "https://docs.example.com/vidgen-2/limits?page=2"
kind = "vendor-api-schema"
undated = true

[facts]
text_to_video = { value = true, source = "guide", verified = 2026-11-03 }
reference_images_max = { value = { at_least = 3 }, source = "guide", verified = 2026-11-03 }
vram_gb_min = { value = 15.5, source = "guide", verified = 2026-11-03 }
resolutions = { value = ["720p", "1080p"], source = "limits", verified = 2026-11-03 }
aspect_ratios = { value = { min = "9:16", max = "16:9" }, source = "limits", verified = 2026-11-03 }
duration_seconds = { value = { min = 4, max = 8, step = 2 }, source = "limits", verified = 2026-11-03 }
fps = { value = { includes = [24] }, source = "limits", verified = 2026-11-03 }
lip_sync = { value = [
  "generated",
  "driven",
], source = "limits", verified = 2026-11-03 }
speech_languages = { value = ["en", "pt-BR"], source = "guide", verified = 2026-11-03 }
commercial_use = { value = "yes", source = "guide", verified = 2026-11-03 }
license = { value = "Apache-2.0", source = "guide", verified = 2026-11-03 }
retires = { value = 2027-01-31, source = "guide", verified = 2026-11-03 }
released = { value = "2026-05", source = "guide", verified = 2026-11-03 }

[facts.native_audio]
value = true
source = "guide"
verified = 2026-11-03
note = "A fact with a note of several lines may stand as a table of its own."

[searched]
seed = { in = ["guide", "limits"], on = 2026-11-03 }

[[rules]]
id = "references-fix-the-length"
when = { reference_images = { at_least = 1 } }
then = { duration_seconds = { one_of = [8] }, aspect_ratio = { one_of = ["16:9"] } }
source = "limits"
verified = 2026-11-03

[routes.vidgen-api]
provider = "google"
kind = "api"
facts.status = { value = "active", source = "limits", verified = 2026-11-03 }
facts.free_tier.value = false
facts.free_tier.source = "limits"
facts.free_tier.verified = 2026-11-03

[[routes.vidgen-api.prices]]
id = "720p"
usd = 0.10
per = "second"
resolution = "720p"
source = "guide"
verified = 2026-11-03

[[routes.vidgen-api.prices]]
id = "1080p"
usd = 0.20
per = "second"
resolution = "1080p"
audio = true
source = "guide"
verified = 2026-11-03

[routes.fal]
provider = "fal"
kind = "api"

[[routes.fal.prices]]
id = "clip"
usd = 0.90
per = "video"
duration_seconds = 8
source = "guide"
verified = 2026-11-03

[[evidence]]
id = "arena-2026-10"
dimension = "overall_preference"
medium = "video"
mode = "text-to-video"
grade = "strong"
finding = "Place 4 of 61."
dated = 2026-10-01
misses = "Says nothing about sound."
source = "guide"

[[prompt_tips]]
tip = "Name the shot before the subject."
tasks = ["spots"]
source = "guide"
verified = 2026-11-03
'''

USE_CASE_FILE = "use_cases/spots.toml"
USE_CASE = """title = "Spots"
question = "Which model makes a spot?"
media = ["video"]
version = "2026.11"

[[gates]]
id = "moves"
need = { text_to_video = { equals = true } }
why = "A spot moves."

[[criteria]]
id = "length"
points = 40
levels = [
  { need = { duration_seconds = { at_least = 8 } }, share = 1.0 },
  # half of it
  { need = { duration_seconds = { at_least = 5 } }, share = 0.5 },
]
why = "Spots are long."

[[criteria]]
id = "voice"
points = 30
need = { any = [
  { lip_sync = { includes = ["driven"] } },
  { audio_inputs_max = { at_least = 1 } },
] }
why = "Somebody speaks."

[[criteria]]
id = "price"
points = 20
price = { job = { duration_seconds = 8, resolution = "720p" }, full = 0.10, none = 0.40 }
why = "Spots cost."

[[criteria]]
id = "liked"
points = 10
evidence = "overall_preference"
why = "Spots are liked."

[verdict]
pick = ["vidgen-2"]
runners_up = []
because = "It is the only one."
not_for = "Anybody in a hurry."
rests_on = [
  { id = "vidgen-2/facts/native_audio", was = true },
  { id = "vidgen-2/routes/vidgen-api/prices/720p", was = 0.10 },
  { id = "vidgen-2/rules/references-fix-the-length", was = true },
  { id = "vidgen-2/evidence/arena-2026-10", was = "strong" },
]
sources = [{ title = "Guide", url = "https://docs.example.com/vidgen-2/guide" }]
reviewed = 2026-11-20
review_by = 2027-02-20
"""

WORKFLOW_FILE = "workflows/still-to-spot.toml"
WORKFLOW = """title = "Still to spot"
question = "How do I get from a still to a spot?"
summary = "Make the still, then move it."
basis = "documented"
window = { from = 2026-02-01, to = 2026-11-21 }
tasks = ["spots"]

[[steps]]
id = "still"
title = "The still"
mode = "text-to-image"
takes = ["text"]
gives = "image"
from = []
request = { aspect_ratio = "16:9" }
job = { images = 4 }
why = "Stills are cheap."

[[steps]]
id = "spot"
title = "The spot"
usecase = "spots"
mode = "image-to-video"
takes = ["text", "image"]
gives = "video"
from = ["still"]
request = { first_frame = true, duration_seconds = 8 }
job = { duration_seconds = 8, clips = 2, resolution = "720p" }
why = "It moves."

[[sources]]
title = "One"
url = "https://docs.example.com/one"
dated = 2026-03-01
supports = "Both steps."

[[sources]]
title = "Two"
url = "https://docs.example.com/two"
dated = 2026-04-01
supports = "Both steps."
"""

ACCESS_FILE = "access/vidgen-2.toml"
ACCESS = """[[links]]
label = "VidGen 2"
url = "https://vidgen.example.com/"
kind = "official"
commercial = true
affiliate = false
verified = 2026-11-03
"""

FILES = {MODEL_FILE: MODEL, USE_CASE_FILE: USE_CASE, WORKFLOW_FILE: WORKFLOW, ACCESS_FILE: ACCESS}


def write(root: Path, name: str, text: str | bytes) -> Path:
    """Write one file of a catalog, with the folders it needs."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def top_files(root: Path) -> Path:
    """Make a catalog that has the words and companies of the bundled one, and nothing else."""
    root.mkdir(exist_ok=True)
    for name in TOP_FILES:
        shutil.copyfile(bundled_catalog() / name, root / name)
    return root


def small_catalog(root: Path) -> Path:
    """Make a good catalog with one model, one use case, one workflow and one access file."""
    top_files(root)
    for name, text in FILES.items():
        write(root, name, text)
    return root


def problems_of(root: Path, overlay: Path | None = None) -> tuple[Problem, ...]:
    """Return every problem that the loader finds; none if the catalog loads."""
    try:
        load_catalog(root, overlay=overlay, today=TODAY)
    except CatalogError as error:
        return error.problems
    return ()


def lines_of(root: Path, overlay: Path | None = None) -> list[str]:
    """Return every problem as it is shown, the folder of the catalog left out."""
    shown = [str(one) for one in problems_of(root, overlay)]
    for folder in (root, overlay):
        shown = [one.replace(f"{folder}/", "") for one in shown] if folder else shown
    return shown
