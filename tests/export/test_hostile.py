"""Whatever a document, a file name or the model holds stays text in each format: a list of attacks, and texts made up."""

import json
import re
import zipfile
from functools import reduce
from io import BytesIO

import pymupdf
import pytest
import rispy
from export import reading
from export.records import HOSTILE, A, hostile
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree

from ragdesk.extras.export.as_json import as_json
from ragdesk.extras.export.bibtex import bibtex
from ragdesk.extras.export.html import page
from ragdesk.extras.export.markdown import markdown
from ragdesk.extras.export.pdf import draw
from ragdesk.extras.export.plain import clean, file_stem, line, right_to_left
from ragdesk.extras.export.ris import ris
from ragdesk.extras.export.word import docx
from ragdesk.text.unmarked import rows

ATTACKS = [*HOSTILE, "\n".join(HOSTILE), "", " ", "**bold** `code` **[1](#x)**", "-\n+\n=\n1)\n"]
TEXTS = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="\\`*_{}[]<>#|~$&^@!-+=.():;\"'%,/ \n\t1aé\u202e\x00\u2028", max_size=60),
    st.lists(st.sampled_from(HOSTILE), max_size=3).map("".join),
)
MARKDOWN_TAGS = {"h1", "h2", "h3", "p", "a", "strong", "em", "code", "blockquote", "ul", "li", "br"}
HTML_TAGS = {"html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "p", "a", "strong"}
HTML_TAGS |= {"code", "blockquote", "div", "span"}
HTML_ATTRIBUTES = {
    "class",
    "id",
    "dir",
    "href",
    "aria-label",
    "lang",
    "charset",
    "http-equiv",
    "content",
    "name",
}


def shown(text: str) -> str:
    """A quote as the formats for people write it."""
    return clean("\n".join(rows(text)))


def check_markdown(text: str) -> None:
    content = markdown(hostile(text))
    tree = reading.rendered(content)
    assert tree.body is not None
    assert {node.tag for node in tree.body.css("*")} - {"body"} <= MARKDOWN_TAGS
    assert {link.attributes.get("href") for link in tree.css("a")} <= {None, "#ref-1"}
    assert {name for node in tree.body.css("*") for name in node.attributes} <= {"href", "id"}
    # What reads Markdown makes no link of an address in code, and one of any other.
    outside = reduce(
        lambda left, node: left.replace(f"`{node.text()}`", ""), tree.css("code"), content.decode()
    )
    assert "http:" not in outside and "https:" not in outside
    [passage] = reading.of_markdown_quotes(content)
    assert reading.flat(passage) == reading.flat(shown(text))


def check_html(text: str) -> None:
    tree = reading.page(page(hostile(text)))
    nodes = tree.css("*")
    assert {node.tag for node in nodes} <= HTML_TAGS
    assert {name for node in nodes for name in node.attributes} <= HTML_ATTRIBUTES
    assert {link.attributes["href"] for link in tree.css("a")} <= {"#ref-1", "#cite-1"}
    [passage] = reading.of_html(page(hostile(text)))
    assert passage["quote"] == shown(text)
    assert passage["title"] == (line(text) or "Untitled document")


def check_docx(text: str) -> None:
    content = docx(hostile(text))
    with zipfile.ZipFile(BytesIO(content)) as parts:
        for name in parts.namelist():
            if name.endswith((".xml", ".rels")):
                etree.fromstring(parts.read(name))
        assert b"External" not in parts.read("word/_rels/document.xml.rels")
    [passage] = reading.of_docx(content)
    assert passage["quote"] == shown(text)
    assert passage["File"] == line(text) if line(text) else "File" not in passage


def check_pdf(text: str) -> None:
    with pymupdf.open("pdf", draw(hostile(text))) as document:
        assert {link["kind"] for each in document for link in each.get_links()} <= {pymupdf.LINK_GOTO}
        objects = " ".join(document.xref_object(number) for number in range(1, document.xref_length()))
        assert not re.search(r"/(JavaScript|JS|URI|Launch|OpenAction|EmbeddedFile)\b", objects)


def check_json(text: str) -> None:
    content = as_json(hostile(text))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", content.decode())
    [reference] = json.loads(content)["references"]
    assert reference["quote"] == text
    assert reference["document"]["title"] == text


def check_bibtex(text: str) -> None:
    content = bibtex(hostile(text))
    [entry] = reading.entries(content)
    assert entry["key"] == f"ragdesk-{A}"
    assert content.count(b"{") == content.count(b"}")
    # What begins an entry, and what leaves a field, is there once.
    assert len(re.findall(r"^\s*@", content.decode(), re.MULTILINE)) == 1
    assert set(entry) <= {
        *(
            "type",
            "key",
            "title",
            "author",
            "year",
            "date",
            "number",
            "institution",
            "howpublished",
            "pages",
            "note",
            "annote",
        )
    }
    assert f"“{line(shown(text))}”" in _unescaped(entry["annote"])
    assert _unescaped(entry["title"]) == f"{{{line(text) or 'Untitled document'}}}"


def _unescaped(value: str) -> str:
    """What the commands stand for: the opposite of what was written, each of them once."""
    names = {"backslash": "\\", "braceleft": "{", "braceright": "}", "asciicircum": "^", "asciitilde": "~"}
    return re.sub(
        r"\{\\text(\w+)\}|\\([$&%#_])", lambda found: names[found[1]] if found[1] else found[2], value
    )


def check_ris(text: str) -> None:
    content = ris(hostile(text)).decode()
    assert all(re.match(r"[A-Z][A-Z0-9]  -( |$)", each) for each in content.split("\r\n") if each)
    assert "\n" not in content.replace("\r\n", "") and "\r" not in content.replace("\r\n", "")
    [entry] = rispy.loads(content)
    assert entry["type_of_reference"] in {"RPRT", "GEN"}
    assert entry["title"] == (line(text) or "Untitled document")
    assert sum(note.startswith(f"[1] Quote: “{line(shown(text))}”; ") for note in entry["notes"]) == 1


CHECKS = {
    "md": check_markdown,
    "html": check_html,
    "docx": check_docx,
    "pdf": check_pdf,
    "json": check_json,
    "bibtex": check_bibtex,
    "ris": check_ris,
}


@pytest.mark.parametrize("format", CHECKS)
def test_attacks_stay_text(format: str) -> None:
    for attack in ATTACKS:
        CHECKS[format](attack)


@pytest.mark.parametrize("format", ["md", "html", "json", "bibtex", "ris"])
@settings(max_examples=50, deadline=None)
@given(text=TEXTS)
@example(text="|\r:-")
def test_any_text_stays_text(format: str, text: str) -> None:
    CHECKS[format](text)


@settings(max_examples=12, deadline=None)
@given(text=TEXTS)
def test_any_text_stays_text_in_word(text: str) -> None:
    check_docx(text)


@settings(max_examples=25, deadline=None)
@given(text=TEXTS)
def test_any_text_stays_text_in_pdf(text: str) -> None:
    check_pdf(text)


@settings(max_examples=40, deadline=None)
@given(text=st.text(alphabet="\\{}$&%#_^~@,=|abc .", min_size=1, max_size=40).map(lambda each: f"a{each}z"))
def test_latex_sets_the_characters_that_stand_in_the_document(text: str) -> None:
    [entry] = reading.entries(bibtex(hostile(text)))
    assert reading.latex(entry["title"]) == line(text)


@settings(max_examples=15, deadline=None)
@given(
    text=st.text(alphabet="<>&;#x;lt amp\"'/abc123", min_size=1, max_size=40).map(lambda each: f"a{each}z")
)
def test_pdf_shows_the_characters_that_stand_in_the_document(text: str) -> None:
    shown = re.sub(r"\s", "", reading.pdf_text(draw(hostile(text))))
    assert re.sub(r"\s", "", text) in shown


@given(text=TEXTS)
def test_cleaned_text_is_stable_and_can_be_written(text: str) -> None:
    once = clean(text)
    assert clean(once) == once and line(once) == line(text)
    once.encode()
    assert "\n" not in line(text) and "\r" not in once and "\x00" not in once
    assert re.fullmatch(r"[\w-]{0,50}", file_stem(text))


def test_a_file_name_is_cut_after_a_word() -> None:
    assert file_stem("How long must it cool down before the door is opened, and why?") == (
        "how-long-must-it-cool-down-before-the-door-is"
    )
    assert file_stem("x" * 80) == "x" * 50


def test_a_half_of_a_pair_is_replaced() -> None:
    assert clean("a\ud800b") == "a\ufffdb"
    assert json.loads(as_json(hostile("a\ud800b")))["references"][0]["quote"] == "a\ud800b"


@pytest.mark.parametrize(
    ("text", "rtl"), [("60 كم", True), ("abc שלום", False), ("", False), ("12 !", False)]
)
def test_direction_is_that_of_the_first_letter_with_one(text: str, rtl: bool) -> None:
    assert right_to_left(text) is rtl
