"""A question with its answer, as a person approved it → `Parsed`. It stays one passage, question first."""

from pathlib import Path

from ragdesk.domain.documents import Block, Page, Parsed
from ragdesk.domain.errors import EmptyFileError
from ragdesk.ingesting.readers.text.plain import decode
from ragdesk.text.clean import clean

KIND = "faq"


def entry_file(question: str, answer: str) -> str:
    """What the file of an entry holds: the question as the first line, then the answer."""
    return f"# {clean(question)}\n\n{clean(answer)}\n"


def parse_entry(path: Path, name: str) -> Parsed:
    """Raises UnreadableFileError: not text. EmptyFileError: nothing but blanks."""
    text = decode(path.read_bytes(), name).strip()
    if not text:
        raise EmptyFileError("{file} holds no text.", "Check whether it was saved completely.", file=name)
    question = text.partition("\n")[0].lstrip("# ").strip() or name
    # One block, so that question and answer are found, and cited, together.
    return Parsed(
        question, text, (Block("paragraph", 0, len(text)),), (Page(1, 0, len(text)),), KIND, paged=False
    )
