"""A small file of each format that is read, made on the spot: what the fuzzer starts from."""

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from pathlib import Path

import docx
import openpyxl
import pptx
import pymupdf
from ingesting.test_msg import simple
from odf import opendocument, table, text
from PIL import Image, ImageDraw

TEXT = "# Autoclave\n\nThe autoclave must cool for **45 minutes**.\n\n- One\n- Two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
HTML = (
    "<html><head><title>T</title></head><body><h1>Autoclave</h1><p>It cools for <b>45</b> minutes.</p>"
    "<table><tr><th>a</th><td>1</td></tr></table><ul><li>x</li></ul><script>1</script></body></html>"
)
RTF = r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}\b Autoclave\b0\par It cools for 45 minutes. \u8364? \'e9\par}"
CSV = 'name;amount;date\n"a; b";1,5;2026-01-02\nc;2,5;2026-02-03\n'


def pdf() -> bytes:
    with pymupdf.open() as document:
        for number in range(2):
            page = document.new_page()
            page.insert_text((72, 72), f"{number + 1} Autoclave", fontsize=18)
            page.insert_text((72, 110), "The autoclave must cool for 45 minutes before the door is opened.")
            page.draw_rect(pymupdf.Rect(72, 150, 300, 200))
        document.set_toc([[1, "Autoclave", 1], [1, "More", 2]])
        return bytes(document.tobytes(deflate=False, clean=False))


def word() -> bytes:
    made = docx.Document()
    made.add_heading("Autoclave", 1)
    made.add_paragraph("The autoclave must cool for 45 minutes.", style="List Bullet")
    cells = made.add_table(2, 2)
    cells.cell(0, 0).text = "a"
    return saved(made.save)


def slides() -> bytes:
    made = pptx.Presentation()
    slide = made.slides.add_slide(made.slide_layouts[1])
    slide.shapes.title.text = "Autoclave"
    slide.placeholders[1].text = "It cools for 45 minutes."
    return saved(made.save)


def workbook() -> bytes:
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    for row in (["name", "amount"], ["a", 1.5], ["b", "=B2*2"]):
        sheet.append(row)
    sheet.merge_cells("A5:B6")
    sheet["B2"].number_format = "0.00%"
    return saved(made.save)


def odt() -> bytes:
    made = opendocument.OpenDocumentText()
    made.text.addElement(text.H(outlinelevel=1, text="Autoclave"))
    made.text.addElement(text.P(text="It cools for 45 minutes."))
    return saved(made.write)


def odp() -> bytes:
    from odf import draw, style

    made = opendocument.OpenDocumentPresentation()
    layout = style.PageLayout(name="L")
    made.automaticstyles.addElement(layout)
    master = style.MasterPage(name="M", pagelayoutname=layout)
    made.masterstyles.addElement(master)
    page, frame, box = draw.Page(masterpagename=master), draw.Frame(width="9cm", height="3cm"), draw.TextBox()
    box.addElement(text.P(text="It cools for 45 minutes."))
    frame.addElement(box)
    page.addElement(frame)
    made.presentation.addElement(page)
    return saved(made.write)


def ods() -> bytes:
    made = opendocument.OpenDocumentSpreadsheet()
    sheet = table.Table(name="S")
    for values in (("name", "amount"), ("a", "1")):
        row = table.TableRow()
        for value in values:
            cell = table.TableCell(numbercolumnsrepeated=2)
            cell.addElement(text.P(text=value))
            row.addElement(cell)
        sheet.addElement(row)
    made.spreadsheet.addElement(sheet)
    return saved(made.write)


def epub() -> bytes:
    return packed(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
            '<rootfile full-path="o.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
            "o.opf": '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata><dc:title '
            'xmlns:dc="http://purl.org/dc/elements/1.1/">T</dc:title></metadata><manifest><item id="a" href="a.xhtml" '
            'media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
            "a.xhtml": HTML.replace("<html>", '<html xmlns="http://www.w3.org/1999/xhtml">'),
        }
    )


def mail() -> bytes:
    made = EmailMessage()
    made["Subject"], made["From"], made["To"] = "Autoclave", "Ada <ada@example.com>", "bob@example.com"
    made["Date"], made["Message-ID"] = "Thu, 01 Jan 2026 10:00:00 +0000", "<1@example.com>"
    made.set_content("It cools for 45 minutes.\n\n> Earlier: nothing.\n")
    made.add_alternative(HTML, subtype="html")
    made.add_attachment(b"a;b\n1;2\n", maintype="text", subtype="csv", filename="t.csv")
    return made.as_bytes()


def mailbox() -> bytes:
    one = b"From ada@example.com Thu Jan  1 10:00:00 2026\n" + mail() + b"\n"
    return one + one


def picture(format: str) -> bytes:
    drawn = Image.new("RGB", (90, 24), "white")
    ImageDraw.Draw(drawn).text((4, 4), "cools 45 min", fill="black")
    return saved(lambda out: drawn.save(out, format))


def packed(members: Mapping[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def saved(save: Callable[[io.BytesIO], object]) -> bytes:
    out = io.BytesIO()
    save(out)
    return out.getvalue()


def seeds(examples: Path) -> dict[str, list[bytes]]:
    """By the ending of the file: one parser each, but for pictures, where each decoder is one."""
    page = (
        (examples / "expenses-policy.html").read_bytes()
        if (examples / "expenses-policy.html").exists()
        else b""
    )
    lines = "\n".join(json.dumps({"name": name, "cools": 45}) for name in ("a", "b"))
    return {
        ".pdf": [pdf(), (examples / "sop-autoclave.pdf").read_bytes()],
        ".faq.md": [b"# How long does it cool?\n\n45 minutes.\n"],
        ".md": [TEXT.encode(), (examples / "handbook.md").read_bytes()],
        ".docx": [word()],
        ".pptx": [slides()],
        ".xlsx": [workbook()],
        ".odt": [odt()],
        ".odp": [odp()],
        ".ods": [ods()],
        ".epub": [epub()],
        ".eml": [mail()],
        ".msg": [simple().bytes()],
        ".mbox": [mailbox()],
        ".png": [picture("PNG")],
        ".jpg": [picture("JPEG")],
        ".tif": [picture("TIFF")],
        ".gif": [picture("GIF")],
        ".webp": [picture("WEBP")],
        ".bmp": [picture("BMP")],
        ".csv": [CSV.encode()],
        ".json": [json.dumps({"a": [1, {"b": "cools 45"}], "c": None}).encode()],
        ".jsonl": [lines.encode()],
        ".rtf": [RTF.encode()],
        ".html": [HTML.encode(), *filter(None, [page])],
        ".zip": [packed({"a.txt": "It cools.", "b/c.md": TEXT})],
        ".txt": [(examples / "meeting-note.txt").read_bytes(), "Ä \ufeff text".encode("utf-16")],
    }
