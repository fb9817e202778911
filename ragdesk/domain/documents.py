"""A document and its parts, as they are parsed and kept.

All offsets are in characters (code points) into the document's text, which is exactly the content of its Markdown companion in
the archive: `text[char_start:char_end]` is what is quoted.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from ragdesk.domain.arrays import FloatArray, IntArray
from ragdesk.domain.errors import Problem

# Before the title of a section that holds an earlier message, as the reply below which it stands has it.
EARLIER = "↩ "
# Between the headings of a section path, where a person reads it.
_UNDER = " › "
# Characters of a heading from which on a title that begins so is meant by it.
_TELLING = 20
# Signs without a blank that are no words any more: an address with its parameters, encoded bytes, a log. Their meaning is told by
# their beginning, and they cost an embedder three times what prose of that length costs. Only ASCII: many scripts have no blanks.
_RUN, _READ_OF_RUN = 200, 100
_LONG_RUN = re.compile(rf"([!-~]{{{_READ_OF_RUN}}})[!-~]{{{_RUN - _READ_OF_RUN},}}")
# A passage that is nothing but so many of them is a piece of a longer run, and its beginning tells nothing. All such passages
# have one vector, which is encoded once and is as far from questions as a passage about something else. By words they are found.
_NO_LANGUAGE = re.compile(rf"\s*[!-~]{{{_RUN + _READ_OF_RUN},}}\s*")
_READ_OF_NO_LANGUAGE = "-----"

BlockKind = Literal["heading", "paragraph", "list_item", "table", "code"]
# Where a document's title was found: in the file's properties, its first heading, the largest line of its first page, its first
# line, the subject of a message, the file's name; "" where an older RAGDesk read it.
TitleOrigin = Literal["", "properties", "heading", "largest", "line", "subject", "name"]


def section_path(headings: Iterable[str]) -> str:
    """Headings, the outermost first, as one line: "Manual › Cooling"."""
    return _UNDER.join(headings)


def below_title(path: str, title: str) -> str:
    """A section path that begins with the document's title, or with the first line of a longer one, without it."""
    first, _, below = path.partition(_UNDER)
    is_title = bool(title) and (first == title or (len(first) >= _TELLING and title.startswith(first)))
    return below if is_title else path


def document_id(sha256: str) -> str:
    """A document's id, made of the SHA-256 of its file: the same bytes are the same document."""
    return sha256[:16]


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its span in the text and its size in points (1/72 inch; 0 where there is no picture)."""

    number: int
    char_start: int
    char_end: int
    width: float = 0.0
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of structure, in reading order, never overlapping another.

    `level` is 1 to 6 for headings. `header_end` is where a table's header rows end (0: none).
    """

    kind: BlockKind
    char_start: int
    char_end: int
    level: int = 0
    title: str = ""
    header_end: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the words of a paged document stand: arrays of one row a word, in reading order.

    `spans` (n, 2) int32: char_start, char_end. `pages` (n,) int32: 1-based page.
    `boxes` (n, 4) float32: x0, y0, x1, y1 in points from the page's top left, as the page is shown.

    For a spreadsheet, the same in cells: a row for each filled cell, its sheet's number as page, and as box its column and
    row (0-based), and those after its last.
    """

    spans: IntArray
    pages: IntArray
    boxes: FloatArray


@dataclass(frozen=True, slots=True)
class ContainedFile:
    """A file inside a file: an attachment, a member of an archive. `path` is its copy while the container is worked on,
    None where it could not be taken out; `problem` then says why."""

    name: str
    path: Path | None
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a parser makes of one file. `text` has "\\n" line ends only; `blocks` cover all that is to be found (none in an
    archive, which only holds `parts`). `title_from` says where the title was found."""

    title: str
    text: str
    blocks: tuple[Block, ...]
    pages: tuple[Page, ...]
    kind: str
    paged: bool
    layout: Layout | None = None
    properties: tuple[tuple[str, str], ...] = ()
    parts: tuple[ContainedFile, ...] = ()
    title_from: TitleOrigin = ""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage of a document, small enough for the embedder to read whole.

    `text` is exactly the document's text between the offsets. `context` (title, section path, a table's
    header) is put before it when it is embedded and prompted, and is never quoted. A `note` (what a model wrote of
    its document or page) is put before both when they are embedded, and serves for nothing else. The parent is the section
    that holds the chunk. Pages are None where the format has none.
    """

    id: str
    document_id: str
    ordinal: int
    char_start: int
    char_end: int
    text: str
    context: str
    section: tuple[str, ...]
    page_start: int | None
    page_end: int | None
    parent_start: int
    parent_end: int
    note: str = ""

    @property
    def section_path(self) -> str:
        """The headings over the chunk, as a person reads them."""
        return section_path(self.section)

    @property
    def placed_text(self) -> str:
        """The text under its context: what is compared with a question, and read by the model."""
        return f"{self.context}\n{self.text}" if self.context else self.text

    @property
    def embedding_text(self) -> str:
        """What is compared with a question by meaning: the note, the context and the text, without what is no language."""
        if not self.note and _NO_LANGUAGE.fullmatch(self.text):
            return _READ_OF_NO_LANGUAGE
        whole = f"{self.note}\n{self.placed_text}" if self.note else self.placed_text
        return _LONG_RUN.sub(r"\1", whole)


@dataclass(frozen=True, slots=True)
class Document:
    """A document that is in the library. `name` is its file name, `properties` what procedures say of themselves
    (SOP ID, version, department, dates). `pages` counts pages, `paged` says whether a person sees any. `parents` are
    the documents that hold it (the message of an attachment), `depth` how deep it lies in the first of them. `description`
    is what a model wrote of it, `enriched` the level of enrichment that its passages have. `own_title` is what the file calls
    itself, where a person gave it another `title` (None: it goes by its own); `title_from` says where its own was found."""

    id: str
    name: str
    title: str
    kind: str
    language: str
    bytes: int
    pages: int
    paged: bool
    chunks: int
    ingest_version: int
    content_version: int
    added_at: str
    sources: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()
    parents: tuple[str, ...] = ()
    depth: int = 0
    description: str = ""
    enriched: str = ""
    title_from: TitleOrigin = ""
    own_title: str | None = None

    def called(self, title: str | None) -> "Document":
        """The document under a title that a person gave it, or (None) under its own."""
        own = self.title if self.own_title is None else self.own_title
        return replace(self, title=own if title is None else title, own_title=None if title is None else own)

    @property
    def given_title(self) -> str | None:
        """The title that a person gave it."""
        return None if self.own_title is None else self.title


@dataclass(frozen=True, slots=True)
class Removal:
    """The receipt of one removal: what was purged from each store."""

    document_id: str
    title: str
    purged: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class SourceVersion:
    """A place where a document was found: how often its bytes have changed there (1: never), when it was last looked at (ISO
    8601), and why what lies there now could not be read, None where it could."""

    path: str
    number: int
    seen_at: str
    problem: Problem | None


DocumentStateKind = Literal["problem", "partial", "outdated", "words"]


@dataclass(frozen=True, slots=True)
class DocumentState:
    """What is not as it should be with a document that is in the library: its file has changed and can no longer be read
    ("problem"), files inside of it could not be read ("partial"), an older RAGDesk read it ("outdated"), or it has no vectors
    of the embedder in use and is found by words alone ("words"). `detail` says it in a sentence."""

    kind: DocumentStateKind
    detail: Problem
