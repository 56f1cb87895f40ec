"""What the run before saw, kept in a JSON file."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from pathlib import Path

import attrs

from modeladvisor.curation.links import Mark
from modeladvisor.errors import Mistake, QuestionError

FORM = 1


def read_memory(path: Path) -> dict[str, Mark]:
    """Return what is remembered of each address; nothing where there is no file yet.

    Raises:
        QuestionError: if the file is not one that `write_memory` wrote.
    """
    try:
        kept = json.loads(path.read_text("utf-8"))
        if kept["form"] != FORM:
            raise ValueError
        return {str(url): _mark(told) for url, told in kept["links"].items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        expected = "a file that this command wrote, or a path without a file"
        raise QuestionError([Mistake("state", str(path), expected)]) from None


def write_memory(path: Path, marks: Mapping[str, Mark]) -> None:
    """Write what is remembered, whole or not at all."""
    told = {url: {**attrs.asdict(mark), "seen": mark.seen.isoformat()} for url, mark in sorted(marks.items())}
    text = json.dumps({"form": FORM, "links": told}, ensure_ascii=False, indent=1)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.part")
    beside.write_text(text + "\n", "utf-8")
    beside.replace(path)


def _mark(told: Mapping[str, object]) -> Mark:
    texts = [told[name] for name in ("etag", "last_modified", "sha256")]
    etag, last_modified, sha256 = (one if isinstance(one, str) else None for one in texts)
    return Mark(etag, last_modified, sha256, datetime.date.fromisoformat(str(told["seen"])))
