"""What the app says between the quotes of a composed answer, in the language of the question."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ComposedPhrases:
    """`scattered`: how many were found in how many sections; `first`: that a long list is not shown whole."""

    scattered: str
    first: str


_PHRASES = {
    "en": ComposedPhrases(
        "{count} found in {sections} sections; there may be more.", "The first {count} of {all}."
    ),
    "de": ComposedPhrases(
        "{count} in {sections} Abschnitten gefunden; es kann mehr geben.", "Die ersten {count} von {all}."
    ),
    "fr": ComposedPhrases(
        "{count} trouvés dans {sections} sections ; il peut y en avoir d'autres.",
        "Les {count} premiers sur {all}.",
    ),
    "es": ComposedPhrases(
        "{count} encontrados en {sections} secciones; puede haber más.", "Los primeros {count} de {all}."
    ),
    "it": ComposedPhrases(
        "{count} trovati in {sections} sezioni; potrebbero essercene altri.", "I primi {count} di {all}."
    ),
    "pt": ComposedPhrases(
        "{count} encontrados em {sections} seções; pode haver mais.", "Os primeiros {count} de {all}."
    ),
    "nl": ComposedPhrases(
        "{count} gevonden in {sections} paragrafen; er kunnen er meer zijn.", "De eerste {count} van {all}."
    ),
    "zh": ComposedPhrases(
        "在 {sections} 个章节中找到 {count} 项；可能还有更多。", "共 {all} 项，显示前 {count} 项。"
    ),
    "ar": ComposedPhrases(
        "عُثر على {count} في {sections} أقسام؛ قد يكون هناك المزيد.", "أول {count} من {all}."
    ),
}


def composed_phrases(language: str) -> ComposedPhrases:
    """In English where the language is not sure or not among those of the interface."""
    return _PHRASES.get(language, _PHRASES["en"])
