"""What is said about what a person thinks of an answer, as HTML. Pure functions."""

from ragdesk.front.web.render import action, block, escape, link, short
from ragdesk.front.web.tabs.library.render_entries import saved as saved
from ragdesk.front.web.wording import mark, t

QUESTION_CHARS = 110
# The labels, and what the ledger keeps.
REASONS = (
    (mark("It is wrong"), "wrong"),
    (mark("It is incomplete"), "incomplete"),
    (mark("It should have been found"), "missed"),
    (mark("Something else"), "other"),
)


def head(question: str) -> str:
    """Which answer is meant."""
    said = t("The answer to “{question}”", question=escape(short(question, QUESTION_CHARS)))
    return block("hint", f"<p>{said}</p>")


def kept(message_id: str) -> str:
    ask = link(action("handover", "open", message_id), t("ask a person about this"))
    write = link(action("chat", "bad", message_id), t("Write the right answer"))
    said = t("Kept with the answer. {write}, or {ask}.", write=write, ask=ask)
    return block("notice rd-good", f"<p>{said}</p>")


def proposed() -> str:
    show = link(action("library", "go", "entries"), t("Show it"))
    said = t("Kept. Your answer waits for your approval in the Library.")
    return block("notice rd-good", f"<p>{said} {show}</p>")


def taken_back() -> str:
    said = t("Taken back. What was kept as question and answer stays in the Library.")
    return block("notice rd-note", f"<p>{said}</p>")
