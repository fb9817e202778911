"""Questions with answers that a person verified, and questions that were handed over to a person."""

from dataclasses import dataclass
from typing import Literal

from ragdesk.domain.search import Scope

EntryState = Literal["proposed", "approved", "rejected"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A question and its answer, written or verified by a person. `origin` says where it came from (a conversation), ""
    where it was written by hand. Only approved entries are searched."""

    id: str
    state: EntryState
    question: str
    answer: str
    origin: str
    collection: str | None
    created_at: str
    updated_at: str


@dataclass(frozen=True, slots=True)
class Handover:
    """A question that a person was asked because no document answers it. `reference` (8 hex digits, upper case) stands in
    the message, and in the reply to it; `message_id` is the answer that it is about, and `scope` where that was looked for;
    `recipient` is "Name <mail address>", either of them, or ""."""

    reference: str
    message_id: str
    question: str
    scope: Scope
    recipient: str
    state: Literal["open", "answered"]
    created_at: str


@dataclass(frozen=True, slots=True)
class HandoverPassage:
    """A passage as the message shows it: `number` from 1, the `document` and the `place` in it as a person names them, and
    the exact words."""

    number: int
    document: str
    place: str
    quote: str


@dataclass(frozen=True, slots=True)
class HandoverDraft:
    """What a message to a person is written of. `standalone` is "" where it is the question as asked; `looked_through`
    says in words where the answer was looked for; `answer` is what RAGDesk answered, "" for nothing, and `borne_out` whether
    the documents say so. `chosen` are the numbers of the passages that go with it unless a person chooses otherwise: those that
    the answer cites, of an answer without any the nearest."""

    reference: str
    question: str
    standalone: str
    looked_through: str
    answer: str
    borne_out: bool
    passages: tuple[HandoverPassage, ...]
    chosen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HandoverMessage:
    """The message as it leaves RAGDesk: what a person saw, and may have changed."""

    reference: str
    recipient: str
    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a person answered, without what it quotes and the signature. `references` are those that it names, the surest
    first; `attachments` counts the files that came with it, which are not read."""

    text: str
    references: tuple[str, ...]
    attachments: int = 0
