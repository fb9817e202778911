"""What every readable export says beside the texts themselves, in the same words. Plain text, not escaped."""

from collections.abc import Sequence
from datetime import datetime

from ragdesk.domain.documents import below_title
from ragdesk.extras.export.plain import line
from ragdesk.extras.export.record import Exchange, Record, Reference

# Only quotes that stand in the document word for word are ever cited.
VERIFIED = "verified"
UNSUPPORTED = "not supported by the documents"
REFERENCES = "References"
CHECKING = "How to check this"
HOW_TO_CHECK = (
    "Each quote stands word for word in the document that is named with it. To see that you have the same file, "
    "compute its SHA-256 and compare all 64 digits: certutil -hashfile FILE SHA256 (Windows), shasum -a 256 FILE (macOS), "
    "sha256sum FILE (Linux). Then look for the quote on the page and in the section named. "
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
}


def about(record: Record) -> str:
    """When, and by what, the file was made."""
    models = ", ".join(dict.fromkeys(line(each.model) for each in record.exchanges if each.model))
    by = f" Answers written by the model {models}." if models else ""
    return f"Exported {day(record.moment)} by RAGDesk {record.version}.{by}"


def heading(record: Record, exchange: Exchange) -> str:
    """What stands over a question."""
    return f"Question {exchange.number}" if record.what == "conversation" else "Question"


def asked(exchange: Exchange) -> str:
    """When, and by which model, it was answered."""
    parts = [day(exchange.moment), f"model {line(exchange.model)}" if exchange.model else ""]
    return " · ".join(part for part in parts if part)


def warning(exchange: Exchange) -> str:
    """What a reader has to know of the answer as a whole; "" where its sentences say it."""
    return _OUTCOMES.get(exchange.outcome, "")


def left_out(exchange: Exchange) -> str:
    if not exchange.left_out:
        return ""
    were = "citation of this answer was" if exchange.left_out == 1 else "citations of this answer were"
    return f"{exchange.left_out} {were} not chosen for this export."


def title(reference: Reference) -> str:
    """The document as a person names it."""
    return line(reference.source.title) or line(reference.source.name) or "Untitled document"


def place(reference: Reference) -> str:
    """Page and section; "" in a format without."""
    section = below_title(line(reference.section), line(reference.source.title))
    parts = [f"page {reference.page}" if reference.page else "", section]
    return " · ".join(part for part in parts if part)


def sha256(reference: Reference) -> str:
    if reference.source.sha256:
        return reference.source.sha256
    return f"begins with {reference.source.document_id} (the document is no longer in the library)"


def facts(reference: Reference) -> Sequence[tuple[str, str]]:
    """(label, value) of what is known of a passage beside its words, in the order of reading."""
    pairs = (
        ("File", line(reference.source.name)),
        ("Inside of", ", ".join(line(each) for each in reference.source.inside)),
        ("Place", place(reference)),
        ("Characters", f"{reference.char_start:,} to {reference.char_end:,} of the text that RAGDesk reads"),
        ("SHA-256", sha256(reference)),
        ("Source", _STATES[reference.state]),
        ("Check", VERIFIED),
    )
    return [pair for pair in pairs if pair[1]]


def day(moment: str) -> str:
    """An ISO moment as "21 November 2026, 20:46 UTC"; what is not one is shown as it is."""
    try:
        parsed = datetime.fromisoformat(moment)
    except ValueError:
        return line(moment)
    zone = parsed.strftime(" %Z") if parsed.tzinfo else ""
    return f"{parsed.day} {parsed:%B %Y, %H:%M}{zone}"
