"""What the tests of PDFs and pictures share."""

import itertools

from ragdesk.domain.documents import Parsed


def check(parsed: Parsed) -> Parsed:
    """What every Parsed of a paged document must hold to."""
    text, reached = parsed.text, 0
    for block in parsed.blocks:
        assert reached <= block.char_start < block.char_end <= len(text), "in order, never overlapping"
        reached = block.char_end
        if block.kind == "heading":
            assert block.title and 1 <= block.level <= 6
        if block.kind == "table" and block.header_end:
            assert block.char_start < block.header_end <= block.char_end
    assert parsed.pages[0].char_start == 0 and parsed.pages[-1].char_end == len(text)
    assert all(before.char_end == after.char_start for before, after in itertools.pairwise(parsed.pages))
    assert [page.number for page in parsed.pages] == list(range(1, len(parsed.pages) + 1))
    assert "\r" not in text and "\x00" not in text
    text.encode("utf-8")
    assert parsed.title.strip() and parsed.paged and parsed.layout is not None
    spans = parsed.layout.spans
    assert len(spans) == len(parsed.layout.pages) == len(parsed.layout.boxes)
    assert (spans[:, 0] < spans[:, 1]).all() and (spans[1:, 0] >= spans[:-1, 1]).all()
    return parsed
