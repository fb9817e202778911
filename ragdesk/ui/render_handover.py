"""Questions that a person is asked, as HTML and as plain labels. Pure functions; all texts pass through `render`."""

from collections.abc import Sequence

from ragdesk.types import Handover, HandoverPassage
from ragdesk.ui.render import action, block, count, day, escape, link, meta, name, notice, readable, short

LABEL_CHARS = 110


def head(known: Sequence[Handover]) -> str:
    """What the closed fold says. Plain text."""
    waiting = sum(1 for each in known if each.state == "open")
    return "Ask a person" + (f" ({waiting:,} open)" if waiting else "")


def intro() -> str:
    return block(
        "about",
        "<p>RAGDesk sends nothing by itself. Read the message, change it, leave out what must not leave this computer; then "
        "copy it, or save it and send it with your mail program.</p>",
    )


def passage(each: HandoverPassage) -> str:
    """The label of a passage's checkbox. Plain text."""
    where = ", ".join(part for part in (each.document, each.place) if part)
    return short(f"{each.number}. {where}: {readable(each.quote)}", LABEL_CHARS)


def question(each: Handover) -> str:
    """The label of a hand-over that a reply may belong to. Plain text."""
    to = f" (to {each.recipient})" if each.recipient else ""
    return short(f"{each.reference}: {each.question}{to}", LABEL_CHARS)


def ready(token: str, file: str) -> str:
    """A message is saved; the page fetches it by itself, and the link fetches it again."""
    fetch = f'<a class="rd-link" href="/ragdesk/handover/{escape(token)}" download>Download {name(file)}</a>'
    return block("notice rd-good", f"<p>Saved. Nothing was sent: that is for you to do. {fetch}</p>")


def stuck(numbers: Sequence[int]) -> str:
    """Passages that were changed by hand cannot be taken out by their box."""
    which = ", ".join(str(number) for number in numbers)
    return notice(f"You changed passage {which} in the message: take it out there by hand.", "bad")


def which(attachments: int) -> str:
    more = f" {_attached(attachments)}" if attachments else ""
    return notice(f"This reply does not say which question it answers. Choose it, then keep it.{more}")


def proposed(asked: str, attachments: int) -> str:
    """A reply became an entry: where it is approved."""
    more = f" {_attached(attachments)}" if attachments else ""
    return block(
        "notice rd-good",
        f"<p>Kept as the answer to “{name(short(asked, LABEL_CHARS))}”. It waits for your approval in the Library."
        f"{more} {link(action('library', 'go', 'entries'), 'Show it')}</p>",
    )


def _attached(number: int) -> str:
    files = count(number, "attached file was", "attached files were")
    return f"{files} not taken in; add what you need in the Library."


def handovers(known: Sequence[Handover], deleting: str = "") -> str:
    """All hand-overs, the newest first; `deleting` asks for confirmation."""
    if not known:
        return block(
            "empty",
            "<p>Nobody was asked yet. Where an answer is not in your documents, Chat offers to ask a person.</p>",
        )
    rows = "".join(_handover(each, each.reference == deleting) for each in known)
    return block("entries", f"<h4>Asked</h4><ul>{rows}</ul>")


def _handover(each: Handover, deleting: bool) -> str:
    facts = meta(
        (
            "open" if each.state == "open" else "answered",
            f"to {name(each.recipient)}" if each.recipient else "",
            escape(day(each.created_at)),
            escape(each.reference),
        )
    )
    return (
        f'<li><p class="rd-name" dir="auto">{escape(each.question)}</p><p class="rd-facts">{facts}</p>'
        f'<p class="rd-doings">{_doings(each, deleting)}</p></li>'
    )


def _doings(each: Handover, deleting: bool) -> str:
    if deleting:
        return "Delete it for good? " + meta(
            (
                link(action("handover", "delete", each.reference), "Delete", kind="danger"),
                link(action("handover", "keep"), "Keep"),
            )
        )
    return meta(
        (
            link(action("handover", "open", each.message_id), "Show the message"),
            link(action("handover", "ask-delete", each.reference), "Delete"),
        )
    )
