"""The Privacy page as HTML: connections, what is kept where, the receipt of an erasure. Pure functions."""

from collections.abc import Sequence
from pathlib import Path

from ragdesk.domain.privacy import Area, AreaName, Erasure
from ragdesk.front.web.tabs.settings.render_models import size
from ragdesk.front.web.templates import Template
from ragdesk.front.web.wording import mark, plural, t
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
    "window": mark("The window's own browser"),
    "logs": mark("Logs"),
    "settings": mark("Settings"),
}
_privacy = Template("settings/privacy.html.j2")


def connections(seen: Sequence[Connection], since: str, server: str = "") -> str:
    """Whether anything left this computer since `since` (ISO), and every connection. `server`: the one that a person chose."""
    foreign = any(connection.own and not connection.here for connection in seen)
    return _privacy("connections", [_row(connection) for connection in seen], foreign, server, since)


def _row(seen: Connection) -> tuple[str, str, str, Connection]:
    place = t("this computer ({address})", address=seen.place) if seen.here else seen.place
    program = seen.program if seen.own else t("{program} (not RAGDesk)", program=seen.program)
    return t(_DOINGS[seen.doing]), place, program, seen


def areas(kept: Sequence[Area], home: Path) -> str:
    """What is kept, where, and how large it is."""
    rows = [(t(_AREAS[area.name]), area.files, size(area.bytes), _below(area.place, home)) for area in kept]
    return _privacy("areas", rows, home, size(sum(area.bytes for area in kept)))


def _below(place: Path, home: Path) -> str:
    return str(place.relative_to(home)) if place.is_relative_to(home) else str(place)


def receipt(done: Erasure) -> str:
    """What was deleted; what could not be is named with the reason."""
    return _privacy("receipt", [_deleted(area) for area in done.areas if area.files], done.left)


def _deleted(area: Area) -> str:
    files = plural(area.files, "{count} file", "{count} files")
    return f"{t(_AREAS[area.name])}: {files}, {size(area.bytes)}"
