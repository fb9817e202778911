import pytest

from ragdesk.answering.understanding.subject import put_in, subject


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("What is the visitor badge?", "the visitor badge"),
        ("What is an annual permit?", "the annual permit"),
        ("Who is Marie Novak?", "Marie Novak"),
        ("Can you tell me more about the travel policy?", "the travel policy"),
        ("What about the day pass?", "the day pass"),
        ("How do I get a visitor badge?", "the visitor badge"),
        ("How do I clean the autoclave after use?", "the autoclave"),
        ("When does the warranty expire?", "the warranty"),
        ("Does our night shift end at six and is it paid?", ""),
        ("How is the autoclave cleaned?", "the autoclave"),
        ("Emergency shower", "Emergency shower"),
        ("Was ist der Besucherausweis?", "der Besucherausweis"),
    ],
)
def test_the_subject_is_what_follows_a_plain_opening(question: str, noun: str) -> None:
    assert subject(question) == noun


@pytest.mark.parametrize(
    "question",
    [
        "Who approves travel expenses?",  # no article says where it begins
        "How long is the visitor badge valid?",  # "valid" may belong to it
        "Does the badge for visitors expire?",  # the verb comes later
        "What is the process of managing my payments?",  # a clause
        "How does the state pay for it?",  # it is about "it"
        "How many times is the form signed in the week of the audit?",
    ],
)
def test_where_it_is_not_plain_there_is_none(question: str) -> None:
    assert subject(question) == ""


@pytest.mark.parametrize(
    ("question", "noun", "whole"),
    [
        ("How long is it valid?", "the badge", "How long is the badge valid?"),
        ("Where are they kept?", "the keys", "Where are the keys kept?"),
        ("What are their colours?", "the keys", "What are the keys' colours?"),
        ("When was her report sent?", "Marie Novak", "When was Marie Novak's report sent?"),
        ("Who called her?", "Marie Novak", "Who called Marie Novak?"),
    ],
)
def test_the_subject_takes_the_place_of_a_pronoun(question: str, noun: str, whole: str) -> None:
    assert put_in(question, noun) == whole


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("How long is it valid?", "the keys"),  # one and many
        ("How old is he?", "the badge"),  # a person and a thing
        ("Is it possible to skip a step?", "the badge"),  # it stands for nothing
        ("If the gate is open, who closes it?", "the badge"),  # the gate
        ("Is it refundable?", "the fee for the badge"),  # the fee or the badge
        ("Who signs this?", "the badge"),  # this may be anything
    ],
)
def test_where_something_else_may_be_meant_the_pronoun_stays(question: str, noun: str) -> None:
    assert put_in(question, noun) == ""
