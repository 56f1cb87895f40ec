"""What a single value can be on the wire."""

from __future__ import annotations

from typing import Any, Literal

JsonValue = Any
"""A capability value: true or false, a number, a text, a list, or an object such as {"min": 2, "max": 10}."""
Answer = Literal["yes", "no", "unknown"]
