"""Writes what runs on without fixed pages (word processing, slides, books) as Markdown: headings, paragraphs, list items, tables.

Knows nothing about any file format. All that it is given may come straight from a file: it is cleaned here.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

from ragdesk.domain.documents import BlockKind, Page, Parsed, TitleOrigin
from ragdesk.domain.errors import EmptyFileError
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.titles import from_name, is_given, may_be_title
from ragdesk.ingesting.readers.writer import TextWriter
from ragdesk.text.clean import clean, one_line

T = TypeVar("T")
# Spreadsheets aside, no program lets a person make a table this wide; a file that says so is wrong, or hostile.
MAX_COLUMNS = 200
MAX_DEPTH = 8
TITLE_LENGTH = 200
VALUE_LENGTH = 200
ABOUT_LENGTH = 80
_BLANKS = re.compile(r"[ \t]+")


def lines(text: str) -> str:
    """`text` cleaned, without blank lines and runs of blanks."""
    trimmed = (_BLANKS.sub(" ", line).strip() for line in clean(text).split("\n"))
    return "\n".join(line for line in trimmed if line)


def cell(text: str) -> str:
    """What a cell of a Markdown table may hold."""
    return lines(text).replace("|", "\\|").replace("\n", "<br>")


def stated(pairs: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Those of the (key, value) pairs that say something, short enough to be shown, each key once."""
    properties: dict[str, str] = {}
    for key, value in pairs:
        value = one_line(value)
        if value and key not in properties:
            properties[key] = value if len(value) <= VALUE_LENGTH else value[: VALUE_LENGTH - 1] + "…"
    return tuple(properties.items())


def in_reading_order(placed: Iterable[tuple[float, float, T]], tolerance: float) -> list[T]:
    """Things on a slide from top to bottom and left to right.

    Args:
        placed: (top, left, thing).
        tolerance: those whose tops differ by less stand in one row.
    """
    rows: list[list[tuple[float, float, T]]] = []
    for entry in sorted(placed, key=lambda item: item[0]):
        if not rows or entry[0] - rows[-1][0][0] >= tolerance:
            rows.append([])
        rows[-1].append(entry)
    return [item for row in rows for _, _, item in sorted(row, key=lambda item: item[1])]


class FlowWriter:
    """Appends one piece after another. Pieces without a word in them are left out."""

    def __init__(self) -> None:
        self.out = TextWriter()
        self._turns: list[int] = []
        self._comments: list[str] = []

    def heading(self, text: str, level: int) -> None:
        title = one_line(text)
        if title:
            level = min(max(level, 1), 6)
            self._put("heading", "#" * level + " ", title, level=level, title=title)

    def paragraph(self, text: str) -> None:
        body = lines(text)
        if body:
            self._put("paragraph", "", body)

    def item(self, text: str, depth: int = 0, mark: str = "-") -> None:
        """One item of a list; `depth` 0 is the outermost, `mark` is "-" or its number with what stands around it."""
        body = lines(text)
        if body:
            margin = "  " * min(max(depth, 0), MAX_DEPTH)
            mark = one_line(mark) or "-"
            self._put(
                "list_item", margin + mark + " ", body.replace("\n", "\n" + margin + "  "), skip=len(margin)
            )

    def code(self, text: str) -> None:
        body = clean(text).strip("\n")
        if body.strip():
            fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", body)), default=0))
            self._put("code", "", f"{fence}\n{body}\n{fence}")

    def table(self, rows: Sequence[Sequence[str]]) -> None:
        """A table whose first row is its header. Blank rows, and columns that are blank throughout, are left out."""
        filled = [[cell(text) for text in row[:MAX_COLUMNS]] for row in rows]
        filled = [row for row in filled if any(row)]
        if not filled:
            return
        width = max(len(row) for row in filled)
        for row in filled:
            row.extend([""] * (width - len(row)))
        used = [column for column in range(width) if any(row[column] for row in filled)]
        written = ["| " + " | ".join(row[column] for column in used) + " |" for row in filled]
        rule = "|" + " --- |" * len(used)
        self.out.separate("table")
        start = self.out.length
        head = f"{written[0]}\n{rule}"
        self.out.write("\n".join((head, *written[1:])))
        end = min(start + len(head) + 1, self.out.length)
        self.out.block("table", start, header_end=end)

    def html(self, source: str) -> None:
        """The visible content of an HTML page, as `parse_html` writes it."""
        from selectolax.lexbor import LexborHTMLParser

        from ragdesk.ingesting.readers.text.html import HtmlWriter, walk

        body = LexborHTMLParser(source).body
        writer = HtmlWriter(self.out)
        for step in walk(body) if body is not None else ():
            writer.take(step)
        writer.finish()

    def comment(self, text: str, about: str) -> None:
        """What somebody noted beside the text. Comments come last, so that they are not taken for the text itself.

        Args:
            about: the paragraph that it hangs on.
        """
        about = one_line(about)
        if len(about) > ABOUT_LENGTH:
            about = about[:ABOUT_LENGTH].rpartition(" ")[0] + " …"
        self._comments.append(f"{one_line(text)}" + (f" — on “{about}”" if about else ""))

    def turn(self) -> None:
        """A new page, or slide, begins."""
        self._turns.append(self.out.length)

    def parsed(
        self, source: InputFile, kind: str, title: str, properties: Sequence[tuple[str, str]]
    ) -> Parsed:
        """What was written. `title` is what the file states, "" where it states none.

        Raises:
            EmptyFileError: not a word, and no file inside.
        """
        if self._comments:
            self.heading("Comments", 1)
            for comment in self._comments:
                self.item(comment)
        text, blocks = self.out.text, tuple(self.out.blocks)
        parts = tuple(source.unpacked.parts)
        if not blocks and not parts:
            raise EmptyFileError(
                "{file} holds no text.",
                "If it shows pictures of text, export it as PDF; else check whether it was saved completely.",
                file=source.name,
            )
        pages = [Page(1, 0, len(text))]
        if self._turns:
            edges = [0, *self._turns[1:], len(text)]
            pages = [Page(number, *span) for number, span in enumerate(pairwise(edges), 1)]
        called, found = self._title(source, title)
        return Parsed(
            title=called,
            text=text,
            blocks=blocks,
            pages=tuple(pages),
            kind=kind,
            paged=bool(self._turns),
            properties=stated(properties),
            parts=parts,
            title_from=found,
        )

    def _title(self, source: InputFile, stated: str) -> tuple[str, TitleOrigin]:
        """The title, and where it was found."""
        title = one_line(stated)
        if len(title) <= TITLE_LENGTH and is_given(title, source.name):
            return title, "properties"
        headings = (block.title for block in self.out.blocks if block.kind == "heading")
        first = next((each for each in headings if each != "Comments" and may_be_title(each)), "")
        return (first, "heading") if first else (from_name(source.name), "name")

    def _put(
        self, kind: BlockKind, mark: str, body: str, *, level: int = 0, title: str = "", skip: int = 0
    ) -> None:
        self.out.separate(kind)
        start = self.out.length + skip
        self.out.write(mark + body)
        self.out.block(kind, start, level=level, title=title)
