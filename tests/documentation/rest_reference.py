"""The parts of the REST reference that are written by the code: addresses, errors and fields.

`python tests/documentation/rest_reference.py` rewrites them.
Words that a catalog decides are left to `/vocabulary`, so that the page does not change with the data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from modeladvisor import load_catalog
from modeladvisor_server.questions import Questions
from modeladvisor_server.rest.description import ADDRESSES, TAGS
from modeladvisor_server.rest.reference import answer_line, error_lines, field_lines, parameter_line
from modeladvisor_server.rest.schemas import answer_schemas

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "rest.md"
FIXED = ("output", "input", "audio", "duration", "status")
"""Parameters whose words are the same for every catalog."""
_PART = re.compile(r"(<!-- (\w+), written by the code -->\n).*?(<!-- end of \2 -->\n)", re.DOTALL)


def address_lines() -> Iterator[str]:
    """Yield every address with its parameters and the members of its answer, in groups."""
    catalog = load_catalog()
    allowed = Questions(catalog, lambda: catalog.dataset.as_of).allowed()
    for tag, meaning in TAGS.items():
        yield from ("", f"### {tag.capitalize()}", "", meaning)
        for address in ADDRESSES:
            if address.tag != tag:
                continue
            yield from ("", f"#### {address.path}", "", address.summary, sentences(address.meaning), "")
            for one in address.parameters:
                words = allowed[one.words] if one.words in FIXED else None
                yield parameter_line(one, words, one.examples)
            if address.parameters:
                yield ""
            yield answer_line(address)


def sentences(text: str) -> str:
    """Return a text with each sentence on a line of its own."""
    return re.sub(r"(?<=\.) (?=[A-Z`])", "\n", text) if not text.startswith("-") else text


def rewritten(page: str) -> str:
    """Return the page with the parts that the code writes as they are now."""
    parts = {
        "addresses": address_lines(),
        "errors": ("", *error_lines()),
        "fields": map(sentences, field_lines(answer_schemas()[2])),
    }

    def part(found: re.Match[str]) -> str:
        text = "\n".join(parts[found[2]])
        return f"{found[1]}{text}\n\n{found[3]}"

    return _PART.sub(part, page)


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text()))
