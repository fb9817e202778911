"""Whether a sentence can be the answer at all, by the type of answer that is asked for."""

import pytest

from ragdesk.answering.judging.answer_type import has_expected_type


@pytest.mark.parametrize(
    ("question", "said", "expected"),
    [
        ("When can I drive again?", "Driving, all others: week 6", True),
        ("When can I drive again?", "You may drive again when you can brake hard.", True),
        ("When can I drive again?", "Tell your insurer before you drive again.", False),
        (
            "When can I drive again?",
            "After 6 weeks you may drive again, but tell your insurer before you drive.",
            True,
        ),
        ("Wann darf ich wieder fahren?", "Fragen Sie die Versicherung, bevor Sie wieder fahren.", False),
        ("Wann darf ich wieder fahren?", "Sobald Sie fest bremsen können.", True),
        ("When can I swim again?", "What: Swimming; When again: four weeks", True),
        ("When can I swim again?", "What: Swimming; Where: the four pools", False),
        ("How many rooms are there?", "There are rooms on each floor.", False),
        ("How many rooms may I book?", "Be careful not to book too many rooms.", False),
        ("How many rooms may I book?", "No rooms can be booked.", True),
        ("How high is the tower?", "The tower is 40 m high.", True),
        ("How heavy is one of the panels?", "Panel: Sol 4; Power: 400 W", False),
        ("How heavy is one of the panels?", "Panel: Sol 4; Weight: 21.5", True),
        ("How far does it go on one tank?", "The tank holds 14 litres.", False),
        ("How far does it go on one tank?", "It goes for 300km on one tank.", True),
        ("The brake pads: how thin may they get?", "New pads need about 30 firm stops.", False),
        ("The brake pads: how thin may they get?", "They are changed below 0.8 mm.", True),
        ("How far in advance must I book?", "Book three weeks before.", True),
        ("Wie weit komme ich damit?", "Der Akku lädt in 3 Stunden.", False),
        ("Wie schwer ist der Akku?", "Der Akku wiegt 3,9 kg.", True),
        ("What does the ticket cost?", "The ticket is valid for 3 days.", False),
        ("By when do I have to cancel?", "Cancelling costs half of a day's price.", False),
        ("Bis wann kann ich absagen?", "Absagen bis zum Vortag um 12 Uhr sind frei.", True),
        ("How long is Ms Reed's trial period?", "between Kern Ltd, Unit 7, and Ms Reed, 22 Mill Lane", False),
        ("How long is Ms Reed's trial period?", "The first five months are probation.", True),
        ("How long must a password be?", "Passwords have at least 14 characters.", True),
        ("how long is the hose", "Hose: 3 m; Colour: red", True),
        ("what does the family class cost", "Children under 14 come to the family class at 10:00.", False),
        ("what does the family class cost", "The fee for the family class is 14.", True),
        ("what does the family class cost", "Class: family; Per visit: 14", True),
        (
            "what does the yearly service cost",
            "The service is done every 12 months or 2,000 cycles.",
            False,
        ),
        ("how long does Basic pay for the screen", "New price: up to 600 EUR; Basic: 62 EUR", False),
        ("how long does Basic pay for the screen", "Screen: 3; Basic: 62 EUR", True),
        ("how long do I keep it", "As long as you work here.", True),
        ("Wie lange gilt das?", "Der Ausweis gilt ein halbes Jahr.", True),
        ("Wie lange gilt das?", "Der Ausweis ist rot.", False),
        ("By how much can the rent go up?", "Landlord: Mrs Helen Reed.", False),
        ("By how much can the rent go up?", "The rent goes up by 4 per cent at most.", True),
        ("How much of it do I get back?", "Within six months, all of it.", True),
        ("Um wie viel steigt die Miete?", "Die Vermieterin ist Frau Reed.", False),
        ("Who has the key?", "The caretaker.", True),
    ],
)
def test_the_type_that_a_question_asks_for(question: str, said: str, expected: bool) -> None:
    assert has_expected_type(question, said) is expected


@pytest.mark.parametrize(
    ("question", "said", "fits"),
    [
        (
            "how many people are waiting?",
            "After 14 days the plot goes to the next person on the list.",
            False,
        ),
        ("how many people are waiting?", "After 14 days the plot goes to the first of 31 on the list.", True),
        ("how many days do I have?", "After 14 days the plot goes to the next person.", True),
        ("how many plots are there?", "There are none.", True),
        ("Wie viele Leute warten?", "Nach zwei Wochen rückt der Nächste nach.", False),
    ],
)
def test_a_number_of_days_counts_nothing_else(question: str, said: str, fits: bool) -> None:
    assert has_expected_type(question, said) is fits


@pytest.mark.parametrize(
    ("question", "said", "answers"),
    [
        ("Which course formats are there?", "These formats suit people who work.", False),
        ("What opening times are there in winter", "Such times are shown at the door.", False),
        ("Which course formats are there?", "There are evening and weekend formats.", True),
        ("What do these formats cost?", "These formats cost 80 euros.", True),
        ("What is such a format for?", "Such formats suit people who work.", True),
    ],
)
def test_what_only_points_at_the_things_asked_for_does_not_name_them(
    question: str, said: str, answers: bool
) -> None:
    assert has_expected_type(question, said) is answers
