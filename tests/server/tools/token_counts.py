"""How many tokens a text takes: a module of its own, since its vocabularies take a second to load."""

from __future__ import annotations

import bpe_openai

VOCABULARY = bpe_openai.get_encoding("o200k_base")


def tokens(text: str) -> int:
    """Count the tokens of a text by `o200k_base`, a vocabulary of OpenAI's models; the package brings it along."""
    return len(VOCABULARY.encode(text))
