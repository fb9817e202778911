"""Across languages: a question in one language over documents in another.

The question is put into the documents' language, so that everything from search to the check compares like with like; the
answer is in the question's, and quotes stay as they stand. See docs/decisions for why the question is translated and not the
documents.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ragdesk.answering.languages.search_note import is_foreign
from ragdesk.answering.languages.translate import can_translate_into
from ragdesk.answering.understanding.compare import sides
from ragdesk.domain.answers import Answer
from ragdesk.domain.calibration import RETRIEVAL
from ragdesk.domain.ports import Retriever, TextStore
from ragdesk.domain.search import Hit, Query, Scope
from ragdesk.text import glossary
from ragdesk.text.language import UNSURE
from ragdesk.text.tokens import content_words, number_of

# Words that a quote has in common with a translated question.
SHARED_WORDS = 2
# Letters by which words are alike in other languages: stems are those of English.
BEGINNING = 4
# A name does not begin a sentence; passages that are looked at for it.
_NAME = re.compile(r"(?<=[\w,] )(?-i:[A-ZÄÖÜ][a-zäöüß]{3,})\b")
PASSAGES = 20


@dataclass(frozen=True, slots=True)
class OtherLanguage:
    """A language of documents that the question is not in. `first`: whether to translate before anything is searched for,
    because no document is in the question's; else only where the question as it was asked leads nowhere."""

    code: str
    first: bool


def other_language(
    query: Query, passages: Mapping[str, int], embedder_languages: str
) -> OtherLanguage | None:
    """The most frequent language, by passages, that the question is not in; None where there is none to translate into."""
    others = [code for code in passages if code != query.language and can_translate_into(code)]
    if query.language == UNSURE or not others:
        return None
    code = max(others, key=lambda other: (passages[other], other))
    known = not is_foreign(query.language, embedder_languages) and not is_foreign(code, embedder_languages)
    alone = not passages.keys() & {query.language, UNSURE}
    return OtherLanguage(code, alone and not (known and embedder_languages))


def in_translation(query: Query, translation: str, language: str, embedder_languages: str) -> Query:
    """The question as the documents would put it: what is searched for, judged and checked from here on. The glossary's words for
    it are searched for, too: the language model knows few."""
    words = ", ".join(glossary.translated(query.standalone, query.language, language))
    foreign = is_foreign(language, embedder_languages)
    return replace(
        query,
        standalone=translation,
        checked=translation,
        texts=((translation, 1.0), (words, RETRIEVAL.glossary_weight)) if words else ((translation, 1.0),),
        sides=sides(translation),
        words_weight=RETRIEVAL.foreign_words_weight if foreign else RETRIEVAL.words_weight,
        asked=query,
        foreign=foreign,
    )


def language_of(hits: Sequence[Hit], texts: TextStore) -> str:
    """The language of the document that the best hit is in; "und" where there is no hit."""
    return texts.document(hits[0].chunk.document_id).language if hits else UNSURE


def crosses(query: Query, hits: Sequence[Hit], texts: TextStore) -> bool:
    """Whether the best hit is surely in another language than the question was asked in."""
    return UNSURE not in (language := language_of(hits, texts), query.language) and language != query.language


def shares_words(query: Query, answer: Answer) -> bool:
    """Whether what an answer cites has, with its title and section, two words of the translated question, or its only one: the
    models here know too little of other languages to be trusted where fewer are the same. Numbers stand everywhere. An answer
    that cites nothing is a guess."""
    return any(_has_words(query, cited.quote, f"{cited.title} {cited.place}") for cited in answer.citations)


def may_answer(query: Query, hits: Sequence[Hit]) -> bool:
    """Whether such an answer could be taken from any of these; if not, the model need not read them."""
    return any(_has_words(query, hit.chunk.text, hit.chunk.context) for hit in hits)


def _has_words(query: Query, text: str, place: str) -> bool:
    """Whether a text and what it stands under share enough words with the question; the text one of them itself. In a language
    for which there are no stems the glossary's words count, too, and words are alike that begin alike."""
    wording = " ".join(text for text, _ in query.texts) if query.foreign else query.standalone
    letters = BEGINNING if query.foreign else None
    asked = {word[:letters] for word in content_words(wording) if not number_of(word)}
    said, above = ({word[:letters] for word in content_words(part)} for part in (text, place))
    return bool(asked & said) and len(asked & (said | above)) >= min(SHARED_WORDS, max(len(asked), 1))


def named_there(
    query: Query, language: str, retriever: Retriever, texts: TextStore, scope: Scope
) -> tuple[str, ...]:
    """The documents of this language with a name that the question says and that none of another language has: who asks what
    Jonas pays means the German lease that names him, whatever an English contract says of payments. Empty where there is none."""
    for name in _NAME.findall(query.standalone):
        said = re.compile(rf"\b{re.escape(name)}\b", re.IGNORECASE)
        hits = [
            hit for hit in retriever.search_words(name, PASSAGES, scope) if said.search(hit.chunk.placed_text)
        ]
        if hits and all(language_of([hit], texts) == language for hit in hits):
            return tuple(dict.fromkeys(hit.chunk.document_id for hit in hits))
    return ()


def own_language_first(query: Query, hits: Sequence[Hit], texts: TextStore) -> tuple[Hit, ...]:
    """What documents in the question's language say, and then the others: who asks in German means the German house rules, if
    they say it, even where the English ones do, too."""
    return tuple(sorted(hits, key=lambda hit: language_of([hit], texts) != query.language))
