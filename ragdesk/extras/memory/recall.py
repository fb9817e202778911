"""What notes say of one thing that a person asks about themselves. Pure functions."""

import re
from collections.abc import Sequence

from ragdesk.domain.memory import MemoryNote
from ragdesk.extras.memory.facts import facts_with_notes
from ragdesk.extras.memory.phrasing import NAME

# "Is Anna.": a name, or what else a capital may begin.
_PERHAPS_NAME = re.compile(rf"(?:Is|Ist) {NAME}\.?")
# Where somebody works may be said by any of these.
_PLACES = ("place", "team", "department", "company", "office", "site", "plant")


def recall(slot: str, notes: Sequence[MemoryNote]) -> tuple[str, list[MemoryNote]]:
    """(what fills the slot, the notes that say it); ("", …) with the notes that come near, where none fills it.

    Args:
        slot: a slot of `facts`; "place": where the person works; "all": everything that is noted of them.
    """
    mine = [note for note in notes if note.which == "user"]
    if slot == "all":
        return "", mine
    known = facts_with_notes(list(notes))
    if slot == "place":
        return "", [note for each in _PLACES if each in known for note in (known[each][1],)]
    if slot in known:
        fact, note = known[slot]
        return fact.value, [note]
    if slot == "name":
        return "", [note for note in mine if _PERHAPS_NAME.fullmatch(note.text)]
    return "", []


def says(slot: str, text: str) -> bool:
    """Whether a note with these words would be recalled for the slot."""
    value, notes = recall(slot, [MemoryNote("", "user", text)])
    return bool(value or notes)
