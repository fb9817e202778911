"""The kind of column that a question asks for, where a person has not said: by its asking words."""

import re

from ragdesk.answering.understanding.kinds import asked_of_documents
from ragdesk.answering.units.heads import things_asked
from ragdesk.domain.tables import ColumnKind

# By what the words ask for, as the lexicons name it.
_BY_THING: dict[str, ColumnKind] = {"money": "amount", "day": "date", "number": "number"}
_HOW_MUCH_IS = re.compile(
    r"how much (?:is|are|was|were|does|do|did)\b|was kostet\b|wie ?viel kostet\b", re.IGNORECASE
)


def kind_asked(question: str) -> ColumnKind:
    """Text, where nothing else is sure."""
    kind = asked_of_documents(question)
    if kind in ("yesno", "list"):
        return "yesno" if kind == "yesno" else "list"
    if _HOW_MUCH_IS.match(question):
        return "amount"
    things = things_asked(question)
    if len(things) == 1:
        return _BY_THING.get(next(iter(things)), "text")
    return "text"
