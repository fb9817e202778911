"""What the app says between the quotes of an overview, in the language of the question."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OverviewPhrases:
    """`points`, `subject`, `under` introduce one document; `several` introduces many; `first` says that not all are shown;
    `sections` names the headings; `which` asks which document is meant. `written` introduces a written overview, `so_far` one
    that is not finished, `most` says that it has no more sections than this; `quoted` marks a quote."""

    points: str
    subject: str
    under: str
    several: str
    first: str
    sections: str
    which: str
    written: str
    so_far: str
    most: str
    quoted: str


_PHRASES = {
    "en": OverviewPhrases(
        "The main points of “{title}”, word for word:",
        "“{title}” in its own words:",
        "What “{title}” says on this, word for word:",
        "The main points, document by document:",
        "These are the {count} newest of {all} documents.",
        "Sections: {names}",
        "Which document do you mean?",
        "“{title}”, section by section ({count}); what stands in quotation marks is word for word:",
        "“{title}”, section by section ({done} of {count} so far); what stands in quotation marks is word for word:",
        "A summary has {count} sections at most; in a long document each stands for several pages.",
        "“{quote}”",
    ),
    "de": OverviewPhrases(
        "Die wichtigsten Punkte aus „{title}“, im Wortlaut:",
        "„{title}“ in eigenen Worten:",
        "Was „{title}“ dazu sagt, im Wortlaut:",
        "Die wichtigsten Punkte, Dokument für Dokument:",
        "Das sind die {count} neuesten von {all} Dokumenten.",
        "Abschnitte: {names}",
        "Welches Dokument meinen Sie?",
        "„{title}“, Abschnitt für Abschnitt ({count}); was in Anführungszeichen steht, ist wörtlich:",
        "„{title}“, Abschnitt für Abschnitt (bisher {done} von {count}); was in Anführungszeichen steht, ist wörtlich:",
        "Eine Zusammenfassung hat höchstens {count} Abschnitte; bei einem langen Dokument steht jeder für mehrere Seiten.",
        "„{quote}“",
    ),
    "fr": OverviewPhrases(
        "Les points principaux de « {title} », mot pour mot :",
        "« {title} », dans ses propres termes :",
        "Ce que « {title} » en dit, mot pour mot :",
        "Les points principaux, document par document :",
        "Ce sont les {count} documents les plus récents sur {all}.",
        "Sections : {names}",
        "De quel document parlez-vous ?",
        "« {title} », section par section ({count}) ; ce qui est entre guillemets est mot pour mot :",
        "« {title} », section par section ({done} sur {count} jusqu'ici) ; ce qui est entre guillemets est mot pour mot :",
        "Un résumé compte au plus {count} sections ; dans un long document, chacune représente plusieurs pages.",
        "« {quote} »",
    ),
    "es": OverviewPhrases(
        "Los puntos principales de «{title}», palabra por palabra:",
        "«{title}» en sus propias palabras:",
        "Lo que dice «{title}» al respecto, palabra por palabra:",
        "Los puntos principales, documento por documento:",
        "Son los {count} documentos más recientes de {all}.",
        "Secciones: {names}",
        "¿A qué documento se refiere?",
        "«{title}», sección por sección ({count}); lo que va entre comillas es literal:",
        "«{title}», sección por sección ({done} de {count} hasta ahora); lo que va entre comillas es literal:",
        "Un resumen tiene como máximo {count} secciones; en un documento largo, cada una representa varias páginas.",
        "«{quote}»",
    ),
    "it": OverviewPhrases(
        "I punti principali di «{title}», parola per parola:",
        "«{title}» con le sue parole:",
        "Che cosa dice «{title}» al riguardo, parola per parola:",
        "I punti principali, documento per documento:",
        "Questi sono i {count} documenti più recenti su {all}.",
        "Sezioni: {names}",
        "Quale documento intendi?",
        "«{title}», sezione per sezione ({count}); ciò che è tra virgolette è letterale:",
        "«{title}», sezione per sezione ({done} di {count} finora); ciò che è tra virgolette è letterale:",
        "Un riassunto ha al massimo {count} sezioni; in un documento lungo ognuna rappresenta più pagine.",
        "«{quote}»",
    ),
    "pt": OverviewPhrases(
        "Os pontos principais de “{title}”, palavra por palavra:",
        "“{title}” nas suas próprias palavras:",
        "O que “{title}” diz sobre isso, palavra por palavra:",
        "Os pontos principais, documento por documento:",
        "São os {count} documentos mais recentes de {all}.",
        "Seções: {names}",
        "A que documento se refere?",
        "“{title}”, seção por seção ({count}); o que está entre aspas é literal:",
        "“{title}”, seção por seção ({done} de {count} até agora); o que está entre aspas é literal:",
        "Um resumo tem no máximo {count} seções; num documento longo, cada uma representa várias páginas.",
        "“{quote}”",
    ),
    "nl": OverviewPhrases(
        "De belangrijkste punten van “{title}”, woord voor woord:",
        "“{title}” in eigen woorden:",
        "Wat “{title}” hierover zegt, woord voor woord:",
        "De belangrijkste punten, document voor document:",
        "Dit zijn de {count} nieuwste van {all} documenten.",
        "Hoofdstukken: {names}",
        "Welk document bedoelt u?",
        "“{title}”, deel voor deel ({count}); wat tussen aanhalingstekens staat, is letterlijk:",
        "“{title}”, deel voor deel ({done} van {count} tot nu toe); wat tussen aanhalingstekens staat, is letterlijk:",
        "Een samenvatting heeft hoogstens {count} delen; in een lang document staat elk deel voor meerdere pagina's.",
        "“{quote}”",
    ),
    "zh": OverviewPhrases(
        "“{title}”的要点（原文）：",
        "“{title}”的内容（原文）：",
        "“{title}”中的相关内容（原文）：",
        "各文档的要点：",
        "这是 {all} 个文档中最新的 {count} 个。",
        "章节：{names}",
        "您指的是哪个文档？",
        "“{title}”分节摘要（共 {count} 节）；引号内为原文：",
        "“{title}”分节摘要（已完成 {done}/{count} 节）；引号内为原文：",
        "摘要最多 {count} 节；文档较长时，每节对应数页。",
        "“{quote}”",
    ),
    "ar": OverviewPhrases(
        "النقاط الرئيسية في “{title}”، حرفيًا:",
        "“{title}” بكلماته:",
        "ما يقوله “{title}” عن ذلك، حرفيًا:",
        "النقاط الرئيسية، مستندًا تلو الآخر:",
        "هذه أحدث {count} من أصل {all} مستندات.",
        "الأقسام: {names}",
        "أي مستند تقصد؟",
        "“{title}”، قسمًا قسمًا ({count})؛ ما بين علامتي الاقتباس حرفي:",
        "“{title}”، قسمًا قسمًا ({done} من {count} حتى الآن)؛ ما بين علامتي الاقتباس حرفي:",
        "للملخص {count} أقسام على الأكثر؛ وفي المستند الطويل يمثل كل قسم عدة صفحات.",
        "«{quote}»",
    ),
}


def overview_phrases(language: str) -> OverviewPhrases:
    """In English where the language is not sure or not among those of the interface."""
    return _PHRASES.get(language, _PHRASES["en"])
