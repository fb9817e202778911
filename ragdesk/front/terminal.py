"""The one place through which RAGDesk writes to a terminal: nothing that is written there is a command, or forges a line.

Names, titles, models' metadata and the words of documents are foreign: they may hold escape sequences, line ends and marks
that turn the direction of the text.
"""

import json
import re
import sys
from typing import Any, TextIO

# Escape sequences of 7 and 8 bits, overrides of the direction, and halves of characters, which no stream can carry.
_COMMANDS = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff"
_CONTROL = re.compile(f"[{_COMMANDS}]")
# What one line may not hold: line ends and tabs as well.
_OUTSIDE_A_LINE = re.compile(rf"[{_COMMANDS}\t\n\u2028\u2029]")


def plain(text: str) -> str:
    """Text of several lines, without control characters."""
    return _CONTROL.sub("", text)


def line(text: str) -> str:
    r"""Text that is to stay on one line, such as a file's name: control characters and line ends are shown as escapes (`\n`)."""
    return _OUTSIDE_A_LINE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode()


def say(text: str, stream: TextIO | None = None) -> None:
    """Write text for people, cleaned by `plain`, to `stream` (default: standard output)."""
    print(plain(text), file=stream or sys.stdout, flush=True)


def fail(message: str, hint: str) -> None:
    """The one line of a failure, on standard error."""
    say(line(f"error: {message} hint: {hint}"), sys.stderr)


def say_json(value: Any) -> None:
    """One JSON value on one line. JSON's own escapes stand for what a terminal, or whoever cuts lines, could take for more."""
    text = json.dumps(value, ensure_ascii=False)
    print(_OUTSIDE_A_LINE.sub(lambda match: f"\\u{ord(match[0]):04x}", text), flush=True)
