"""Quotes, headings and titles as a person reads them in an overview."""

import re

from ragdesk.domain.documents import EARLIER, Document

# Of a quote, that is shown in the text; the citation has all of it.
MOST_WORDS = 60
MOST_HEADING_WORDS = 10
_LINK = re.compile(r"\[([^\]\[]+)\]\([^()\s]*\)")
_EMPHASIS = re.compile(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)|`")
# What stands around a sender and a day in the head of an earlier message.
_ADDRESS = re.compile(r"\s*<[^<>\s]+@[^<>\s]+>")
_FROM = re.compile(r"(?:From|Von|De|Da|Van)\s?:\s*", re.IGNORECASE)
_SENT = re.compile(
    r"\s+(?:Sent|Gesendet|Date|Datum|Envoyé|Enviado|Fecha|Inviato|Data|Verzonden)\s?:\s*", re.IGNORECASE
)


def shown(text: str) -> str:
    """A quote without the marks of Markdown, and of a very long one the beginning."""
    plain = _EMPHASIS.sub("", _LINK.sub(r"\1", text))
    words = plain.split()
    return plain if len(words) <= MOST_WORDS else " ".join(words[:MOST_WORDS]).rstrip(",;:") + " …"


def shown_heading(name: str) -> str:
    """A heading's first words; of an earlier message who wrote it, and when."""
    if name.startswith(EARLIER):
        sender = _ADDRESS.sub("", name.removeprefix(EARLIER))
        name = _SENT.sub(", ", _FROM.sub("", sender, count=1), count=1)
    words = shown(name).rstrip(" :").split()
    return " ".join(words[:MOST_HEADING_WORDS]) + (" …" if len(words) > MOST_HEADING_WORDS else "")


def shown_title(document: Document) -> str:
    return " ".join((document.title or document.name).split())
