"""What several tabs show alike, as HTML. Pure functions; `templates/shared.html.j2` has what templates share."""

from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web.templates import Template

_shared = Template("shared.html.j2")


def notice(text: str, kind: str = "note") -> str:
    """A sentence in a box; "" for none. Kind is "note", "good" or "bad"."""
    return _shared("notice", text, kind)


def error(problem: RagdeskError) -> str:
    """What happened, and what to do."""
    return _shared("error", problem)


def line(text: str, kind: str = "hint") -> str:
    """A sentence without a box."""
    return _shared("line", text, kind)


def heading(text: str, about: str = "", level: int = 2) -> str:
    """What stands over a section, and what it is about."""
    return _shared("heading", text, about, level)
