"""What holds after something, where the sentence behind tells it: "In the first week it is free. After that it costs 5 euros." By
rules, for English and German."""

import re

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.candidates import paragraph_end, quoted
from ragdesk.answering.units.quotes import running
from ragdesk.domain.answers import Citation
from ragdesk.text.sentences import sentences
from ragdesk.text.tokens import content_words

_AFTER = re.compile(
    r"\b(?:after|beyond|following|past|nach) (?:(?:the|my|our|their|an?|de[rmn]|die|das|meine[rmn]?|eine[rm]) )?(?P<what>\w+)",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"(?:after (?:that|this)|afterwards|thereafter|from then on|later|danach|anschließend|später|ab dann)\b",
    re.IGNORECASE,
)


def compose_afterwards(asked: Asked, cited: Citation) -> Composed | None:
    """The cited sentence with the one behind it, where the question asks for what is after a thing of the former and the latter
    tells it; None otherwise."""
    hit, after = asked.hit_of(cited), _AFTER.search(asked.question)
    if hit is None or after is None or cited.quote.startswith("|"):
        return None
    thing = set(content_words(after["what"]))
    told = any(thing <= set(content_words(match["what"])) for match in _AFTER.finditer(cited.quote))
    if not thing or told or not thing <= set(content_words(cited.quote)):
        return None
    text = asked.texts.text(cited.document_id)
    end = paragraph_end(text, cited.char_end)
    start, stop = next(iter(sentences(text[cited.char_end : end])), (0, 0))
    start, stop = cited.char_end + start, cited.char_end + stop
    if not _BEHIND.match(text[start:stop]):
        return None
    draft = Draft(asked)
    draft.quote("", quoted(hit, text, cited.char_start, cited.char_end), shown=running(cited.quote))
    draft.quote(" ", quoted(hit, text, start, stop))
    return draft.done() if draft.quotes > 1 else None
