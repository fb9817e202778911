"""Which language a question is in: other languages are known by plain signs, and English is never taken for one of them."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ragdesk.text.language import NAMES, UNSURE, of_question

ENGLISH = """
What is the limit?
Who signs?
How long must it cool down?
Which door is locked at night?
vacation days
Is it allowed to smoke?
pump pressure P-12
Can I die casting parts here?
dove soap price?
Comment on the contract
Note de frais
les miserables author?
What does Der Spiegel say about die Mauer?
Was the order shipped?
was war mentioned
come on, where is it?
El Paso or La Paz?
Who is Dr. van der Berg?
in situ test results
Des Moines office opening hours
per diem for Rio de Janeiro?
patient's T-cell count
a la carte menu?
WER results?
Summarise the minutes of “Die Sitzung ist eröffnet und wir sind alle da”
WHAT IS THE WARRANTY PERIOD?
Van Gogh, Sorbonne
SOP-QA-014
E = mc2?
hat sizes in stock
""".strip().splitlines()

OTHERS = {
    "de": """
        Was zahlen die fürs Abschleppen?
        gibts rabatt für geschwister
        Wer unterschreibt?
        Wo liegt der Notausgang?
        Was kostet das?
        Wie lange muss der Autoklav abkühlen?
        Welche Verträge laufen aus?
        Gilt das auch für Besucher?
        Darf ich im Labor essen?
        WIE HOCH IST DIE GEBÜHR?
        Warum wurde die Pumpe abgeschaltet?
        Fasse die Ergebnisse kurz zusammen
    """,
    "fr": """
        Qui signe le contrat ?
        Combien de jours de congé ai-je ?
        Où se trouve la sortie de secours ?
        Quel est le prix de la pompe ?
        Pourquoi la porte est-elle fermée ?
        Qu'est-ce que l'autoclave ?
        Quand faut-il changer le filtre ?
        Est-ce que les visiteurs doivent s'inscrire ?
        Résume ce document pour moi
        Quelle est la durée du préavis ?
    """,
    "es": """
        ¿Quién firma el contrato?
        ¿Cuánto cuesta?
        cuanto cuesta la bomba
        ¿Dónde está la salida de emergencia?
        ¿Qué temperatura debe tener el horno?
        ¿Puedo fumar en el edificio?
        Cuál es el plazo de entrega?
        ¿Por qué se cerró la puerta?
        Resume los puntos más importantes
        ¿Hay algún límite para los gastos?
    """,
    "it": """
        Chi firma il contratto?
        Quanto costa la pompa?
        Dove si trova l'uscita di emergenza?
        Qual è il termine di consegna?
        Perché la porta è chiusa?
        Quando devo cambiare il filtro?
        Quante ferie ho all'anno?
        Che cosa devono fare i visitatori?
        Riassumi questo documento
        È possibile fumare nell'edificio?
    """,
    "pt": """
        Quem assina o contrato?
        Quanto custa a bomba?
        Onde fica a saída de emergência?
        Qual é o prazo de entrega?
        Quantos dias de férias eu tenho?
        O que os visitantes devem fazer?
        Os resultados são confiáveis?
        Posso fumar no edifício?
        Não há um limite para as despesas?
        Como faço para pedir férias?
    """,
    "nl": """
        Wie ondertekent het contract?
        Hoeveel kost de pomp?
        Waar is de nooduitgang?
        Wat is de levertijd?
        Waarom is de deur gesloten?
        Hoe lang moet de autoclaaf afkoelen?
        Mag ik in het gebouw roken?
        Welke regels gelden er voor bezoekers?
        Wanneer moet het filter worden vervangen?
        Hoeveel vakantiedagen heb ik?
    """,
    "zh": "谁签署合同？\n手术室的温度是多少\nSOP-QA-014 的有效期是多久？",
    "ar": "من يوقع العقد؟\nكم تبلغ درجة الحرارة؟",
    "ja": "契約書に署名するのは誰ですか\nポンプの圧力は？",
    "ko": "누가 계약서에 서명합니까?",
    "ru": "Кто подписывает договор?\nГде стоит насос?",
    "uk": "Хто підписує договір?",
    "el": "Ποιος υπογράφει τη σύμβαση;",
    "he": "מי חותם על החוזה?",
    "fa": "چه کسی قرارداد را امضا می‌کند؟",
    "hi": "अनुबंध पर कौन हस्ताक्षर करता है?",
    "th": "ใครเซ็นสัญญา",
}
QUESTIONS = [
    (language, line.strip()) for language, lines in OTHERS.items() for line in lines.strip().splitlines()
]


@pytest.mark.parametrize("question", ENGLISH)
def test_a_short_english_question_is_never_taken_for_another_language(question: str) -> None:
    assert of_question(question) in {"en", UNSURE}


@pytest.mark.parametrize(("language", "question"), QUESTIONS)
def test_a_question_is_known_by_its_small_words_or_its_script(language: str, question: str) -> None:
    assert of_question(question) == language


@pytest.mark.parametrize(
    "question",
    [
        "",
        "???",
        "2024-05-01",
        "autoclave",
        "Kündigungsfrist Mietvertrag",
        "Rio de Janeiro",
        "El Salvador, La Paz",
    ],
)
def test_what_tells_nothing_is_unsure(question: str) -> None:
    assert of_question(question) == UNSURE


def test_what_two_languages_share_is_unsure() -> None:
    assert of_question("Quando devo trocar o filtro?") == UNSURE, "Portuguese, but Italian but for one word"


def test_a_foreign_name_in_a_question_does_not_make_its_language() -> None:
    assert of_question("What is 東京都?") == "en"
    assert of_question("Wer hat „What is the limit of the pump?“ geschrieben?") == "de"
    assert of_question("“¿Cuánto cuesta?”") == "es", "a question that is all quotation is what it is"


def test_every_language_that_is_told_has_a_name() -> None:
    assert {of_question(question) for _, question in QUESTIONS} <= set(NAMES)


def test_it_takes_less_than_five_milliseconds_and_loads_nothing() -> None:
    longest = "Which of the pumps that were serviced last year must be serviced again before summer? " * 40
    of_question(longest)
    started = time.thread_time()
    for question in ENGLISH:
        of_question(question)
    assert (time.thread_time() - started) / len(ENGLISH) < 0.005
    code = (
        "import sys, ragdesk.text.language as l; l.of_question('Wer ist da?'); print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_questions_of_published_sets(evals: Path) -> None:
    """English ones that were not written for this never come out as another language."""
    names = ["squad2/dev", "multiturn/dev", "pdfs/dev", "pdfs_general/dev"]
    files = [file for name in names for file in (evals / name).glob("questions*.jsonl")]
    asked = [json.loads(line)["question"] for file in files for line in file.read_text("utf-8").splitlines()]
    assert len(asked) > 500
    assert {of_question(question) for question in asked} <= {"en", UNSURE}
    for language in ("en", "de", "es", "zh", "ar"):
        lines = (evals / "xquad" / language / "dev" / "questions.jsonl").read_text("utf-8").splitlines()
        found = [of_question(json.loads(line)["question"]) for line in lines]
        assert set(found) <= {language, UNSURE}
        assert found.count(language) >= 0.95 * len(found)
