"""Under which headings a passage stands: the nearest above it, and none that its number shows to be another section's."""

from pathlib import Path

import pytest

from ragdesk.ingesting.readers.text.markdown import parse_markdown
from ragdesk.ingesting.sections import sections


def paths(folder: Path, text: str) -> dict[str, tuple[str, ...]]:
    """The heading path of each line that ends with a dot."""
    file = folder / "contract.md"
    file.write_text(text, encoding="utf-8")
    parsed = parse_markdown(file, file.name)
    return {
        parsed.text[block.char_start : block.char_end].strip("- "): section.path
        for section in sections(parsed.blocks, parsed.text)
        for block in section.blocks
        if block.kind != "heading"
    }


@pytest.mark.parametrize(
    "later",
    [
        "9\\. Governing Law. The law of Ohio holds.",
        "9.1 The law of Ohio holds.",
        "Section 10.2 The law holds.",
    ],
)
def test_a_missed_heading_ends_the_section_before_it(tmp_path: Path, later: str) -> None:
    found = paths(
        tmp_path,
        f"# Agreement\n\n## 8. Indemnification\n\n8.1 Each party pays.\n\n{later}\n\nIt is read as it stands.\n",
    )
    told = {words: path for words, path in found.items() if "law" in words.casefold() or "read" in words}
    assert len(told) == 2 and set(told.values()) == {("Agreement",)}
    assert found["8.1 Each party pays."] == ("Agreement", "8. Indemnification")


def test_a_section_that_is_numbered_with_a_nought_holds_its_own(tmp_path: Path) -> None:
    found = paths(tmp_path, "# 1.0 Services\n\n1.1 The first is washing.\n\n2.0 Paying is due in May.\n")
    assert found == {"1.1 The first is washing.": ("1.0 Services",), "2.0 Paying is due in May.": ()}


def test_only_the_heading_that_is_contradicted_goes(tmp_path: Path) -> None:
    found = paths(tmp_path, "# 2. Terms\n\n## 2.1 Rent\n\n2.1.1 Due in May.\n\n2.2 The deposit is low.\n")
    assert found == {
        "2.1.1 Due in May.": ("2. Terms", "2.1 Rent"),
        "2.2 The deposit is low.": ("2. Terms",),
    }


@pytest.mark.parametrize(
    "below",
    [
        "1. Open it.\n2. Close it.\n3. Lock it.",  # a list that counts on
        "1\\. Open it.\n\n2\\. Close it.",
        "90.5 metres are the limit.",  # no number of a section near
        "2 people hold it.",
        "1.2 It is held by two.",
    ],
)
def test_lists_and_amounts_leave_the_heading_as_it_is(tmp_path: Path, below: str) -> None:
    found = paths(tmp_path, f"# 1. The gate\n\nIt is heavy.\n\n{below}\n\nIt is green.\n")
    assert set(found.values()) == {("1. The gate",)}
