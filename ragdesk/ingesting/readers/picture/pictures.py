"""Pictures of the pages of PDFs and picture files, as they are shown. Knows nothing about quotes. `drawing.py` runs it under
limits; MuPDF serves one thread at a time."""

from io import BytesIO
from pathlib import Path

from ragdesk.domain.errors import UnreadableFileError
from ragdesk.ingesting.readers.picture.calibration import DRAWN_PIXELS, REDUCING_GAP
from ragdesk.ingesting.readers.picture.image_file import frame, opened

_PDF = b"%PDF-"
_HEAD = 1_024


def page_picture(path: Path, page: int, dpi: int) -> bytes:
    """The page (1-based) as PNG. A page so large that it would not fit in memory is drawn coarser; a picture is never
    drawn finer than it is.

    Raises:
        UnreadableFileError: the file is damaged or has no such page.
        TooLargeError: a picture with more pixels than can be read.
    """
    try:
        with path.open("rb") as file:
            is_pdf = _PDF in file.read(_HEAD)
    except OSError as error:
        raise _not_drawn(page) from error
    return _pdf_page(path, page, dpi) if is_pdf else _image_page(path, page, dpi)


def _pdf_page(path: Path, page: int, dpi: int) -> bytes:
    import pymupdf

    try:
        with pymupdf.open(path, filetype="pdf") as document:
            sheet = document[page - 1]
            scale = min(dpi / 72, (DRAWN_PIXELS / max(sheet.rect.width * sheet.rect.height, 1)) ** 0.5)
            picture = sheet.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False)
            return bytes(picture.tobytes("png"))
    except (pymupdf.FileDataError, pymupdf.mupdf.FzErrorBase, IndexError, RuntimeError, ValueError) as error:
        raise _not_drawn(page) from error


def _image_page(path: Path, page: int, dpi: int) -> bytes:
    from PIL.Image import Resampling

    with opened(path, path.name) as image:
        try:
            image.seek(page - 1)
        except EOFError as error:
            raise _not_drawn(page) from error
        page_frame = frame(image, path.name)
        picture = page_frame.image
        scale = min(
            dpi / 72,
            picture.width / page_frame.width,
            (DRAWN_PIXELS / (page_frame.width * page_frame.height)) ** 0.5,
        )
        size = max(round(page_frame.width * scale), 1), max(round(page_frame.height * scale), 1)
        if size != picture.size:
            picture = picture.resize(size, Resampling.LANCZOS, reducing_gap=REDUCING_GAP)
        written = BytesIO()
        picture.save(written, "PNG", compress_level=1)
        return written.getvalue()


def _not_drawn(page: int) -> UnreadableFileError:
    return UnreadableFileError(
        "Page {page} cannot be drawn.", "Download the document and open it in its own program.", page=page
    )
