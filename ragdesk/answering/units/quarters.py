"""Quarters of a year, as questions and the heads of columns name them: "the last quarter", "Q4", "4. Quartal"."""

import re
from collections.abc import Sequence
from functools import cache

# The first to the fourth, as regular expressions.
ORDINALS = (
    ("first", "1st", "erste[nrs]?"),
    ("second", "2nd", "zweite[nrs]?"),
    ("third", "3rd", "dritte[nrs]?"),
    ("fourth", "last", "4th", "vierte[nrs]?", "letzte[nrs]?"),
)


def columns_of_quarters(question: str, heads: Sequence[str]) -> list[int]:
    """The columns whose heads name a quarter that the question names, in the question's order."""
    return [at for named in _quarters(question) for at, head in enumerate(heads) if named in _quarters(head)]


def _quarters(text: str) -> list[str]:
    """Each once, as "q1" to "q4"."""
    return list(dict.fromkeys(str(match.lastgroup) for match in _form().finditer(text)))


@cache
def _form() -> re.Pattern[str]:
    """A group for each quarter."""
    each = (
        rf"(?P<q{number}>\bQ ?{number}\b|\b(?:{'|'.join(words)}|{number}\.?) (?:quarter|quartal)\b)"
        for number, words in enumerate(ORDINALS, start=1)
    )
    return re.compile("|".join(each), re.IGNORECASE)
