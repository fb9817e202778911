"""One cell of a table, where the question names its row and asks for its column, and for nothing else."""

import pytest
from composing import composed

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


def test_of_two_tables_with_such_a_row_none_is_taken() -> None:
    other = TOOLS.replace("Drawer 4", "Drawer 9")
    assert composed("Where is the spirit level kept?", [TOOLS, other]) is None


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
    ],
)
def test_a_row_is_found_by_its_code(question: str, answer: str | None) -> None:
    found = composed(question, [ERRORS])
    assert (found.text if found else None) == answer
