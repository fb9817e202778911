"""Which documents an overview is of: those that were chosen, or the one that the question names."""

from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.answering.about_library import stands_in
from ragdesk.answering.overview.asked import Wanted
from ragdesk.domain.calibration import OVERVIEW
from ragdesk.domain.documents import Document
from ragdesk.domain.search import Scope

# Titles that are offered where it is not clear which.
OFFERED = 8
# Passages that are the beginning of a document: a word there, or all over it, says which document it is, not what to look for.
BEGINNING = 3


@dataclass(frozen=True, slots=True)
class ChosenDocuments:
    """The documents of an overview; or, where it is not clear which, those that may be meant; or neither: it is of a topic."""

    documents: Sequence[Document] = ()
    offered: Sequence[Document] = ()


def choose(asked: Wanted, documents: Sequence[Document], scope: Scope) -> ChosenDocuments:
    """The documents that a question names among those of the scope: by its words, else by what it calls them.

    Where none is named, all that a person chose to look at are meant; in the whole library, the only one.
    """
    if len(documents) == 1:
        return ChosenDocuments(documents)
    named = _named(asked.words, documents) or _named(asked.called, documents)
    if len(named) == 1:
        return ChosenDocuments(named)
    if scope != Scope():
        return ChosenDocuments(named or documents)
    if named:
        return ChosenDocuments(offered=newest(named, OFFERED))
    return ChosenDocuments() if asked.words else ChosenDocuments(offered=newest(documents, OFFERED))


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
