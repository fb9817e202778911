"""What a person cannot see in a file does not become text that can be found; what can be seen stays, whatever it says."""

from pathlib import Path

import pytest

from injection import documents as make
from injection.cases import BREAKOUTS, DEEDS, DISGUISED, FAKES, HIDDEN, INSTRUCTIONS, LEAKS, ORDER, Case, of
from ragdesk.domain.documents import Parsed
from ragdesk.ingesting.readers.input_file import InputFile, Unpacked
from ragdesk.ingesting.readers.parse import parse

# What does not even come near the text: it is no word of the page, and nothing is said of it.
_SAID_NOTHING = (
    "outside of the page",
    "HTML, comment",
    "template",
    "meta element",
    "email",
    "tag characters",
)


def read(path: Path) -> Parsed:
    return parse(InputFile(path, path.name, Unpacked(path.parent / "parts", 10**8)), 10**9)


def honest(parsed: Parsed) -> bool:
    """Whether every honest sentence came through whole."""
    flat = " ".join(parsed.text.split())
    return all(sentence in flat for sentence in make.HONEST)


@pytest.mark.parametrize("case", of(HIDDEN))
def test_what_nobody_sees_is_left_out_and_the_document_says_so(case: Case, tmp_path: Path) -> None:
    parsed = read(case.write(tmp_path))
    assert case.planted not in parsed.text + parsed.title + str(parsed.properties)
    assert honest(parsed)
    told = dict(parsed.properties).get("hidden text", "")
    assert ("left out" in told) != any(part in case.name for part in _SAID_NOTHING)


@pytest.mark.parametrize("case", of(INSTRUCTIONS, FAKES, LEAKS, DEEDS, BREAKOUTS))
def test_what_is_seen_is_kept_as_the_text_that_it_is(case: Case, tmp_path: Path) -> None:
    path = case.write(tmp_path)
    parsed = read(path)
    assert honest(parsed)
    assert case.planted in parsed.text + parsed.title + path.name
    assert "hidden text" not in dict(parsed.properties)


@pytest.mark.parametrize("case", of(DISGUISED))
def test_marks_without_a_shape_do_not_disguise_words(case: Case, tmp_path: Path) -> None:
    assert ORDER in read(case.write(tmp_path)).text


def test_light_letters_on_a_dark_ground_stay(tmp_path: Path) -> None:
    for path in (make.pdf_on_dark(tmp_path), make.word_on_dark(tmp_path)):
        parsed = read(path)
        assert make.HONEST[1] in parsed.text
        assert "hidden text" not in dict(parsed.properties)
    assert "| Interval |" in parsed.text


@pytest.mark.parametrize(
    "styled",
    [
        '<div style="background:#123456;color:#fff">{}</div>',
        '<div style="background:url(dark.png);color:white">{}</div>',
        '<div style="background:var(--dark);color:white">{}</div>',
        '<table bgcolor="navy"><tr><td><font color="white">{}</font></td></tr></table>',
        '<div style="font-size:0"><span style="font-size:14px">{}</span></div>',
        '<div style="color:white"><span style="color:#333">{}</span></div>',
        '<div style="overflow:hidden;max-height:300px">{}</div>',
        '<p style="margin-left:-20px;text-indent:-1em">{}</p>',
        "<style>@media print{{.p{{display:none}}}} .p:hover{{display:none}}</style><p class=p>{}</p>",
        "<style>.p{{display:none}} .p{{display:block}}</style><p class=p>{}</p>",
        "<style>html{{background:#000}} body{{color:#fff}}</style><p>{}</p>",
        "<style>body{{visibility:hidden}}</style><p>{}</p>",
        "<details><summary>More</summary><p>{}</p></details>",
        '<a href="x" style="color:inherit">{}</a>',
    ],
)
def test_what_a_page_shows_stays(styled: str, tmp_path: Path) -> None:
    parsed = read(make.html(tmp_path, styled.format("What is shown.")))
    assert "What is shown." in parsed.text


def test_code_in_markdown_keeps_its_comments(tmp_path: Path) -> None:
    code = "Write `<!-- a note -->` so:\n\n```html\n<!-- another\nnote --><p hidden>x</p>\n```\n\nDone."
    path = make.write_text(tmp_path, "code.md", code)
    assert read(path).text == code


def test_hostile_markdown_takes_no_time(tmp_path: Path) -> None:
    for piece in ("<!--", "<p hidden>", "` `` ", "```\n", '<p style="', "[a]: # (b\n"):
        read(make.write_text(tmp_path, "hostile.md", "Words.\n\n" + piece * 40_000))
