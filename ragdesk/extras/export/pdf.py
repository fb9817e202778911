"""PDF, set by MuPDF from the body of the HTML. It is done in a process of its own: MuPDF does not run in two threads at once, and
a text that it chokes on must not take the app with it.

MuPDF brings its fonts along: Latin, Greek and Cyrillic in Nimbus Sans; Arabic, Hebrew, Indic, Thai and more in Noto; Chinese,
Japanese and Korean in Droid Sans Fallback. Arabic is drawn joined and from right to left; its letters copied out of the
file come in their joined forms, as PDF stores them.
"""

import multiprocessing
import re
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import Problem, RagdeskError
from ragdesk.extras.export.html import body
from ragdesk.extras.export.plain import line, shortened
from ragdesk.extras.export.record import Record

if TYPE_CHECKING:
    import pymupdf

# A hundred answers take a second; this is for a text that MuPDF never comes to an end with.
SECONDS = 120
# Characters of a paragraph or heading in the PDF; wide ones count twice. Of one of 2,800 MuPDF draws a part beside the page.
LONGEST = 2_000
# What a line of it counts for, be it empty.
_LINE = 80
_MARKUP = re.compile(r"(<[^>]*>)|([^<]+)")
_NAME = re.compile(r"\w+")
_ID = re.compile(r"""\s(?:id|href)=("[^"]*"|'[^']*')""")
# A run without blanks with the blanks after it, never cut within an entity.
_PIECE = re.compile(r"(?:&\w{1,10};|&#\w{1,8};|\S){1,200}\s{0,20}|\s{1,20}")
_BLOCKS, _VOID = ("p", "h1", "h2", "h3", "blockquote"), ("br", "wbr", "hr")
# Chinese, Japanese and Korean, as wide as they are high (UAX #11).
_WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\U00020000-\U0003fffd]"
)
# Pages of nothing show nothing.
_EMPTY_LINES = re.compile(r"\n(?:[ \t]*\n){3,}")
# As many marks on one letter as Unicode's stream-safe text has (UAX #15, section 13).
_MARKS = re.compile("([\u0300-\u036f]{30})")
# Points: A4, and what is left white around the text.
_WIDTH, _HEIGHT, _MARGIN = 595, 842, 57
_TITLE = 300
_STYLE = """
body{margin:0;font-family:sans-serif;font-size:10pt;line-height:1.45;color:#1d2327;overflow-wrap:break-word}
h1{font-size:17pt;line-height:1.25;margin:0 0 4pt}
h2{font-size:12.5pt;margin:20pt 0 4pt}h3{font-size:10.5pt;margin:10pt 0 3pt}
p{margin:3pt 0}.text{white-space:pre-wrap}.asked{font-size:11.5pt;font-weight:bold}
.about,.small,.facts{color:#50585e;font-size:8.5pt}.facts p{margin:1pt 0}
.warning{color:#7a5200;font-weight:bold;border-left:2pt solid #7a5200;padding-left:6pt}
.flag{color:#7a5200;font-size:8.5pt}.unsupported{color:#50585e}
a.cite,a.back{color:#0b6b5d;text-decoration:none}
.reference,.document{margin:0 0 14pt}blockquote{margin:4pt 0;padding-left:8pt;border-left:2pt solid #b8902a}
code{font-family:monospace;font-size:8pt}
"""


def pdf(record: Record) -> bytes:
    """The record as PDF, A4.

    Raises:
        RagdeskError: MuPDF crashed or did not come to an end.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_in_child, args=(theirs, record), daemon=True)
    child.start()
    theirs.close()
    try:
        if not ours.poll(SECONDS):
            raise _failed(Problem("it took longer than {count} seconds", count=SECONDS))
        answer = ours.recv()
    except EOFError as error:
        raise _failed(Problem("the process that draws it died")) from error
    finally:
        ours.close()
        child.kill()
        child.join()
    if isinstance(answer, bytes):
        return answer
    raise _failed(Problem(str(answer)))


def _failed(why: Problem) -> RagdeskError:
    return RagdeskError(
        "The PDF could not be made: {why}.", "Export it as HTML, and print that to a PDF.", why=why
    )


def _in_child(pipe: Connection, record: Record) -> None:
    try:
        pipe.send(draw(record))
    except Exception as error:  # noqa: BLE001 - the parent raises it
        pipe.send(f"{type(error).__name__}: {error}")


def draw(record: Record) -> bytes:
    """The PDF, made in this process."""
    import pymupdf

    # MuPDF 1.28 decodes entities twice, so that "&lt;" in a text would become "<"; an element in between ends that.
    text = in_short_blocks(_EMPTY_LINES.sub("\n\n\n", body(record))).replace("&amp;", "&amp;<wbr>")
    # Marks without an end take MuPDF more than twice as long when they are twice as many, unless the line may break among them.
    text = _MARKS.sub(r"\1<wbr>", text)
    story = pymupdf.Story(f"<body>{text}</body>", user_css=_STYLE)
    sheet = pymupdf.Rect(0, 0, _WIDTH, _HEIGHT)
    headings: list[tuple[int, str, int, float]] = []

    def seen(position: Any) -> None:
        if position.open_close & 1 and 1 <= position.heading <= 3 and position.text:
            headings.append((position.heading, position.text, position.page_num, position.rect[1]))

    frame = sheet + (_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
    with story.write_with_links(lambda number, filled: (sheet, frame, None), positionfn=seen) as document:
        _finish(document, record, headings)
        document.subset_fonts()
        return bytes(document.tobytes(garbage=3, deflate=True))


def in_short_blocks(markup: str) -> str:
    """HTML whose paragraphs, headings and quotes are no longer than LONGEST: MuPDF sets what is left of a block anew on each
    page, so a text without an end would take time with the square of its length. A block is cut after a blank, or where none
    is near."""
    made, opened, length = list[str](), list[str](), 0
    for tag, text in _MARKUP.findall(markup):
        if tag:
            made.append(tag)
            name = _name(tag)
            if name in _VOID:
                continue
            if tag.startswith("</"):
                opened.pop()
            else:
                opened.append(tag)
            length = 0 if name in _BLOCKS else length
            continue
        for piece in _PIECE.findall(text):
            longer = len(piece) + len(_WIDE.findall(piece)) + _LINE * piece.count("\n")
            if length and length + longer > LONGEST and (block := _block_of(opened)) is not None:
                made += [f"</{_name(each)}>" for each in reversed(opened[block:])]
                made += [_ID.sub("", each) for each in opened[block:]]
                length = 0
            made.append(piece)
            length += longer
    return "".join(made)


def _block_of(opened: list[str]) -> int | None:
    """The innermost block among the tags that are open."""
    return next((at for at in reversed(range(len(opened))) if _name(opened[at]) in _BLOCKS), None)


def _name(tag: str) -> str:
    return next(iter(_NAME.findall(tag)), "")


def _finish(
    document: "pymupdf.Document", record: Record, headings: list[tuple[int, str, int, float]]
) -> None:
    """Page numbers, an outline, and what the file says of itself."""
    for index, page in enumerate(document, 1):
        text = f"RAGDesk {line(record.version)}   {index} / {len(document)}"
        page.insert_text((_MARGIN, _HEIGHT - 28), text, fontsize=8, color=(0.31, 0.35, 0.37))
    outline: list[tuple[int, str, int, float]] = []
    for level, text, number, top in headings:
        level = min(level, outline[-1][0] + 1 if outline else 1)
        outline.append((level, shortened(text, _TITLE), number, top))
    document.set_toc(outline)
    made = re.sub(r"\D", "", record.moment.partition(".")[0])[:14]
    document.set_metadata(
        {
            "title": shortened(record.title, _TITLE),
            "author": "RAGDesk",
            "subject": "Cited answers with their evidence",
            "creator": f"RAGDesk {line(record.version)}",
            "producer": f"PyMuPDF {_version()}",
            "creationDate": f"D:{made}Z",
            "modDate": f"D:{made}Z",
        }
    )
    document.set_language("en")


def _version() -> str:
    import pymupdf

    return str(pymupdf.VersionBind)
