"""What a reference manager wants to know of a cited document; BibTeX and RIS are written from it. One item is one document,
however many of its passages are cited."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ragdesk.extras.export import wording
from ragdesk.extras.export.plain import line, without_emphasis
from ragdesk.extras.export.record import CitedDocument, Record, Reference

# Where a document states when it was written, the surest first. When a file was last saved is none of them.
_DATES = ("date", "last_updated", "effective_date", "created", "published", "year")
_ISO = re.compile(r"\b((?:1[5-9]|20)\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)")
_YEAR = re.compile(r"(?<![\d.])((?:1[5-9]|20)\d\d)(?![\d.])|(?<=[./])((?:1[5-9]|20)\d\d)\b")
_ADDRESS = re.compile(r"\s*<[^<>]*>")


@dataclass(frozen=True, slots=True)
class Item:
    """One document. `year` has 4 digits, `date` is YYYY-MM-DD; each is "" where the document does not say, as are `number` and
    `institution` of a report. `pages` are those that are cited, ascending. `notes` say what else is known of the document,
    `passages` of each passage: its number and quote, its place, its proofs and what it is cited for, in one line."""

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
    pages: tuple[int, ...]
    notes: tuple[str, ...]
    passages: tuple[str, ...]


def items(record: Record) -> Iterator[Item]:
    """The documents in the order in which they are first cited."""
    for document in record.documents:
        yield _item(record, document)


def page_ranges(pages: Iterable[int], dash: str) -> str:
    """Ascending pages as bibliographies have them: "3, 7--8" with "--" as the `dash`."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}{dash}{run[-1]}" for run in runs)


def _item(record: Record, document: CitedDocument) -> Item:
    source = document.source
    stated = dict(source.properties)
    date, year = _when(stated)
    number = line(stated.get("sop_id", ""))
    return Item(
        key=f"ragdesk-{document.key}",
        report=bool(number),
        mail=source.kind == "email",
        title=wording.title(source),
        authors=_authors(stated),
        year=year,
        date=date,
        number=number,
        institution=line(stated.get("department", "")),
        file=line(source.name),
        pages=tuple(sorted({each.page for each in document.references if each.page})),
        notes=tuple(_notes(document, dated=bool(year))),
        passages=tuple(_passage(record, each) for each in document.references),
    )


def _notes(document: CitedDocument, dated: bool) -> Iterator[str]:
    source = document.source
    places = dict.fromkeys(wording.place(each) for each in document.references if not each.page)
    if cited := ", ".join(filter(None, places)):
        yield f"Cited: {cited}"
    if source.saved and not dated:
        yield f"File of {source.saved}"
    if source.inside:
        yield f"Inside of: {', '.join(line(each) for each in source.inside)}"
    yield f"SHA-256: {wording.sha256(source)}"


def _passage(record: Record, reference: Reference) -> str:
    facts: Sequence[str] = [f"{label}: {value}" for label, value in wording.passage_facts(reference)]
    quote = f"[{reference.number}] Quote: “{line(reference.shown)}”"
    return "; ".join((quote, *facts, *_cited_for(record, reference)))


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
        f"Cited for: “{line(without_emphasis(piece.text, piece.supported))}” (answer to: {line(exchange.question)})"
        for exchange in record.exchanges
        for piece in exchange.all_pieces
        if reference.number in piece.numbers
    ]
