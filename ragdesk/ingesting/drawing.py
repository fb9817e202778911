"""Pictures of pages, drawn in a process of its own (`bounded.py`): a page that never comes to an end, or takes all memory, costs
its picture, never the app."""

import sys
import threading
from pathlib import Path

from ragdesk.domain.errors import ParserDiedError, Problem
from ragdesk.ingesting.bounded import BoundedProcess, Limits, WorkEndedError
from ragdesk.ingesting.readers.input_file import unseen
from ragdesk.ingesting.readers.picture.pictures import page_picture

# A page. Somebody waits for it; a map of a hundred thousand lines takes two seconds.
SECONDS = 15.0
# Pages of a file that went over a limit: then its others are not tried any more, so that leafing through it stays quick.
MOST_REFUSED = 3


class PageDrawer:
    """One child draws a page at a time, and stays warm. Safe to use from several threads."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._process = BoundedProcess(_import_mupdf)
        self._drawing = threading.Lock()
        self._closing = threading.Event()
        # Of each file the pages that went over a limit, and how fine (dots per inch) they were to be.
        self._refused: dict[Path, dict[int, tuple[int, Problem]]] = {}

    def draw(self, path: Path, page: int, dpi: int, memory_mb: int) -> bytes:
        """As `page_picture`.

        Raises:
            ParserDiedError: it took too long or too much memory, now or when it was last tried.
            UnreadableFileError, TooLargeError: as `page_picture`.
        """
        with self._drawing:
            why = self._known(path, page, dpi)
            if why is not None:
                raise _not_drawn(page, why)
            try:
                limits = Limits(self._seconds, memory_mb)
                return self._process.run(limits, self._closing.is_set, unseen, page_picture, path, page, dpi)
            except WorkEndedError as ended:
                why = ended.why or Problem("the process that draws it died")
                if not self._closing.is_set():
                    self._refused.setdefault(path, {})[page] = (dpi, why)
                raise _not_drawn(page, why) from ended

    def _known(self, path: Path, page: int, dpi: int) -> Problem | None:
        """Why this page need not be tried as fine as that; None: it may be drawn."""
        refused = self._refused.get(path, {})
        tried, why = refused.get(page, (dpi + 1, None))
        if dpi >= tried:
            return why
        if len(refused) >= MOST_REFUSED and dpi >= max(fineness for fineness, _ in refused.values()):
            return Problem("other pages of this document took too long or too much memory")
        return None

    def close(self) -> None:
        """End the process and forget what was refused; a page asked for later starts it again."""
        self._closing.set()
        with self._drawing:
            self._process.end()
            self._refused.clear()
            self._closing.clear()


def _import_mupdf() -> None:
    """Import it without its analysis of layouts, which takes two seconds, loads another library, and draws nothing."""
    sys.modules["pymupdf.layout"] = None  # type: ignore[assignment]
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)


def _not_drawn(page: int, why: Problem) -> ParserDiedError:
    return ParserDiedError(
        "Page {page} cannot be drawn: {why}.",
        "Read its text here, or open the original in its own program.",
        page=page,
        why=why,
    )
