"""Questions with their answers, as a person proposes, approves and rejects them, as HTML. Pure functions."""

from collections.abc import Sequence

from ragdesk.domain.entries import Entry, EntryState
from ragdesk.front.web.templates import Template
from ragdesk.front.web.wording import mark, number, t

# More than this many of each kind make the page slow.
SHOWN = 100
_HEADS: dict[EntryState, str] = {
    "proposed": mark("Waiting for your approval"),
    "approved": mark("Approved: answers may cite these"),
    "rejected": mark("Rejected"),
}
_entries = Template("library/entries.html.j2")


def head(known: Sequence[Entry]) -> str:
    """What the closed fold says. Plain text."""
    waiting = sum(1 for entry in known if entry.state == "proposed")
    if not waiting:
        return t("Questions and answers")
    return t("Questions and answers ({number} to approve)", number=number(waiting))


def entries(known: Sequence[Entry], deleting: str = "") -> str:
    """All entries by state; `deleting` asks for confirmation."""
    groups = []
    for state, title in _HEADS.items():
        in_state = [entry for entry in known if entry.state == state]
        if in_state:
            groups.append((t(title), in_state[:SHOWN], len(in_state) - SHOWN))
    return _entries("entries", groups, deleting)


def saved() -> str:
    """An answer of a conversation was proposed: where it is approved."""
    return _entries("saved")
