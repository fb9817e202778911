"""What is remembered of a person and their organisation."""

from dataclasses import dataclass
from typing import Literal

from ragdesk.domain.conversations import Turn

MemoryName = Literal["user", "company"]


@dataclass(frozen=True, slots=True)
class MemoryNote:
    """A note of a memory file. `id` follows from the file and the words, so it changes with them."""

    id: str
    which: MemoryName
    text: str


@dataclass(frozen=True, slots=True)
class Noticed:
    """What a person said of themselves (which: "user") or their organisation, as a note would say it. `confidence`, 0 to 1,
    is that it is meant to last."""

    which: MemoryName
    text: str
    confidence: float


RememberedState = Literal["proposed", "written"]


@dataclass(frozen=True, slots=True)
class Remembered:
    """What was noticed in a message: "written" to its file, or "proposed" for a person to decide. `replaces` is the note
    that it contradicts, "" for none; `message_id` is the answer under which it is shown, `question` what was asked before it
    in the conversation `conversation_id`: "" where it belongs to no stored answer."""

    id: str
    state: RememberedState
    which: MemoryName
    text: str
    confidence: float
    replaces: str
    message_id: str
    created_at: str
    conversation_id: str = ""
    question: str = ""


@dataclass(frozen=True, slots=True)
class MemoryContext:
    """What memory lends to one question: never evidence, never cited.

    `question` and `history` name what "my team" and the like mean, for retrieval. `wording` is one short line on how the
    person likes answers, made of fixed words alone, "" where nothing is known. `used` are the ids of the notes that either is
    made with.
    """

    question: str
    history: tuple[Turn, ...]
    wording: str
    used: tuple[str, ...] = ()
