import pytest
from scripted import make_hit

from ragdesk.answering.units.in_context import said_quote, with_lead
from ragdesk.answering.units.quotes import (
    asks,
    intact,
    is_head,
    label_over,
    lead_over,
    quotes_of,
    running,
    spoken_of_in,
)

TEXT = """## Cooling

1. Wait 20 minutes. Do not force the door.
2. Open the valve
slowly.

| Item | Limit |
|---|---|
| Door | 80 °C |

The end of it. And more."""


def test_units_are_sentences_items_and_rows_and_no_headings() -> None:
    units = [q.text for q in quotes_of(make_hit(TEXT, start=100)) if q.units == 1]
    assert units == [
        "Wait 20 minutes.",
        "Do not force the door.",
        "Open the valve\nslowly.",
        "| Item | Limit |",
        "| Door | 80 °C |",
        "The end of it.",
        "And more.",
    ]


def test_every_quote_is_a_slice_of_the_document() -> None:
    document = "x" * 100 + TEXT
    found = quotes_of(make_hit(TEXT, start=100))
    assert found
    assert intact(found, document) == found
    assert intact(found, document.replace("20", "30")) != found


def test_the_first_row_of_a_form_names_no_columns() -> None:
    form = "| 1. Date of the plan: | 7 May 2025 |\n|---|---|\n| 2. Is it kept up to date? | Yes |"
    rows = [q for q in quotes_of(make_hit(form)) if q.units == 1]
    assert [is_head(row) for row in rows] == [False, False]
    assert [said_quote(row) for row in rows] == [
        "1. Date of the plan:; 7 May 2025",
        "2. Is it kept up to date?; Yes",
    ]
    table = [q for q in quotes_of(make_hit(TEXT)) if q.text.startswith("|")]
    assert [is_head(row) for row in table] == [True, False]
    assert said_quote(table[1]) == "Item: Door; Limit: 80 °C"


def test_a_short_line_over_plain_text_is_no_part_of_its_first_sentence() -> None:
    text = "1. Water\nThe pump will be replaced in April. Jonas has two offers.\n\n"
    text += "Fees of the club\nThe annual fee rises from 96 to 108 euros in 2026.\n\n"
    text += "The board met on Friday in\nBerlin at the office."
    units = [q.text for q in quotes_of(make_hit(text)) if q.units == 1]
    assert units == [
        "The pump will be replaced in April.",
        "Jonas has two offers.",
        "The annual fee rises from 96 to 108 euros in 2026.",
        "The board met on Friday in\nBerlin at the office.",
    ]
    assert [label_over(text, text.index(unit)) for unit in units] == [
        "Water",
        "Water",
        "Fees of the club",
        "",
    ]


@pytest.mark.parametrize(
    ("paragraph", "label"),
    [
        (
            "4.3 Gutters and downpipes. The gutter at the back leaks at two joints. Mend it.",
            "Gutters and downpipes",
        ),
        ("12. Deposit. The tenant pays two months' rent.", "Deposit"),
        (
            "§ 5 Austritt und Ausschluss. Der Austritt ist bis 30. Juni zu erklären.",
            "Austritt und Ausschluss",
        ),
        ("**Late rent.** Interest runs from the day after. It is four percent.", "Late rent"),
        ("4.3 Pets are not allowed. Guide dogs count as none.", ""),
        ("4.3 Gutters and downpipes.", ""),
        ("Gutters and downpipes. The gutter at the back leaks.", ""),
    ],
)
def test_a_heading_on_the_line_of_its_text_is_read_before_it(paragraph: str, label: str) -> None:
    text = f"The house was looked at in May.\n\n{paragraph}"
    units = [q.text for q in quotes_of(make_hit(text)) if q.units == 1]
    assert label_over(text, text.index(units[-1])) == label


LISTS = """7.2 The tenant may not, without written consent:
(a) sublet the flat;
(b) keep animals.

Each party may end it if
a) the rent is late;
b) the flat cannot be used.

- Opening hours:
  - Monday 8 to 18
  - Saturday 9 to 12
- Closed on Sunday

What there is to do is written here,
and goes on.

1. Switch it off.
2. Wait.
"""


def test_an_item_is_read_with_the_line_that_introduces_its_list() -> None:
    units = [q for q in quotes_of(make_hit(LISTS)) if q.units == 1]
    spans = [lead_over(LISTS, q.char_start) for q in units]
    consent, ends = "7.2 The tenant may not, without written consent:", "Each party may end it if"
    assert [(q.text, LISTS[slice(*span)]) for q, span in zip(units, spans, strict=True) if span] == [
        ("sublet the flat;", consent),
        ("keep animals.", consent),
        ("the rent is late;", ends),
        ("the flat cannot be used.", ends),
        ("Monday 8 to 18", "Opening hours:"),
        ("Saturday 9 to 12", "Opening hours:"),
    ]


def test_an_item_is_quoted_from_its_lead_on() -> None:
    first, second = (
        q
        for q in quotes_of(make_hit(LISTS))
        if q.units == 1 and q.text in ("sublet the flat;", "keep animals.")
    )
    assert with_lead(first)[1] == "7.2 The tenant may not, without written consent: "
    wide, lead = with_lead(second)
    assert lead == "7.2 The tenant may not, without written consent: … "
    assert wide.text == LISTS[wide.char_start : wide.char_end]
    assert wide.text.startswith("7.2 The tenant") and wide.text.endswith("(b) keep animals.")


def test_an_item_with_a_capital_has_the_line_over_the_first_one_and_an_initial_has_none() -> None:
    warranty = (
        "THE MAKER WILL NOT PAY FOR\n\nA. Calls to:\n1. Replace a fuse.\n2. Explain the oven.\nB. Pickup and delivery. It is "
        "mended at home.\nC. Food that goes bad."
    )
    lead = lead_over(warranty, warranty.index("C. Food"))
    assert lead is not None and warranty[slice(*lead)] == "THE MAKER WILL NOT PAY FOR"
    people = "The board has three members\n\nA. Lund keeps the books.\nF. Moss keeps the keys."
    assert lead_over(people, people.index("F. Moss")) is None
    # In the middle of an item nothing is introduced, and a list that begins elsewhere has its lead elsewhere.
    assert lead_over(warranty, warranty.index("It is")) is None
    assert lead_over(warranty[warranty.index("B. ") :], warranty.index("C. ") - warranty.index("B. ")) is None


@pytest.mark.parametrize(
    ("text", "sentence", "before"),
    [
        ("The guard leaves at six. His deputy is Lund.", "His", "The guard leaves at six."),
        ("The plan hangs in the hall. Any change to it is signed.", "Any", "The plan hangs in the hall."),
        ("The guard leaves at six.\n\nHis deputy is Lund.", "His", None),  # another paragraph
        ("The guard leaves at six. The gate closes.", "The gate", None),
        ("Die Miete ist hoch. Sie müssen zahlen.", "Sie", None),  # says you
    ],
)
def test_a_sentence_that_leans_is_read_with_the_one_before_it(
    text: str, sentence: str, before: str | None
) -> None:
    span = spoken_of_in(text, text.index(sentence))
    assert (span and text[slice(*span)]) == before


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Can Ella sit near the front of the coach?", True),
        ("Can Ella sit near the front? She gets very", True),
        ("Sorry to ask. Can Ella sit near the front?", True),
        ("How long is it valid? Two years.", False),
        ("The deposit? 50 euros", False),
        ("| What is paid back? | half |", False),
        ("The fee is paid in May.", False),
    ],
)
def test_a_question_states_nothing(text: str, found: bool) -> None:
    assert asks(text) == found


def test_a_picture_of_markdown_is_not_put_into_a_sentence() -> None:
    assert (
        running("Click the **pencil**\n   ![Edit](a/b.png), then save.")
        == "Click the **pencil** , then save."
    )


def test_rows_on_one_line_come_without_the_rule_under_their_head() -> None:
    assert running("| Rack | Price |\n|---|---|\n| Indoors | – |") == "Rack · Price · Indoors · –"
    assert running("Racks are let\nby the year.") == "Racks are let by the year."
