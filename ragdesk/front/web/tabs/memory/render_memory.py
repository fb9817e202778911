"""What is remembered, as HTML: the notes of a file, what waits for a decision, what was written lately. Pure functions."""

from collections.abc import Sequence

from ragdesk.domain.memory import MemoryName, MemoryNote, Remembered
from ragdesk.front.web.render import action, block, day, escape, link, meta, short
from ragdesk.front.web.wording import mark, plural, t

# More than this many make the page slow; the editor below shows them all.
SHOWN = 200
WRITTEN_SHOWN = 10
LINE_CHARS = 160
PLACES: dict[MemoryName, str] = {"user": mark("about you"), "company": mark("about your organisation")}
_MOVE: dict[MemoryName, str] = {"user": mark("Move to organisation"), "company": mark("Move to you")}


def intro() -> str:
    use = t(
        "What you say about yourself and your organisation in your questions is noticed and kept in two plain files on this "
        "computer. It shapes how answers are worded and says what “my team” means. It is never evidence and never cited."
    )
    limits = t(
        "Only your own questions are looked at, never a document. Passwords, numbers of cards and accounts, health and the "
        "like are left out. What you delete here leaves the disk; the conversation in which you said it stays until you "
        "delete that."
    )
    return block("about", f"<p>{escape(use)}</p><p>{escape(limits)}</p>")


def notes(
    which: MemoryName, known: Sequence[MemoryNote], noticed: Sequence[Remembered] = (), deleting: str = ""
) -> str:
    """The notes of a file, with where they were `noticed`; `deleting` asks for confirmation."""
    if not known:
        return block("empty", f"<p>{escape(t('Nothing is remembered here yet.'))}</p>")
    origins = {each.text: _origin(each) for each in noticed if each.which == which}
    rows = "".join(
        f'<li><p class="rd-passage" dir="auto">{escape(each.text)}</p>{origins.get(each.text, "")}'
        f'<p class="rd-doings">{_doings(which, each.id, each.id == deleting)}</p></li>'
        for each in known[:SHOWN]
    )
    rest = len(known) - SHOWN
    said = plural(rest, "and {count} more, in the file below.", "and {count} more, in the file below.")
    more = f'<p class="rd-hint">{escape(said)}</p>' if rest > 0 else ""
    return block("entries", f"<ul>{rows}</ul>{more}")


def _doings(which: MemoryName, note_id: str, deleting: bool) -> str:
    if deleting:
        return (
            escape(t("Forget it for good?"))
            + " "
            + meta(
                (
                    link(action("memory", "delete", note_id), escape(t("Forget")), kind="danger"),
                    link(action("memory", "keep"), escape(t("Keep"))),
                )
            )
        )
    return meta(
        (
            link(action("memory", "edit", note_id), escape(t("Edit"))),
            link(action("memory", "move", note_id), escape(t(_MOVE[which]))),
            link(action("memory", "ask-delete", note_id), escape(t("Delete"))),
        )
    )


def proposals(waiting: Sequence[Remembered], *, headed: bool = True) -> str:
    """What the person is asked to decide."""
    head = f"<h4>{escape(t('Shall this be remembered?'))}</h4>" if headed else ""
    rows = "".join(_proposal(each) for each in waiting[:SHOWN])
    return block("entries", head, f"<ul>{rows}</ul>" if rows else "")


def _proposal(each: Remembered) -> str:
    against = (
        f'<p class="rd-hint">{escape(t("instead of: {words}", words=each.replaces))}</p>'
        if each.replaces
        else ""
    )
    return (
        f'<li><p class="rd-passage" dir="auto">{escape(each.text)}</p>{against}{_origin(each)}'
        f'<p class="rd-facts">{_facts(each)}</p><p class="rd-doings">{_decide("memory", each)}</p></li>'
    )


def _origin(each: Remembered) -> str:
    """The question that it was noticed in, which opens its conversation; "" where there is none."""
    if not each.question:
        return ""
    question = link(
        action("chat", "visit", each.conversation_id), escape(f"“{short(each.question, LINE_CHARS)}”")
    )
    return f'<p class="rd-hint">{t("noticed in {question}", question=question)}</p>'


def _decide(tab: str, each: Remembered) -> str:
    accept = escape(t("Replace") if each.replaces else t("Accept"))
    return meta(
        (
            link(action(tab, "accept-memory", each.id), accept),
            link(action(tab, "both-memory", each.id), escape(t("Keep both"))) if each.replaces else "",
            link(action(tab, "edit", each.id), escape(t("Edit"))) if tab == "memory" else "",
            link(action(tab, "reject-memory", each.id), escape(t("Reject"))),
        )
    )


def written(lately: Sequence[Remembered]) -> str:
    """What was written to the files; "" where there is nothing."""
    rows = "".join(
        f'<li><p class="rd-passage" dir="auto">{escape(each.text)}</p>{_origin(each)}<p class="rd-facts">{_facts(each)}</p>'
        f'<p class="rd-doings">{link(action("memory", "undo-memory", each.id), escape(t("Undo")))}</p></li>'
        for each in lately[:WRITTEN_SHOWN]
    )
    return block("entries", f"<h4>{escape(t('Remembered lately'))}</h4><ul>{rows}</ul>") if rows else ""


def _facts(each: Remembered) -> str:
    sure = t("{percent} % sure", percent=f"{each.confidence * 100:.0f}")
    return meta((escape(t(PLACES[each.which])), escape(day(each.created_at)), escape(sure)))


def remembered(noticed: Sequence[Remembered]) -> str:
    """The quiet line under an answer: what was written with Undo, what is proposed with the choice; "" for nothing."""
    lines = []
    for each in noticed:
        said = short(each.text, LINE_CHARS)
        if each.state == "written":
            undo = link(action("chat", "undo-memory", each.id), escape(t("Undo")), title=t("Forget it again"))
            line = meta((escape(t("Remembered: {words}", words=said)), undo))
        else:
            line = meta((escape(_asked(said, each.replaces)), _decide("chat", each)))
        lines.append(f'<p class="rd-hint">{line}</p>')
    return block("remembered", *lines)


def _asked(said: str, replaces: str) -> str:
    if not replaces:
        return t("Remember “{words}”?", words=said)
    return t("Remember “{words}” instead of “{old}”?", words=said, old=short(replaces, LINE_CHARS))
