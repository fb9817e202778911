"""Pictures with text in them (photographs of documents, screenshots, scans, telefaxes) → `Parsed`, by text recognition."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ragdesk.domain.documents import Parsed, TitleOrigin
from ragdesk.domain.errors import EmptyFileError, UnreadableFileError
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.ocr.engine import RecognitionError, recognise, shrink
from ragdesk.ingesting.readers.pdf.headings import body_style, heading_levels
from ragdesk.ingesting.readers.pdf.items import repeated_heads
from ragdesk.ingesting.readers.pdf.pages import document_items
from ragdesk.ingesting.readers.pdf.scan import Scans, with_recognised
from ragdesk.ingesting.readers.pdf.title import document_title
from ragdesk.ingesting.readers.pdf.turn import PageRotation
from ragdesk.ingesting.readers.pdf.words import PageWords
from ragdesk.ingesting.readers.pdf.writer import PdfWriter
from ragdesk.ingesting.readers.picture.calibration import MOST_FRAMES, REDUCING_GAP
from ragdesk.ingesting.readers.picture.image_file import Frame, frames, opened
from ragdesk.ingesting.readers.titles import from_name, tells
from ragdesk.text.clean import one_line

if TYPE_CHECKING:
    from PIL.Image import Image

ENDINGS = (".png", ".jpg", ".jpeg", ".jfif", ".tif", ".tiff", ".bmp", ".webp", ".gif")
_LONGEST = 200
_EXIF_IFD = 0x8769
_TAKEN, _CHANGED, _MAKER, _MODEL, _ARTIST, _DESCRIPTION = 0x9003, 0x0132, 0x010F, 0x0110, 0x013B, 0x010E


def parse_image(source: InputFile) -> Parsed:
    """Read the text of a picture, or of each page of a TIFF. A picture is a page, with the places of its words.

    Raises:
        EmptyFileError: no text was recognised.
        UnreadableFileError: damaged, of another format than PNG, JPEG, TIFF, BMP, WebP or GIF, or text recognition failed.
        TooLargeError: more pixels than can be read.
    """
    scans = Scans()
    with opened(source.path, source.name) as image:
        properties = _properties(image)
        pages = _pages(image, source, scans)
    if not any(page.runs for page in pages):
        raise _no_text(scans, source.name)
    elements = list(document_items(pages, {}))
    body = body_style(pages)
    levels = heading_levels(elements, body, {})
    name = one_line(source.name)
    writer = PdfWriter(pages)
    writer.title(name)
    for index, item in enumerate(elements):
        level = levels.get(index, 0)
        writer.item(item, min(level + 1, 6) if level else 0, body[0])
    title, found = _named(name)
    if not tells(name):
        title, found = document_title({}, elements, levels, body[0], repeated_heads(pages), name)
    parsed = writer.parsed(title, (*properties, *scans.properties()))
    return replace(parsed, kind="picture", title_from=found)


def _named(name: str) -> tuple[str, TitleOrigin]:
    return from_name(name), "name"


def _pages(image: "Image", source: InputFile, scans: Scans) -> list[PageWords]:
    pages: list[PageWords] = []
    count = min(getattr(image, "n_frames", 1), MOST_FRAMES) if image.format == "TIFF" else 1
    for number, frame in enumerate(frames(image, source.name), start=1):
        if count > 1:
            source.at_page(number, count)
        empty = PageWords(
            number, frame.width, frame.height, 0.0, frame.height, PageRotation(0), [], [], [], []
        )
        pages.append(_read(frame, empty, scans) if scans.take(number) else empty)
        if number == MOST_FRAMES:
            break
    return pages


def _read(frame: Frame, page: PageWords, scans: Scans) -> PageWords:
    """The page with what is written on it. Reduced with care here: the engine's own way of it costs thin lines."""
    from PIL.Image import Resampling

    image = frame.image
    factor = shrink(image.width, image.height)
    if factor < 1:
        size = max(round(image.width * factor), 1), max(round(image.height * factor), 1)
        image = image.resize(size, Resampling.LANCZOS, reducing_gap=REDUCING_GAP)
    try:
        recognised = recognise(np.asarray(image, dtype=np.uint8))
    except RecognitionError:
        scans.left_out.append(page.number)
        return page
    scans.recognised.append(page.number)
    return with_recognised(page, recognised, (page.width / image.width, page.height / image.height))


def _no_text(scans: Scans, name: str) -> EmptyFileError | UnreadableFileError:
    if scans.left_out:
        return UnreadableFileError(
            "{file}: its text could not be recognised.",
            "Try again, or run text recognition (OCR) on it with another program and add the result.",
            file=name,
        )
    return EmptyFileError(
        "No text was recognised in {file}.",
        "If there is text in it, add a sharper picture. Latin, Chinese and Japanese letters can be recognised.",
        file=name,
    )


def _properties(image: "Image") -> tuple[tuple[str, str], ...]:
    """When and with what it was taken, who made it, and what they say of it."""
    exif = image.getexif()
    taken = _words(exif.get_ifd(_EXIF_IFD).get(_TAKEN)) or _words(exif.get(_CHANGED))
    date = re.match(r"(\d{4}):(\d\d):(\d\d)", taken)
    maker, model = _words(exif.get(_MAKER)), _words(exif.get(_MODEL))
    camera = model if model.lower().startswith(maker.lower()) else f"{maker} {model}".strip()
    pairs = (
        ("author", _words(exif.get(_ARTIST))),
        ("created", "-".join(date.groups()) if date and date.group(1) != "0000" else ""),
        ("camera", camera),
        ("description", _words(exif.get(_DESCRIPTION))),
    )
    return tuple((key, value) for key, value in pairs if value)


def _words(value: object) -> str:
    """A text of the file in one line; "" for anything else."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", errors="replace")
    return one_line(value)[:_LONGEST] if isinstance(value, str) else ""
