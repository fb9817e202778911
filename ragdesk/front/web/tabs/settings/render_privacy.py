"""The Privacy page as HTML: connections, what is kept where, the receipt of an erasure. Pure functions."""

from collections.abc import Sequence
from pathlib import Path

from ragdesk.domain.privacy import Area, AreaName, Erasure
from ragdesk.front.web.render import block, day, escape, name
from ragdesk.front.web.tabs.settings.render_models import size
from ragdesk.front.web.wording import mark, number, plural, t
from ragdesk.host.connections import Connection, Touching

_DOINGS: dict[Touching, str] = {
    "connected": mark("connected"),
    "looked_up": mark("name looked up"),
    "sent": mark("sent"),
}
_AREAS: dict[AreaName, str] = {
    "documents": mark("Documents: originals and their texts"),
    "ledger": mark("Conversations, entries, list of documents"),
    "index": mark("Search index"),
    "memory": mark("Memory"),
    "models": mark("Models in the home"),
    "uploads": mark("Uploads and waiting files"),
    "logs": mark("Logs"),
    "settings": mark("Settings"),
}


def connections(seen: Sequence[Connection], since: str, server: str = "") -> str:
    """Whether anything left this computer since `since` (ISO), and every connection. `server`: the one that a person chose."""
    foreign = [one for one in seen if one.own and not one.here]
    if foreign:
        said = t("RAGDesk has connected to other computers. They are marked below.")
        kind = "bad"
    else:
        said = t("No connection left this computer.")
        kind = "good"
    why = (
        t("You chose a model server ({server}): questions and passages go there.", server=server)
        if server
        else ""
    )
    head = f"<p><strong>{escape(said)}</strong> {escape(why)}</p>"
    when = t(
        "Since RAGDesk was started, {moment}. Programs that it opened, such as your browser, are listed too.",
        moment=day(since),
    )
    return block(
        "seen", block(f"notice rd-{kind}", head), f'<p class="rd-hint">{escape(when)}</p>', _table(seen)
    )


def _table(seen: Sequence[Connection]) -> str:
    if not seen:
        return f'<p class="rd-empty">{escape(t("Nothing was connected at all."))}</p>'
    titles = (t("What"), t("Where to"), t("Program"), t("How often"), t("Last time"))
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in titles)
    return _scrolling(head, "".join(map(_row, seen)))


def _scrolling(head: str, rows: str) -> str:
    """A table that scrolls by itself where it is too wide."""
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<div class="rd-scroll-x">{table}</div>'


def _row(one: Connection) -> str:
    marked = ' class="rd-foreign"' if one.own and not one.here else ""
    place = t("this computer ({address})", address=one.place) if one.here else one.place
    program = one.program if one.own else t("{program} (not RAGDesk)", program=one.program)
    cells = (
        escape(t(_DOINGS[one.doing])),
        name(place),
        name(program),
        number(one.times),
        escape(day(one.last)),
    )
    return f"<tr{marked}>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def areas(kept: Sequence[Area], home: Path) -> str:
    """What is kept, where, and how large it is."""
    titles = (t("What"), t("Files"), t("Size"), t("Where"))
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in titles)
    rows = "".join(
        f"<tr><td>{escape(t(_AREAS[one.name]))}</td><td>{number(one.files)}</td><td>{escape(size(one.bytes))}</td>"
        f"<td><code>{escape(_below(one.place, home))}</code></td></tr>"
        for one in kept
    )
    whole = size(sum(one.bytes for one in kept))
    said = t("Everything lies in {home}: {size}.", home=str(home), size=whole)
    return block("seen", f'<p class="rd-hint">{escape(said)}</p>', _scrolling(head, rows))


def _below(place: Path, home: Path) -> str:
    return str(place.relative_to(home)) if place.is_relative_to(home) else str(place)


def receipt(done: Erasure) -> str:
    """What was deleted; what could not be is named with the reason."""
    rows = "".join(f"<li>{escape(_deleted(one))}</li>" for one in done.areas if one.files)
    left = "".join(f"<li><code>{escape(path)}</code>: {escape(why)}</li>" for path, why in done.left)
    stayed = (
        f"<p><strong>{escape(t('This could not be deleted:'))}</strong></p><ul>{left}</ul>" if left else ""
    )
    said = t("Everything was erased. RAGDesk is empty and works on.")
    again = f'<p><a class="rd-link" href="/">{escape(t("Go on with an empty RAGDesk"))}</a></p>'
    return block(
        f"notice rd-{'bad' if left else 'good'} rd-erased",
        f"<p><strong>{escape(said)}</strong></p><ul>{rows}</ul>{stayed}{again}",
    )


def _deleted(area: Area) -> str:
    files = plural(area.files, "{count} file", "{count} files")
    return f"{t(_AREAS[area.name])}: {files}, {size(area.bytes)}"
