"""Whether an answer says words of the question that stand nowhere in what it cites: the fares of the summer table are not
those "in winter"."""

from collections.abc import Sequence

from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.domain.ports import TextStore
from ragdesk.text import lexicon
from ragdesk.text.tokens import content_words


def says_more(text: str, question: str, cited: Sequence[JudgedUnit], texts: TextStore) -> bool:
    """Whether it does, besides the words that only say what is asked for; of passages with their document's title and name."""
    documents = [texts.document(unit.quote.hit.chunk.document_id) for unit in cited]
    read = [f"{unit.quote.hit.chunk.context} {unit.quote.hit.chunk.text}" for unit in cited]
    read += [f"{document.title} {document.name}" for document in documents]
    asking = {
        *lexicon.table("asked_things"),
        *lexicon.table("head_things"),
        *lexicon.table("amount_kinds"),
    }
    said = set(content_words(text)) & set(content_words(question))
    return bool(said - set(content_words(" ".join([*read, *asking]))))
