"""A paragraph that runs over many pages is set in pieces."""

from selectolax.lexbor import LexborHTMLParser

from ragdesk.extras.export.pdf import LONGEST, in_short_blocks


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
