"""The small files of `seeds.py` made large: so many paragraphs, rows, pages, chapters, messages."""

import io
import re
import zipfile

import pptx
from ingesting.test_msg import simple

from break_it import seeds


def members(package: bytes) -> dict[str, str | bytes]:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def repeated(package: bytes, member: str, unit: str, number: int) -> bytes:
    """A package with the last `unit` (a regular expression) of a member so many times."""
    found = members(package)
    text = found[member].decode()  # type: ignore[union-attr]
    last = re.findall(unit, text, re.DOTALL)[-1]
    found[member] = text.replace(last, last * number, 1)
    return seeds.packed(found)


def odt_paragraphs(number: int) -> bytes:
    return repeated(seeds.odt(), "content.xml", r"<text:p>.*?</text:p>", number)


def ods_rows(number: int) -> bytes:
    row = r"<table:table-row>(?:(?!<table:table-row>).)*</table:table-row>"
    return repeated(seeds.ods(), "content.xml", row, number)


def odp_pages(number: int) -> bytes:
    return repeated(seeds.odp(), "content.xml", r"<draw:page .*?</draw:page>", number)


def slide_paragraphs(number: int) -> bytes:
    return repeated(seeds.slides(), "ppt/slides/slide1.xml", r"<a:p>.*?</a:p>", number)


def slides(number: int) -> bytes:
    made = pptx.Presentation()
    for at in range(number):
        slide = made.slides.add_slide(made.slide_layouts[1])
        slide.shapes.title.text = f"Part {at}"
        slide.placeholders[1].text = "It cools for 45 minutes."
    return seeds.saved(made.save)


def chapters(number: int) -> bytes:
    """A book of so many, each a file of its own."""
    found = members(seeds.epub())
    chapter, package = found.pop("a.xhtml"), found["o.opf"].decode()  # type: ignore[union-attr]
    for line in (
        '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>',
        '<itemref idref="a"/>',
    ):
        assert line in package
        every = (line.replace('"a"', f'"a{at}"').replace('"a.', f'"a{at}.') for at in range(number))
        package = package.replace(line, "".join(every))
    return seeds.packed(found | {"o.opf": package} | {f"a{at}.xhtml": chapter for at in range(number)})


def messages(number: int) -> bytes:
    two = seeds.mailbox()
    return two[: len(two) // 2] * number


def outlook_lines(number: int) -> bytes:
    return simple(t1000="The pump is serviced in May.\r\n" * number).bytes()
