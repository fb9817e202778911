"""How the commands print."""

import argparse
from typing import Any

from ragdesk.front.terminal import say, say_json


def as_json(options: argparse.Namespace) -> bool:
    return bool(getattr(options, "json", False))


def emit(options: argparse.Namespace, value: Any, text: str) -> None:
    """The value with --json, else the text."""
    if as_json(options):
        say_json(value)
    else:
        say(text)
