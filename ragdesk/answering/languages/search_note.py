"""What search cannot do for a question because of languages, in a sentence for the person."""

from collections.abc import Collection

from ragdesk.text.language import NAMES, UNSURE

_CODES = {name: code for code, name in NAMES.items()}
_MORE = "A multilingual embedding model would find more."


def search_note(question_language: str, document_languages: Collection[str], embedder_languages: str) -> str:
    """A note where the embedder does not know the question's language, or none of the documents'; else "".

    Args:
        question_language: ISO 639-1, or "und", of which nothing can be said.
        document_languages: the same, of the documents that are searched.
        embedder_languages: as the catalogue of models has it: names of languages. Of anything else ("about 100
            languages", "not known") nothing can be said.
    """
    known = _known(embedder_languages)
    if not known or question_language == UNSURE:
        return ""
    language = _name(question_language)
    codes = sorted({language for language in document_languages if language != UNSURE})
    model = f"Your embedding model knows {_listed(known)} only"
    if question_language in known:
        if not codes or known & set(codes):
            return ""
        there = _listed(codes)
        return f"{model}, and your documents here are in {there}: ask in {there}, so that their words are found. {_MORE}"
    if codes and question_language not in codes:
        there = _listed(codes)
        return f"{model}, and your documents here are in {there}: a question in {language} misses much. Ask in {there}. {_MORE}"
    return f"{model}: for a question in {language}, passages are found mainly by their words. {_MORE}"


def is_foreign(question_language: str, embedder_languages: str) -> bool:
    """Whether the embedder surely does not know the question's language; arguments as for `search_note`."""
    known = _known(embedder_languages)
    return bool(known) and question_language != UNSURE and question_language not in known


def _known(embedder_languages: str) -> set[str]:
    """The codes of languages that are all named; empty for any other description."""
    names = [name.strip() for name in embedder_languages.split(",")]
    return {_CODES[name] for name in names} if all(name in _CODES for name in names) else set()


def _listed(languages: Collection[str]) -> str:
    """ "English", "English or German", "English, German or Polish"."""
    *before, last = [_name(language) for language in sorted(languages)]
    return f"{', '.join(before)} or {last}" if before else last


def _name(language: str) -> str:
    return NAMES.get(language, language)
