"""Files full of what nobody sees, as large as they are asked for: what each rule that leaves hidden text out has to look at."""

import io
from collections.abc import Callable
from copy import deepcopy

import docx
import pymupdf
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import RGBColor

# Words on a line of a page.
_ACROSS = 50


def _page(drawn: list[bytes], lines: int) -> bytes:
    """A page with these pieces of a content stream."""
    with pymupdf.open() as document:
        page = document.new_page(width=_ACROSS * 40, height=lines * 10 + 40)
        page.insert_text((2, 2), ".", fontsize=6)  # brings the font
        [stream] = page.get_contents()
        font = page.get_fonts()[0][4].encode()
        document.update_stream(stream, b"BT /%s 6 Tf ET\n" % font + b"\n".join(drawn))
        return bytes(document.tobytes(deflate=True))


def _place(at: int) -> tuple[int, int]:
    return at % _ACROSS * 40, at // _ACROSS * 10 + 10


def unpainted_words(number: int) -> bytes:
    """A page with so many words, every other of which is drawn not at all."""
    drawn = []
    for at in range(number):
        x, y = _place(at)
        drawn.append(b"BT %d Tr 1 0 0 1 %d %d Tm (word) Tj ET" % (3 * (at % 2), x, y))
    return _page(drawn, number // _ACROSS)


def painted_over(number: int) -> bytes:
    """A page with so many words, each under a white rectangle of its own."""
    words, white = [], []
    for at in range(number):
        x, y = _place(at)
        words.append(b"BT 1 0 0 1 %d %d Tm (word) Tj ET" % (x, y))
        white.append(b"%d %d 24 8 re f" % (x - 2, y - 2))
    return _page(
        [*words, b"1 1 1 rg", *white, b"0 g BT 1 0 0 1 %d 10 Tm (seen) Tj ET" % (_ACROSS * 40 - 20)],
        number // _ACROSS,
    )


def _html(css: str, body: str) -> bytes:
    return f'<style>{css}</style><p style="color:black">Seen.</p>{body}'.encode()


def ruled(number: int) -> bytes:
    """So many elements under as many rules as are looked at."""
    return _html("*{color:white}" * 500, "<p>word</p>" * number)


def ruled_by_their_siblings(number: int) -> bytes:
    """So many elements beside each other; each rule asks for one before them that is not there."""
    return _html("h6 ~ p{color:white}" * 500, "<p>word</p>" * number)


def ruled_by_their_place(number: int) -> bytes:
    """So many elements beside each other; each rule asks for their number."""
    return _html("p:nth-last-child(3n){color:white}" * 500, "<p>word</p>" * number)


def ruled_by_what_they_lie_in(number: int) -> bytes:
    """So many elements inside of each other; each rule asks for one around them that is not there."""
    return _html("h6 div{color:white}" * 500, "<div>" * number + "word" + "</div>" * number)


def ruled_by_all_around(number: int) -> bytes:
    """So many elements inside of each other; a rule asks for five around each."""
    return _html("h6 div div div div div{color:white}", "<div>" * number + "word" + "</div>" * number)


def ruled_by_what_they_hold(number: int) -> bytes:
    """So many elements inside of each other; each rule asks for one in them that is not there."""
    return _html("div:has(h6){color:white}" * 500, "<div>" * number + "word" + "</div>" * number)


def selectors(number: int) -> bytes:
    """A rule for so many kinds of elements, and so many elements."""
    return _html(",".join(f".a{at}" for at in range(number)) + "{color:white}", "<p>word</p>" * number)


def not_displayed(number: int) -> bytes:
    """So many elements that are not displayed, fifty inside of each other: deeper ones are slow for lexbor itself, which looks
    through all open elements at each new one (8,000 take 0.07 s, 32,000 take 1.5 s)."""
    nest = '<div style="display:none">word ' * 50 + "</div>" * 50
    return _html("", f"{nest}<p>Seen.</p>" * (number // 50))


def nested_links(number: int) -> bytes:
    return _html("", "<a href=x><marquee>word " * number)


def hidden_runs(number: int) -> bytes:
    """A paragraph of so many runs; of four, one is hidden, one white, one tiny, and one is seen."""
    made, kept = docx.Document(), io.BytesIO()
    paragraph = made.add_paragraph()
    hidden, white, tiny, _ = runs = [paragraph.add_run("word ") for _ in range(4)]
    hidden.font.hidden = True
    white.font.color.rgb = RGBColor(255, 255, 255)
    tiny._r.get_or_add_rPr().append(OxmlElement("w:sz"))
    tiny._r.rPr[-1].set(qn("w:val"), "1")
    for _ in range(number // 4 - 1):
        paragraph._p.extend(deepcopy([run._r for run in runs]))
    made.save(kept)
    return kept.getvalue()


def runs_of_a_style(number: int) -> bytes:
    """So many runs of a style that says as much."""
    made, kept = docx.Document(), io.BytesIO()
    style = made.styles.add_style("Long", WD_STYLE_TYPE.CHARACTER)
    properties = style.element.get_or_add_rPr()
    properties.extend([OxmlElement("w:b") for _ in range(number)])
    paragraph = made.add_paragraph()
    run = paragraph.add_run("word ", style="Long")._r
    paragraph._p.extend([deepcopy(run) for _ in range(number - 1)])
    made.save(kept)
    return kept.getvalue()


def comments(number: int) -> bytes:
    return b"Seen. " + b"word <!-- hidden --> <i hidden>word</i>\n" * number


def unclosed(number: int) -> bytes:
    """So many elements that are not displayed, each of a kind of its own, and none ends."""
    return b"Seen. " + b"".join(b"<a%d hidden> <!-- `` word\n" % at for at in range(number))


# The smallest size of each, and how it is made.
FILES: dict[str, tuple[int, Callable[[int], bytes]]] = {
    "unpainted words.pdf": (1_000, unpainted_words),
    "painted over.pdf": (1_000, painted_over),
    "ruled.html": (250, ruled),
    "ruled by their siblings.html": (2_000, ruled_by_their_siblings),
    "ruled by their place.html": (500, ruled_by_their_place),
    "ruled by what they lie in.html": (1_000, ruled_by_what_they_lie_in),
    "ruled by all around them.html": (25, ruled_by_all_around),
    "ruled by what they hold.html": (500, ruled_by_what_they_hold),
    # From as many as are looked at.
    "selectors.html": (5_000, selectors),
    "not displayed.html": (5_000, not_displayed),
    "nested links.html": (1_000, nested_links),
    "hidden runs.docx": (2_000, hidden_runs),
    "runs of a style.docx": (2_000, runs_of_a_style),
    "comments.md": (2_500, comments),
    "unclosed.md": (2_500, unclosed),
}
