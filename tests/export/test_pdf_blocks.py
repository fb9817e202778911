"""A paragraph that runs over many pages is set in pieces."""

import re

import pymupdf
import pytest
from export.records import hostile
from selectolax.lexbor import LexborHTMLParser

from ragdesk.extras.export.pdf import LONGEST, draw, in_short_blocks


def test_a_block_without_an_end_is_cut_and_loses_nothing() -> None:
    long = "word &amp; " * 1_000
    markup = (
        f'<h1>Title</h1><p class="text" id="a">Short. <strong>{long}</strong>end<br></p><p>{"x" * 9_000}</p>'
        f"<blockquote>{long}</blockquote>"
    )
    cut = in_short_blocks(markup)
    before, after = LexborHTMLParser(markup), LexborHTMLParser(cut)
    assert before.body is not None and after.body is not None
    assert after.body.text() == before.body.text()
    blocks = after.css("h1, p, blockquote")
    assert len(blocks) > 10 and max(len(node.text()) for node in blocks) <= LONGEST
    assert len(after.css("#a")) == 1 and len(after.css("p.text strong")) > 3
    assert in_short_blocks("<p>as <b>it</b> was</p>") == "<p>as <b>it</b> was</p>"


@pytest.mark.parametrize(
    "words", ["高压灭菌器必须冷却四十五分钟。", "オートクレーブは四十五分冷却する。", "The boat must cool. "]
)
def test_of_a_long_paragraph_nothing_is_drawn_beside_the_page(words: str) -> None:
    times = 20_000 // len(words)
    drawn = pymupdf.open(stream=draw(hostile(words * times)))
    shown = re.sub(r"\s", "", "".join(page.get_text() for page in drawn))
    # The text is there twelve times; some of its words are parted by the end of a page or by a number.
    assert shown.count(re.sub(r"\s", "", words)[:-1]) > 11.5 * times
