"""The messages that a reply carries below its own words, as mail programs put them there: each under the line that says whose it
is. Whoever keeps the last message of a thread has the others in it alone.

Quotes between a writer's own words are no such messages: they only say what is answered.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ragdesk.domain.documents import EARLIER
from ragdesk.ingesting.readers.mail.quotes import Role, heading_end, names_sender
from ragdesk.text.clean import one_line

_MARKS = re.compile(r"(?:[ \t]{0,3}>)+ ?")
TITLE_LENGTH = 120


@dataclass(slots=True)
class EarlierMessage:
    """`head` says whose it is; `lines` are without the marks of their depth, those of what it quotes itself with theirs."""

    head: list[str]
    lines: list[str] = field(default_factory=list)
    depth: int | None = None


def begins_at(unit_roles: Sequence[Role], units: Sequence[str]) -> int:
    """The first of the units that are quoted to the end; their number, where something else comes last."""
    told = [at for at, unit in enumerate(units) if unit.strip()]
    begin = len(units)
    for at in reversed(told):
        if unit_roles[at] != "quoted":
            break
        begin = at
    return begin


def earlier_messages(lines: Sequence[str]) -> list[EarlierMessage]:
    """The messages in the quoted lines; none where these begin with no line that says whose they are."""
    marks = [_MARKS.match(line) for line in lines]
    depths = [mark[0].count(">") if mark else 0 for mark in marks]
    bare = [line[mark.end() :] if mark else line for line, mark in zip(lines, marks, strict=True)]
    messages = list[EarlierMessage]()
    at = 0
    while at < len(lines):
        end = heading_end(bare, depths, at)
        if end > at:
            messages.append(EarlierMessage(bare[at:end]))
            at = end
            continue
        if not messages:
            return []
        message = messages[-1]
        if message.depth is None and bare[at].strip():
            message.depth = depths[at]
        deeper = max(depths[at] - (message.depth or 0), 0)
        message.lines.append("> " * deeper + bare[at])
        at += 1
    return messages


def title_of(head: Sequence[str]) -> str:
    """Whose message it is, and when it was written, as its head says it."""
    named = [line for line in head if names_sender(line)] or head
    said = one_line(" ".join(named)).strip(" :>*_-")
    return EARLIER + (said if len(said) <= TITLE_LENGTH else said[: TITLE_LENGTH - 1] + "…")
