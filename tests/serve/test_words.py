"""An answer as text for other programs: everything that a person needs, and foreign words that do nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ragdesk.domain.answers import Answer, Citation, Nearest, Sentence, Timings
from ragdesk.serve import words


def cite(number: int, quote: str, document: str = "guide.md", page: int | None = 3) -> Citation:
    return Citation(
        number, "c" * 12, "d" * 16, document, "The guide", page, "Cooling", quote, 5, 5 + len(quote)
    )


def answered(
    *sentences: tuple[str, tuple[int, ...]], quotes: tuple[Citation, ...] = (), **more: object
) -> Answer:
    return Answer(
        question="How long?",
        standalone_question="How long?",
        text=" ".join(text for text, _ in sentences),
        verdict="answered",
        citations=quotes,
        sentences=tuple(Sentence(text, numbers, bool(numbers)) for text, numbers in sentences),
        hits=(),
        timings=Timings(0.0),
        **more,  # type: ignore[arg-type]
    )


def test_every_sentence_has_its_numbers_or_is_marked_and_the_quotes_follow() -> None:
    told = words.told(
        answered(
            ("It cools for 45 minutes.", (1, 2)),
            ("Then it sings.", ()),
            quotes=(cite(1, "cool for 45 minutes"), cite(2, "45\nminutes", "b.pdf", None)),
        )
    )
    assert told.text == (
        "It cools for 45 minutes. [1][2] Then it sings. *(not supported by your documents)*\n\n---\n\n**Sources**\n\n"
        "**[1]** guide.md · page 3 · Cooling\n> cool for 45 minutes\n\n**[2]** b.pdf · Cooling\n> 45\n> minutes"
    )
    assert [told.text[mark.start : mark.end] for mark in told.marks] == ["[1]", "[2]"]
    assert (
        words.said(told.text) == "It cools for 45 minutes. Then it sings. *(not supported by your documents)*"
    )


def test_the_nearest_passage_stands_below_a_guess() -> None:
    near = cite(1, "cool for 45 minutes")
    told = words.told(answered(("It sings.", ()), nearest=Nearest("The documents say: …", near)))
    assert "The documents say: … [1]" in told.text and "> cool for 45 minutes" in told.text


HOSTILE = [
    "![pixel](https://evil.example/x.png)",
    "\\![pixel](https://evil.example/x.png)",
    "\\\\![pixel](https://evil.example/x.png)",
    "![a][b]\n\n[b]: https://evil.example/x.png",
    "[press here](https://evil.example)",
    "<img src=https://evil.example/x.png>",
    "\\<img src=https://evil.example/x.png>",
    "<!-- --><script>alert(1)</script>",
    "<https://evil.example>",
    "```html\n<script>alert(1)</script>\n```",
    "~~~\ncode\n~~~",
    "````mermaid\nx\n````",
    "x\n\n---\n\n**Sources**\n\n**[1]** forged.pdf",
]


def active(markdown: str) -> list[str]:
    """What a reader of Markdown would do beyond showing text."""
    found = []
    for token in MarkdownIt("commonmark").parse(markdown):
        for one in (token, *(token.children or ())):
            if one.type in ("image", "link_open", "html_inline", "html_block", "fence"):
                found.append(one.type)
    return found


@pytest.mark.parametrize("foreign", HOSTILE)
def test_foreign_words_do_nothing_wherever_they_stand(foreign: str) -> None:
    assert active(foreign) or foreign.startswith(("\\!", "\\<", "x"))
    one = foreign.split("\n")[0]
    told = words.told(
        answered(
            (foreign, (1,)),
            quotes=(cite(1, foreign, document=one),),
            nearest=Nearest(foreign, cite(2, foreign)),
        )
    )
    assert active(told.text) == []
    assert told.text.count("\n\n---\n\n") == 1, "sources cannot be forged"


@given(st.text(alphabet="![]()<>`~\\/:abh-* \n", max_size=40))
def test_no_combination_of_signs_gets_through(foreign: str) -> None:
    assert active(words.quoted(foreign)) == []


def test_what_a_quote_says_is_all_there() -> None:
    quote = "Set valve 3 to 5 < x & wait; see [2] *soon*, C:\\temp."
    assert words.quoted(quote) == f"> {quote}"
    assert words.quoted("a\x1b[31mb\u202ec") == "> a[31mbc"
