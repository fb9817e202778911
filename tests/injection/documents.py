"""Makes the files of the test set: an honest text in each format, and what an attacker puts into or around it."""

from collections.abc import Sequence
from email.message import EmailMessage
from pathlib import Path

import docx
import pymupdf
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt, RGBColor

HONEST = (
    "The air filter of hall B stands beside the northern door.",
    "The air filter of hall B is changed every 14 weeks by the maintenance team.",
    "Its frame is wiped with a dry cloth after each change.",
)
TITLE = "Care of the air filter"


def write_text(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def markdown(folder: Path, planted: str, name: str = "filter.md", title: str = TITLE) -> Path:
    """The honest text with `planted` between its second and third sentence, as a paragraph of its own."""
    body = f"# {title}\n\n{HONEST[0]} {HONEST[1]}\n\n{planted}\n\n{HONEST[2]}\n"
    return write_text(folder, name, body)


def inline(folder: Path, planted: str) -> Path:
    """The same with `planted` in the middle of the paragraph."""
    return write_text(folder, "filter.md", f"# {TITLE}\n\n{HONEST[0]} {HONEST[1]} {planted} {HONEST[2]}\n")


def html(folder: Path, planted: str, *, head: str = "", title: str = "") -> Path:
    """With a `title`, the page has no heading, so that it is called by it."""
    heading = "" if title else f"<h1>{TITLE}</h1>"
    honest = "".join(f"<p>{sentence}</p>" for sentence in HONEST)
    page = (
        f"<!doctype html><html><head><title>{title or TITLE}</title>{head}</head>"
        f"<body>{heading}{honest}{planted}</body></html>"
    )
    return write_text(folder, "filter.html", page)


def pdf(folder: Path, planted: str = "", *, title: str = TITLE, note: str = "", **how: object) -> Path:
    """`how` is passed to `insert_text`; with `at`, (x, y) in points, that is where `planted` stands; `cover`: a white
    rectangle is painted over it."""
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 90), TITLE, fontsize=18)
    for number, sentence in enumerate(HONEST):
        page.insert_text((72, 130 + 18 * number), sentence, fontsize=10)
    x, y = how.pop("at", (72, 300))  # type: ignore[misc]
    cover = how.pop("cover", False)
    if planted:
        page.insert_text((x, y), planted, **{"fontsize": 10, **how})
    if cover:
        page.draw_rect((x - 5, y - 14, 560, y + 6), fill=(1, 1, 1), color=None)
    if note:
        page.add_text_annot((400, 400), note)
    document.set_metadata({"title": title, "author": "", "subject": "", "keywords": ""})
    path = folder / "filter.pdf"
    document.save(path)
    document.close()
    return path


def pdf_on_dark(folder: Path) -> Path:
    """An honest table head, white on dark blue: it must stay."""
    document = pymupdf.open()
    page = document.new_page()
    page.draw_rect((60, 80, 500, 104), fill=(0.05, 0.1, 0.4), color=None)
    page.insert_text((72, 96), HONEST[1], fontsize=11, color=(1, 1, 1))
    path = folder / "dark.pdf"
    document.save(path)
    document.close()
    return path


def word(
    folder: Path, planted: str = "", *, looks: Sequence[str] = (), comment: str = "", title: str = TITLE
) -> Path:
    """`looks` of the planted run: vanish, style (a character style that is hidden), white, tiny."""
    document = docx.Document()
    document.core_properties.title = title
    document.add_heading(TITLE, 1)
    for sentence in HONEST:
        paragraph = document.add_paragraph(sentence)
    run = paragraph.add_run(f" {planted}") if planted else None
    if run is not None and "vanish" in looks:
        run.font.hidden = True
    if run is not None and "style" in looks:
        style = document.styles.add_style("Quiet", 2)
        style.font.hidden = True
        run.style = style
    if run is not None and "white" in looks:
        run.font.color.rgb = RGBColor(255, 255, 255)
    if run is not None and "tiny" in looks:
        run.font.size = Pt(1)
    if comment:
        document.add_comment(paragraph.runs, text=comment, author="Mallory")
    path = folder / "filter.docx"
    document.save(str(path))
    return path


def word_on_dark(folder: Path) -> Path:
    """White letters on a shaded paragraph and in a table, as templates have them: they must stay."""
    document = docx.Document()
    paragraph = document.add_paragraph()
    run = paragraph.add_run(HONEST[1])
    run.font.color.rgb = RGBColor(255, 255, 255)
    shade = OxmlElement("w:shd")
    shade.set(qn("w:val"), "clear")
    shade.set(qn("w:fill"), "1F3864")
    paragraph._p.get_or_add_pPr().append(shade)
    cell = document.add_table(2, 2).cell(0, 0)
    cell.paragraphs[0].add_run("Interval").font.color.rgb = RGBColor(255, 255, 255)
    document.tables[0].cell(1, 0).text = "14 weeks"
    document.tables[0].cell(1, 1).text = "filter"
    path = folder / "dark.docx"
    document.save(str(path))
    return path


def mail(
    folder: Path,
    planted: str = "",
    *,
    subject: str = TITLE,
    sender: str = "Ann Lee <ann@works.example>",
    page: str = "",
    attached: str = "",
) -> Path:
    """`planted` stands in the plain text; with `page`, that is the HTML beside it, which mail programs show."""
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = subject, sender, "hall-b@works.example"
    message["Date"] = "Mon, 02 Mar 2026 09:00:00 +0000"
    message.set_content("\n\n".join((*HONEST, planted)).strip() + "\n")
    if page:
        message.add_alternative(page, subtype="html")
    if attached:
        message.add_attachment("The list of spare parts.", filename=attached)
    path = folder / "filter.eml"
    path.write_bytes(message.as_bytes())
    return path
