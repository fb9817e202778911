"""What every readable export says beside the texts themselves, in the same words. Plain text, not escaped."""

from collections.abc import Sequence
from datetime import datetime

from ragdesk.domain.documents import below_title
from ragdesk.extras.export.plain import line
from ragdesk.extras.export.record import CitedDocument, Exchange, Record, Reference, Source

# Only quotes that stand in the document word for word are ever cited.
VERIFIED = "verified"
UNSUPPORTED = "not supported by the documents"
REFERENCES = "References"
DOCUMENTS = "Documents"
CHECKING = "How to check this"
HOW_TO_CHECK = (
    "Each quote stands word for word in the document that is named with it. To see that you have the same file, "
    "compute its SHA-256 and compare all 64 digits with those under “Documents”: "
    "certutil -hashfile FILE SHA256 (Windows), shasum -a 256 FILE (macOS), sha256sum FILE (Linux). "
    "Then look for the quote on the page and in the section named. "
    "“Verified” means that RAGDesk found the quote at that place, and the numbers, names and words of the sentence in it; "
    "whether the document itself is right is for a person to say."
)
_OUTCOMES = {
    "told": "Said by RAGDesk itself. It did not look into the documents for this.",
    "not_found": "Not found: the documents do not answer this question.",
    "unsupported": "This could not be confirmed in the documents.",
    "stopped": "The answer was stopped before it was checked against the documents. Nothing in it is cited.",
    "unanswered": "No answer was given.",
}
_STATES = {
    "unchanged": "unchanged: the document still says this at this place",
    "changed": "changed since: the document as it is read now does not have the quote at this place",
    "removed": "removed since: the document is no longer in the library; the quote was kept with the answer",
    "away": "not looked at: the shared library that holds the document could not be reached",
}


def about(record: Record) -> str:
    """When, and by what, the file was made."""
    models = ", ".join(dict.fromkeys(line(each.model) for each in record.exchanges if each.model))
    by = f" Answers written by the model {models}." if models else ""
    return f"Exported {moment(record.moment)} by RAGDesk {record.version}.{by}"


def heading(record: Record, exchange: Exchange) -> str:
    """What stands over a question."""
    return f"Question {exchange.number}" if record.what == "conversation" else "Question"


def asked(exchange: Exchange) -> str:
    """When, and by which model, it was answered."""
    parts = [moment(exchange.moment), f"model {line(exchange.model)}" if exchange.model else ""]
    return " · ".join(part for part in parts if part)


def warning(exchange: Exchange) -> str:
    """What a reader has to know of the answer as a whole; "" where its sentences say it."""
    return _OUTCOMES.get(exchange.outcome, "")


def left_out(exchange: Exchange) -> str:
    if not exchange.left_out:
        return ""
    were = "citation of this answer was" if exchange.left_out == 1 else "citations of this answer were"
    return f"{exchange.left_out} {were} not chosen for this export."


def title(source: Source) -> str:
    """The document as a person names it."""
    return line(source.title) or line(source.name) or "Untitled document"


def place(reference: Reference) -> str:
    """Page and section; "" in a format without."""
    section = below_title(line(reference.section), line(reference.source.title))
    parts = [f"page {reference.page}" if reference.page else "", section]
    return " · ".join(part for part in parts if part)


def sha256(source: Source) -> str:
    if source.sha256:
        return source.sha256
    return f"begins with {source.document_id} (the document is no longer in the library)"


def facts(reference: Reference) -> Sequence[tuple[str, str]]:
    """(label, value) of what is known of a passage beside its words, in the order of reading."""
    return _filled((*_file(reference.source), *passage_facts(reference)))


def passage_facts(reference: Reference) -> Sequence[tuple[str, str]]:
    """`facts` without those of the passage's document."""
    return _filled(
        (
            ("Place", place(reference)),
            (
                "Characters",
                f"{reference.char_start:,} to {reference.char_end:,} of the text that RAGDesk reads",
            ),
            ("Source", _STATES[reference.state]),
            ("Check", VERIFIED),
        )
    )


def document_facts(document: CitedDocument) -> Sequence[tuple[str, str]]:
    """(label, value) of what is known of a document as a whole: with these somebody else finds the same file."""
    numbers = ", ".join(f"[{reference.number}]" for reference in document.references)
    return _filled((*_file(document.source), ("Cited as", numbers), ("SHA-256", sha256(document.source))))


def _file(source: Source) -> tuple[tuple[str, str], ...]:
    return ("File", line(source.name)), ("Inside of", ", ".join(line(each) for each in source.inside))


def _filled(pairs: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    return [pair for pair in pairs if pair[1]]


def moment(stated: str) -> str:
    """An ISO moment in this computer's time, with its zone: "2026-11-24 10:05 +01:00". One that names no zone is shown without
    any; what is no moment is shown as it is."""
    try:
        parsed = datetime.fromisoformat(stated)
    except ValueError:
        return line(stated)
    if parsed.tzinfo is None:
        return f"{parsed:%Y-%m-%d %H:%M}"
    local = parsed.astimezone()
    zone = f"{local:%z}"
    return f"{local:%Y-%m-%d %H:%M} {zone[:3]}:{zone[3:5]}"
