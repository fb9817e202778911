"""What the Citations tab is made of: harmless whatever documents hold, and marked at exactly the quoted words."""

import re
from dataclasses import replace

import pytest
from harmless import HOSTILE, answer, citation, harmless
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import make_document
from selectolax.lexbor import LexborHTMLParser

from ragdesk.domain.errors import Problem
from ragdesk.domain.views import MailView, QuoteBox, SheetRow, SheetView
from ragdesk.front.web.render_text import cut, marked_markdown, marked_text, rendered_markdown
from ragdesk.front.web.tabs.citations import render_citations, render_passage, render_viewer
from ragdesk.front.web.tabs.citations.render_citations import Cited

SIZES = [(200.0, 400.0)] * 5


def marked_words(html: str) -> list[str]:
    """The words of every mark, in order; an item's last word and the next one's first stand apart."""
    tree = LexborHTMLParser(f"<body>{html}</body>")
    return re.findall(r"\w+", " ".join(mark.text() for mark in tree.css("mark")))


def test_the_list_is_harmless_and_says_what_is_left_out() -> None:
    cited = [Cited("m", answer(), citation(number=n)) for n in range(1, 8)]
    states = {each.key: "changed" for each in cited}
    shown = render_citations.citations(cited, (2, 5), ("m", 4), states)  # type: ignore[arg-type]
    harmless(shown)
    tree = LexborHTMLParser(shown)
    assert [node.text() for node in tree.css(".rd-num")] == ["3", "4", "5"]
    assert [node.css_first(".rd-num").text() for node in tree.css("li.rd-chosen")] == ["4"]
    assert "3 to 5 shown" in shown and "Show earlier (2)" in shown and "Show more (2)" in shown
    assert shown.count("source changed since") == 3
    harmless(render_citations.cites_nothing(answer()))


def test_the_viewer_is_harmless() -> None:
    document, boxes = make_document(name=HOSTILE, paged=True), [QuoteBox(1, 50, 100, 150, 120)]
    harmless(render_viewer.pages(citation(), SIZES, boxes))
    harmless(
        render_viewer.toolbar(citation(), document, render_viewer.in_citations(2, 3), span=(0, 4), leaves=5)
    )
    harmless(render_viewer.toolbar(citation(), document, render_viewer.beside("m", [1, 2], 1), leaves=5))
    harmless(render_passage.gone(citation(), [document]))
    harmless(render_passage.changed(citation()))
    harmless(render_passage.moved())
    for kind in ("markdown", "text"):
        shown = render_passage.passage(HOSTILE * 3, (10, 40), make_document(name=HOSTILE))
        harmless(shown)
        assert "rd-quote" in shown, kind
    view = SheetView(HOSTILE, ("A",), (SheetRow(1, (HOSTILE,), (True,)),), 3, 4)
    harmless(render_passage.sheet(view))
    mail = MailView((("From", 0, 30),), ((30, 90, False), (90, len(HOSTILE), True)), (200, len(HOSTILE)))
    attached = [
        render_passage.Attached(HOSTILE, "d" * 16, None),
        render_passage.Attached(HOSTILE, None, Problem(HOSTILE)),
    ]
    harmless(render_passage.mail(HOSTILE, mail, (95, 120), HOSTILE, attached, (4_000, 4_000)))


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="ab1 *_`#|-\n<>[]()&;!\\~$>.:\u202e\ufdd0\ufdd1", max_size=120), st.data())
def test_no_text_gets_through_the_rendering_as_anything_but_text(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    harmless(f"<div>{marked_markdown(text, (start, end), (0, len(text)))}</div>")
    plain = marked_text(text, (start, end), (0, len(text)))
    harmless(f"<div>{plain}</div>")


WORDS = st.lists(
    st.sampled_from(["autoclave", "door", "45", "minutes", "valve", "Ärztin"]), min_size=1, max_size=4
)
DRESSED = st.sampled_from(["{}", "**{}**", "*{}*", "`{}`", "***{}***", "~~{}~~"])
PIECES = st.lists(
    st.tuples(WORDS, DRESSED).map(lambda pair: pair[1].format(" ".join(pair[0]))), min_size=3, max_size=6
)
LINES = st.sampled_from(["{}", "# {}", "- {}", "1. {}", "> {}"])


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(LINES, PIECES), min_size=1, max_size=4), st.data())
def test_the_mark_covers_exactly_the_words_of_the_quote_across_markup(
    lines: list[tuple[str, list[str]]], data: st.DataObject
) -> None:
    text = "\n\n".join(line.format(" ".join(pieces)) for line, pieces in lines)
    words = list(re.finditer(r"(?<![#>-])\b\w+", re.sub(r"^1\.", "  ", text, flags=re.MULTILINE)))
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    span = words[first].start(), words[last].end()
    shown = marked_markdown(text, span, (0, len(text)))
    assert marked_words(shown) == [word.group() for word in words[first : last + 1]]
    assert shown.count('id="rd-quote"') == 1


def test_cells_items_and_line_breaks_are_marked_through() -> None:
    text = "## Guides\n\n| Day | Guide |\n|---|---|\n| Monday | Ms Vance |\n| Friday | Mr Ode<br>and son |\n\n1. One\n2. Two\n"
    start, end = text.index("Ms Vance"), text.index("\n2.")
    shown = marked_markdown(text, (start, end), (0, len(text)))
    assert marked_words(shown) == ["Ms", "Vance", "Friday", "Mr", "Ode", "and", "son", "One"]
    tree = LexborHTMLParser(shown)
    assert len(tree.css("tr")) == 3 and len(tree.css("li")) == 2, "the marks change nothing else"


def test_a_sheet_is_drawn_without_the_numbers_of_its_rows_and_letters_for_heads() -> None:
    text = "## Dues\n\n| # | No. | Due |\n| --- | --- | --- |\n| 2 | 1 | 95 |\n\n| # | A |\n| --- | --- |\n| 4 | Keys |"
    whole, row = (0, len(text)), text.index("| 2 |")
    for drawn in (
        rendered_markdown(text, whole, "spreadsheet"),
        marked_markdown(text, (row, row + 14), whole, "table"),
    ):
        tree = LexborHTMLParser(drawn)
        assert [head.text() for head in tree.css("th")] == ["No.", "Due"]
        assert [cell.text() for cell in tree.css("td")] == ["1", "95", "Keys"]
    assert [mark.text() for mark in tree.css("mark")] == ["1", "95"] and len(tree.css("#rd-quote")) == 1
    own = rendered_markdown(text, whole)
    assert [head.text() for head in LexborHTMLParser(own).css("th")] == ["#", "No.", "Due", "#", "A"]


def test_links_and_pictures_become_their_words() -> None:
    text = (
        "See [the badge](http://evil.example/x) and ![a plan](http://evil.example/y.png) <img src=z> of it."
    )
    shown = marked_markdown(text, (0, len(text)), (0, len(text)))
    assert "evil" not in shown and "<img" not in shown
    assert " ".join(marked_words(shown)) == "See the badge and a plan of it"


def test_a_quote_of_nothing_but_markup_is_shown_in_the_plain_text() -> None:
    text = "| A | B |\n|---|---|\n| 1 | 2 |\n"
    start = text.index("|---")
    assert marked_markdown(text, (start, start + 9), (0, len(text))) == ""
    shown = render_passage.passage(text, (start, start + 9), make_document())
    assert 'id="rd-quote">|---|---|<' in shown


def test_a_window_is_cut_between_paragraphs_and_never_the_whole() -> None:
    text = "\n\n".join(f"Paragraph {n} of a long text." for n in range(100_000))
    start = text.index("Paragraph 50000 ")
    window = cut(text, (start, start + 15), 4_000, 4_000)
    assert window[0] <= start and window[1] >= start + 15 and window[1] - window[0] < 8_100
    assert text[window[0] :].startswith("Paragraph") and text[: window[1]].endswith("text.")
    shown = render_passage.passage(text, (start, start + 15), make_document())
    assert marked_words(shown) == ["Paragraph", "50000"]
    assert "Show more above" in shown and "Show more below" in shown and len(shown) < 20_000


def test_a_window_within_one_endless_line_is_cut_anyway() -> None:
    text = "word " * 1_000_000
    low, high = cut(text, (2_000_000, 2_000_010), 4_000, 4_000)
    assert high - low <= 16_100


def test_a_window_into_a_long_table_has_its_header_and_one_into_code_stays_code() -> None:
    table = "| Name | Value |\n| --- | --- |\n" + "\n".join(f"| row {n} | {n} |" for n in range(5_000))
    start = table.index("| row 4000 ")
    shown = LexborHTMLParser(render_passage.passage(table, (start, start + 10), make_document()))
    assert [cell.text() for cell in shown.css("th")] == ["Name", "Value"]
    code = "```\n" + "\n".join(f"value = {n} * 2 * 3" for n in range(5_000)) + "\n```\n"
    start = code.index("value = 4000")
    shown = LexborHTMLParser(render_passage.passage(code, (start, start + 12), make_document()))
    assert len(shown.css("pre")) == 1 and "4001 * 2 * 3" in shown.css_first("pre").text()


def test_text_files_are_shown_as_they_are() -> None:
    note = "1986. A good year\n    *indented* # no heading\n"
    shown = render_passage.passage(note, (0, 10), make_document())
    assert '<ol start="1986">' in shown, "Markdown is rendered"
    plain = replace(make_document(), kind="text")
    tree = LexborHTMLParser(render_passage.passage(note, (0, 10), plain))
    assert tree.css_first(".rd-plain").text() == note


def test_words_on_a_line_are_one_rectangle_also_where_the_page_is_turned() -> None:
    flat = [QuoteBox(1, 10, 10, 40, 22), QuoteBox(1, 44, 10, 60, 22), QuoteBox(1, 10, 24, 60, 36)]
    assert render_viewer.lines(flat) == [(10, 10, 60, 22), (10, 24, 60, 36)]
    turned = [QuoteBox(1, 100, 10, 112, 40), QuoteBox(1, 100, 44, 112, 50), QuoteBox(1, 80, 10, 92, 50)]
    assert render_viewer.lines(turned) == [(100, 10, 112, 50), (80, 10, 92, 50)]


def test_columns_far_apart_on_one_line_stay_two_rectangles() -> None:
    assert len(render_viewer.lines([QuoteBox(1, 10, 10, 200, 22), QuoteBox(1, 300, 10, 500, 22)])) == 2


def test_the_highlight_is_laid_over_the_picture_in_shares_of_the_page() -> None:
    sizes = [(100.0, 100.0), (100.0, 100.0), (200.0, 400.0)]
    shown = render_viewer.pages(citation(), sizes, [QuoteBox(3, 50, 100, 150, 120)])
    assert "/ragdesk/page/dddddddddddddddd/3" in shown
    assert "left:24.500%;top:24.750%;width:51.000%;height:5.500%" in shown


@pytest.mark.parametrize(("of", "leaves", "tools"), [(1, 0, 2), (4, 0, 4), (1, 9, 8), (4, 9, 10)])
def test_the_toolbar_has_what_can_be_done(of: int, leaves: int, tools: int) -> None:
    shown = render_viewer.toolbar(
        citation(), make_document(), render_viewer.in_citations(1, of), leaves=leaves
    )
    assert len(LexborHTMLParser(shown).css("a.rd-tool")) == tools


def test_a_source_that_went_says_so_and_keeps_the_quote() -> None:
    newer = make_document("e" * 16, name="guide.pdf")
    shown = render_passage.gone(citation(quote="The old words."), [newer])
    assert (
        "no longer in the library" in shown
        and "The old words." in shown
        and f"/ragdesk/view/{'e' * 16}" in shown
    )
    assert "no longer stand in it" in render_passage.changed(citation())
