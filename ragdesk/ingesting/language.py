"""Which language a document is in, for the word index's analysis. For questions see `ragdesk.text.language`."""

import re
from functools import cache
from typing import Any

from ragdesk.text.language import NAMES, UNSURE

# Less than this says too little; the index then treats words as they are.
MIN_CHARACTERS = 40
SAMPLE = 4_000
# Below, no language stands out: lists of names, program text, filler. On 1,142 documents in five languages the least
# sure of the right ones had 0.62, the next 0.99, the only wrong one 0.23.
MIN_CONFIDENCE = 0.5

_LETTER = re.compile(r"[^\W\d_]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]+")
_OTHER = re.compile("[^\\W\\d_A-Za-z\u00c0-\u024f\u1e00-\u1eff]+")
# Han, kana, Hangul: one character says as much as three letters.
_DENSE = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")


def detect(text: str) -> str:
    """ISO 639-1 code of the language, or "und" where there is too little text to tell or no language stands out."""
    if len(_LETTER.findall(text[: SAMPLE * 2])) < MIN_CHARACTERS:
        return UNSURE
    language, confidence = _identifier().classify(_one_script(_sample(text)))
    return str(language) if confidence >= MIN_CONFIDENCE else UNSURE


def _sample(text: str) -> str:
    if len(text) <= 2 * SAMPLE:
        return text
    # The middle, too: heads of documents are often tables of contents, names and boilerplate.
    middle = len(text) // 2 - SAMPLE // 2
    return f"{text[:SAMPLE]}\n{text[middle : middle + SAMPLE]}"


def _one_script(text: str) -> str:
    """The words in Latin letters or those in other ones, whichever prevail: product names in a Chinese manual and a list of
    languages in their own scripts lead astray."""
    latin = sum(map(len, _LATIN.findall(text)))
    other = sum(map(len, _OTHER.findall(text))) + 2 * len(_DENSE.findall(text))
    return (_OTHER if latin >= other else _LATIN).sub(" ", text)


@cache
def _identifier() -> Any:
    """py3langid, kept to languages that much is written in: unrestricted it knows 140, and takes a list of English names
    for Nigerian Pidgin."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(set(NAMES))
    return identifier
