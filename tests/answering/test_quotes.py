from scripted import make_hit

from ragdesk.answering.quotes import intact, label_over, quotes_of

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
