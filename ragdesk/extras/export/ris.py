"""RIS (Research Information Systems' tagged format), a record for each cited document: "XX  - value", a line each,
CRLF, UTF-8."""

from collections.abc import Iterator

from ragdesk.extras.export.bibliography import Item, items, page_ranges
from ragdesk.extras.export.record import Record


def ris(record: Record) -> bytes:
    """The references; empty where nothing is cited."""
    return "".join(
        "".join(f"{tag}  - {value}".rstrip(" ") + "\r\n" for tag, value in _lines(one)) + "ER  - \r\n\r\n"
        for one in items(record)
    ).encode()


def _lines(one: Item) -> Iterator[tuple[str, str]]:
    yield "TY", "RPRT" if one.report else "ICOMM" if one.mail else "GEN"
    yield "ID", one.key
    yield "TI", one.title
    for author in one.authors:
        yield "AU", author
    for tag, value in (
        ("PY", one.year),
        ("DA", one.date.replace("-", "/")),
        ("PB", one.institution),
        ("SP", page_ranges(one.pages, "-")),
    ):
        if value:
            yield tag, value
    file = (f"File: {one.file}",) if one.file else ()
    for note in (*file, *one.notes, *one.passages):
        yield "N1", note
