"""What is exported, before it is written in any format: answers, and the passages that they cite, numbered through."""

import hashlib
from dataclasses import dataclass
from typing import Literal

from ragdesk.domain.answers import Verdict
from ragdesk.text.sheet_rows import quoted_cells
from ragdesk.text.unmarked import rows

Format = Literal["md", "html", "docx", "pdf", "json", "bibtex", "ris"]
What = Literal["conversation", "answer", "citations"]
State = Literal["unchanged", "changed", "removed", "away"]
# "stopped": a person ended it before it was checked; "unanswered": nothing came of the question.
Outcome = Verdict | Literal["stopped", "unanswered"]


@dataclass(frozen=True, slots=True)
class Source:
    """A cited document. `name` is its file's, `sha256` the 64 hex digits of the file, "" where it is no longer in the
    library; `document_id` is the first 16 of them. `inside` names the files that it lies in (the mail of an attachment).
    `saved` is the day on which its file was last saved (YYYY-MM-DD), "" where that is not known."""

    document_id: str
    title: str
    name: str
    sha256: str = ""
    kind: str = ""
    inside: tuple[str, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()
    saved: str = ""


@dataclass(frozen=True, slots=True)
class Use:
    """Where a passage is cited: the answer's number in this export, and the citation's own number in that answer."""

    answer: int
    number: int


@dataclass(frozen=True, slots=True)
class Reference:
    """A cited passage. The offsets are characters of the document's text as RAGDesk reads it."""

    number: int
    source: Source
    page: int | None
    section: str
    quote: str
    char_start: int
    char_end: int
    state: State
    uses: tuple[Use, ...]

    @property
    def shown(self) -> str:
        """The quote as a person reads it, without marks of Markdown, in its lines."""
        return "\n".join(rows(quoted_cells(self.quote, self.section)))

    @property
    def key(self) -> str:
        """The passage's name: the same in every export, of no other passage."""
        place = f"{self.char_start}:{self.char_end}:{self.quote}".encode(errors="replace")
        return f"{self.source.document_id}-{hashlib.sha256(place).hexdigest()[:12]}"


@dataclass(frozen=True, slots=True)
class CitedDocument:
    """A document with all of its passages that are cited, by number."""

    source: Source
    references: tuple[Reference, ...]

    @property
    def key(self) -> str:
        """The document's name: the same in every export, of no other document and no other version of it."""
        return self.source.document_id


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of an answer: a sentence with the numbers of its references, or what stands between sentences (`supported` is
    None)."""

    text: str
    numbers: tuple[int, ...] = ()
    supported: bool | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and its answer. `standalone` is the question as it was understood, "" where that is how it was asked.
    `pieces` are the model's words; `nearest` is the passage that RAGDesk showed below them. `left_out` counts citations of
    the answer that were not chosen for this export."""

    number: int
    message_id: str
    question: str
    standalone: str
    moment: str
    outcome: Outcome
    model: str
    pieces: tuple[Piece, ...]
    left_out: int = 0
    nearest: Piece | None = None

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)

    @property
    def all_pieces(self) -> tuple[Piece, ...]:
        """What a person reads: the model's words and, below them, the nearest passage."""
        return (*self.pieces, Piece("\n\n"), self.nearest) if self.nearest else self.pieces


@dataclass(frozen=True, slots=True)
class Record:
    """One export. `moment` is when it was made (ISO 8601), `version` RAGDesk's."""

    what: What
    title: str
    conversation_id: str
    moment: str
    version: str
    exchanges: tuple[Exchange, ...]
    references: tuple[Reference, ...]

    @property
    def documents(self) -> tuple[CitedDocument, ...]:
        """Each cited document once, in the order in which it is first cited."""
        found: dict[str, list[Reference]] = {}
        for reference in self.references:
            found.setdefault(reference.source.document_id, []).append(reference)
        return tuple(CitedDocument(each[0].source, tuple(each)) for each in found.values())
