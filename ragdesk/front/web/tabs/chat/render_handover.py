"""Questions that a person is asked, as HTML and as plain labels. Pure functions."""

from collections.abc import Sequence

from ragdesk.domain.entries import Handover, HandoverPassage
from ragdesk.front.web.render import notice
from ragdesk.front.web.templates import Template
from ragdesk.front.web.texts import readable, short
from ragdesk.front.web.wording import number, t

LABEL_CHARS = 110
_handover = Template("chat/handover.html.j2")


def head(known: Sequence[Handover]) -> str:
    """What the closed fold says. Plain text."""
    waiting = sum(1 for handover in known if handover.state == "open")
    return t("Ask a person ({number} open)", number=number(waiting)) if waiting else t("Ask a person")


def intro() -> str:
    return _handover("intro")


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
    return _handover("ready", token, file)


def stuck(numbers: Sequence[int]) -> str:
    """Passages that were changed by hand cannot be taken out by their box."""
    which = ", ".join(str(number) for number in numbers)
    said = t("You changed passage {numbers} in the message: take it out there by hand.", numbers=which)
    return notice(said, "bad")


def which(attachments: int) -> str:
    """A reply that says not what it answers."""
    return _handover("which", attachments)


def proposed(asked: str, attachments: int) -> str:
    """A reply became an entry: where it is approved."""
    return _handover("proposed", asked, attachments)


def handovers(known: Sequence[Handover], deleting: str = "") -> str:
    """All hand-overs, the newest first; `deleting` asks for confirmation."""
    return _handover("handovers", known, deleting)
