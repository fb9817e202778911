"""What the app says between the quotes of a composed answer, in the language of the question."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ComposedPhrases:
    """`scattered`: how many were found in how many sections; `first`: that a long list is not shown whole; `units`: why nothing
    was computed; `yes` and `no` begin an answer; `nothing` stands for a side of a comparison, `more` and `same` below both;
    `missing`: which operands a sum lacks; `before_change`: introduces what a document said before it changed it."""

    scattered: str
    first: str
    units: str
    yes: str
    no: str
    nothing: str
    more: str
    same: str
    missing: str
    days: str
    before_change: str


_PHRASES = {
    "en": ComposedPhrases(
        "{count} found in {sections} sections; there may be more.",
        "The first {count} of {all}.",
        "The amounts are not in the same unit ({units}), so nothing was computed.",
        "Yes",
        "No",
        "no sure answer found in your documents",
        "{side}: {amount} more ({formula})",
        "The same: {amount}",
        "No amount was found for: {missing}. So nothing was computed.",
        "{count:,} days",
        "Before this change:",
    ),
    "de": ComposedPhrases(
        "{count} in {sections} Abschnitten gefunden; es kann mehr geben.",
        "Die ersten {count} von {all}.",
        "Die Beträge stehen nicht in derselben Einheit ({units}), daher wurde nichts berechnet.",
        "Ja",
        "Nein",
        "keine sichere Antwort in Ihren Dokumenten gefunden",
        "{side}: {amount} mehr ({formula})",
        "Gleich: {amount}",
        "Kein Betrag gefunden für: {missing}. Daher wurde nichts berechnet.",
        "{count:,} Tage",
        "Vor dieser Änderung:",
    ),
    "fr": ComposedPhrases(
        "{count} trouvés dans {sections} sections ; il peut y en avoir d'autres.",
        "Les {count} premiers sur {all}.",
        "Les montants ne sont pas dans la même unité ({units}) ; rien n'a été calculé.",
        "Oui",
        "Non",
        "aucune réponse sûre dans vos documents",
        "{side} : {amount} de plus ({formula})",
        "Identique : {amount}",
        "Aucun montant trouvé pour : {missing}. Rien n'a été calculé.",
        "{count:,} jours",
        "Avant cette modification :",
    ),
    "es": ComposedPhrases(
        "{count} encontrados en {sections} secciones; puede haber más.",
        "Los primeros {count} de {all}.",
        "Las cantidades no están en la misma unidad ({units}); no se ha calculado nada.",
        "Sí",
        "No",
        "ninguna respuesta segura en sus documentos",
        "{side}: {amount} más ({formula})",
        "Igual: {amount}",
        "No se ha encontrado ninguna cantidad para: {missing}. No se ha calculado nada.",
        "{count:,} días",
        "Antes de este cambio:",
    ),
    "it": ComposedPhrases(
        "{count} trovati in {sections} sezioni; potrebbero essercene altri.",
        "I primi {count} di {all}.",
        "Gli importi non sono nella stessa unità ({units}); non è stato calcolato nulla.",
        "Sì",
        "No",
        "nessuna risposta certa nei tuoi documenti",
        "{side}: {amount} in più ({formula})",
        "Uguale: {amount}",
        "Nessun importo trovato per: {missing}. Non è stato calcolato nulla.",
        "{count:,} giorni",
        "Prima di questa modifica:",
    ),
    "pt": ComposedPhrases(
        "{count} encontrados em {sections} seções; pode haver mais.",
        "Os primeiros {count} de {all}.",
        "Os valores não estão na mesma unidade ({units}); nada foi calculado.",
        "Sim",
        "Não",
        "nenhuma resposta segura nos seus documentos",
        "{side}: {amount} a mais ({formula})",
        "Igual: {amount}",
        "Nenhum valor encontrado para: {missing}. Nada foi calculado.",
        "{count:,} dias",
        "Antes desta alteração:",
    ),
    "nl": ComposedPhrases(
        "{count} gevonden in {sections} paragrafen; er kunnen er meer zijn.",
        "De eerste {count} van {all}.",
        "De bedragen staan niet in dezelfde eenheid ({units}); er is niets berekend.",
        "Ja",
        "Nee",
        "geen zeker antwoord in uw documenten gevonden",
        "{side}: {amount} meer ({formula})",
        "Gelijk: {amount}",
        "Geen bedrag gevonden voor: {missing}. Er is niets berekend.",
        "{count:,} dagen",
        "Vóór deze wijziging:",
    ),
    "zh": ComposedPhrases(
        "在 {sections} 个章节中找到 {count} 项；可能还有更多。",
        "共 {all} 项，显示前 {count} 项。",
        "金额的单位不同（{units}），因此没有计算。",
        "是",
        "否",
        "在您的文档中没有找到确切答案",
        "{side}：多 {amount}（{formula}）",
        "相同：{amount}",
        "没有找到以下项目的金额：{missing}。因此没有计算。",
        "{count:,} 天",
        "此更改之前：",
    ),
    "ar": ComposedPhrases(
        "عُثر على {count} في {sections} أقسام؛ قد يكون هناك المزيد.",
        "أول {count} من {all}.",
        "المبالغ ليست بالوحدة نفسها ({units})، لذلك لم يُحسب شيء.",
        "نعم",
        "لا",
        "لا توجد إجابة مؤكدة في مستنداتك",
        "{side}: أكثر بمقدار {amount} ({formula})",
        "متساوٍ: {amount}",
        "لم يُعثر على مبلغ لـ: {missing}. لذلك لم يُحسب شيء.",
        "{count:,} يومًا",
        "قبل هذا التغيير:",
    ),
}


def composed_phrases(language: str) -> ComposedPhrases:
    """In English where the language is not sure or not among those of the interface."""
    return _PHRASES.get(language, _PHRASES["en"])
