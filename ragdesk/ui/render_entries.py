"""Questions with their answers, as a person proposes, approves and rejects them, as HTML. Pure functions."""

from collections.abc import Sequence

from ragdesk.types import Entry, EntryState
from ragdesk.ui.render import action, block, chip, count, day, escape, link, meta, name, short

# More than this many of each kind make the page slow.
SHOWN = 100
ANSWER_CHARS = 600
_HEADS: dict[EntryState, str] = {
    "proposed": "Waiting for your approval",
    "approved": "Approved: answers may cite these",
    "rejected": "Rejected",
}


def head(known: Sequence[Entry]) -> str:
    """What the closed fold says. Plain text."""
    waiting = sum(1 for each in known if each.state == "proposed")
    return "Questions and answers" + (f" ({waiting:,} to approve)" if waiting else "")


def entries(known: Sequence[Entry], deleting: str = "") -> str:
    """All entries by state; `deleting` asks for confirmation."""
    if not known:
        return block(
            "empty",
            "<p>None yet. Write one above, or save an answer in Chat. "
            "What you approve is searched and cited like a document.</p>",
        )
    parts = []
    for state, title in _HEADS.items():
        some = [each for each in known if each.state == state]
        if some:
            rows = "".join(_entry(each, each.id == deleting) for each in some[:SHOWN])
            rest = len(some) - SHOWN
            more = f'<p class="rd-hint">and {count(rest, "more")}.</p>' if rest > 0 else ""
            parts.append(f"<h4>{title}</h4><ul>{rows}</ul>{more}")
    return block("entries", *parts)


def _entry(entry: Entry, deleting: bool) -> str:
    facts = meta(
        (
            _origin(entry.origin),
            escape(day(entry.updated_at)),
            chip(name(entry.collection), "chip rd-collection") if entry.collection else "",
        )
    )
    return (
        f'<li><p class="rd-name" dir="auto">{escape(entry.question)}</p>'
        f'<p class="rd-passage" dir="auto">{escape(short(entry.answer, ANSWER_CHARS))}</p>'
        f'<p class="rd-facts">{facts}</p><p class="rd-doings">{_doings(entry, deleting)}</p></li>'
    )


def _origin(origin: str) -> str:
    if origin.startswith("handover"):
        return "from a person's reply"
    return "from a conversation" if origin else "written by hand"


def _doings(entry: Entry, deleting: bool) -> str:
    if deleting:
        return "Delete it for good? " + meta(
            (
                link(action("entries", "delete", entry.id), "Delete", kind="danger"),
                link(action("entries", "keep"), "Keep"),
            )
        )
    return meta(
        (
            link(action("entries", "approve", entry.id), "Approve") if entry.state != "approved" else "",
            link(action("entries", "edit", entry.id), "Edit"),
            link(action("entries", "reject", entry.id), "Reject") if entry.state != "rejected" else "",
            link(action("entries", "ask-delete", entry.id), "Delete"),
        )
    )


def saved() -> str:
    """An answer of a conversation was proposed: where it is approved."""
    return block(
        "notice rd-good",
        f"<p>Kept as a question and answer. It waits for your approval in the Library. "
        f"{link(action('library', 'go', 'entries'), 'Show it')}</p>",
    )
