"""A question that names its document: in there the name tells nothing.

"Which tax rate does Acme plan with" ranks every page of Acme's report first that says "Acme". So the question is put to that
document once more without the name, and both orders take turns. docs/lab/gate.md, "Without the document's name".
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ragdesk.answering.judging.judged import JudgedUnit, by_either
from ragdesk.answering.understanding.compare import merge
from ragdesk.domain.documents import Document
from ragdesk.domain.ports import Reranker, TextStore
from ragdesk.domain.search import Hit, Query
from ragdesk.text import lexicon
from ragdesk.text.tokens import calls, content_words

# Fewer words that are left do not say what is asked for.
_FEWEST_LEFT = 2
# A document says on its first page, in so many characters, whose it is.
_OPENING = 1_500
_WORD = re.compile(r"[\w’'&.-]*\w")
_NAME = re.compile(r"[A-Z][\w&’'-]+")
# Before a name that is left out: "in the", "of", "im".
_BEFORE = re.compile(
    r"(?:\b(?:in|of|at|for|from|by|with|under|on|the|a|an|im|in|der|die|das|dem|den|des|von|vom|bei|beim|am|zum|zur|mit|für|to)\s+)*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class NamedDocument:
    """The document that a question names, and the question without that name."""

    document_id: str
    question: str


def named_document(query: Query, hits: Sequence[Hit], texts: TextStore) -> NamedDocument | None:
    """The only document among those of the hits whose title or file name has a word of the question that no other's has. None
    where there is none or several, where too little is left without the name, where the question compares or leans on another."""
    if query.sides or query.leans:
        return None
    documents = [texts.document(each) for each in dict.fromkeys(hit.chunk.document_id for hit in hits)]
    common = set(
        content_words(" ".join((*lexicon.words("document_words"), *lexicon.words("overview_words"))))
    )
    asked = [word for word in content_words(query.standalone) if word not in common and word.isalpha()]
    bearing = {each.id: {word for word in asked if _names(word, each)} for each in documents}
    borne = Counter(word for words in bearing.values() for word in words)
    named = [each for each in documents if any(borne[word] == 1 for word in bearing[each.id])]
    if len(named) != 1:
        return None
    names = bearing[named[0].id]
    if query.asked is not None or query.language != "de":  # where every noun is written large
        names |= _of_parties(query.standalone, texts.text(named[0].id)[:_OPENING])
    left = _without(query.standalone, names)
    if left == query.standalone or len(set(content_words(left)) - common) < _FEWEST_LEFT:
        return None
    return NamedDocument(named[0].id, left)


def taking_turns(own: Sequence[Hit], hits: Sequence[Hit], top: int) -> tuple[Hit, ...]:
    """The hits of the document by the question without its name, and those of the whole question. The former on the scale of the
    latter: the best of the document is as good by either."""
    document = own[0].chunk.document_id if own else ""
    best = _best([hit for hit in hits if hit.chunk.document_id == document])
    shift = best - _best(own)
    shifted = [
        hit if hit.reranker_score is None else replace(hit, reranker_score=hit.reranker_score + shift)
        for hit in own
    ]
    return tuple(merge([shifted, hits], top))


def read_without_name(
    query: Query, units: Sequence[JudgedUnit], reranker: Reranker | None
) -> list[JudgedUnit]:
    """The units by the question with the name or without it, whichever finds more in each, on the scale of the former."""
    if reranker is None or not query.unnamed or not units:
        return list(units)
    return by_either(units, query.unnamed, max(unit.relevance or 0.0 for unit in units), reranker)


def _best(hits: Sequence[Hit]) -> float:
    return max((hit.reranker_score for hit in hits if hit.reranker_score is not None), default=0.0)


def _names(word: str, document: Document) -> bool:
    said = content_words(f"{document.title} {document.name.rsplit('.', 1)[0].replace('_', ' ')}")
    return any(calls(each, word) for each in said)


def _of_parties(question: str, opening: str) -> set[str]:
    """The names in the question, but for its first word, that stand on the document's first page."""
    first = set(content_words(opening))
    names = [match[0] for match in _NAME.finditer(question) if match.start()]
    return {word for name in names for word in content_words(name) if word in first and word.isalpha()}


def _without(question: str, names: set[str]) -> str:
    """The question without the words of these stems, and without what stood before them alone."""
    kept = ""
    end = 0
    for match in _WORD.finditer(question):
        stems = set(content_words(match[0]))
        if stems and stems <= names:
            before = kept + question[end : match.start()]
            after = question[match.end() :].lstrip()
            # "In the Acme contract" keeps "in the", "in Acme?" does not keep "in".
            goes_on = bool(re.match(r"\w", after)) and not re.match(
                r"(?:in|of|at|for|with|is|are|does|do|and)\b", after
            )
            kept = before if goes_on else _BEFORE.sub("", before)
        else:
            kept += question[end : match.end()]
        end = match.end()
    return re.sub(r"^\W+|\s+(?=[?.,:;])", "", " ".join((kept + question[end:]).split()))
