"""What the app itself says in the language of the question: the refusal, and the order to the model to answer in it.

What it tells without having looked into a document stands in `told_phrases`.
"""

from dataclasses import dataclass

from ragdesk.text.language import NAMES

_NOT_FOUND = {
    "en": "I could not find this in your documents.",
    "de": "Das habe ich in Ihren Dokumenten nicht gefunden.",
    "fr": "Je n'ai pas trouvé cela dans vos documents.",
    "es": "No he encontrado esto en sus documentos.",
    "it": "Non ho trovato la risposta nei tuoi documenti.",
    "pt": "Não encontrei isto nos seus documentos.",
    "nl": "Ik heb dit niet in uw documenten gevonden.",
    "zh": "我在您的文档中没有找到相关内容。",
    "ar": "لم أجد هذا في مستنداتك.",
}

_NEAREST = {
    "en": "Closest passage: “{quote}”",
    "de": "Am nächsten kommt: „{quote}“",
    "fr": "Passage le plus proche : « {quote} »",
    "es": "Pasaje más cercano: «{quote}»",
    "it": "Passaggio più vicino: «{quote}»",
    "pt": "Trecho mais próximo: “{quote}”",
    "nl": "Meest verwante passage: “{quote}”",
    "zh": "最接近的内容：“{quote}”",
    "ar": "أقرب مقطع: «{quote}»",
}

_VERBATIM = {
    "en": "In the document's words: “{quote}”",
    "de": "Im Wortlaut des Dokuments: „{quote}“",
    "fr": "Dans les termes du document : « {quote} »",
    "es": "Con las palabras del documento: «{quote}»",
    "it": "Con le parole del documento: «{quote}»",
    "pt": "Nas palavras do documento: “{quote}”",
    "nl": "In de woorden van het document: “{quote}”",
    "zh": "文档原文：“{quote}”",
    "ar": "بنص المستند: «{quote}»",
}


@dataclass(frozen=True, slots=True)
class Phrases:
    """`language` is an ISO 639-1 code, `not_found` the sentence of refusal in it, `nearest` the one that shows
    what comes nearest, with "{quote}" in it, `verbatim` the one that answers by a quote alone, `answer_in` the line that a
    prompt ends with; "" for English, which needs none."""

    language: str
    not_found: str
    nearest: str
    verbatim: str
    answer_in: str


def phrases_in(language: str) -> Phrases:
    """The phrases in a language; in English where it is not sure or not among those of the interface."""
    known = language if language in _NOT_FOUND else "en"
    return Phrases(
        known,
        _NOT_FOUND[known],
        _NEAREST[known],
        _VERBATIM[known],
        "" if known == "en" else f"Answer in {NAMES[known]}.",
    )
