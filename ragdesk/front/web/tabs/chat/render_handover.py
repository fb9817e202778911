"""Questions that a person is asked, as HTML and as plain labels. Pure functions; all texts pass through `render`."""

from collections.abc import Sequence

from ragdesk.domain.entries import Handover, HandoverPassage
from ragdesk.front.web.render import action, block, day, escape, link, meta, name, notice, readable, short
from ragdesk.front.web.wording import number, plural, t

LABEL_CHARS = 110


def head(known: Sequence[Handover]) -> str:
    """What the closed fold says. Plain text."""
    waiting = sum(1 for each in known if each.state == "open")
    return t("Ask a person ({number} open)", number=number(waiting)) if waiting else t("Ask a person")


def intro() -> str:
    said = t(
        "RAGDesk sends nothing by itself. Read the message, change it, leave out what must not leave this computer; then "
        "copy it, or save it and send it with your mail program."
    )
    return block("about", f"<p>{said}</p>")


def passage(each: HandoverPassage) -> str:
    """The label of a passage's checkbox. Plain text."""
    where = ", ".join(part for part in (each.document, each.place) if part)
    return short(f"{each.number}. {where}: {readable(each.quote)}", LABEL_CHARS)


def question(each: Handover) -> str:
    """The label of a hand-over that a reply may belong to. Plain text."""
    to = f" ({t('to {person}', person=each.recipient)})" if each.recipient else ""
    return short(f"{each.reference}: {each.question}{to}", LABEL_CHARS)


def ready(token: str, file: str) -> str:
    """A message is saved; the page fetches it by itself, and the link fetches it again."""
    said = t("Download {file}", file=name(file))
    fetch = f'<a class="rd-link" href="/ragdesk/handover/{escape(token)}" download>{said}</a>'
    return block("notice rd-good", f"<p>{t('Saved. Nothing was sent: that is for you to do.')} {fetch}</p>")


def stuck(numbers: Sequence[int]) -> str:
    """Passages that were changed by hand cannot be taken out by their box."""
    which = ", ".join(str(number) for number in numbers)
    said = t("You changed passage {numbers} in the message: take it out there by hand.", numbers=which)
    return notice(said, "bad")


def which(attachments: int) -> str:
    more = f" {_attached(attachments)}" if attachments else ""
    said = t("This reply does not say which question it answers. Choose it, then keep it.")
    return notice(f"{said}{more}")


def proposed(asked: str, attachments: int) -> str:
    """A reply became an entry: where it is approved."""
    more = f" {_attached(attachments)}" if attachments else ""
    said = t(
        "Kept as the answer to “{question}”. It waits for your approval in the Library.",
        question=name(short(asked, LABEL_CHARS)),
    )
    show = link(action("library", "go", "entries"), t("Show it"))
    return block("notice rd-good", f"<p>{said}{more} {show}</p>")


def _attached(files: int) -> str:
    return plural(
        files,
        "{count} attached file was not taken in; add what you need in the Library.",
        "{count} attached files were not taken in; add what you need in the Library.",
    )


def handovers(known: Sequence[Handover], deleting: str = "") -> str:
    """All hand-overs, the newest first; `deleting` asks for confirmation."""
    if not known:
        said = t(
            "Nobody was asked yet. Where an answer is not in your documents, Chat offers to ask a person."
        )
        return block("empty", f"<p>{said}</p>")
    rows = "".join(_handover(each, each.reference == deleting) for each in known)
    return block("entries", f"<h4>{t('Asked')}</h4><ul>{rows}</ul>")


def _handover(each: Handover, deleting: bool) -> str:
    facts = meta(
        (
            t("open") if each.state == "open" else t("answered"),
            t("to {person}", person=name(each.recipient)) if each.recipient else "",
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
        answers = (
            link(action("handover", "delete", each.reference), t("Delete"), kind="danger"),
            link(action("handover", "keep"), t("Keep")),
        )
        return f"{t('Delete it for good?')} {meta(answers)}"
    return meta(
        (
            link(action("handover", "open", each.message_id), t("Show the message")),
            link(action("handover", "ask-delete", each.reference), t("Delete")),
        )
    )
