"""What the tests of spreadsheet formats share: checking where the cells of a Parsed stand."""

from flowing import check

from ragdesk.domain.documents import Parsed
from ragdesk.ingesting.readers.sheet.sheets import cell_range, column_name


def checked(parsed: Parsed) -> Parsed:
    """What every spreadsheet must hold to, over what every Parsed does: exact, ordered spans, each inside of its sheet."""
    check(parsed)
    assert not parsed.paged and parsed.layout is not None
    spans, numbers, boxes = parsed.layout.spans, parsed.layout.pages, parsed.layout.boxes
    assert spans.dtype == numbers.dtype == "int32" and boxes.dtype == "float32"
    assert len(spans) == len(numbers) == len(boxes)
    pages = {page.number: page for page in parsed.pages}
    reached = 0
    for (start, end), number, box in zip(spans.tolist(), numbers.tolist(), boxes.tolist(), strict=True):
        assert reached <= start < end
        reached = end
        shown = parsed.text[start:end]
        assert shown.strip() == shown and "\n" not in shown and "|" not in shown.replace("\\|", "")
        assert pages[number].char_start <= start < end <= pages[number].char_end
        assert box[2] == box[0] + 1 and box[3] == box[1] + 1
        assert cell_range(parsed.layout, start, end) == f"{column_name(int(box[0]))}{int(box[1]) + 1}"
    return parsed


def cells(parsed: Parsed, sheet: int = 1) -> dict[str, str]:
    """What each filled cell of a sheet says, by its name."""
    assert parsed.layout is not None
    found = zip(parsed.layout.spans.tolist(), parsed.layout.pages.tolist(), strict=True)
    return {
        cell_range(parsed.layout, start, end): parsed.text[start:end]
        for (start, end), number in found
        if number == sheet
    }
