"""Which language a question is in. Rules, no model, so that it costs nothing at start.

Other scripts tell by their letters, languages in Latin letters by their small words. A statistical identifier knows
more languages, but guesses at questions of three words; here English wins unless the words plainly speak for another,
because a wrong language is worse than a missed one: the answer would come in it. For whole documents see
`ragdesk.ingesting.language`.
"""

import math
import re
from functools import cache

from ragdesk.text import lexicon
from ragdesk.text.fold import fold

UNSURE = "und"

# English names of the languages that are told apart here or in documents, by ISO 639-1 code.
NAMES = {
    "af": "Afrikaans", "ar": "Arabic", "be": "Belarusian", "bg": "Bulgarian", "bn": "Bengali",
    "ca": "Catalan", "cs": "Czech", "cy": "Welsh", "da": "Danish", "de": "German", "el": "Greek",
    "en": "English", "es": "Spanish", "et": "Estonian", "eu": "Basque", "fa": "Persian", "fi": "Finnish",
    "fr": "French", "ga": "Irish", "gl": "Galician", "gu": "Gujarati", "he": "Hebrew", "hi": "Hindi",
    "hr": "Croatian", "hu": "Hungarian", "hy": "Armenian", "id": "Indonesian", "is": "Icelandic",
    "it": "Italian", "ja": "Japanese", "ka": "Georgian", "kk": "Kazakh", "kn": "Kannada", "ko": "Korean",
    "lt": "Lithuanian", "lv": "Latvian", "mk": "Macedonian", "ml": "Malayalam", "mn": "Mongolian",
    "mr": "Marathi", "ms": "Malay", "mt": "Maltese", "ne": "Nepali", "nl": "Dutch", "no": "Norwegian",
    "pa": "Punjabi", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "si": "Sinhala",
    "sk": "Slovak", "sl": "Slovenian", "sq": "Albanian", "sr": "Serbian", "sv": "Swedish", "sw": "Swahili",
    "ta": "Tamil", "te": "Telugu", "th": "Thai", "tl": "Tagalog", "tr": "Turkish", "uk": "Ukrainian",
    "ur": "Urdu", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip

_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("zh", re.compile("[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]")),
    ("ar", re.compile("[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("ru", re.compile("[\u0400-\u052f]")),
    ("el", re.compile("[\u0370-\u03ff\u1f00-\u1fff]")),
    ("hi", re.compile("[\u0900-\u097f]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
    ("ta", re.compile("[\u0b80-\u0bff]")),
    ("bn", re.compile("[\u0980-\u09ff]")),
)
# A character of these is a syllable or a word: it weighs as much as three letters.
UNSPACED = frozenset({"ja", "ko", "zh"})
# Of several languages with one script: the letters, or for Russian also the words, that only that one has.
_WITHIN = {
    "ar": (("ur", re.compile("[ٹڈڑںے]")), ("fa", re.compile("[پچژگی]")), ("ar", re.compile(""))),
    "ru": (
        ("uk", re.compile("[іїєґ]", re.IGNORECASE)),
        ("sr", re.compile("[ђјљњћџ]", re.IGNORECASE)),
        (
            "ru",
            re.compile(
                r"[ыэё]|\b(что|где|когда|кто|сколько|почему|какой|какая|какое|какие)\b", re.IGNORECASE
            ),
        ),
        ("bg", re.compile("ъ", re.IGNORECASE)),
    ),
}

_QUOTED = re.compile("“[^”]*”|„[^“”]*[“”]|«[^»]*»|\"[^\"]*\"|(?<!\\w)'[^']*'(?!\\w)")
# Not the "s" of "patient's" and not the letters of "Ca2".
_WORD = re.compile(r"(?<![\w])(?<!\w['’](?=\w\b))(?<!\w['’](?=\w\w\b))[^\W\d_]+(?![\w])")
_LETTER = re.compile(r"[^\W\d_]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")

# What another language needs: evidence in all (the weight of a word of one language alone is 2.7), more of it than
# English and than the next, and this share of the words.
_ENOUGH, _BEFORE_ENGLISH, _BEFORE_NEXT, _SHARE = 2.5, 1.0, 0.5, 0.2
_SHORT = 4


def in_latin_letters(text: str) -> bool:
    """Whether most of its letters are Latin ones; a text without letters is."""
    letters = _LETTER.findall(text)
    return 2 * sum(_LATIN.match(letter) is not None for letter in letters) >= len(letters)


def of_question(question: str) -> str:
    """ISO 639-1 code, or "und" where nothing speaks plainly for one. What stands in quotation marks does not count."""
    unquoted = _QUOTED.sub(" ", question)
    text = unquoted if _LETTER.search(unquoted) else question
    return _script(text) or _by_words(text)


def _script(text: str) -> str | None:
    """The language of a script that outweighs the Latin letters, twice where English words ask; None for Latin."""
    counts = {
        language: len(pattern.findall(text)) * (3 if language in UNSPACED else 1)
        for language, pattern in _SCRIPTS
    }
    if counts["ja"]:
        counts["ja"] += counts.pop("zh")  # Kana make it Japanese, whatever the share of Han characters.
    best = max(counts, key=lambda language: counts[language])
    asked_in_english = _evidence(text)["en"] >= _ENOUGH
    if not counts[best] or counts[best] < len(_LATIN.findall(text)) * (2 if asked_in_english else 1):
        return None
    candidates = _WITHIN.get(best)
    if candidates is None:
        return best
    return next((language for language, sign in candidates if sign.search(text)), UNSURE)


def _by_words(text: str) -> str:
    evidence = _evidence(text)
    (best, score), (_, second) = sorted(evidence.items(), key=lambda entry: -entry[1])[:2]
    if best == "en" or score < evidence["en"] + _BEFORE_ENGLISH:
        return "en" if evidence["en"] else UNSURE
    words = len(_WORD.findall(text))
    hits = [word for word in _counting(text) if best in _weights().get(word, {})]
    plain = len(hits) + _letters(text, best) > 1 and score >= _ENOUGH
    asking = lexicon.words("asking_words")
    asks = (
        words <= _SHORT and (hits[:1] == _counting(text)[:1] or "?" in text) and not asking.isdisjoint(hits)
    )
    sure = score >= second + _BEFORE_NEXT and len(hits) >= _SHARE * words
    return best if sure and (plain or asks) else UNSURE


def _evidence(text: str) -> dict[str, float]:
    """For each language the weights of its words that are in the text, each once."""
    codes = lexicon.languages()
    evidence = {language: math.log(len(codes)) * _letters(text, language) for language in codes}
    for word in _counting(text):
        for language, weight in _weights().get(word, {}).items():
            evidence[language] += weight
    return evidence


def _letters(text: str, language: str) -> int:
    """1 where a letter of that language alone stands in a word that is no name; "¿" and "¡" count wherever they stand."""
    signs = lexicon.ordered("letters", language)
    words = [word for word in _WORD.findall(text) if word.islower()]
    return int(any(sign in word for sign in signs for word in [*words, *(set(text) & set("¿¡"))]))


def _counting(text: str) -> list[str]:
    """The words that count as evidence, folded: those in lower case, and the first. Others in capitals are names ("La
    Paz", "IL"), unless all are."""
    shouting = text.isupper()
    counting = [
        word
        for at, word in enumerate(_WORD.findall(text))
        if shouting or word[0].islower() or (at == 0 and (len(word) == 1 or not word.isupper()))
    ]
    weights = _weights()
    return list(dict.fromkeys(word if word in weights else fold(word) for word in map(str.lower, counting)))


@cache
def _weights() -> dict[str, dict[str, float]]:
    """For each word its weight in each language that has it: the logarithm of the number of languages for each that has it."""
    languages_of: dict[str, list[str]] = {}
    codes = lexicon.languages()
    for language in codes:
        for word in lexicon.ordered("small_words", language):
            languages_of.setdefault(word, []).append(language)
    return {
        word: dict.fromkeys(languages, math.log(len(codes) / len(languages)))
        for word, languages in languages_of.items()
    }
