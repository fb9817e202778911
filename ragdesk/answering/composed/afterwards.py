"""What holds after something, where the sentence behind tells it: "In the first week it is free. After that it costs 5 euros." By
rules, for English and German."""

import re

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.candidates import paragraph_end, quoted
from ragdesk.answering.units.quotes import running
from ragdesk.domain.answers import Citation
from ragdesk.text.sentences import sentences
from ragdesk.text.tokens import content_words, numbers

_AFTER = re.compile(
    r"\b(?:after|beyond|following|past|nach) (?:(?:the|my|our|their|an?|de[rmn]|die|das|meine[rmn]?|eine[rm]) )?(?P<what>\w+)",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"(?:after (?:that|this)|afterwards|thereafter|from then on|later|danach|anschließend|später|ab dann)\b",
    re.IGNORECASE,
)
# "And if I'm later than that": what is said of a limit holds no longer.
_LATE = re.compile(
    r"\b(?:later|too late|am late|'m late|is late|after that|miss(?:ed)? (?:it|that|the (?:date|deadline))|longer|more than that"
    r"|über(?:schreit|zieh)\w*|später|zu spät|danach|verpass\w*|länger)\b",
    re.IGNORECASE,
)
_BEHIND_LIMIT = re.compile(r"(?:after|beyond|over|later than|nach|über) (?P<limit>\d+)", re.IGNORECASE)


def compose_afterwards(asked: Asked, cited: Citation) -> Composed | None:
    """The cited sentence with the one behind it, where the question asks for what is after a thing of the former and the latter
    tells it; None otherwise."""
    hit = asked.hit_of(cited)
    late = bool(asked.query.after) and _LATE.search(asked.query.text) is not None
    if hit is None or cited.quote.startswith("|") or not (late or _asks_after(asked.question, cited.quote)):
        return None
    text = asked.texts.text(cited.document_id)
    end = paragraph_end(text, cited.char_end)
    start, stop = next(iter(sentences(text[cited.char_end : end])), (0, 0))
    start, stop = cited.char_end + start, cited.char_end + stop
    limit = _BEHIND_LIMIT.match(text, start, stop) if late else None
    goes_on = limit is not None and limit["limit"] in numbers(cited.quote)
    if not goes_on and not _BEHIND.match(text[start:stop]):
        return None
    draft = Draft(asked)
    draft.quote("", quoted(hit, text, cited.char_start, cited.char_end), shown=running(cited.quote))
    draft.quote(" ", quoted(hit, text, start, stop))
    return draft.done() if draft.quotes > 1 else None


def _asks_after(question: str, said: str) -> bool:
    """Whether a question asks for what is after a thing that the words name, and that they say nothing after it of."""
    after = _AFTER.search(question)
    thing = set(content_words(after["what"])) if after else set()
    told = any(thing <= set(content_words(match["what"])) for match in _AFTER.finditer(said))
    return bool(thing) and not told and thing <= set(content_words(said))
