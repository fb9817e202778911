"""Which documents an overview is of: those that were chosen, the one that the question names, or the one that a search for it
finds."""

from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.answering.overview.asked import Wanted
from ragdesk.answering.told.about_library import stands_in
from ragdesk.domain.calibration import OVERVIEW
from ragdesk.domain.documents import Document
from ragdesk.domain.search import Hit, Scope
from ragdesk.text.tokens import content_words

# Titles that are offered where it is not clear which.
OFFERED = 8
# Passages that are the beginning of a document: a word there, or all over it, says which document it is, not what to look for.
BEGINNING = 3
# Of the first passages that a search finds, the one document that is meant has so many.
FIRST, MOST_OF_FIRST = 5, 3


@dataclass(frozen=True, slots=True)
class ChosenDocuments:
    """The documents of an overview; or, where it is not clear which, those that may be meant; or neither: it is of a topic."""

    documents: Sequence[Document] = ()
    offered: Sequence[Document] = ()


def choose(
    asked: Wanted,
    documents: Sequence[Document],
    scope: Scope,
    hits: Sequence[Hit] | None = None,
    all_listed: bool = True,
) -> ChosenDocuments:
    """The documents that a question names among those of the scope: by its words, else by what it calls them, else by where its
    words are found.

    Where none is named, all that a person chose to look at are meant; in the whole library, the only one.

    Args:
        hits: what a search for the question found, best first; None where it was not searched for yet, and what only that
            can tell is left open.
        all_listed: whether `documents` are all that may be meant. Where they are not, what a question names may be one that
            only the search finds.
    """
    documents = _without_attached(documents) if asked.message else documents
    names = bool(asked.words or asked.called)
    if len(documents) == 1 and (all_listed or not names):
        return ChosenDocuments(documents)
    if not all_listed and names and hits is None:
        return ChosenDocuments()
    named = _named(asked.words, documents) or _named(asked.called, documents)
    if len(named) == 1:
        return ChosenDocuments(named)
    if scope != Scope():
        return ChosenDocuments(named or documents)
    if not asked.words:
        return ChosenDocuments(offered=newest(named or documents, OFFERED))
    if hits is None:
        return ChosenDocuments()
    if (found := _found(asked.words, hits, named or documents)) is not None:
        return ChosenDocuments([found])
    return ChosenDocuments(offered=newest(named, OFFERED))


def _without_attached(documents: Sequence[Document]) -> Sequence[Document]:
    """Those that no other of them holds."""
    ids = {each.id for each in documents}
    return [each for each in documents if ids.isdisjoint(each.parents)]


def _found(words: Sequence[str], hits: Sequence[Hit], documents: Sequence[Document]) -> Document | None:
    """The document of the best passage, if most of the first passages are its, or it alone has all the words there."""
    first = hits[:FIRST]
    best = next((each for each in documents if first and each.id == first[0].chunk.document_id), None)
    if best is None:
        return None
    own = sum(hit.chunk.document_id == best.id for hit in first)
    said: dict[str, set[str]] = {}
    for hit in hits:
        said.setdefault(hit.chunk.document_id, set()).update(content_words(hit.chunk.placed_text))
    alone = [each for each, stems in said.items() if stems.issuperset(words)] == [best.id]
    return best if alone or own >= MOST_OF_FIRST else None


def _named(words: Sequence[str], documents: Sequence[Document]) -> list[Document]:
    """Those whose title or file name has most of the stems; a stem counts the more, the fewer names have it."""
    bearers = {word: [each.id for each in documents if stands_in(word, each)] for word in words}
    score = {each.id: sum(1 / len(ids) for ids in bearers.values() if each.id in ids) for each in documents}
    most = max(score.values(), default=0.0)
    return [each for each in documents if most and score[each.id] == most]


def newest(documents: Sequence[Document], count: int) -> list[Document]:
    """The documents that were added last, latest first."""
    return sorted(documents, key=lambda each: each.added_at, reverse=True)[:count]


def topic(words: Sequence[str], document: Document, stems: Sequence[set[str]]) -> list[str]:
    """The stems that say what to look for in the document; `stems` are those of its passages."""
    common = set[str]().union(*stems[:BEGINNING])
    return [
        word
        for word in words
        if word not in common
        and not stands_in(word, document)
        and sum(word in each for each in stems) < OVERVIEW.everywhere * len(stems)
    ]
