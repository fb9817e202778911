"""A comparison as a table with a column for each side. In the text, where it was composed, each side is a line under its name."""

import re
from dataclasses import dataclass

from ragdesk.domain.answers import Answer

_SIDE = re.compile(r"\*\*(?P<name>[^*\n]+)\*\*: (?P<words>[^\n]*)")
# A sentence with the text before it: (before, sentence, whether it is supported, its citations).
SentenceRow = tuple[str, str, bool, list[int]]


@dataclass(frozen=True, slots=True)
class Column:
    """A side: its name and what the documents say of it, each with its citations; none where they say nothing."""

    name: str
    parts: list[tuple[str, list[int]]]


def columns_of(
    given: Answer, sentences: list[SentenceRow], tail: str
) -> tuple[list[Column], list[SentenceRow], str]:
    """The columns of a composed comparison, and the sentences and the text that are left; no columns of another answer."""
    if given.kind != "compare" or given.model:
        return [], sentences, tail
    columns, rest = list[Column](), list[SentenceRow]()
    for before, words, supported, numbers in sentences:
        named = [*_SIDE.finditer(before)]
        columns += [Column(side["name"], [(side["words"], [])]) for side in named if side["words"]]
        if named and not named[-1]["words"]:
            columns.append(Column(named[-1]["name"], [(words, numbers)]))
        elif columns and not before.startswith("\n\n"):
            columns[-1].parts.append((words, numbers))
        else:
            rest.append((before.lstrip() if not rest else before, words, supported, numbers))
    columns += [Column(side["name"], [(side["words"], [])]) for side in _SIDE.finditer(tail)]
    return (columns, rest, _SIDE.sub("", tail)) if len(columns) > 1 else ([], sentences, tail)
