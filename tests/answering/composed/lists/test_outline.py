"""Lists as they stand in documents: wrapped, nested, numbered in every way, torn by pages and columns."""

import pytest

from ragdesk.answering.composed.lists.marks import marks_of
from ragdesk.answering.composed.lists.outline import ListBlock, lists_of, parts_of


def shape(block: ListBlock) -> list[tuple[int, str]]:
    return [(item.depth, " ".join(item.words.split())) for item in block.items]


def one(text: str) -> ListBlock:
    [block] = lists_of(text)
    for item in block.items:
        assert text[item.span.start : item.span.end].strip()
    return block


def lead(block: ListBlock, text: str) -> str:
    return text[block.lead.start : block.lead.end] if block.lead else ""


def test_an_item_that_wraps_is_whole_and_the_lead_is_the_sentence_before() -> None:
    text = "We were there. Please bring:\n\n- your badge, which you\n  were given at the gate\n- a pen\n\nSee you soon, then.\n"
    block = one(text)
    assert shape(block) == [(0, "your badge, which you were given at the gate"), (0, "a pen")]
    assert lead(block, text) == "Please bring:"


def test_nested_items_keep_their_depth_and_make_a_list_of_their_own() -> None:
    text = "# Kit\n\n1. Tools:\n   - hammer\n   - saw\n2. Gloves\n"
    block = one(text)
    assert shape(block) == [(0, "Tools:"), (1, "hammer"), (1, "saw"), (0, "Gloves")]
    inner = parts_of(block)[1]
    assert shape(inner) == [(0, "hammer"), (0, "saw")] and lead(inner, text) == "Tools:"


def test_letters_hold_numbers_without_any_indent() -> None:
    block = one("Not covered:\n\nA. Calls to:\n1. instruct you\n2. change bulbs\nB. Food loss\nC. Pickup\n")
    assert shape(block) == [
        (0, "Calls to:"),
        (1, "instruct you"),
        (1, "change bulbs"),
        (0, "Food loss"),
        (0, "Pickup"),
    ]


def test_roman_numerals_go_on_behind_a_page_number() -> None:
    block = one(
        "Insurance of these kinds:\ni. Liability\nii. Umbrella\n\n7\n\niii. Workers\niv. Auto\nv. Recall\n"
    )
    assert [item.mark.value for item in block.items] == [1, 2, 3, 4, 5]


def test_rows_of_a_torn_page_are_items_and_their_cells_one_line() -> None:
    text = (
        "| To change | the | light: |\n|---|---|---|\n| 1. Disconnect | power. | |\n\n"
        "2. Remove the bulb.\n\n| 3. Reconnect | | power. |\n"
    )
    block = one(text)
    assert shape(block) == [(0, "Disconnect power."), (0, "Remove the bulb."), (0, "Reconnect power.")]
    assert text[block.items[0].span.start : block.items[0].span.end] == "| 1. Disconnect | power. | |"


def test_what_is_called_by_its_mark_is_no_item() -> None:
    block = one(
        "The tenant is in default where:\n(i) (x) the rent is late, or (y) the fee named in clause\n(y) above is not paid; or\n"
        "(ii) the roof leaks.\n"
    )
    assert shape(block) == [
        (0, "(x) the rent is late, or (y) the fee named in clause (y) above is not paid; or"),
        (0, "the roof leaks."),
    ]


def test_a_warning_between_two_steps_belongs_to_the_step_before_it() -> None:
    text = "1. Switch off.\n2. Open the lid.\n\nCaution: hot steam.\n\n3. Wait.\n"
    block = one(text)
    assert [len(item.notes) for item in block.items] == [0, 1, 0]
    [note] = block.items[1].notes
    assert text[note.start : note.end] == "Caution: hot steam."


def test_a_number_that_begins_again_begins_another_list() -> None:
    blocks = lists_of("To open:\n1. Turn.\n2. Pull.\n\nTo close:\n1. Push.\n2. Turn.\n")
    assert [shape(block)[0][1] for block in blocks] == ["Turn.", "Push."]


def test_a_label_below_a_list_is_no_item_and_prose_is_no_list() -> None:
    assert shape(one("- form\n- copy\n- Note for payment:\n\nPay early.\n")) == [(0, "form"), (0, "copy")]
    assert lists_of("The plan of A. Miller was read.\n\nB. Jones agreed to it.\n\nNobody else came.\n") == []


def test_headings_and_short_lines_over_a_list_are_its_labels() -> None:
    block = one("## Kit\n\n### □ Ground kit\n\n□ 2 panels\n\n□ 1 table\n")
    assert shape(block) == [(0, "2 panels"), (0, "1 table")] and block.labels == ()
    assert one("## Thesis\n\ne) First submission\n\nLog in first:\n\n- form\n- copy\n").labels == (
        "e) First submission",
        "Thesis",
    )


@pytest.mark.parametrize(
    ("line", "marks"),
    [
        ("12. Rinse", [("number", 12)]),
        ("(c) Rinse", [("lower", 3)]),
        ("i) Rinse", [("roman", 1), ("lower", 9)]),
        ("xiv. Rinse", [("roman", 14)]),
        ("Schritt 3: Spülen", [("number", 3)]),
        ("□Rinse", [("bullet", 0)]),
        ("2024. Rinse", []),
        ("Rinse 1. time", []),
    ],
)
def test_marks(line: str, marks: list[tuple[str, int]]) -> None:
    assert [(mark.style, mark.value) for mark in marks_of(line)] == marks
