"""The answer to a question over documents in another language: what could be checked, and the quotes as they stand.

The model answers in the question's language, and its sentences are checked in the documents'. One that holds there is shown;
what cannot be checked so is left out for the quote itself, which is true in any language.
"""

from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.languages import across
from ragdesk.answering.languages.translate import translate
from ragdesk.answering.phrases import phrases_in
from ragdesk.answering.units.quotes import running
from ragdesk.domain.answers import Answer, Citation, Sentence
from ragdesk.domain.ports import Cancelled, LanguageModel, TextStore
from ragdesk.domain.search import Hit, Query
from ragdesk.text.language import of_question
from ragdesk.text.sentences import sentences
from ragdesk.text.tokens import numbers


def put_back(
    text: str, query: Query, hits: Sequence[Hit], texts: TextStore, model: LanguageModel, cancelled: Cancelled
) -> str:
    """The model's words in the language of the passages, to be checked against them; as they are where it wrote them so."""
    language = across.language_of(hits, texts)
    if of_question(text) == language:
        return text
    return translate(text, query.language, language, model, cancelled) or text


def in_own_language(checked: Answer, text: str, language: str) -> Answer:
    """An answer that was checked in the passages' language, as a person is told it: the sentences of `text` that hold, and the
    quotes below. One with nothing confirmed stays as it is, with the words that were written."""
    own = [text[start:end] for start, end in sentences(text)]
    if checked.verdict != "answered":
        return replace(checked, text=text, sentences=tuple(Sentence(each, (), False) for each in own))
    used = {number for sentence in checked.sentences for number in sentence.citations}
    quotes = [_quoted(cited, language) for cited in checked.citations if cited.number in used]
    kept: list[Sentence] = []
    if text != checked.text and len(own) == len(checked.sentences):
        pairs = zip(own, checked.sentences, strict=True)
        kept = [
            replace(sentence, text=each)
            for each, sentence in pairs
            if sentence.supported and _numbers(each) <= _numbers(sentence.text)
        ]
    lines = [" ".join(sentence.text for sentence in kept), *(quote.text for quote in quotes)]
    return replace(checked, text="\n\n".join(filter(None, lines)), sentences=(*kept, *quotes))


def in_the_documents_words(answer: Answer, cited: Citation, language: str) -> Answer:
    """The quote as the answer, where nothing that the model wrote could be checked."""
    only = replace(cited, number=1)
    quote = _quoted(only, language)
    return replace(answer, text=quote.text, verdict="answered", sentences=(quote,), citations=(only,))


def _quoted(cited: Citation, language: str) -> Sentence:
    text = phrases_in(language).verbatim.format(quote=running(cited.quote))
    return Sentence(text, (cited.number,), supported=True)


def _numbers(text: str) -> set[str]:
    """Numbers in one notation, whatever the language's decimal mark."""
    return {number.replace(",", ".") for number in numbers(text)}
