"""A memory file as a list: each line that starts with "- " is a note, with the indented lines below it.

Everything else in the file (headings, paragraphs, blank lines, the kind of line ends, a byte-order mark) is the person's and
is given back exactly as it was. Pure functions from text to text; files and locks are `files`' business.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ragdesk.domain.errors import UnknownIdError, UsageError
from ragdesk.domain.memory import MemoryName, MemoryNote

# A note is a sentence or two; a longer text is a document.
MAX_NOTE = 500
HEADINGS: dict[MemoryName, str] = {"user": "# About me", "company": "# About our organisation"}
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f\u0085\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class _NoteLines:
    """A note and the lines, [start, end), that hold it."""

    note: MemoryNote
    start: int
    end: int


def parse(text: str, which: MemoryName) -> list[MemoryNote]:
    """The notes of a file, in its order. Equal notes get different ids."""
    return [item.note for item in _items(_lines(text), which)]


def file_of(note_id: str) -> MemoryName:
    """The file that a note's id names. Raises UnknownIdError."""
    which = next((name for name in HEADINGS if note_id.startswith(f"{name}-")), None)
    if which is None:
        raise UnknownIdError("There is no note “{id}”.", "See `ragdesk memory list`.", id=note_id)
    return which


def add(text: str, which: MemoryName, words: str) -> str:
    """The file with a new note at its end; a new file gets a heading first. Raises UsageError as `checked`."""
    end = _line_end(text)
    if not text.strip():
        text = f"{text}{HEADINGS[which]}{end}{end}"
    elif not text.endswith("\n"):
        text += end
    lines = _lines(text)
    items = list(_items(lines, which))
    # A list right under a paragraph would be read as part of it.
    after_list = bool(items) and items[-1].end == len(lines)
    gap = "" if after_list or not lines[-1].strip() else end
    return text + gap + _written(words, end)


def replace(text: str, which: MemoryName, note_id: str, words: str) -> str:
    """The file with a note's words changed, at its place.

    Raises:
        UnknownIdError: no such note. UsageError: as `checked`.
    """
    return _with(text, which, note_id, _written(words, _line_end(text)))


def remove(text: str, which: MemoryName, note_id: str) -> str:
    """The file without a note. Raises UnknownIdError."""
    return _with(text, which, note_id, "")


def checked(words: str) -> str:
    """The words as a note can hold them: no marks that are not seen, no dash before them, no blank lines.

    Raises:
        UsageError: there are none, or too many.
    """
    lines = [" ".join(_UNSEEN.sub(" ", line).split()) for line in words.replace("\r", "\n").split("\n")]
    filled = [line for line in lines if line]
    if filled:
        filled[0] = filled[0].removeprefix("- ").strip()
    note = "\n".join(line for line in filled if line)
    if not note or note == "-":
        raise UsageError("The note is empty.", "Write what should be remembered, or delete it.")
    if len(note) > MAX_NOTE:
        raise UsageError(
            "The note has {count} characters; at most {most} are kept.",
            "Shorten it, or add the long text as a document.",
            count=len(note),
            most=MAX_NOTE,
        )
    return note


def _lines(text: str) -> list[str]:
    """The text's lines with their ends; joined, they are the text."""
    return _LINE.findall(text)


def _items(lines: list[str], which: MemoryName) -> Iterator[_NoteLines]:
    counts: dict[str, int] = {}
    index = 0
    while index < len(lines):
        start, index = index, index + 1
        first = lines[start].removeprefix("\ufeff") if start == 0 else lines[start]
        if not first.startswith("- ") or not first[2:].strip():
            continue
        while index < len(lines) and lines[index][:1] in " \t" and lines[index].strip():
            index += 1
        words = "\n".join([first[2:].strip(), *(line.strip() for line in lines[start + 1 : index])])
        counts[words] = counts.get(words, 0) + 1
        yield _NoteLines(MemoryNote(_identity(which, words, counts[words]), which, words), start, index)


def _identity(which: MemoryName, words: str, count: int) -> str:
    """Follows from what is written, so an id never points to a note that was changed by hand meanwhile."""
    digest = hashlib.sha256(words.encode()).hexdigest()[:10]
    return f"{which}-{digest}" + (f"-{count}" if count > 1 else "")


def _with(text: str, which: MemoryName, note_id: str, instead: str) -> str:
    lines = _lines(text)
    for item in _items(lines, which):
        if item.note.id == note_id:
            mark = "\ufeff" if item.start == 0 and lines[0].startswith("\ufeff") else ""
            return "".join([*lines[: item.start], mark, instead, *lines[item.end :]])
    raise UnknownIdError(
        "There is no note “{id}”.", "It was changed or deleted meanwhile; look again.", id=note_id
    )


def _written(words: str, end: str) -> str:
    first, *more = checked(words).split("\n")
    return "".join([f"- {first}{end}", *(f"  {line}{end}" for line in more)])


def _line_end(text: str) -> str:
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"
