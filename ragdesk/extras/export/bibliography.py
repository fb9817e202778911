"""What a reference manager wants to know of a passage's document; BibTeX and RIS are written from it."""

import re
from dataclasses import dataclass

from ragdesk.extras.export import wording
from ragdesk.extras.export.plain import line, without_emphasis
from ragdesk.extras.export.record import Record, Reference

# Where a document states when it was written, the surest first. When a file was last saved is none of them.
_DATES = ("date", "last_updated", "effective_date", "created", "published", "year")
_ISO = re.compile(r"\b((?:1[5-9]|20)\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)")
_YEAR = re.compile(r"(?<![\d.])((?:1[5-9]|20)\d\d)(?![\d.])|(?<=[./])((?:1[5-9]|20)\d\d)\b")
_ADDRESS = re.compile(r"\s*<[^<>]*>")


@dataclass(frozen=True, slots=True)
class Item:
    """One passage. `year` has 4 digits, `date` is YYYY-MM-DD; each is "" where the document does not say, as are `number` and
    `institution` of a report. `notes` are the quote, its place and its proofs, a line each."""

    key: str
    report: bool
    mail: bool
    title: str
    authors: tuple[str, ...]
    year: str
    date: str
    number: str
    institution: str
    file: str
    page: str
    notes: tuple[str, ...]


def item(record: Record, reference: Reference) -> Item:
    stated = dict(reference.source.properties)
    date, year = _when(stated)
    number = line(stated.get("sop_id", ""))
    return Item(
        key=f"ragdesk-{reference.key}",
        report=bool(number),
        mail=reference.source.kind == "email",
        title=wording.title(reference),
        authors=_authors(stated),
        year=year,
        date=date,
        number=number,
        institution=line(stated.get("department", "")),
        file=line(reference.source.name),
        page=str(reference.page) if reference.page else "",
        notes=(
            f"Quote: “{line(reference.quote)}”",
            *(f"{label}: {value}" for label, value in wording.facts(reference)),
            *_cited_for(record, reference),
        ),
    )


def _authors(stated: dict[str, str]) -> tuple[str, ...]:
    """The names as the document has them; of a mail, its sender without the address."""
    given = line(stated.get("author", "")) or line(_ADDRESS.sub("", stated.get("from", "")))
    return tuple(part for each in given.split(";") if (part := each.strip(" \"'")))


def _when(stated: dict[str, str]) -> tuple[str, str]:
    for key in _DATES:
        value = stated.get(key, "")
        if found := _ISO.search(value):
            return found[0], found[1]
        if found := _YEAR.search(value):
            return "", found[1] or found[2]
    return "", ""


def _cited_for(record: Record, reference: Reference) -> list[str]:
    """The sentences that the passage is cited for, each with its question."""
    return [
        f"Cited for: “{line(without_emphasis(piece.text))}” (answer to: {line(exchange.question)})"
        for exchange in record.exchanges
        for piece in exchange.all_pieces
        if reference.number in piece.numbers
    ]
