"""A folder of answers: the bytes, and what to say with them."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Sequence
from pathlib import Path

import attrs
import msgspec

from modeladvisor.errors import ModelAdvisorError
from modeladvisor_server.site.answers import Answer, Form
from modeladvisor_server.site.hosting import headers_text, nginx_text, redirects_text


class FolderError(ModelAdvisorError):
    """Raised when a folder cannot take a site; names it, and says what to do."""


@attrs.frozen
class About:
    """What a site was made from: version of the catalog and of the software, day, public address."""

    catalog: str
    as_of: datetime.date
    software: str
    day: datetime.date
    base_url: str | None


def write_site(folder: Path, answers: Sequence[Answer], about: About) -> None:
    """Write every form of every answer, `headers.json` and what hosts are told into a new or empty folder.

    Raises:
        FolderError: if something is in the folder already, or it cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if next(folder.iterdir(), None) is not None:
            raise FolderError(
                f"{folder}: expected a new or empty folder, got one with files; name another, and switch to it when done"
            )
        for answer in answers:
            for form in answer.forms:
                path = folder / answer.file_of(form)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(form.body)
        (folder / "headers.json").write_bytes(_manifest(answers, about))
        (folder / "_headers").write_text(headers_text(answers))
        (folder / "_redirects").write_text(redirects_text(answers))
        (folder / "_nginx.conf").write_text(nginx_text(answers))
    except OSError as error:
        raise FolderError(f"{folder}: expected a folder that can be written, got: {error}") from None


def _manifest(answers: Sequence[Answer], about: About) -> bytes:
    """Return `headers.json`: for each address the headers of its answer, and for each coding file, size and digest."""
    told = {
        "about": about,
        "answers": [
            {
                "address": answer.address.path,
                "headers": answer.headers,
                "forms": [_form(answer, form) for form in answer.forms],
            }
            for answer in answers
        ],
    }
    return msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n"


def _form(answer: Answer, form: Form) -> dict[str, object]:
    return {
        "coding": form.coding,
        "file": answer.file_of(form),
        "bytes": len(form.body),
        "sha256": hashlib.sha256(form.body).hexdigest(),
        "etag": form.etag,
    }
