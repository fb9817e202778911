"""What is said about what a person thinks of an answer, as HTML. Pure functions."""

from ragdesk.front.web.render import notice
from ragdesk.front.web.tabs.library.render_entries import saved as saved
from ragdesk.front.web.templates import Template
from ragdesk.front.web.wording import mark, t

# The labels, and what the ledger keeps.
REASONS = (
    (mark("It is wrong"), "wrong"),
    (mark("It is incomplete"), "incomplete"),
    (mark("It should have been found"), "missed"),
    (mark("Something else"), "other"),
)
_rating = Template("chat/rating.html.j2")


def head(question: str) -> str:
    """Which answer is meant."""
    return _rating("head", question)


def kept(message_id: str) -> str:
    """What can be done about an answer that was not right."""
    return _rating("kept", message_id)


def proposed() -> str:
    """The right answer became an entry: where it is approved."""
    return _rating("proposed")


def taken_back() -> str:
    return notice(t("Taken back. What was kept as question and answer stays in the Library."))
