"""What all commands share: their options, their exit codes, and how an answer is printed."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

FINE, PROBLEMS, MISTAKE = 0, 1, 2

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def json_option() -> argparse.ArgumentParser:
    """Return a parser that knows `--json` alone."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--json", action="store_true", help="print the whole answer as JSON")
    return parser


def folder_options() -> argparse.ArgumentParser:
    """Return a parser that knows which catalog is meant."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--catalog", type=Path, help="catalog folder instead of the bundled one")
    parser.add_argument("--overlay", type=Path, help="folder laid over the catalog")
    return parser


def print_answer(given: argparse.Namespace, answer: object, text: str) -> int:
    """Print an answer as JSON where that was asked for, otherwise as text, and return the exit code."""
    print(json.dumps(answer, ensure_ascii=False, indent=2) if given.json else text)
    return FINE
