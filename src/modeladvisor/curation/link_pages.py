"""What a page says, apart from what its server changes at every visit."""

from __future__ import annotations

import hashlib
import re

_OPENING = re.compile(r"<(?:(!--)|/?([A-Za-z][A-Za-z0-9]*)|[!?])")
_ENDS = {
    name: re.compile(rf"</{name}", re.IGNORECASE)
    for name in ("script", "style", "noscript", "template", "svg")
}
"""Elements whose text nobody reads, and how each ends."""


def fingerprint(content_type: str, body: bytes) -> str:
    """Return a hash of a body; of HTML only the words count, since tokens and scripts change at every visit."""
    if content_type.partition(";")[0].strip().casefold() in ("text/html", "application/xhtml+xml"):
        words = _words(body.decode("utf-8", "replace"))
        if words:
            return hashlib.sha256(" ".join(words).encode()).hexdigest()
    return hashlib.sha256(body).hexdigest()


def _words(page: str) -> list[str]:
    """Return the words between the tags of a page.

    Every step goes on from where the last one ended, so that no page of whatever content takes long:
    the standard library's parser takes minutes for two megabytes of `<!--`.
    """
    words: list[str] = []
    place = 0
    while (start := page.find("<", place)) >= 0:
        words += page[place:start].split()
        opening = _OPENING.match(page, start)
        if opening is None:  # a sign in a text
            words.append("<")
            place = start + 1
            continue
        name = (opening[2] or "").casefold()
        silent = name in _ENDS and page[start + 1] != "/"
        found = _ENDS[name].search(page, opening.end()) if silent else None
        if silent and found is None:
            return words
        closing = "-->" if opening[1] else ">"
        end = page.find(closing, found.end() if found else opening.end())
        if end < 0:
            return words
        place = end + len(closing)
    return words + page[place:].split()
