"""One cell of a table, where the question names its row and asks for its column, and for nothing else."""

import pytest
from composing import composed
from scripted import ScriptedModel

from ragdesk.domain.calibration.by_language_model import _VERIFIERS

TOOLS = """Workshop: tools that are lent out.

| # | Tool | Location | Stock | Lent to | Due | Price (EUR) |
|---|---|---|---|---|---|---|
| 2 | Bench drill | Rack B, bottom | 1 | | | 240 |
| 3 | Spirit level | Drawer 4 | 3 | Ines Moreau | 2026-12-04 | 18 |
| 4 | Torque wrench | Rack A | 2 | Jonas Weil | 2026-11-30 | 95 |
| 5 | Torque wrench, small | Drawer 1 | 1 | | | 60 |
"""
TELEFONE = """# Ansprechpartner

| Bereich | Zuständig | Raum | Telefon |
|---|---|---|---|
| Einkauf | Frau Albers | 2.14 | 4410 |
| Versand | Herr Okafor | 0.03 | 4415 |
"""


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("Where is the spirit level kept?", TOOLS, "Tool: Spirit level; Location: Drawer 4"),
        ("where do I find the bench drill", TOOLS, "Tool: Bench drill; Location: Rack B, bottom"),
        ("Who has the spirit level?", TOOLS, "Tool: Spirit level; Lent to: Ines Moreau"),
        ("When is the spirit level due?", TOOLS, "Tool: Spirit level; Due: 2026-12-04"),
        ("How many spirit levels do we have?", TOOLS, "Tool: Spirit level; Stock: 3"),
        ("What is the price of the bench drill?", TOOLS, "Tool: Bench drill; Price (EUR): 240"),
        ("How much does the small torque wrench cost?", TOOLS, "Tool: Torque wrench, small; Price (EUR): 60"),
        ("Wer ist für den Einkauf zuständig?", TELEFONE, "Bereich: Einkauf; Zuständig: Frau Albers"),
        ("In welchem Raum sitzt der Versand?", TELEFONE, None),  # "sits" is none of the table's words
        ("Welche Telefonnummer hat der Versand?", TELEFONE, None),
        ("Welches Telefon hat der Versand?", TELEFONE, "Bereich: Versand; Telefon: 4415"),
        ("Who has repaired the spirit level?", TOOLS, None),  # says more than the table
        ("Who has the bench drill?", TOOLS, None),  # the cell is empty
        ("Where is the angle grinder kept?", TOOLS, None),  # no such row
        ("Where are the tools kept?", TOOLS, None),
        ("What is the colour of the spirit level?", TOOLS, None),  # no such column
        ("Where was the spirit level not kept?", TOOLS, None),
    ],
)
def test_a_cell_is_found_by_its_row_and_its_column(question: str, text: str, answer: str | None) -> None:
    found = composed(question, [text])
    assert (found.text if found else None) == answer
    assert found is None or [cited.quote.startswith("|") for cited in found.citations] == [True]


VOTES = """# Elections

| Office | Elected | Votes |
|---|---|---|
| Chair | Ines Moreau | 31 |
| Deputy chair | Jonas Weil | 24, against 17 for Ada Lind |
"""


def test_who_is_not_answered_by_another_column_alone() -> None:
    model = ScriptedModel(name=next(iter(_VERIFIERS)), odds={"Deputy": 2.0})
    found = composed("who won the vote for deputy chair", [VOTES], model)
    assert found and found.text == (
        "Office: Deputy chair; Elected: Jonas Weil; Votes: 24, against 17 for Ada Lind"
    )


def test_of_two_tables_with_such_a_row_none_is_taken() -> None:
    other = TOOLS.replace("Drawer 4", "Drawer 9")
    assert composed("Where is the spirit level kept?", [TOOLS, other]) is None


RAIN = """Rain held back, in per cent.

| Season | Mixed | Hypnum | Felt |
|---|---|---|---|
| Summer | 48 | 41 | 7 |
| Winter | 24 | 19 | 4 |
"""


@pytest.mark.parametrize(("odds", "answer"), [(2.0, "Season: Winter; Hypnum: 19"), (-3.0, None)])
def test_a_cell_whose_row_and_column_are_named_is_taken_where_the_model_agrees(
    odds: float, answer: str | None
) -> None:
    model = ScriptedModel(name=next(iter(_VERIFIERS)), odds={"Winter": odds})
    found = composed("how much water did hypnum alone retain in winter", [RAIN], model)
    assert (found.text if found else None) == answer


FEES = """# Fees

| Who | until 30 June | 1 July-31 Aug | at the door |
|---|---|---|---|
| Member | 1,900 | 2,300 | 2,700 |
| Student | 800 | 1,000 | 1,200 |
"""


@pytest.mark.parametrize(("odds", "answer"), [(2.0, "Who: Student; 1 July-31 Aug: 1,000"), (-3.0, None)])
def test_a_day_names_the_column_that_it_lies_in(odds: float, answer: str | None) -> None:
    model = ScriptedModel(name=next(iter(_VERIFIERS)), odds={"Student": odds})
    found = composed("what does a student pay on 5 August", [FEES], model)
    assert (found.text if found else None) == answer


ERRORS = """# Messages

| Message | Meaning | What to do |
|---|---|---|
| F12 | Too little water | Open the tap |
| F13 | The lid is open | Close the lid |
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "the mixer shows F12, what does it mean",
            "Message: F12; Meaning: Too little water; What to do: Open the tap",
        ),
        ("Anzeige F13", "Message: F13; Meaning: The lid is open; What to do: Close the lid"),
        ("what does F14 mean", None),
        ("who found F13?", None),
        ("F12 or F13?", None),
        (
            "F13 on the display, what do I do",
            "Message: F13; Meaning: The lid is open; What to do: Close the lid",
        ),
        ("how far can I go with F12", None),  # it says nothing of a distance
    ],
)
def test_a_row_is_found_by_its_code(question: str, answer: str | None) -> None:
    found = composed(question, [ERRORS])
    assert (found.text if found else None) == answer


GRADES = """# Grade points

| Grade | Points |
|---|---|
| B+ | 4.0 |
| B | 3.5 |
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how many points is a B+", "Grade: B+; Points: 4.0"),
        ("how many points is a B", "Grade: B; Points: 3.5"),
    ],
)
def test_a_sign_is_part_of_a_name(question: str, answer: str) -> None:
    found = composed(question, [GRADES])
    assert found is not None and found.text == answer


CAKES = """What is in the cakes.

| Cake | Flour | Tree nuts | Milk |
|---|---|---|---|
| Carrot cake | wheat | pecan | yes |
| Flourless chocolate torte | none | almond | yes |
| Chocolate sponge | wheat | none | no |
"""


@pytest.mark.parametrize(
    ("question", "takes", "said"),
    [
        (
            "what sort of nut is in the flourless chocolate cake",
            2.5,
            "Cake: Flourless chocolate torte; Tree nuts: almond",
        ),
        ("what sort of nut is in the flourless chocolate cake", -2.5, None),
        ("what sort of nut is in the chocolate pudding", 2.5, None),  # two have that word
        (
            "which nuts are in the flourless chocolate cake",
            2.5,
            "Cake: Flourless chocolate torte; Tree nuts: almond",
        ),
        ("when does the nut go into the flourless chocolate cake", 2.5, None),  # almonds are no time
    ],
)
def test_a_row_is_nearly_named_by_a_word_that_no_other_has(
    question: str, takes: float, said: str | None
) -> None:
    model = ScriptedModel(name=next(iter(_VERIFIERS)), odds={"almond": takes, "Chocolate sponge": takes})
    found = composed(question, [CAKES], model)
    assert (found.text if found else None) == said


JOBS = """Jobs of the garage.

| Job | Date | Customer | Vehicle | Mileage | Work | Total GBP | Mechanic |
|---|---|---|---|---|---|---|---|
| 71 | 2025-01-07 | Adeyemi | Ford Fiesta | 56,600 | Exhaust box | 154.30 | Lorna |
| 72 | 2025-04-07 | St Bride School | Ford Transit | 82,100 | Clutch | 701.00 | Shabnam |
| 73 | 2025-04-19 | Adeyemi | Ford Fiesta | 58,000 | Clutch | 689.40 | Shabnam |
| 74 | 2025-11-12 | Farrant | Citroen Berlingo | 96,900 | Front brake pads | 256.00 | Dougal |
"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "what was the total for the clutch in the Fiesta",
            "Vehicle: Ford Fiesta; Work: Clutch; Total GBP: 689.40",
        ),
        (
            "who did the front brakes on the berlingo",
            "Vehicle: Citroen Berlingo; Work: Front brake pads; Mechanic: Dougal",
        ),
        ("how many miles had the fiesta on the clock for its clutch", None),  # the model takes no row for it
        ("clutch of the fiesta, how many miles", "Vehicle: Ford Fiesta; Mileage: 58,000; Work: Clutch"),
        ("who did the clutch of the Ford", None),  # two Fords had one
        ("what was the total for the gearbox in the Fiesta", None),
    ],
)
def test_a_row_is_named_by_several_of_its_cells(question: str, said: str | None) -> None:
    answer = composed(question, [JOBS])
    assert (answer.text if answer else None) == said


def test_a_row_of_another_table_that_is_called_by_its_name_goes_before_words_in_several_cells() -> None:
    club = (
        "| Squad | First child | Second child |\n|---|---|---|\n| Pikes | 38 | 32 |\n| Otters | 27 | 23 |\n\n"
    )
    kit = "| Item | Price | Note |\n|---|---|---|\n| Club shirt | 14 | children: 12 |\n| Club cap | 7 | free once |"
    question = "what does it cost for a child of the club in pikes"
    answer = composed(question, [f"# Fees\n\n{club}", f"# Kit\n\n{kit}"])
    assert answer is None or "shirt" not in answer.text
    alone = composed("what does the shirt of the club cost for children", [f"# Kit\n\n{kit}"])
    assert alone is not None and "shirt" in alone.text


TREES = """# Stock

| Code | Kind | Variety | In stock | Reserved |
|---|---|---|---|---|
| A1 | Apple | Discovery | 27 | 9 |
| P1 | Plum | Victoria | 71 | 44 |
| P2 | Plum | Opal | 16 | 0 |
"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("how many Victoria plum trees are already spoken for?", "In stock: 71; Reserved: 44"),
        ("how many Victoria plums are in stock?", "Kind: Plum; Variety: Victoria; In stock: 71"),
    ],
)
def test_a_number_that_may_be_another_column_s_comes_with_its_row(question: str, said: str) -> None:
    model = ScriptedModel(name=next(iter(_VERIFIERS)), odds={"Victoria": 2.0})
    found = composed(question, [TREES], model)
    assert found is not None and found.text.endswith(said)
