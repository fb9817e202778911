"""The titles that a person gives documents, in the place of their own."""

import unicodedata

from ragdesk.app.background import BackgroundIntake
from ragdesk.app.runtime import Current
from ragdesk.domain.documents import Document
from ragdesk.domain.errors import UsageError
from ragdesk.ingesting.retitle import retitled
from ragdesk.text.clean import one_line

# Characters of a title.
LONGEST = 200
# Controls, lone surrogates, ends of lines and paragraphs; directions and other marks without a width, but the joiners, which
# Persian, Indic scripts and emoji need.
_UNSEEN = frozenset(("Cc", "Cs", "Cf", "Zl", "Zp"))
_JOINERS = "\u200c\u200d"


class Titles:
    """Gives documents other titles. Safe to use from several threads."""

    def __init__(self, current: Current, intake: BackgroundIntake) -> None:
        self._current = current
        self._intake = intake

    def rename(self, document_id: str, title: str | None) -> Document:
        """A document goes by this title from now on, wherever titles are shown and searched, and keeps it when its file changes
        or is read anew; None: by its own again. Its vectors are made anew in the background, or by `Intake.reencode`.

        Raises:
            UsageError: no title, too long a one, or one with what nobody sees. UnknownIdError: no such document.
            ModelMissingError: there is no embedding model. BusyError: another process is writing.
        """
        title = None if title is None else checked(title)
        runtime = self._current.runtime
        library = runtime.library
        if library.document(document_id).given_title == title:
            return library.document(document_id)
        embedder = runtime.engines.embedder()
        with self._intake.set_aside(), library.write_session() as writer:
            before = library.document(document_id)
            after = before.called(title)
            chunks = library.chunks.of_document(document_id)
            writer.retitle(after, retitled(chunks, before.title, after.title, embedder))
        return library.document(document_id)


def checked(title: str) -> str:
    """The title in one line.

    Raises:
        UsageError: as for `Titles.rename`.
    """
    if any(unicodedata.category(each) in _UNSEEN and each not in _JOINERS for each in title.strip()):
        raise UsageError(
            "The title holds control characters, which nobody would see.",
            "Write it in one line of plain text.",
        )
    title = one_line(title)
    if not any(map(str.isalnum, title)):
        raise UsageError("The title is empty.", "Write at least a letter or a digit.")
    if len(title) > LONGEST:
        raise UsageError(
            "The title has {count} characters; {most} are the most.",
            "Shorten it.",
            count=len(title),
            most=LONGEST,
        )
    return title
