"""The frame of the Settings tab, its help, and the list of errors, as HTML. Pure functions."""

from collections.abc import Sequence
from pathlib import Path

from ragdesk.front.web.problems import LoggedProblem
from ragdesk.front.web.render import heading
from ragdesk.front.web.templates import Template
from ragdesk.front.web.wording import mark, t

SECTIONS = {
    "models": mark("Models"),
    "answers": mark("Answers"),
    "documents": mark("Documents"),
    "people": mark("Memory and hand-over"),
    "look": mark("Language and look"),
    "programs": mark("Other programs"),
    "privacy": mark("Privacy"),
    "help": mark("Help and errors"),
}
_TABS = (
    (
        mark("Library"),
        mark("Add documents, see what was read, search passages, remove what you no longer need."),
    ),
    (
        mark("Chat"),
        mark("Ask. Each sentence of an answer carries a number that leads to the words it rests on."),
    ),
    (mark("Citations"), mark("The quoted words on their page, and all citations of a conversation.")),
    (
        mark("Memory"),
        mark("What was noticed of you and your organisation; every note can be changed and forgotten."),
    ),
)
_KEYS = (
    ("Tab", mark("to the next link, button or field")),
    ("← →", mark("from tab to tab, with the tab bar in focus")),
    (mark("Enter"), mark("asks the question; with Shift, begins a new line")),
    (mark("Space"), mark("presses a link or button in focus")),
    ("Esc", mark("stops an answer, closes a card")),
)
_settings = Template("settings/settings.html.j2")


def header() -> str:
    """The name, the claim, and the place where the page says that there are new errors."""
    return _settings("header")


def sections() -> str:
    """The list at the side."""
    return _settings("sections", [(section, t(title)) for section, title in SECTIONS.items()])


def title(text: str, about: str = "") -> str:
    """A section's heading and what it is about."""
    return heading(text, about)


def recognised() -> str:
    """Which writing is recognised in scans and pictures: there is one model for all of it, so nothing to choose."""
    return _settings("recognised")


def home(place: Path, settings: Path) -> str:
    """Where everything lies, and how it is moved."""
    return _settings("home", place, settings)


def watched(folders: Sequence[str]) -> str:
    """How many folders are watched, and the way there."""
    return _settings("watched", len(folders))


def libraries(shared: Sequence[tuple[str, str]]) -> str:
    """The shared libraries that are read: (name, place)."""
    return _settings("libraries", shared)


def help_page(log: Path) -> str:
    """What the tabs do, the keys, and where the log is."""
    tabs, keys = ([(t(term), t(meaning)) for term, meaning in terms] for terms in (_TABS, _KEYS))
    return _settings("help_page", tabs, keys, log)


def problems(kept: Sequence[LoggedProblem]) -> str:
    """The errors of this run, the newest first."""
    return _settings("problems", kept)
