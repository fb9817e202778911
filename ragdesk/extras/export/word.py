"""Word (Office Open XML): real headings, numbered references as a list, and links from each number to its reference and back.
python-docx makes the file; what it has no words for (bookmarks, inner links, the list's numbers) is XML of our own."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING

from ragdesk.extras.export import wording
from ragdesk.extras.export.plain import clean, emphasis, line, right_to_left, shortened
from ragdesk.extras.export.record import CitedDocument, Exchange, Piece, Record, Reference

if TYPE_CHECKING:
    from docx.document import Document
    from docx.text.paragraph import Paragraph
    from docx.text.run import Run

# Core properties hold no more (Open Packaging Conventions as python-docx keeps them).
_PROPERTY_CHARS = 250
# Our list's id; the template's go up to 12.
_LIST = 900
_INDENT = 567  # 1 cm, in twentieths of a point
_SOFT, _WARN, _ACCENT = "50585E", "7A5200", "0B6B5D"


def docx(record: Record) -> bytes:
    """The record as a .docx, A4."""
    import docx as library

    document = library.Document()
    _prepare(document, record)
    _Writer(document, record).write()
    written = BytesIO()
    document.save(written)
    return written.getvalue()


class _Writer:
    """Writes one record from top to bottom."""

    def __init__(self, document: "Document", record: Record) -> None:
        self._document = document
        self._record = record
        self._bookmarks = 0
        self._cited: set[int] = set()
        self._last_number = 0
        self._list = 0

    def write(self) -> None:
        record = self._record
        self._paragraph(record.title, "Title")
        self._small(wording.about(record))
        for exchange in record.exchanges:
            self._exchange(exchange)
        if record.references:
            self._document.add_heading(wording.REFERENCES, 1)
            for reference in record.references:
                self._reference(reference)
            self._document.add_heading(wording.DOCUMENTS, 1)
            for cited in record.documents:
                self._cited_document(cited)
            self._document.add_heading(wording.CHECKING, 1)
            self._small(wording.HOW_TO_CHECK)

    def _exchange(self, exchange: Exchange) -> None:
        many = self._record.what == "conversation"
        self._document.add_heading(wording.heading(self._record, exchange), 1)
        self._paragraph(exchange.question).runs[0].bold = True
        if exchange.standalone:
            self._small(f"Understood as: {line(exchange.standalone)}")
        self._document.add_heading(f"Answer {exchange.number}" if many else "Answer", 2)
        if warning := wording.warning(exchange):
            _coloured(self._paragraph(warning).runs[0], _WARN).bold = True
        if exchange.pieces:
            answer = self._document.add_paragraph()
            for piece in exchange.all_pieces:
                self._piece(answer, piece)
            _turn(answer, exchange.text)
        if left_out := wording.left_out(exchange):
            self._small(left_out)
        self._small(wording.asked(exchange))

    def _piece(self, paragraph: "Paragraph", piece: Piece) -> None:
        for kind, text in emphasis(clean(piece.text), piece.supported):
            run = paragraph.add_run(text)
            run.bold = kind == "bold" or None
            if kind == "code":
                run.font.name = "Courier New"
            if piece.supported is False:
                run.italic = True
        if piece.supported is False:
            _coloured(paragraph.add_run(f" [{wording.UNSUPPORTED}]"), _WARN)
        for number in piece.numbers:
            paragraph.add_run(" ")
            if number not in self._cited:
                self._cited.add(number)
                self._bookmark(paragraph, f"cite_{number}")
            _link(paragraph, f"ref_{number}", f"[{number}]")

    def _reference(self, reference: Reference) -> None:
        head = self._document.add_paragraph()
        self._number(head, reference.number)
        self._bookmark(head, f"ref_{reference.number}")
        head.add_run(wording.title(reference.source)).bold = True
        if reference.number in self._cited:
            head.add_run(" ")
            _link(head, f"cite_{reference.number}", "↑")
        head.paragraph_format.keep_with_next = True
        quote = self._paragraph(reference.shown, "Quote")
        quote.runs[0].italic = False  # words as they stand
        quote.paragraph_format.keep_with_next = True
        _indent(quote)
        _indent(self._facts(wording.facts(reference)))

    def _cited_document(self, document: CitedDocument) -> None:
        head = self._paragraph(wording.title(document.source))
        head.runs[0].bold = True
        head.paragraph_format.keep_with_next = True
        self._facts(wording.document_facts(document))

    def _facts(self, pairs: Sequence[tuple[str, str]]) -> "Paragraph":
        facts = self._document.add_paragraph(style="Body Text")
        for index, (label, value) in enumerate(pairs):
            if index:
                facts.add_run().add_break()
            _small(facts.add_run(f"{label}: ")).bold = True
            _small(facts.add_run(value))
        return facts

    def _small(self, text: str) -> None:
        _small(self._paragraph(text).runs[0])

    def _paragraph(self, text: str, style: str | None = None) -> "Paragraph":
        paragraph = self._document.add_paragraph(style=style)
        paragraph.add_run(clean(text))
        _turn(paragraph, text)
        return paragraph

    def _number(self, paragraph: "Paragraph", number: int) -> None:
        """Make it the item `number` of the list of references; a list goes on for as long as numbers do."""
        if number != self._last_number + 1 or not self._list:
            numbering = self._document.part.numbering_part.element
            added = numbering.add_num(_LIST)
            added.add_lvlOverride(ilvl=0).add_startOverride(number)
            self._list = added.numId
        self._last_number = number
        properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()
        properties.get_or_add_ilvl().val = 0
        properties.get_or_add_numId().val = self._list

    def _bookmark(self, paragraph: "Paragraph", name: str) -> None:
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn

        self._bookmarks += 1
        for tag in ("w:bookmarkStart", "w:bookmarkEnd"):
            mark = OxmlElement(tag)
            mark.set(qn("w:id"), str(self._bookmarks))
            if tag == "w:bookmarkStart":
                mark.set(qn("w:name"), name)
            paragraph._p.append(mark)


def _link(paragraph: "Paragraph", anchor: str, text: str) -> None:
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    link = OxmlElement("w:hyperlink")
    link.set(qn("w:anchor"), anchor)
    link.set(qn("w:history"), "1")
    link.append(_coloured(paragraph.add_run(text), _ACCENT)._r)
    paragraph._p.append(link)


def _turn(paragraph: "Paragraph", text: str) -> None:
    """A paragraph that reads from right to left says so, and each of its runs."""
    if not right_to_left(text):
        return
    from docx.oxml import OxmlElement

    properties = paragraph._p.get_or_add_pPr()
    # The schema wants it before these (CT_PPrBase, ECMA-376 part 1, 17.3.1.26).
    after = [properties.find(tag, properties.nsmap) for tag in ("w:spacing", "w:ind", "w:jc", "w:rPr")]
    follower = next((each for each in after if each is not None), None)
    bidi = OxmlElement("w:bidi")
    if follower is not None:
        follower.addprevious(bidi)
    else:
        properties.append(bidi)
    for run in paragraph.runs:
        run.font.rtl = True


def _coloured(run: "Run", colour: str) -> "Run":
    from docx.shared import RGBColor

    run.font.color.rgb = RGBColor.from_string(colour)
    return run


def _small(run: "Run") -> "Run":
    from docx.shared import Pt

    run.font.size = Pt(9)
    return _coloured(run, _SOFT)


def _indent(paragraph: "Paragraph") -> None:
    from docx.shared import Twips

    paragraph.paragraph_format.left_indent = Twips(_INDENT)


def _prepare(document: "Document", record: Record) -> None:
    """The page, the list of references, page numbers, and what the file says of itself."""
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls
    from docx.shared import Mm

    [section] = document.sections
    section.page_width, section.page_height = Mm(210), Mm(297)
    section.left_margin = section.right_margin = Mm(25)
    document.part.numbering_part.element.insert(
        0,
        parse_xml(
            f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{_LIST}"><w:multiLevelType w:val="singleLevel"/>'
            '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="[%1]"/><w:lvlJc w:val="left"/>'
            f'<w:pPr><w:ind w:left="{_INDENT}" w:hanging="{_INDENT}"/></w:pPr></w:lvl></w:abstractNum>'
        ),
    )
    footer = section.footer.paragraphs[0]
    _small(footer.add_run(f"RAGDesk {line(record.version)}   "))
    footer._p.append(
        parse_xml(f'<w:fldSimple {nsdecls("w")} w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple>')
    )
    properties = document.core_properties
    properties.title = shortened(record.title, _PROPERTY_CHARS)
    properties.author = properties.last_modified_by = "RAGDesk"
    properties.subject = "Cited answers with their evidence"
    properties.comments = shortened(wording.about(record), _PROPERTY_CHARS)
    properties.created = properties.modified = _moment(record.moment)


def _moment(moment: str) -> datetime:
    """The record's moment in UTC, as core properties keep it."""
    return datetime.fromisoformat(re.sub(r"\.\d+", "", moment)).astimezone(UTC).replace(tzinfo=None)
