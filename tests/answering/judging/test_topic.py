"""Whether words are about what was asked, and not only about the document that they stand in."""

import pytest
from scripted import Shelf

from ragdesk.answering.judging.topic import on_topic


@pytest.mark.parametrize(
    ("question", "said", "about"),
    [
        ("Do members need a towel?", "Training only with a towel.", True),
        ("Do members need a towel?", "Appointments are cancelled the day before.", False),
        (
            "Is it in the {title}?",
            "Appointments are cancelled the day before.",
            True,
        ),  # it names nothing else
        ("Is a towel in the {title}?", "The {title} has four pages.", False),  # the title's words alone
    ],
)
def test_a_word_of_the_question_besides_the_documents_title(question: str, said: str, about: bool) -> None:
    document = Shelf(["Training only with a towel."]).document("")
    assert (
        on_topic(question.format(title=document.title), said.format(title=document.title), document) is about
    )
