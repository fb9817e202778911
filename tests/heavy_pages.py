"""Small PDFs whose pages take for ever, or all memory, to draw. They read well: every page says `SAYS`."""

from collections.abc import Sequence
from pathlib import Path

SAYS = "The valve opens at seven bar."
_TEXT = b" BT /F 12 Tf 0 g 50 700 Td (%s) Tj ET" % SAYS.encode()
_HALF = b"/ExtGState<</E<</ca .5/BM/Multiply>>>>"
# The first of the objects that a page's own ones refer to.
_FIRST = 4


def endless(path: Path, pages: int = 1) -> Path:
    """A pattern that is repeated a hundred times a point, and the page filled with it fifty times: minutes on any machine."""
    head = b"/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 0.01/YStep 0.01/Resources<<>>"
    tile = _stream(head, b"1 0 0 rg 0 0 5 5 re f")
    shown = b"/Pattern cs /P scn" + 50 * b" 0 0 595 600 re f" + _TEXT
    return _write(path, pages, (595, 842), b"/Pattern<</P %d 0 R>>" % _FIRST, shown, [tile])


def nested(path: Path, pages: int = 1, depth: int = 40) -> Path:
    """Transparency groups in one another, each with a picture of the whole large page in memory."""
    side = 14_000
    groups = []
    for level in range(depth):
        more = level < depth - 1
        inner = b"/XObject<</G %d 0 R>>" % (_FIRST + level + 1) if more else b""
        head = b"/Type/XObject/Subtype/Form/BBox[0 0 %d %d]/Group<</S/Transparency/I true/CS/DeviceRGB>>" % (
            side,
            side,
        )
        groups.append(
            _stream(
                head + b"/Resources<<" + inner + _HALF + b">>",
                b"/E gs 0 0 9000 600 re f" + (b" /G Do" if more else b""),
            )
        )
    own = b"/XObject<</G %d 0 R>>" % _FIRST + _HALF
    return _write(path, pages, (side, side), own, b"/E gs /G Do" + _TEXT, groups)


def _stream(head: bytes, content: bytes) -> bytes:
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (head, len(content), content)


def _write(
    path: Path, pages: int, size: tuple[int, int], own: bytes, shown: bytes, more: Sequence[bytes]
) -> Path:
    """A PDF of pages that all show the same; `own` are their resources, `more` the objects from number `_FIRST` on."""
    at = _FIRST + len(more)
    kids = b" ".join(b"%d 0 R" % number for number in range(at, at + pages))
    font = b"/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Contents 3 0 R/Resources<<%s%s>>>>" % (
        *size,
        font,
        own,
    )
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, pages),
        _stream(b"", shown),
        *more,
        *[page] * pages,
    ]
    out, places = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(out))
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    path.write_bytes(out + head + table + end)
    return path
