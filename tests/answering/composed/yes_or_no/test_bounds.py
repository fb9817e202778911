import pytest

from ragdesk.answering.composed.yes_or_no.bounds import lies_beyond

NOTE = "For a lost receipt a statement of one's own is accepted up to £25, at most three times a year."


@pytest.mark.parametrize(
    ("question", "said", "beyond"),
    [
        ("lost a receipt over 30 pounds, do I get it back", NOTE, True),
        ("lost a receipt for 20 pounds, do I get it back", NOTE, False),
        ("lost a receipt over 25 pounds, do I get it back", NOTE, True),
        ("lost a receipt of 25 pounds, do I get it back", NOTE, False),
        ("lost a receipt for 30 euros, do I get it back", NOTE, False),
        ("can I take a dog of 12 kg", "Dogs of up to 10 kg are welcome.", True),
        ("can I take a dog of 12 kg", "Dogs of up to 10 kg are welcome, others on request.", False),
        ("do I need approval for 30 euros", "Up to 25 euros everybody buys freely.", False),
        ("darf ich 20 Minuten parken", "Parken ist bis zu 15 Minuten gestattet.", True),
        ("can I stay 2 nights", "Bookings are for at least 3 nights.", True),
        ("can I stay 3 nights", "Bookings are for at least 3 nights.", False),
        ("can I stay 2 nights", "Bookings of less than 3 nights are not taken.", False),
        ("is a bag of 9 kg free", "One bag of up to 8 kg, and a second one of up to 3 kg, are free.", False),
    ],
)
def test_an_amount_beyond_the_bound_is_no(question: str, said: str, beyond: bool) -> None:
    assert lies_beyond(question, said) is beyond
