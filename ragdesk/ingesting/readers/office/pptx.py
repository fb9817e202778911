"""Presentations (.pptx, .pptm, .ppsx, .potx) → `Parsed`: one page a slide, its shapes from top to bottom and left to right, then
its speaker notes. Hidden slides are read: they are numbered with the others."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import mark
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.office.drawn import chart, diagram
from ragdesk.ingesting.readers.office.embedded import add_embedded
from ragdesk.ingesting.readers.office.flow import FlowWriter, in_reading_order
from ragdesk.ingesting.readers.office.package import (
    core_properties,
    local,
    mended,
    open_archive,
    reading,
    xml,
)
from ragdesk.ingesting.readers.office.pptx_text import A, P, paragraphs, styles, words

if TYPE_CHECKING:
    from lxml.etree import _Element
    from pptx.shapes.base import BaseShape
    from pptx.slide import Slide

DAMAGED = mark("{file} is damaged, or not a PowerPoint presentation.")
OLD = mark("It was saved by an old PowerPoint; open it there and save it as .pptx.")
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds"
_CHOICE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
# Shapes whose tops differ by less than this part of the slide's height stand in one row.
ROW = 1 / 40
# What stands on every slide: date, footer, header, number.
_FURNITURE = ("dt", "ftr", "hdr", "sldNum")

# (text, depth, mark) of a paragraph, or the rows of a table
_Piece = tuple[str, int, str] | list[list[str]]


def parse_pptx(source: InputFile) -> Parsed:
    """Raises EncryptedFileError, EmptyFileError, TooLargeError, UnreadableFileError."""
    from pptx import Presentation

    with open_archive(source, DAMAGED, OLD) as archive, reading(source, DAMAGED):
        stated = core_properties(archive)
        add_embedded(source, archive)
        presentation = Presentation(mended(archive))
        row = max(1, int((presentation.slide_height or 0) * ROW))
        out = FlowWriter()
        for number, slide in enumerate(presentation.slides, 1):
            out.turn()
            _slide(out, slide, number, row)
        return out.parsed(source, "presentation", stated.pop("title", ""), tuple(stated.items()))


def _slide(out: FlowWriter, slide: "Slide", number: int, row: int) -> None:
    for choice in list(slide.element.iter(_CHOICE)):
        _unwrap(choice)
    title = slide.shapes.title
    heading = words(title.element) if title is not None else ""
    shapes = [shape for shape in slide.shapes if title is None or shape.element is not title.element]
    pieces = list(_pieces(shapes, slide, row))
    notes = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
    speaker_notes = words(notes._txBody).strip() if notes is not None else ""
    if heading.strip() or pieces or speaker_notes:
        # Without a heading of its own its text would seem to belong to the slide before.
        out.heading(heading if heading.strip() else f"Slide {number}", 2)
    for piece in pieces:
        if isinstance(piece, list):
            out.table(piece)
        elif piece[2]:
            out.item(*piece)
        else:
            out.paragraph(piece[0])
    if speaker_notes:
        out.paragraph(f"Notes: {speaker_notes}")


def _unwrap(choice: "_Element") -> None:
    """Put the first alternative in the place of all."""
    parent = choice.getparent()
    if parent is not None and len(choice):
        for element in list(choice[0]):
            choice.addprevious(element)
        parent.remove(choice)


def _pieces(shapes: Iterable["BaseShape"], slide: "Slide", row: int) -> Iterator[_Piece]:
    from pptx.shapes.group import GroupShape

    placed = ((float(shape.top or 0), float(shape.left or 0), shape) for shape in shapes)
    for shape in in_reading_order(placed, row):
        name = local(shape.element)
        if isinstance(shape, GroupShape):
            yield from _pieces(shape.shapes, slide, row)
        elif name == "graphicFrame":
            yield from _graphic(shape.element, slide)
        elif name == "sp" and not _is_furniture(shape.element):
            body = shape.element.find(f"{P}txBody")
            if body is not None:
                yield from paragraphs(body, styles(shape, slide))


def _is_furniture(element: "_Element") -> bool:
    holder = next(element.iter(f"{P}ph"), None)
    return holder is not None and holder.get("type") in _FURNITURE


def _graphic(frame: "_Element", slide: "Slide") -> Iterator[_Piece]:
    for table in frame.iter(f"{A}tbl"):
        yield [
            [
                ""
                if cell.get("hMerge") in ("1", "true") or cell.get("vMerge") in ("1", "true")
                else words(cell)
                for cell in row.iterchildren(f"{A}tc")
            ]
            for row in table.iterchildren(f"{A}tr")
        ]
    for element in frame.iter():
        if local(element) == "chart" and (root := _related(slide, element.get(f"{_R}id"))) is not None:
            title, rows = chart(root)
            yield title, 0, ""
            yield rows
        elif element.tag == _DIAGRAM and (root := _related(slide, element.get(f"{_R}dm"))) is not None:
            yield from ((text, 0, "-") for text in diagram(root))


def _related(slide: "Slide", key: str | None) -> "_Element | None":
    """The root of another part that a slide refers to; None where it is not in the file."""
    if not key or key not in slide.part.rels or slide.part.rels[key].is_external:
        return None
    return xml(slide.part.related_part(key).blob)
