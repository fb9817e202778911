"""Questions and sentences of the sets that are measured: nothing of them may be trained on.

Compared by the hash of their letters and digits in lower case, so that spacing, case and punctuation hide nothing.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# Shorter texts ("Who was he?") stand in many sets by chance.
FEWEST_LETTERS = 16
_FIELDS = ("question", "evidence_text", "evidence", "standalone")


def digest(text: str) -> str:
    letters = "".join(letter for letter in text.lower() if letter.isalnum())
    return hashlib.sha256(letters.encode()).hexdigest() if len(letters) >= FEWEST_LETTERS else ""


def digests(text: str) -> Iterator[str]:
    """Of the text, each of its lines, and each sentence of these: a passage holds a measured sentence among others."""
    from ragdesk.answering.units.quotes import unit_spans

    for line in {text, *text.splitlines()}:
        yield from filter(None, (digest(line), *(digest(line[start:end]) for start, end in unit_spans(line))))


def measured(folder: Path) -> frozenset[str]:
    """The digests of all questions, evidence and sentences of evidence in the questions files below a folder."""
    return frozenset(found for text in _texts(folder) for found in digests(text))


def _texts(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            row: dict[str, Any] = json.loads(line)
            for field in _FIELDS:
                values = row.get(field)
                for value in values if isinstance(values, list) else [values]:
                    if isinstance(value, str):
                        yield value
