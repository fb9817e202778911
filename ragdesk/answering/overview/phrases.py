"""What the app says between the quotes of an overview, in the language of the question."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OverviewPhrases:
    """`points`, `subject`, `under` introduce one document; `several` introduces many; `first` says that not all are shown;
    `sections` names the headings; `which` asks which document is meant."""

    points: str
    subject: str
    under: str
    several: str
    first: str
    sections: str
    which: str


_PHRASES = {
    "en": OverviewPhrases(
        "The main points of “{title}”, word for word:",
        "“{title}” in its own words:",
        "What “{title}” says on this, word for word:",
        "The main points, document by document:",
        "These are the {count} newest of {all} documents.",
        "Sections: {names}",
        "Which document do you mean?",
    ),
    "de": OverviewPhrases(
        "Die wichtigsten Punkte aus „{title}“, im Wortlaut:",
        "„{title}“ in eigenen Worten:",
        "Was „{title}“ dazu sagt, im Wortlaut:",
        "Die wichtigsten Punkte, Dokument für Dokument:",
        "Das sind die {count} neuesten von {all} Dokumenten.",
        "Abschnitte: {names}",
        "Welches Dokument meinen Sie?",
    ),
    "fr": OverviewPhrases(
        "Les points principaux de « {title} », mot pour mot :",
        "« {title} », dans ses propres termes :",
        "Ce que « {title} » en dit, mot pour mot :",
        "Les points principaux, document par document :",
        "Ce sont les {count} documents les plus récents sur {all}.",
        "Sections : {names}",
        "De quel document parlez-vous ?",
    ),
    "es": OverviewPhrases(
        "Los puntos principales de «{title}», palabra por palabra:",
        "«{title}» en sus propias palabras:",
        "Lo que dice «{title}» al respecto, palabra por palabra:",
        "Los puntos principales, documento por documento:",
        "Son los {count} documentos más recientes de {all}.",
        "Secciones: {names}",
        "¿A qué documento se refiere?",
    ),
    "it": OverviewPhrases(
        "I punti principali di «{title}», parola per parola:",
        "«{title}» con le sue parole:",
        "Che cosa dice «{title}» al riguardo, parola per parola:",
        "I punti principali, documento per documento:",
        "Questi sono i {count} documenti più recenti su {all}.",
        "Sezioni: {names}",
        "Quale documento intendi?",
    ),
    "pt": OverviewPhrases(
        "Os pontos principais de “{title}”, palavra por palavra:",
        "“{title}” nas suas próprias palavras:",
        "O que “{title}” diz sobre isso, palavra por palavra:",
        "Os pontos principais, documento por documento:",
        "São os {count} documentos mais recentes de {all}.",
        "Seções: {names}",
        "A que documento se refere?",
    ),
    "nl": OverviewPhrases(
        "De belangrijkste punten van “{title}”, woord voor woord:",
        "“{title}” in eigen woorden:",
        "Wat “{title}” hierover zegt, woord voor woord:",
        "De belangrijkste punten, document voor document:",
        "Dit zijn de {count} nieuwste van {all} documenten.",
        "Hoofdstukken: {names}",
        "Welk document bedoelt u?",
    ),
    "zh": OverviewPhrases(
        "“{title}”的要点（原文）：",
        "“{title}”的内容（原文）：",
        "“{title}”中的相关内容（原文）：",
        "各文档的要点：",
        "这是 {all} 个文档中最新的 {count} 个。",
        "章节：{names}",
        "您指的是哪个文档？",
    ),
    "ar": OverviewPhrases(
        "النقاط الرئيسية في “{title}”، حرفيًا:",
        "“{title}” بكلماته:",
        "ما يقوله “{title}” عن ذلك، حرفيًا:",
        "النقاط الرئيسية، مستندًا تلو الآخر:",
        "هذه أحدث {count} من أصل {all} مستندات.",
        "الأقسام: {names}",
        "أي مستند تقصد؟",
    ),
}


def overview_phrases(language: str) -> OverviewPhrases:
    """In English where the language is not sure or not among those of the interface."""
    return _PHRASES.get(language, _PHRASES["en"])
