"""Yes or no before the quote that decides it, and neither where the words do not tell."""

import pytest
from composing import composed
from scripted import ScriptedModel

from ragdesk.answering.composed.yes_or_no.yesno import without_false_yes
from ragdesk.domain.calibration.by_language_model import _POLARITIES

BATTERIES = "Do not hot-swap the batteries of the drone."
DOGS = "Dogs may use the lift of the house."


@pytest.mark.parametrize(
    ("question", "document", "answer"),
    [
        ("Can I hot-swap the batteries of the drone?", BATTERIES, f"No. {BATTERIES}"),
        ("May dogs use the lift of the house?", DOGS, f"Yes. {DOGS}"),
        (
            "Darf ich die Batterien der Drohne wechseln?",
            "Die Batterien der Drohne nicht im Betrieb wechseln.",
            "Nein. Die Batterien der Drohne nicht im Betrieb wechseln.",
        ),
        # What stands before the question may deny something, and the question still asks.
        (
            "I can't carry her, may dogs use the lift of the house?",
            DOGS,
            f"Yes. {DOGS}",
        ),
    ],
)
def test_the_answer_begins_with_what_the_quote_says(question: str, document: str, answer: str) -> None:
    found = composed(question, [document])
    assert found is not None and found.text == answer
    assert [citation.quote for citation in found.citations] == [document]


def test_a_denial_of_the_same_thing_that_follows_is_told_with_a_yes() -> None:
    more = "No dogs may use the lift of the house at night. Cats stay at home."
    found = composed("May dogs use the lift of the house?", [f"{DOGS} {more}"])
    assert found is not None and found.text.endswith(
        f"{DOGS} No dogs may use the lift of the house at night."
    )
    assert not found.text.startswith("Yes")
    apart = composed("May dogs use the lift of the house?", [f"{DOGS} No bicycles in the hall."])
    assert apart is not None and apart.text == f"Yes. {DOGS}"


@pytest.mark.parametrize(
    ("question", "document"),
    [
        ("May cats use the stairs of the house?", DOGS),  # others, and elsewhere
        ("May dogs use the lift of the house?", "Only some dogs may use the lift of the house."),
        ("May dogs use the lift of the house?", "It is unclear whether dogs may use the lift of the house."),
        ("Can't I hot-swap the batteries of the drone?", BATTERIES),  # asked in the negative
        ("May dogs of 30 kg use the lift of the house?", DOGS),
        # It allows and forbids nothing.
        ("Are dogs allowed in the lift of the house?", "The lift of the house has a picture of dogs."),
        # What was proposed is not what was decided.
        ("Do dogs use the lift of the house?", "Mr Lund proposed that dogs use the lift of the house."),
        # Nor is what somebody would like.
        ("Can dogs use the lift of the house?", "We would like dogs to use the lift of the house."),
    ],
)
def test_what_the_words_do_not_tell_is_left_to_the_model(question: str, document: str) -> None:
    assert composed(question, [document]) is None


GUARANTEE = "The guarantee of the mill excludes damage to the mill by limescale."
MEASURED = next(iter(_POLARITIES))


@pytest.mark.parametrize(
    ("question", "document", "odds", "said"),
    [
        ("May dogs use the lift of the house?", DOGS, 1.2, "Yes. "),
        # Where the sentence says whether, and it is not clear which, it stands alone.
        ("May dogs use the lift of the house?", DOGS, 0.9, ""),
        # In other words, it is the model that is believed, and more of it is wanted.
        ("Can puppies ride in the lift of the house?", DOGS, 1.2, ""),
        ("Can puppies ride in the lift of the house?", DOGS, 2.2, "Yes. "),
        # A sentence that denies something does not say yes, and says no where the model does not object.
        ("Does the guarantee of the mill include limescale?", GUARANTEE, 2.2, ""),
        ("Does the guarantee of the mill include limescale?", GUARANTEE, 0.1, "No. "),
        ("Can I hot-swap the batteries of the drone?", BATTERIES, 1.5, "No. "),
        # However sure the model is, a denial is no yes; where it says little else, it is a no.
        ("May people ride in the goods lift?", "Persons may not ride in the goods lift.", 6.0, "No. "),
        (
            "Can I use the lift of the house?",
            "Never use the lift of the house while the alarm is on.",
            6.0,
            "",
        ),
        ("Does the guarantee of the mill include limescale?", GUARANTEE, 6.0, ""),
        ("May dogs use the lift of the house?", "Only some dogs may use the lift of the house.", 3.5, ""),
        # The model says no to what is not told, too.
        ("May dogs use the lift of the house at night?", DOGS, -3.0, None),
    ],
)
def test_a_model_that_was_measured_is_asked_over_the_quote(
    question: str, document: str, odds: float, said: str | None
) -> None:
    model = ScriptedModel(name=MEASURED, odds={document: odds})
    found = composed(question, [document], model)
    assert (found and found.text) == (None if said is None else f"{said}{document}")
    assert model.judged[0].endswith(f"{question}\nReply Yes or No.")
    whether = [asked for asked in model.judged if asked.endswith("say whether this is so? Reply Yes or No.")]
    # It is asked where the first answer does not tell; where this one does not, either, of the passage as a whole.
    assert len(whether) == (2 if said is None else 0 if said else 1)


@pytest.mark.parametrize(
    ("question", "document", "said"),
    [
        ("can somebody else give my vote?", "Votes by proxy are not allowed.", "No. "),
        ("darf ich auf dem Hof mit Kohle grillen", "Holzkohle ist auf dem Hof verboten.", "Nein. "),
        ("can somebody else give my vote?", "Cars are not allowed.", ""),
        ("may I work alone at weekends?", "At weekends nobody works alone.", "No. "),
    ],
)
def test_what_is_forbidden_stands_before_the_word_that_forbids(
    question: str, document: str, said: str
) -> None:
    model = ScriptedModel(name=MEASURED, odds={document: 1.5})
    found = composed(question, [document], model)
    assert found is not None and found.text == f"{said}{document}"


def test_what_is_allowed_with_an_exception_is_no_no() -> None:
    document, question = (
        "You may drink alcohol in moderation, but not within four hours of the tablet.",
        "may I drink alcohol with the tablet?",
    )
    allowed = composed(question, [document], ScriptedModel(name=MEASURED, odds={document: 2.5}))
    assert allowed is not None and allowed.text == f"Yes. {document}"
    assert composed(question, [document], ScriptedModel(name=MEASURED, odds={document: -1.0})) is None


def test_a_passage_that_says_whether_as_a_whole_gives_its_sentence() -> None:
    passage = "Keep taking every pill. This is true of the small white ones, too. Eat as you are used to."
    question = "Do I have to stop with the aspirin?"
    for whole, said in ((1.5, "Keep taking every pill."), (1.1, None)):
        odds = {"ones, too. Eat": whole, "Keep taking every pill. This": -1.0, "Keep taking every pill": 0.7}
        model = ScriptedModel(name=MEASURED, odds=odds)
        found = composed(question, [passage], model, answerable=False)
        assert (found and found.text) == said


@pytest.mark.parametrize(
    ("question", "written", "left"),
    [
        ("May I sublet?", "Yes, tenants may not sublet.", "Tenants may not sublet."),
        (
            "May I sublet?",
            "Yes. Subletting is prohibited. Ask first.",
            "Subletting is prohibited. Ask first.",
        ),
        ("Darf ich grillen?", "Ja, Grillen ist untersagt.", "Grillen ist untersagt."),
        (
            "May I sublet?",
            "Yes, tenants may sublet. They need not ask.",
            "Yes, tenants may sublet. They need not ask.",
        ),
        ("May I not sublet?", "Yes, tenants may not sublet.", "Yes, tenants may not sublet."),
        ("May I sublet?", "Yesterday it was not allowed.", "Yesterday it was not allowed."),
        ("May I sublet?", "Yes.", "Yes."),
    ],
)
def test_a_yes_that_the_model_writes_over_a_denial_goes(question: str, written: str, left: str) -> None:
    assert without_false_yes(question, written) == left


def test_of_a_model_that_was_not_measured_the_words_decide() -> None:
    model = ScriptedModel(odds={DOGS: -3.0})
    found = composed("May dogs use the lift of the house?", [DOGS], model)
    assert found is not None and found.text == f"Yes. {DOGS}"
    assert model.judged == []


FOOTER = (
    "Fern Bikes Ltd · 12 Wharf Street · Phone 01632 960 871, Mon–Fri 9–17 · Guarantee of a bike sold · Terms"
)


def test_of_two_marked_sentences_that_gainsay_each_other_the_one_that_names_the_place_answers() -> None:
    document = "Dogs are fine at the loft, if they are quiet. At the mill dogs are not allowed."
    marks = {"at the loft": 6.0, "At the mill": 5.5}
    model = ScriptedModel(name=MEASURED, odds={"at the loft": 2.0, "At the mill": -4.0})
    found = composed("Can I bring my dog along to the mill?", [document], model, marks=marks)
    assert found is not None and found.text == "No. At the mill dogs are not allowed."
    elsewhere = composed("Can I bring my dog along to the loft?", [document], model, marks=marks)
    assert elsewhere is not None and "at the loft" in elsewhere.text


def test_the_line_under_a_page_says_neither() -> None:
    model = ScriptedModel(name=next(iter(_POLARITIES)), odds={"Fern Bikes": 3.0})
    assert composed("Is the guarantee of a bike still good when it is sold?", [FOOTER], model) is None


def test_a_question_of_the_document_says_neither() -> None:
    question = "Can I borrow against my pension pot?"
    answer = composed(
        "Can I borrow against my pot?", [f"{question}\n\nNo. The pot is kept until you retire."]
    )
    assert answer is None or question not in answer.text


def test_a_quote_that_begins_with_yes_is_not_begun_so_twice() -> None:
    answer = composed("May dogs use the lift of the house?", [f"Yes, {DOGS[0].lower()}{DOGS[1:]}"])
    assert answer is not None and answer.text == "Yes, dogs may use the lift of the house."
