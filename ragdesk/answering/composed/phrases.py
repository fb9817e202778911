"""What the app says between the quotes of a composed answer, in the language of the question."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ComposedPhrases:
    """`scattered`: how many were found in how many sections; `first`: that a long list is not shown whole; `units`: why nothing
    was computed; `yes` and `no` begin an answer."""

    scattered: str
    first: str
    units: str
    yes: str
    no: str


_PHRASES = {
    "en": ComposedPhrases(
        "{count} found in {sections} sections; there may be more.",
        "The first {count} of {all}.",
        "The amounts are not in the same unit ({units}), so nothing was computed.",
        "Yes",
        "No",
    ),
    "de": ComposedPhrases(
        "{count} in {sections} Abschnitten gefunden; es kann mehr geben.",
        "Die ersten {count} von {all}.",
        "Die Beträge stehen nicht in derselben Einheit ({units}), daher wurde nichts berechnet.",
        "Ja",
        "Nein",
    ),
    "fr": ComposedPhrases(
        "{count} trouvés dans {sections} sections ; il peut y en avoir d'autres.",
        "Les {count} premiers sur {all}.",
        "Les montants ne sont pas dans la même unité ({units}) ; rien n'a été calculé.",
        "Oui",
        "Non",
    ),
    "es": ComposedPhrases(
        "{count} encontrados en {sections} secciones; puede haber más.",
        "Los primeros {count} de {all}.",
        "Las cantidades no están en la misma unidad ({units}); no se ha calculado nada.",
        "Sí",
        "No",
    ),
    "it": ComposedPhrases(
        "{count} trovati in {sections} sezioni; potrebbero essercene altri.",
        "I primi {count} di {all}.",
        "Gli importi non sono nella stessa unità ({units}); non è stato calcolato nulla.",
        "Sì",
        "No",
    ),
    "pt": ComposedPhrases(
        "{count} encontrados em {sections} seções; pode haver mais.",
        "Os primeiros {count} de {all}.",
        "Os valores não estão na mesma unidade ({units}); nada foi calculado.",
        "Sim",
        "Não",
    ),
    "nl": ComposedPhrases(
        "{count} gevonden in {sections} paragrafen; er kunnen er meer zijn.",
        "De eerste {count} van {all}.",
        "De bedragen staan niet in dezelfde eenheid ({units}); er is niets berekend.",
        "Ja",
        "Nee",
    ),
    "zh": ComposedPhrases(
        "在 {sections} 个章节中找到 {count} 项；可能还有更多。",
        "共 {all} 项，显示前 {count} 项。",
        "金额的单位不同（{units}），因此没有计算。",
        "是",
        "否",
    ),
    "ar": ComposedPhrases(
        "عُثر على {count} في {sections} أقسام؛ قد يكون هناك المزيد.",
        "أول {count} من {all}.",
        "المبالغ ليست بالوحدة نفسها ({units})، لذلك لم يُحسب شيء.",
        "نعم",
        "لا",
    ),
}


def composed_phrases(language: str) -> ComposedPhrases:
    """In English where the language is not sure or not among those of the interface."""
    return _PHRASES.get(language, _PHRASES["en"])
