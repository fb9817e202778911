"""Which questions are made of a document's headings, tables and sentences, and which places make none."""

import pytest
from scripted import make_chunk

from ragdesk.extras.starters.candidates import candidates
from ragdesk.extras.starters.headings import of_heading
from ragdesk.extras.starters.statements import of_sentence
from ragdesk.extras.starters.tables import of_table


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("The site manager is responsible for locking the gate.", "Who is responsible for locking the gate?"),
        ("Invoices must be paid within 30 days of receipt.", "By when must invoices be paid?"),
        ("The filter must be cleaned every two weeks.", "How often must the filter be cleaned?"),
        ("The notice period is three months.", "What is the notice period?"),
        ("Delivery time: 6 weeks after order.", "What is the delivery time?"),
        ("Smoking is not permitted in the workshop.", "Is smoking allowed?"),
        ("“Quiet Hours” means the time from 22:00 to 6:00.", "What does “Quiet Hours” mean?"),
        ("A work permit is a document that allows hot work.", "What is a work permit?"),
        ("The north wing was renovated in May 2019.", "When was the north wing renovated?"),
        ("The Tenant shall pay a deposit of EUR 900.", "What must the Tenant pay?"),
        ("The control unit consists of a pump and a valve.", "What does the control unit consist of?"),
    ],
)
def test_an_english_sentence_becomes_the_question_that_it_answers(sentence: str, question: str) -> None:
    assert [made for _, made in of_sentence(sentence, "en", {"smoking", "invoices"})] == [question]


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("Die Werkstattleitung ist für alle Pumpen verantwortlich.", "Wer ist für alle Pumpen verantwortlich?"),
        ("Für den Winterdienst ist die Hausverwaltung zuständig.", "Wer ist für den Winterdienst verantwortlich?"),
        ("Rechnungen müssen innerhalb von 30 Tagen bezahlt werden.", "Bis wann müssen Rechnungen bezahlt werden?"),
        ("Die Kündigungsfrist beträgt drei Monate.", "Wie lang ist die Kündigungsfrist?"),
        ("Die Kaution beträgt 900 Euro.", "Wie hoch ist die Kaution?"),
        ("Das Grillen ist auf den Balkonen nicht gestattet.", "Ist das Grillen erlaubt?"),
        ("„Ruhezeit“ bezeichnet die Zeit von 22 bis 6 Uhr.", "Was bedeutet „Ruhezeit“?"),
        ("Die Turnhalle wurde im Jahr 1987 gebaut.", "Wann wurde die Turnhalle gebaut?"),
        ("Das Steuergerät besteht aus Pumpe und Ventil.", "Woraus besteht das Steuergerät?"),
    ],
)  # fmt: skip
def test_a_german_sentence_becomes_the_question_that_it_answers(sentence: str, question: str) -> None:
    assert [made for _, made in of_sentence(sentence, "de")] == [question]


@pytest.mark.parametrize(
    "sentence",
    [
        "It is responsible for locking the gate.",
        "Proteins are responsible for communication between cells.",
        "This fee is 30 euros.",
        "Since the spring the hall is a store.",
        "The input is a string.",
        "“Agreement” means this document.",
        "The theatre was built in 1920.",
        "The weather was fine and nobody minded.",
    ],
)
def test_what_leans_on_the_sentences_around_it_asks_nothing(sentence: str) -> None:
    assert list(of_sentence(sentence, "en")) == []


TABLE = (
    "| # | Office | Monthly rent | Q1 | Remarks |\n|---|---|---|---|---|\n"
    "| 1 | Leeds | EUR 900 | 12 | none |\n| 2 | Total | EUR 900 | 12 | |"
)


def test_a_row_is_asked_for_by_its_column() -> None:
    [(question, start, end)] = of_table("", TABLE, "en")
    assert question == "What is the monthly rent for Leeds?"
    assert TABLE[start:end] == "| 1 | Leeds | EUR 900 | 12 | none |"
    [(german, *_)] = of_table("", TABLE, "de")
    assert german == "Was steht bei „Leeds“ unter „Monthly rent“?"


def test_a_row_that_a_sheet_and_a_person_numbered_is_asked_for_by_its_name() -> None:
    rows = "| # | No. | Member | Annual fee |\n|---|---|---|---|\n| 2 | 1 | Abel Grant | 180 |"
    assert [asked for asked, *_ in of_table("", rows, "en")] == ["What is the annual fee for Abel Grant?"]


def test_a_height_of_boxes_is_one() -> None:
    rows = "| Tower | Height of boxes |\n|---|---|\n| Saint Olave | 18 m |"
    assert [asked for asked, *_ in of_table("", rows, "en")] == [
        "What is the height of boxes for Saint Olave?"
    ]


def test_what_a_column_counts_is_asked_for_by_how_many() -> None:
    rows = "| Room | Seats | Opening hours |\n|---|---|---|\n| Great hall | 180 | 9 to 17 |\n| Library | – | 9 to 17 |"
    assert [question for question, *_ in of_table("", rows, "en")] == [
        "How many seats does Great hall have?",
        "What are the opening hours for Library?",
    ]


def test_a_word_that_is_no_name_is_small_inside_of_a_question() -> None:
    sentences = {
        "New folders must be ordered by 1 May 2026.": "By when must new folders be ordered?",
        "Damaged tools must be reported within two days.": "By when must damaged tools be reported?",
        "Hartwig coaches must be booked by 1 May 2026.": "By when must Hartwig coaches be booked?",
        "New Delhi must be informed by 1 May 2026.": "By when must New Delhi be informed?",
    }
    for sentence, question in sentences.items():
        assert [asked for _, asked in of_sentence(sentence, "en")] == [question]


def test_the_head_may_stand_in_the_passages_context_and_a_quarter_has_figures() -> None:
    rows = "| Radiology | 42000 |"
    [(question, *_)] = of_table("Budget\n| Department | Q1 |\n| --- | --- |", rows, "en")
    assert question == "What is the figure for Radiology in Q1?"


@pytest.mark.parametrize("rows", ["| and more of it | 4 |", "| Sum | 4 |", "| 7 | 4 |", "| Leeds | none |"])
def test_a_torn_or_dull_row_is_not_asked_for(rows: str) -> None:
    assert list(of_table("| Office | Monthly rent |", rows, "en")) == []


@pytest.mark.parametrize(
    ("heading", "language", "below", "question"),
    [
        ("4.2 Cleaning the filter", "en", "1. Open it.", "How do I clean the filter?"),
        ("How to reset your password", "en", "", "How do I reset your password?"),
        ("Replace the lamp", "en", "1. Switch off.", "How do I replace the lamp?"),
        ("4. Open day", "en", "4. Open day\n\n5. Rats", "What does “Campus Guide” say about open day?"),
        ("Is the pool heated?", "en", "", "Is the pool heated?"),
        ("PAYMENT TERMS", "en", "", "What does “Campus Guide” say about payment terms?"),
        ("Filter reinigen", "de", "1. Öffnen.", "Wie kann ich Filter reinigen?"),
        ("3 Haustiere", "de", "", "Was steht in „Campus Guide“ zu „Haustiere“?"),
        ("What you need", "en", "", None),
        ("Wann geöffnet ist", "de", "", None),
        (
            "Dues 2026",
            "en",
            "## Dues 2026\n\n| # | No. | Member |\n| --- | --- | --- |\n| 2 | 1 | Abel |",
            None,
        ),
        ("Introduction", "en", "", None),
        ("Installing it", "en", "", None),
        ("Is it?", "en", "", None),
    ],
)
def test_a_heading_becomes_a_question(heading: str, language: str, below: str, question: str | None) -> None:
    made = [each for _, each in of_heading(heading, "Campus Guide", language, below)]
    assert made == ([question] if question else [])


def test_a_file_name_is_no_title_to_ask_about() -> None:
    assert list(of_heading("Payment", "ACME-2020-EX-10-12-Master-Service-Agreement", "en", "")) == []
    assert list(of_heading("Payment", "scan_0042.pdf", "en", "")) == []


def test_the_rules_take_turns_and_each_question_knows_its_place() -> None:
    text = "The site manager is responsible for the gate. The notice period is 3 months. The trial period is 6 months."
    made = candidates("Guide", "en", [make_chunk(text, start=100)])
    assert [each.rule for each in made] == ["responsible", "figure", "figure"]
    assert text[made[1].char_start - 100 : made[1].char_end - 100] == "The notice period is 3 months."
    assert candidates("Guide", "fr", [make_chunk(text)]) == []


def test_a_column_that_asks_something_itself_is_not_asked_for() -> None:
    table = "| Benefit | What we offer | Paid |\n|---|---|---|\n| Pension | we pay 8 % | yes |\n"
    assert [question for question, *_ in of_table("", table, "en")] == []


def test_a_column_that_only_says_for_what_is_passed_over() -> None:
    table = "| Membership | Per year | Boat rack |\n|---|---|---|\n| Adult | £210 | £95 |\n"
    assert [question for question, *_ in of_table("", table, "en")] == ["What is the boat rack for Adult?"]
