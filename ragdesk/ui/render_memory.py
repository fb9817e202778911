"""What is remembered, as HTML: the notes of a file, what waits for a decision, what was written lately. Pure functions."""

from collections.abc import Sequence

from ragdesk.types import MemoryName, MemoryNote, Remembered
from ragdesk.ui.render import action, block, count, day, escape, link, meta, short

# More than this many make the page slow; the editor below shows them all.
SHOWN = 200
WRITTEN_SHOWN = 10
LINE_CHARS = 160
PLACES: dict[MemoryName, str] = {"user": "about you", "company": "about your organisation"}
_OTHER: dict[MemoryName, str] = {"user": "organisation", "company": "you"}


def intro() -> str:
    return block(
        "about",
        "<p>What you say about yourself and your organisation in your questions is noticed and kept in two plain files on this "
        "computer. It shapes how answers are worded and says what “my team” means. It is never evidence and never cited.</p>",
        "<p>Only your own questions are looked at, never a document. Passwords, numbers of cards and accounts, health and the "
        "like are left out. What you delete here leaves the disk; the conversation in which you said it stays until you "
        "delete that.</p>",
    )


def notes(which: MemoryName, known: Sequence[MemoryNote], deleting: str = "") -> str:
    """The notes of a file; `deleting` asks for confirmation."""
    if not known:
        return block("empty", "<p>Nothing is remembered here yet.</p>")
    rows = "".join(
        f'<li><p class="rd-passage" dir="auto">{escape(each.text)}</p>'
        f'<p class="rd-doings">{_doings(which, each.id, each.id == deleting)}</p></li>'
        for each in known[:SHOWN]
    )
    rest = len(known) - SHOWN
    more = f'<p class="rd-hint">and {count(rest, "more")}, in the file below.</p>' if rest > 0 else ""
    return block("entries", f"<ul>{rows}</ul>{more}")


def _doings(which: MemoryName, note_id: str, deleting: bool) -> str:
    if deleting:
        return "Forget it for good? " + meta(
            (
                link(action("memory", "delete", note_id), "Forget", kind="danger"),
                link(action("memory", "keep"), "Keep"),
            )
        )
    return meta(
        (
            link(action("memory", "edit", note_id), "Edit"),
            link(action("memory", "move", note_id), f"Move to {_OTHER[which]}"),
            link(action("memory", "ask-delete", note_id), "Delete"),
        )
    )


def proposals(waiting: Sequence[Remembered]) -> str:
    """What the person is asked to decide; "" where there is nothing."""
    rows = "".join(_proposal(each) for each in waiting[:SHOWN])
    return block("entries", f"<h4>Shall this be remembered?</h4><ul>{rows}</ul>") if rows else ""


def _proposal(each: Remembered) -> str:
    against = f'<p class="rd-hint">instead of: {escape(each.replaces)}</p>' if each.replaces else ""
    return (
        f'<li><p class="rd-passage" dir="auto">{escape(each.text)}</p>{against}'
        f'<p class="rd-facts">{_facts(each)}</p><p class="rd-doings">{_decide("memory", each)}</p></li>'
    )


def _decide(tab: str, each: Remembered) -> str:
    accept = "Replace" if each.replaces else "Accept"
    return meta(
        (
            link(action(tab, "accept-memory", each.id), accept),
            link(action(tab, "both-memory", each.id), "Keep both") if each.replaces else "",
            link(action(tab, "reject-memory", each.id), "Reject"),
        )
    )


def written(lately: Sequence[Remembered]) -> str:
    """What was written without asking; "" where there is nothing."""
    rows = "".join(
        f'<li><p class="rd-passage" dir="auto">{escape(each.text)}</p><p class="rd-facts">{_facts(each)}</p>'
        f'<p class="rd-doings">{link(action("memory", "undo-memory", each.id), "Undo")}</p></li>'
        for each in lately[:WRITTEN_SHOWN]
    )
    return block("entries", f"<h4>Remembered lately</h4><ul>{rows}</ul>") if rows else ""


def _facts(each: Remembered) -> str:
    return meta((PLACES[each.which], escape(day(each.created_at)), f"{each.confidence:.0%} sure"))


def remembered(noticed: Sequence[Remembered]) -> str:
    """The quiet line under an answer: what was written with Undo, what is proposed with the choice; "" for nothing."""
    lines = []
    for each in noticed:
        said = escape(short(each.text, LINE_CHARS))
        if each.state == "written":
            undo = link(action("chat", "undo-memory", each.id), "Undo", title="Forget it again")
            lines.append(f'<p class="rd-hint">Remembered: {meta((said, undo))}</p>')
        else:
            asked = f"Remember “{said}”" + (
                f" instead of “{escape(short(each.replaces, LINE_CHARS))}”?" if each.replaces else "?"
            )
            lines.append(f'<p class="rd-hint">{meta((asked, _decide("chat", each)))}</p>')
    return block("remembered", *lines)
