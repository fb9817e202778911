"""A question that says a name: what is found in documents that never say it, beside one that does, is about something else.

"Fernglow's number for emergencies" is not the number in another document that says more of emergencies. A name is a word that
is in no dictionary, and that the documents write large wherever they say it.
"""

import re
from collections.abc import Sequence

from ragdesk.answering.finding.spelling import is_word
from ragdesk.domain.documents import Document
from ragdesk.domain.ports import TextStore
from ragdesk.domain.search import Hit, Query

_LETTERS = 4
_WORD = re.compile(rf"(?<![\w-])[^\W\d_]{{{_LETTERS},}}(?![\w-])")
_ONE_OF_SEVERAL = re.compile(r"\b(?:and|or|than|versus|vs|und|oder|als)\b", re.IGNORECASE)
# Of this length the end of a name may be a genitive: "Fernglows".
_GENITIVE = re.compile(r"(?<=\w{5})s$")


def where_it_is_named(query: Query, hits: Sequence[Hit], texts: TextStore) -> list[Hit]:
    """The hits of documents that say the names which the question says, and of files in these or around them; all of them where
    no document does, or where the question is about several things. In German any noun may be in no dictionary, and is written
    large."""
    ids = list(dict.fromkeys(hit.chunk.document_id for hit in hits))
    if query.sides or query.language == "de" or len(ids) < 2 or _ONE_OF_SEVERAL.search(query.standalone):
        return list(hits)
    passages = " ".join(f"{hit.document} {hit.chunk.placed_text}" for hit in hits)
    names = [word for word in dict.fromkeys(_WORD.findall(query.standalone)) if _is_name(word, passages)]
    if not names:
        return list(hits)
    documents = [texts.document(each) for each in ids]
    saying = set(ids)
    for name in names:
        own = {document.id for document in documents if _is_named_in(name, document, texts)}
        # The dictionaries take a moment to read.
        if own and own != set(ids) and not is_word(name, query.language):
            saying &= own
    near = {each for document in documents if document.id in saying for each in document.parents}
    near |= {document.id for document in documents if saying & set(document.parents)}
    return [hit for hit in hits if hit.chunk.document_id in saying | near] or list(hits)


def _is_named_in(word: str, document: Document, texts: TextStore) -> bool:
    own = f"{document.title} {document.name} {texts.text(document.id)}"
    return document.language != "de" and _is_name(word, own)


def _is_name(word: str, text: str) -> bool:
    """Whether a text says a word, and writes it large wherever it does."""
    stem = re.escape(_GENITIVE.sub("", word))
    said = re.findall(rf"(?<!\w){stem}(?=s?(?!\w))", text, re.IGNORECASE)
    return bool(said) and all(each[0].isupper() and each[1:].islower() for each in said)
