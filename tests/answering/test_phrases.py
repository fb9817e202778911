"""The app's own sentences come in the question's language, and in English where that is not sure."""

import pytest

from ragdesk.answering.phrases import phrases_in
from ragdesk.text.language import NAMES, of_question

QUESTIONS = {
    "de": "Wer unterschreibt den Vertrag?",
    "fr": "Qui signe le contrat ?",
    "es": "¿Quién firma el contrato?",
    "it": "Chi firma il contratto?",
    "pt": "Quem assina o contrato?",
    "nl": "Wie ondertekent het contract?",
    "zh": "谁签署合同？",
    "ar": "من يوقع العقد؟",
}


@pytest.mark.parametrize(("language", "question"), QUESTIONS.items())
def test_the_refusal_is_in_the_language_of_the_question(language: str, question: str) -> None:
    phrases = phrases_in(of_question(question))
    assert phrases.language == language
    assert phrases.answer_in == f"Answer in {NAMES[language]}."
    assert of_question(phrases.not_found) == language, "the refusal is a sentence of that language itself"


@pytest.mark.parametrize(
    "question", ["Who signs the contract?", "autoclave", "SOP-QA-014", "Кто подписывает договор?"]
)
def test_english_needs_no_order_and_serves_where_the_language_is_unsure_or_not_spoken(question: str) -> None:
    phrases = phrases_in(of_question(question))
    assert (phrases.language, phrases.not_found, phrases.answer_in) == (
        "en",
        "I could not find this in your documents.",
        "",
    )
