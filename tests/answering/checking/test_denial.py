"""What a quote denies bears nothing out."""

import pytest

from ragdesk.answering.checking.denial import denied

MAIL = "The objection has to be in writing. A simple e-mail is not enough."
MAIL_DE = "Der Widerspruch ist schriftlich einzulegen. Eine einfache E-Mail genügt nicht."
MUSIC = "The choir can't come, they are on tour that weekend. Aunt Rosa will play the piano."


@pytest.mark.parametrize(
    ("sentence", "question", "quote", "found"),
    [
        ("Yes, a simple e-mail is enough.", "Is an e-mail enough?", MAIL, True),
        ("Ja, eine einfache E-Mail genügt.", "Reicht eine Mail?", MAIL_DE, True),
        ("The objection has to be in writing.", "Is an e-mail enough?", MAIL, False),
        ("No, a simple e-mail is not enough.", "Is an e-mail enough?", MAIL, False),
        ("The music at the party is made by the choir.", "Who makes the music at the party?", MUSIC, True),
        ("Aunt Rosa will play the piano.", "Who makes the music at the party?", MUSIC, False),
        ("The notice period is 45 days.", "How long is it?", "Notice must not be given later than 45 days before.", False),
        ("Staff must wear gloves.", "What must staff wear?", "Staff may not enter without gloves.", False),
    ],
)  # fmt: skip
def test_what_a_quote_denies_is_told_from_what_it_says(
    sentence: str, question: str, quote: str, found: bool
) -> None:
    assert denied(sentence, question, [quote]) == found
