"""Conversations, their messages, and what a person thought of them."""

from dataclasses import dataclass, field
from typing import Literal

from ragdesk.domain.answers import Answer
from ragdesk.domain.search import Scope, TextPlace


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a conversation. `cited`: what an answer quotes, where that was asked for."""

    role: Literal["user", "assistant"]
    text: str
    cited: tuple[TextPlace, ...] = ()


@dataclass(frozen=True, slots=True)
class Conversation:
    id: str
    title: str
    created_at: str
    updated_at: str
    scope: Scope = field(default_factory=Scope)


@dataclass(frozen=True, slots=True)
class Message:
    """A stored message. `answer` is there for the assistant's, whole, so that old citations can be read."""

    id: str
    conversation_id: str
    turn: Turn
    created_at: str
    answer: Answer | None = None


RatingVerdict = Literal["good", "bad"]


@dataclass(frozen=True, slots=True)
class Rating:
    """What a person thought of an answer. `reason` says what was wrong ("wrong", "incomplete", "missed", "other"; "" for a
    good one), `note` in the person's words."""

    message_id: str
    verdict: RatingVerdict
    reason: str = ""
    note: str = ""
    created_at: str = ""
