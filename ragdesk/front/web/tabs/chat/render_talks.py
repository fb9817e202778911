"""The list of conversations at the side as HTML. Pure functions; all texts pass through `render`."""

from collections.abc import Sequence
from datetime import datetime

from ragdesk.domain.conversations import Conversation
from ragdesk.domain.search import Scope
from ragdesk.front.web.render import action, block, day, escape, link, marked, meta, name, short
from ragdesk.front.web.wording import date, number, plural, t

# More than this many at once make the page slow; the rest comes on demand.
WINDOW = 50
TITLE_CHARS = 80
# What is shown of a message that holds what was searched for, and how much of it stands before that.
FOUND_CHARS = 90
_BEFORE = 25


def talks(
    found: Sequence[tuple[Conversation, str]], current: str, wanted: str = "", shown: int = WINDOW
) -> str:
    """The conversations, the chosen one with its own actions. Each comes with the message in which `wanted` was found, ""
    for none."""
    if not found:
        sentence = t("No conversation holds that.") if wanted else t("Conversations are kept here.")
        return block("empty", f"<p>{sentence}</p>")
    rows = "".join(_row(each, where, wanted, each.id == current) for each, where in found[:shown])
    rest = len(found) - shown
    more = ""
    if rest > 0:
        opener = link(action("chat", "more-talks", str(shown + WINDOW)), t("Show older"))
        more = f'<p class="rd-hint">{opener} ({t("{number} more", number=number(rest))})</p>'
    return block("side", f"<ul>{rows}</ul>{more}")


def _row(each: Conversation, where: str, wanted: str, chosen: bool) -> str:
    title = f'<span class="rd-editable">{name(short(each.title, TITLE_CHARS) or t("Untitled"))}</span>'
    facts = meta((_when(each.updated_at), scope(each.scope)))
    opener = link(
        action("chat", "open", each.id),
        f'{title}<span class="rd-talk-facts">{facts}</span>',
        kind="talk",
        title=f"{each.title} ({day(each.updated_at)})",
    )
    found = f'<p class="rd-found" dir="auto">{marked(excerpt(where, wanted), wanted)}</p>' if where else ""
    if not chosen:
        return f"<li>{opener}{found}</li>"
    doings = meta(
        (
            link(action("page", "edit", "chat", "rename", each.id), t("Rename")),
            link(action("chat", "delete", each.id), t("Delete")),
        )
    )
    return f'<li class="rd-chosen">{opener}{found}<p class="rd-doings">{doings}</p></li>'


def excerpt(text: str, wanted: str) -> str:
    """The part of a text around what was searched for, on one line. Plain text."""
    flat = " ".join(text.split())
    at = flat.casefold().find(wanted.casefold())
    if at <= _BEFORE:
        return short(flat, FOUND_CHARS)
    start = flat.find(" ", at - _BEFORE) + 1
    return "… " + short(flat[start if 0 < start <= at else at :], FOUND_CHARS)


def deleted(each: Conversation) -> str:
    """A conversation is out of sight: how to have it back."""
    undo = link(action("chat", "restore", each.id), t("Undo"))
    said = t("Deleted “{title}”.", title=name(short(each.title, 40)))
    return block("undo", f"<p>{said} {undo}</p>")


def scope(where: Scope) -> str:
    """Where a conversation looks, as HTML; "" for everywhere."""
    parts = [name(short(each, 24)) for each in where.collections[:2]]
    more = len(where.collections) - 2
    parts += [t("{number} more", number=number(more))] if more > 0 else []
    parts += (
        [plural(len(where.documents), "{count} document", "{count} documents")] if where.documents else []
    )
    return f'<span class="rd-in-scope">{" + ".join(parts)}</span>' if parts else ""


def _when(moment: str) -> str:
    """When it was used last: the time of a day that is today, else the day."""
    try:
        then = datetime.fromisoformat(moment).astimezone()
    except ValueError:
        return escape(moment)
    now = datetime.now().astimezone()
    if then.date() == now.date():
        return then.strftime("%H:%M")
    return date(then, year=then.year != now.year)
