"""The pieces that all pages are made of: values, answers, points, places, prices and sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.text import Text

from modeladvisor.command_line.tables import shown
from modeladvisor.texts.words import number, value_text
from modeladvisor.views import wire
from modeladvisor.views.wire import JsonValue

UNKNOWN = "italic magenta"
"""The look of what is not known, which is never that of a no; the colours are the terminal's own, dark or light."""
LOOKS: Mapping[str, str] = {
    "yes": "green", "no": "red", "unknown": UNKNOWN,
    "active": "green", "preview": "", "deprecated": "red", "retired": "red",
    "current": "green", "under-review": "red", "no-verified-winner": UNKNOWN,
}  # fmt: skip


class Sources:
    """Numbers each source once, so that a page names its address only at its end."""

    def __init__(self) -> None:
        """Start without sources."""
        self._numbers: dict[str, int] = {}

    def mark(self, url: str, day: str | None = None) -> Text:
        """Return the mark of a source and the day on which it is known to have said so."""
        mark = f"[{self._numbers.setdefault(url, len(self._numbers) + 1)}]"
        return Text(f"{mark} {day}" if day else mark, style="dim")

    def parts(self) -> Iterator[Text]:
        """Yield the list of sources; addresses stay in one piece, for the terminal to open."""
        if self._numbers:
            yield heading("Sources")
        for url, mark in self._numbers.items():
            yield address(f"[{mark}] ", url)


def address(before: str, url: str) -> Text:
    """Return a line that ends in an address, which is left to the terminal to break."""
    line = Text(before, no_wrap=True, overflow="ignore")
    return line.append(shown(url), style=f"link {url}" if url.isprintable() else "")


def heading(text: str) -> Text:
    """Return the title of a part, with a blank line above."""
    return Text(f"\n{shown(text)}", style="bold")


def unknown() -> Text:
    """Return the word for what is not known, in its own look."""
    return Text("unknown", style=UNKNOWN)


def word(text: str | None) -> Text:
    """Return a word such as an answer or a status in its look; None is unknown."""
    return unknown() if text is None else Text(shown(text), style=LOOKS.get(text, ""))


def value(told: JsonValue, unit: str | None = None) -> Text:
    """Return the value of a capability in words; None is unknown."""
    if told is None:
        return unknown()
    text = value_text(told)
    return Text(shown(f"{text} {unit}" if unit else text), style=LOOKS.get(text, ""))


def model(head: wire.HeadView) -> Text:
    """Return the slug of a model, which is what other commands take."""
    return Text(head["slug"], style="bold")


def points(score: wire.ScoreView | None) -> Text:
    """Return proved and possible points."""
    if score is None:
        return Text("-")
    low, high = number(score["low"]), number(score["high"])
    return Text(low) if low == high else Text(low).append(f" to {high}", style=UNKNOWN)


def bar(score: wire.ScoreView, width: int = 20) -> Text:
    """Return points as a bar: what is proved is filled, what is possible is shaded."""
    low, high = (round(score[end] * width / 100) for end in ("low", "high"))
    return (
        Text("█" * low, style="green")
        .append("░" * (high - low), style=UNKNOWN)
        .append("·" * (width - high), style="dim")
    )


def places(best: int | None, worst: int | None) -> Text:
    """Return the places that a model could take as unknowns turn out; None is out."""
    if best == worst:
        return Text(f"{best}")
    return Text(f"{best} to ").append("out" if worst is None else f"{worst}")


def money(usd: float) -> str:
    """Return a sum in USD with the four digits that matter."""
    return f"{usd:.4g}" if usd < 1000 else f"{usd:.2f}"


def unit_price(price: wire.CostView) -> Text:
    """Return the cheapest known price of a second or an image, with signs for what is not certain about it."""
    if price["usd"] is None:
        text = unknown()
        return text.append(", own hardware", style="not italic default") if price["own_hardware"] else text
    signs = ("≤" if price["upper_bound"] else "") + ("" if price["exact"] else "~")
    return Text(f"{signs}{money(price['usd'])}")


def job_price(price: wire.CostView) -> Text:
    """Return the price of the whole job on the same route; nothing where it is unknown or has no length."""
    total = price["total_usd"]
    return Text("" if total is None else money(total) + ("+" if price["total_lacks"] else ""))


def listed(words: list[str], most: int | None = None) -> Text:
    """Return words with commas between, `most` of them, in the look of the unknown."""
    shown_words = words[:most]
    text = Text(", ".join(shown_words), style=UNKNOWN)
    return (
        text.append(f" and {len(words) - len(shown_words)} more") if len(words) > len(shown_words) else text
    )


def footer(notice: str, dataset: wire.DatasetView) -> Text:
    """Return the notice and which data answered."""
    return Text(f"\n{notice} Data: {dataset['attribution']}, as of {dataset['as_of']}.", style="dim")


def cut_line(count: int, total: int, what: str, more: str) -> Iterator[Text]:
    """Yield the line that says that a list goes on and how to see more; nothing if it does not."""
    if count < total:
        yield Text(f"Showing {count} of {total} {what}; for more: {more}", style="dim")
