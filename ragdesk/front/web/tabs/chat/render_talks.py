"""The list of conversations at the side as HTML. Pure functions."""

from collections.abc import Sequence
from datetime import datetime

from ragdesk.domain.conversations import Conversation
from ragdesk.front.web.templates import Template
from ragdesk.front.web.texts import short
from ragdesk.front.web.wording import date

# More than this many at once make the page slow; the rest comes on demand.
WINDOW = 50
# What is shown of a message that holds what was searched for, and how much of it stands before that.
FOUND_CHARS = 90
_BEFORE = 25
_talks = Template("chat/talks.html.j2")


def talks(
    found: Sequence[tuple[Conversation, str]], current: str, wanted: str = "", shown: int = WINDOW
) -> str:
    """The conversations, the chosen one with its own actions. Each comes with the message in which `wanted` was found, ""
    for none."""
    if not found:
        return _talks("nothing", wanted)
    rows = [
        (talk, _when(talk.updated_at), excerpt(message, wanted) if message else "")
        for talk, message in found[:shown]
    ]
    return _talks("talks", rows, current, wanted, len(found) - shown, shown + WINDOW)


def fold() -> str:
    """What folds and unfolds the list in a narrow window."""
    return _talks("fold")


def excerpt(text: str, wanted: str) -> str:
    """The part of a text around what was searched for, on one line. Plain text."""
    flat = " ".join(text.split())
    at = flat.casefold().find(wanted.casefold())
    if at <= _BEFORE:
        return short(flat, FOUND_CHARS)
    start = flat.find(" ", at - _BEFORE) + 1
    return "… " + short(flat[start if 0 < start <= at else at :], FOUND_CHARS)


def deleted(talk: Conversation) -> str:
    """A conversation is out of sight: how to have it back."""
    return _talks("deleted", talk)


def _when(moment: str) -> str:
    """When it was used last: the time of a day that is today, else the day."""
    try:
        then = datetime.fromisoformat(moment).astimezone()
    except ValueError:
        return moment
    now = datetime.now().astimezone()
    if then.date() == now.date():
        return then.strftime("%H:%M")
    return date(then, year=then.year != now.year)
