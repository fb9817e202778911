"""Values are read off the labels of a form, wherever a form puts them."""

import pytest

from ragdesk.answering.cells.form_grid import grid_of
from ragdesk.answering.cells.labels import field_by_name, field_of, fields, known_labels, labelled
from ragdesk.answering.cells.letters import recipient_in, sender_in
from ragdesk.domain.tables import ColumnDraft, ColumnKind

NUMBER = ColumnDraft("What is the invoice number?")
DATE = ColumnDraft("What is the date of this invoice?", "date")
DUE = ColumnDraft("By when is this invoice due?", "date")
TOTAL = ColumnDraft("What is the total amount of this invoice?", "amount")
TAX = ColumnDraft("How much tax is charged?", "amount")
TO = ColumnDraft("To whom is this invoice billed?")
OWNER = ColumnDraft("Who is the owner of this procedure?")


def _read(column: ColumnDraft, text: str) -> list[tuple[str, str]]:
    """(text, normal) of what the labels say; each value stands at its offsets."""
    field = field_of(column) or field_by_name(column)
    assert field is not None, column.question
    found = labelled(field, grid_of(text))
    for each in found:
        assert " ".join(text[each.start : each.end].split()) == each.text
    return [(each.text, each.normal) for each in found]


@pytest.mark.parametrize(
    ("column", "text", "found"),
    [
        (NUMBER, "Invoice no.: MS-2291\n", ("MS-2291", "ms 2291")),
        (NUMBER, "# Rechnung Nr. 2025-1187\n", ("2025-1187", "2025 1187")),
        (NUMBER, "**Invoice #** 10553\n", ("10553", "10553")),
        (NUMBER, "Invoice number\nA 77\n", ("A 77", "a 77")),
        (NUMBER, "Receipt no. 004417          14/06/2025\n", ("004417", "004417")),
        (
            NUMBER,
            "| Bill To: | Invoice # | Invoice Date |\n|---|---|---|\n| Amy Lowell | 10553 | 2025-03-11 |\n",
            ("10553", "10553"),
        ),
        (
            DATE,
            "| Bill To: | Invoice # | Invoice Date |\n|---|---|---|\n| Amy Lowell | 10553 | 2025-03-11 |\n",
            ("2025-03-11", "2025-03-11"),
        ),
        (
            DATE,
            "| Kundennummer: 40021 | | Datum: 03.11.2025 |\n|---|---|---|\n",
            ("03.11.2025", "2025-11-03"),
        ),
        (DUE, "Zahlbar bis 21.10.2025 auf das Konto\n", ("21.10.2025", "2025-10-21")),
        (TOTAL, "| Total TTC | 3 055,20 € |\n|---|---|\n", ("3 055,20 €", "3055.20 EUR")),
        (TOTAL, "| TOTAL | £20.92 |\n|---|---|\n", ("£20.92", "20.92 GBP")),
        (TOTAL, "| | | Gesamtbetrag | | 1.376,83 |\n|---|---|---|---|---|\n", ("1.376,83", "1376.83")),
        (TAX, "| VAT @ 20% | £141.00 |\n|---|---|\n", ("£141.00", "141.00 GBP")),
        (TAX, "| zzgl. 19 % MwSt. | 219,83 EUR |\n|---|---|\n", ("219,83 EUR", "219.83 EUR")),
        (TO, "Bill to:\nLowell Dental Group\n12 Main St\n", ("Lowell Dental Group", "lowell dental group")),
        (OWNER, "| Owner | QA Manager | Version | 3.1 |\n|---|---|---|---|\n", ("QA Manager", "qa manager")),
    ],
)
def test_a_value_stands_behind_beside_or_below_its_label(
    column: ColumnDraft, text: str, found: tuple[str, str]
) -> None:
    assert _read(column, text) == [found]


def test_the_surest_label_stands_for_the_field() -> None:
    sums = "| Subtotal | £705.00 |\n|---|---|\n| Total | £846.00 |\n| Paid | £200.00 |\n| Balance due | £646.00 |\n"
    assert _read(TOTAL, sums) == [("£846.00", "846.00 GBP")]


def test_a_column_of_items_is_no_total() -> None:
    items = "| Item | Total |\n|---|---|\n| Shelf | 620.00 |\n| Door | 85.00 |\n"
    assert _read(TOTAL, items) == []


@pytest.mark.parametrize(
    ("column", "text"),
    [
        (NUMBER, "Our invoice is enclosed.\n"),
        (NUMBER, "Invoice date: 3 April 2024\n"),
        (TO, "Bill to:\nInvoice date: 3 April 2024\n"),
        (TOTAL, "The total was agreed by 3 people.\n"),
    ],
)
def test_a_word_of_a_sentence_or_another_label_is_no_value(column: ColumnDraft, text: str) -> None:
    assert _read(column, text) == []


@pytest.mark.parametrize(
    ("question", "kind", "text", "found"),
    [
        ("What is the batch number?", "text", "Batch number: 44-B\n", [("44-B", "44 b")]),
        ("What is the net weight?", "text", "| Net weight | 12 kg |\n|---|---|\n", [("12 kg", "12 kg")]),
        (
            "What is the calibration date?",
            "date",
            "Calibration date: 3 May 2024\n",
            [("3 May 2024", "2024-05-03")],
        ),
        ("Was steht unter „Zimmer Nr“?", "text", "Zimmer Nr.: 214\n", [("214", "214")]),
    ],
)
def test_any_other_question_is_taken_at_its_word(
    question: str, kind: ColumnKind, text: str, found: list[tuple[str, str]]
) -> None:
    assert field_of(ColumnDraft(question, kind)) is None
    assert _read(ColumnDraft(question, kind), text) == found


@pytest.mark.parametrize(
    "question",
    [
        "What is the title of this agreement?",
        "What is the date of this agreement?",
        "When does this agreement expire?",
        "Which law governs this agreement?",
        "Is there a cap on liability?",
        "How long is the notice period?",
    ],
)
def test_questions_about_contracts_ask_for_no_field(question: str) -> None:
    column = ColumnDraft(question)
    assert field_of(column) is None and field_by_name(column) is None


def test_a_letter_is_from_its_head_and_to_its_address() -> None:
    letter = (
        "Elektro Lindner GmbH · Hafenstr. 8 · 24103 Kiel\n\nFrau\nKatrin Osterloh\nAm Deich 3\n24159 Kiel\n\n"
        "Rechnung Nr. 2025-1187\n"
    )
    grid = grid_of(letter)
    sender, recipient = sender_in(grid), recipient_in(grid)
    assert sender and letter[sender.start : sender.end] == "Elektro Lindner GmbH"
    assert recipient and letter[recipient.start : recipient.end] == "Katrin Osterloh"


def test_a_logo_stands_for_the_company_that_it_names_and_a_customer_in_a_column_is_found() -> None:
    letter = (
        "| INVOICE | | PENNINE |\n|---|---|---|\n"
        "| Harrow & Finch Architects LLP | Invoice Date | Pennine Cleaning Services Ltd |\n"
        "| Attention: Accounts | 3 November 2025 | Unit 6, Albion Mills |\n| 18 Park Row | | BRADFORD |\n| LEEDS | | BD4 7AT |\n"
        "| LS1 5JA | | |\n"
    )
    grid = grid_of(letter)
    sender, recipient = sender_in(grid), recipient_in(grid)
    assert sender and sender.text == "Pennine Cleaning Services Ltd"
    assert recipient and recipient.text == "Harrow & Finch Architects LLP"


def test_lines_within_a_cell_are_rows_and_a_company_signs_its_letter() -> None:
    letter = (
        "| Bäckerei Lindner e. K.<br>Marktplatz 2<br>63571 Gelnhausen | Gutschrift-Nr.: / GS-2025-0088<br>Datum: / 05.11.2025 |\n"
        "| --- | --- |\n\nMit freundlichen Grüßen\nHofmann Verpackungen GmbH & Co. KG\n"
    )
    assert _read(NUMBER, letter) == [("GS-2025-0088", "gs 2025 0088")]
    assert _read(DATE, letter) == [("05.11.2025", "2025-11-05")]
    grid = grid_of(letter)
    sender, recipient = sender_in(grid), recipient_in(grid)
    assert sender and sender.text == "Hofmann Verpackungen GmbH & Co. KG"
    assert recipient and recipient.text == "Bäckerei Lindner e. K."


def test_the_history_of_versions_is_not_the_version() -> None:
    version = ColumnDraft("Which version or revision is this?")
    text = "| SOP ID | QA-014 | Version | 3.2 |\n|---|---|---|---|\n\n"
    text += "| Version | Change |\n|---|---|\n| 3.1 | Checklist |\n| 3.2 | Check |\n"
    assert _read(version, text) == [("3.2", "3 2")]
    assert _read(version, "| SOP No. | Revision |\n|---|---|\n| L-32 | C |\n") == [("C", "c")]


def test_a_form_is_known_by_several_fields() -> None:
    assert known_labels(grid_of("The total of the order was agreed.\n")) == 0
    assert known_labels(grid_of("Invoice no: 7\nDate: 3 May 2024\nTotal: £5.00\n")) == 3


def test_no_label_stands_twice() -> None:
    for field in fields():
        assert len({*field.says, *field.last}) == len(field.says) + len(field.last)
