"""Questions with their answers, as a person proposes, approves and rejects them, as HTML. Pure functions."""

from collections.abc import Sequence

from ragdesk.domain.entries import Entry, EntryState
from ragdesk.front.web.render import action, block, chip, day, escape, link, meta, name, short
from ragdesk.front.web.wording import mark, number, t

# More than this many of each kind make the page slow.
SHOWN = 100
ANSWER_CHARS = 600
_HEADS: dict[EntryState, str] = {
    "proposed": mark("Waiting for your approval"),
    "approved": mark("Approved: answers may cite these"),
    "rejected": mark("Rejected"),
}


def head(known: Sequence[Entry]) -> str:
    """What the closed fold says. Plain text."""
    waiting = sum(1 for each in known if each.state == "proposed")
    if not waiting:
        return t("Questions and answers")
    return t("Questions and answers ({number} to approve)", number=number(waiting))


def entries(known: Sequence[Entry], deleting: str = "") -> str:
    """All entries by state; `deleting` asks for confirmation."""
    if not known:
        said = t(
            "None yet. Write one above, or save an answer in Chat. What you approve is searched and cited like a document."
        )
        return block("empty", f"<p>{said}</p>")
    parts = []
    for state, title in _HEADS.items():
        some = [each for each in known if each.state == state]
        if some:
            rows = "".join(_entry(each, each.id == deleting) for each in some[:SHOWN])
            rest = len(some) - SHOWN
            said = t("and {number} more.", number=number(rest))
            more = f'<p class="rd-hint">{said}</p>' if rest > 0 else ""
            parts.append(f"<h4>{t(title)}</h4><ul>{rows}</ul>{more}")
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
        return t("from a person's reply")
    return t("from a conversation") if origin else t("written by hand")


def _doings(entry: Entry, deleting: bool) -> str:
    if deleting:
        answers = (
            link(action("entries", "delete", entry.id), t("Delete"), kind="danger"),
            link(action("entries", "keep"), t("Keep")),
        )
        return f"{t('Delete it for good?')} {meta(answers)}"
    return meta(
        (
            link(action("entries", "approve", entry.id), t("Approve")) if entry.state != "approved" else "",
            link(action("entries", "edit", entry.id), t("Edit")),
            link(action("entries", "reject", entry.id), t("Reject")) if entry.state != "rejected" else "",
            link(action("entries", "ask-delete", entry.id), t("Delete")),
        )
    )


def saved() -> str:
    """An answer of a conversation was proposed: where it is approved."""
    said = t("Kept as a question and answer. It waits for your approval in the Library.")
    show = link(action("library", "go", "entries"), t("Show it"))
    return block("notice rd-good", f"<p>{said} {show}</p>")
