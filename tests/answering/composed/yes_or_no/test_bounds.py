import pytest

from ragdesk.answering.composed.yes_or_no.bounds import falls_outside, lies_beyond, old_enough, too_young

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


DRIVERS = "The car may be driven by a partner who lives at the same address and is at least 25 years old."


@pytest.mark.parametrize(
    ("question", "said", "young"),
    [
        ("can my girlfriend drive it, shes 23 and lives with me", DRIVERS, True),
        ("can my girlfriend drive it, she's 25 and lives with me", DRIVERS, False),
        ("can my 23 year old girlfriend drive it", DRIVERS, True),
        ("can my son come, he is 13?", "Members aged 14 or over may come.", True),
        ("can my son come, he is 13?", "At least 14 members have to come.", False),
        ("can he take 13 friends", DRIVERS, False),
        ("Darf mein Sohn mit, er ist 11?", "Mitfahren dürfen Kinder ab 12 Jahren.", True),
    ],
)
def test_an_age_below_the_least_one_is_no(question: str, said: str, young: bool) -> None:
    assert too_young(question, said) is young


FORMS = "Guests under 16 need a parent's consent; at 16 and 17 the guest signs alone."


@pytest.mark.parametrize(
    ("question", "said", "old"),
    [
        ("does a 16 yr old guest need a parent's consent", FORMS, True),
        ("does a 15 year old guest need a parent's consent", FORMS, False),
        ("may a 16 yr old guest come", FORMS, False),  # not asked what is needed
        (
            "Braucht mein Sohn einen Helm, er ist 14?",
            "Kinder unter 12 Jahren müssen einen Helm tragen.",
            True,
        ),
    ],
)
def test_who_is_old_enough_needs_nothing_of_it(question: str, said: str, old: bool) -> None:
    assert old_enough(question, said) is old


OPEN = "The yard is open Tuesday to Friday."


@pytest.mark.parametrize(
    ("question", "said", "outside"),
    [
        (
            "can i drill on sunday",
            "Drilling is allowed Monday to Saturday, but not between 13:00 and 14:00.",
            True,
        ),
        ("is the yard open on saturdays", OPEN, True),
        ("is the yard open on thursday", OPEN, False),
        ("is the yard open on saturday", "Open Tuesday to Friday, and on Saturday by appointment.", False),
        ("is the yard open on sunday", "Open Tuesday to Friday, at weekends from 10.", False),
        ("is the yard open on sunday", "Closed Tuesday to Friday.", False),
        ("Hat der Hof am Sonntag offen?", "Der Hof ist Dienstag bis Freitag offen.", True),
    ],
)
def test_a_day_outside_of_those_that_are_named_is_no(question: str, said: str, outside: bool) -> None:
    assert falls_outside(question, said) is outside
