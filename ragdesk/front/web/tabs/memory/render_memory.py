"""What is remembered, as HTML: the notes of a file, what waits for a decision, what was written lately. Pure functions."""

from collections.abc import Iterable, Sequence

from ragdesk.app.memory import addressed
from ragdesk.domain.memory import MemoryName, MemoryNote, Remembered
from ragdesk.front.web.templates import Template
from ragdesk.front.web.wording import mark, t

# More than this many make the page slow; the editor below shows them all.
SHOWN = 200
WRITTEN_SHOWN = 10
PLACES: dict[MemoryName, str] = {"user": mark("about you"), "company": mark("about your organisation")}
_MOVE: dict[MemoryName, str] = {"user": mark("Move to organisation"), "company": mark("Move to you")}
_memory = Template("memory/memory.html.j2")


def intro() -> str:
    """What is noticed, and what is not."""
    return _memory("intro")


def notes(
    which: MemoryName, known: Sequence[MemoryNote], noticed: Sequence[Remembered] = (), deleting: str = ""
) -> str:
    """The notes of a file, with where they were `noticed`; `deleting` asks for confirmation."""
    origins = {each.text: each for each in noticed if each.which == which}
    rows = [(note, origins.get(note.text)) for note in known[:SHOWN]]
    return _memory("notes", rows, t(_MOVE[which]), deleting, len(known) - SHOWN)


def adding(which: MemoryName) -> str:
    """The link that opens the form for a new note."""
    return _memory("adding", which)


def proposals(waiting: Sequence[Remembered], *, headed: bool = True) -> str:
    """What the person is asked to decide."""
    return _memory("proposals", _placed(waiting[:SHOWN]), headed)


def written(lately: Sequence[Remembered]) -> str:
    """What was written to the files; "" where there is nothing."""
    return _memory("written", _placed(lately[:WRITTEN_SHOWN])) if lately else ""


def _placed(noticed: Iterable[Remembered]) -> list[tuple[Remembered, str, str, str]]:
    """What was noticed; it, and what it replaces, as it is said to the person; and whom it is about."""
    return [
        (each, addressed(each.text, each.which), addressed(each.replaces, each.which), t(PLACES[each.which]))
        for each in noticed
    ]


def remembered(noticed: Sequence[Remembered]) -> str:
    """The quiet line under an answer; "" for nothing."""
    return _memory("remembered", _placed(noticed)) if noticed else ""
