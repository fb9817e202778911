"""Pictures of a PDF's pages, as they are shown. Knows nothing about quotes."""

from pathlib import Path

from ragdesk.errors import UnreadableFileError

MAX_PIXELS = 25_000_000


def page_picture(pdf: Path, page: int, dpi: int) -> bytes:
    """The page (1-based) as PNG. A page so large that it would not fit in memory is drawn coarser.

    Raises:
        UnreadableFileError: the file is damaged or has no such page.
    """
    import pymupdf

    try:
        with pymupdf.open(pdf, filetype="pdf") as document:
            shown = document[page - 1]
            scale = min(dpi / 72, (MAX_PIXELS / max(shown.rect.width * shown.rect.height, 1)) ** 0.5)
            picture = shown.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False)
            return bytes(picture.tobytes("png"))
    except (pymupdf.FileDataError, pymupdf.mupdf.FzErrorBase, IndexError, RuntimeError, ValueError) as error:
        raise UnreadableFileError(
            f"Page {page} cannot be drawn.", "Download the document and open it in a PDF reader."
        ) from error
