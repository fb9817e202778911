"""Each format, opened with a library of others: its citations are the answer's, one by one, and the rest is there too."""

import json
import re
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import docx
import pymupdf
import pytest
import rispy
from export import reading
from export.records import A, conversation, guess, messages, of_one

from ragdesk.app.exports import WRITERS
from ragdesk.extras.export import wording
from ragdesk.extras.export.pdf import draw
from ragdesk.extras.export.pdf import pdf as drawn_in_a_child
from ragdesk.extras.export.record import Record

READABLE = ("md", "html", "docx", "pdf")


def written(record: Record, format: str) -> bytes:
    """The PDF in this process: its child is tested by itself."""
    return draw(record) if format == "pdf" else WRITERS[format][1](record)


def text_of(content: bytes, format: str) -> str:
    if format == "docx":
        return reading.flat(" ".join(each.text for each in docx.Document(BytesIO(content)).paragraphs))
    if format == "pdf":
        return reading.pdf_text(content)
    tree = reading.rendered(content) if format == "md" else reading.page(content)
    assert tree.body is not None
    return reading.flat(tree.body.text(separator=" "))


@pytest.mark.parametrize("format", list(WRITERS))
@pytest.mark.parametrize(
    "record", [conversation(), of_one(messages()[1]), of_one(messages()[3], (2,)), of_one(guess())]
)
def test_the_citations_are_the_answers_one_by_one(record: Record, format: str) -> None:
    found = reading.READERS[format](written(record, format))
    assert len(found) == len(record.references)
    for passage, reference in zip(found, record.references, strict=True):
        assert passage["quote"] == reference.quote
        assert passage["title"] == reference.source.title
        assert passage.get("number", str(reference.number)) == str(reference.number)
        assert passage["File"] == reference.source.name
        assert passage["SHA-256"].startswith(reference.source.sha256 or "begins with " + "c" * 16)
        assert passage["Source"].startswith(reference.state)
        assert passage["Check"] == "verified"
        if format != "json":
            assert passage.get("Place", "") == wording.place(reference)
            assert passage.get("Inside of", "") == ", ".join(reference.source.inside)


@pytest.mark.parametrize("format", READABLE)
def test_questions_answers_and_warnings_are_there(format: str) -> None:
    record = conversation()
    text = re.sub(r"\s+(?=[.\]])|(?<=\[)\s+", "", text_of(written(record, format), format))
    for exchange in record.exchanges:
        assert exchange.question in text
        assert wording.warning(exchange) in text
    assert "Understood as: How long must the big autoclave cool?" in text
    assert "The big one cools as long.[3]" in text.replace(" [3", "[3")
    assert text.count(wording.UNSUPPORTED) == 2
    assert "Not found: the documents do not answer this question." in text
    assert "by RAGDesk 0.1.0" in text and wording.moment(record.moment) in text and "tiny-model" in text
    assert "sha256sum" in text


@pytest.mark.parametrize("format", READABLE)
def test_the_nearest_passage_stands_below_the_guess_that_is_marked(format: str) -> None:
    text = text_of(written(of_one(guess()), format), format)
    assert (
        text.index("It is very loud.")
        < text.index(wording.UNSUPPORTED)
        < text.index("The nearest: “It hums.”")
    )
    assert "The nearest: “It hums.”[1]" in text.replace(" [", "[").replace("[ ", "[").replace(" ]", "]")


def test_json_tells_the_models_words_from_the_nearest_passage() -> None:
    [answer] = json.loads(written(of_one(guess()), "json"))["answers"]
    assert answer["answer"] == "It is very loud."
    assert [sentence["supported"] for sentence in answer["sentences"]] == [False]
    assert answer["nearest"] == {"text": "The nearest: “It hums.”", "references": [1]}


@pytest.mark.parametrize("format", READABLE)
def test_citations_that_were_not_chosen_are_counted(format: str) -> None:
    text = text_of(written(of_one(messages()[3], (2,)), format), format)
    assert "1 citation of this answer was not chosen for this export." in text
    assert "[1]" not in text.replace(" ", "")


@pytest.mark.parametrize("format", ["md", "html"])
def test_numbers_lead_to_references_and_the_file_loads_nothing(format: str) -> None:
    content = written(conversation(), format)
    tree = reading.rendered(content) if format == "md" else reading.page(content)
    targets = {node.attributes["id"] for node in tree.css("[id]")}
    links = [node.attributes["href"] for node in tree.css("a[href]")]
    assert [link for link in links if link and link.startswith("#ref")] == [
        "#ref-1",
        "#ref-2",
        "#ref-3",
        "#ref-1",
    ]
    assert all(link and link.removeprefix("#") in targets for link in links)
    assert tree.css("script, img, link, iframe, object") == []


def test_html_has_a_policy_under_which_only_its_own_style_applies() -> None:
    tree = reading.page(written(conversation(), "html"))
    [policy] = tree.css('meta[http-equiv="Content-Security-Policy"]')
    assert "default-src 'none'" in (policy.attributes["content"] or "")
    assert "unsafe" not in (policy.attributes["content"] or "")
    assert tree.css_first("html").attributes["lang"] == "en"  # type: ignore[union-attr]


def test_word_has_headings_a_numbered_list_links_and_properties() -> None:
    document = docx.Document(BytesIO(written(conversation(), "docx")))
    headings = [
        each.text for each in document.paragraphs if each.style and each.style.name.startswith("Heading 1")
    ]
    assert headings == [
        *(f"Question {number}" for number in range(1, 7)),
        "References",
        "Documents",
        "How to check this",
    ]
    body = document.element.body
    bookmarks = body.xpath(".//w:bookmarkStart/@w:name")
    anchors = body.xpath(".//w:hyperlink/@w:anchor")
    assert anchors == ["ref_1", "ref_2", "ref_3", "ref_1", "cite_1", "cite_2", "cite_3"]
    assert set(anchors) <= set(bookmarks) and len(bookmarks) == len(set(bookmarks))
    assert len(set(body.xpath(".//w:bookmarkStart/@w:id"))) == len(bookmarks)
    lists = body.xpath(".//w:p[w:bookmarkStart[starts-with(@w:name,'ref_')]]/w:pPr/w:numPr/w:numId/@w:val")
    assert len(lists) == 3 and len(set(lists)) == 1
    properties = document.core_properties
    assert (properties.title, properties.author) == ("Cooling", "RAGDesk")
    assert properties.created == datetime(2026, 11, 21, 21, tzinfo=UTC)
    assert "RAGDesk 0.1.0" in properties.comments


def test_word_numbers_chosen_citations_as_the_answer_does() -> None:
    document = docx.Document(BytesIO(written(of_one(messages()[3], (2,)), "docx")))
    [number] = document.element.body.xpath(".//w:p/w:pPr/w:numPr/w:numId/@w:val")
    numbering = document.part.numbering_part.element
    assert numbering.xpath(f'.//w:num[@w:numId="{number}"]//w:startOverride/@w:val') == ["2"]


def test_pdf_links_numbers_and_references_and_says_what_it_is() -> None:
    with pymupdf.open("pdf", written(conversation(), "pdf")) as document:
        assert document.metadata["title"] == "Cooling" and document.metadata["author"] == "RAGDesk"
        assert [entry[1] for entry in document.get_toc() if entry[0] == 2][-3:] == [
            "References",
            "Documents",
            "How to check this",
        ]
        links = [(page, link) for page in document for link in page.get_links()]
        assert {link["kind"] for _, link in links} == {pymupdf.LINK_GOTO}
        went = set()
        for page, link in links:
            shown = page.get_textbox(link["from"] + (-1, 1, 1, -1)).strip()
            target = document[link["page"]]
            spot = pymupdf.Rect(0, link["to"].y - 2, 595, link["to"].y + 22)
            went.add((shown, reading.flat(target.get_textbox(spot))[:12]))
        assert {("[1]", "[1] The a ma"), ("[2]", "[2] The b ma"), ("[3]", "[3] The c ma")} <= went
        assert sum(shown == "↑" for shown, _ in went) >= 2
        assert all(f"/ {len(document)}" in page.get_text() for page in document)


SCRIPTS = {
    "Latin": "Prüfgerät, naïve façade, Łódź, İzmir",
    "Greek": "Ο κλίβανος πρέπει να κρυώσει",
    "Cyrillic": "Автоклав должен остыть",
    "Hebrew": "שלום עולם",
    "Chinese": "高压灭菌器必须冷却",
    "Japanese": "オートクレーブは冷却する",
    "Korean": "고압멸균기는 식어야 한다",
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_pdf_has_the_letters_of_many_scripts(script: str) -> None:
    from export.records import hostile

    found = reading.pdf_text(draw(hostile(SCRIPTS[script])))
    assert SCRIPTS[script] in found


def test_pdf_draws_arabic_joined_and_from_the_right() -> None:
    """Copied out of the file, its letters are in their joined forms; what is drawn is compared with what stands at the right."""
    from export.records import hostile

    text = "كم يجب أن يبرد"
    with pymupdf.open("pdf", draw(hostile(text))) as document:
        fonts = {font[3] for page in document for font in page.get_fonts()}
        [box, *_] = [
            pymupdf.Rect(block[:4])
            for block in document[0].get_text("blocks")
            if any(c >= "\ufb50" for c in block[4])
        ]
    assert any("Arabic" in font for font in fonts)
    assert box.x1 > 530 and box.x0 > 300


def test_the_pdf_is_made_in_a_process_of_its_own() -> None:
    content = drawn_in_a_child(of_one(messages()[1]))
    assert [each["quote"] for each in reading.of_pdf(content)] == [
        reference.quote for reference in of_one(messages()[1]).references
    ]


def test_json_is_what_the_documentation_says() -> None:
    value = json.loads(written(conversation(), "json"))
    assert (value["format"], value["version"]) == ("ragdesk-export", 1)
    assert [each["verdict"] for each in value["answers"]][:3] == ["answered", "answered", "not_found"]
    assert value["answers"][1]["answer"] == messages()[3].turn.text
    assert value["answers"][1]["sentences"][0]["references"] == [3, 1]
    assert value["references"][2]["document"]["sha256"] is None
    documented = (Path(__file__).parents[2] / "docs" / "export.md").read_text(encoding="utf-8")
    assert [key for key in _keys(value) if f"`{key}`" not in documented] == []


def _keys(value: object) -> set[str]:
    if isinstance(value, list):
        return set().union(*(_keys(each) for each in value), set())
    if isinstance(value, dict):
        inner = [_keys(each) for key, each in value.items() if key != "properties"]
        return set(value).union(*inner)
    return set()


def test_bibtex_says_what_the_document_states() -> None:
    first, second, third = reading.entries(written(conversation(), "bibtex"))
    assert first["type"] == "techreport" and first["institution"] == r"Plant \& Safety"
    assert (first["author"], first["year"], first["date"]) == ("Ada Byron", "2024", "2024-05-01")
    assert (first["number"], first["pages"]) == ("SOP-7", "3")
    assert (second["type"], second["author"], second["year"]) == ("misc", "José Müller", "2023")
    assert "year" not in third and "author" not in third
    assert len({first["key"], second["key"], third["key"]}) == 3
    assert first["key"] == f"ragdesk-{A}"


def test_ris_says_what_the_document_states_in_lines_that_end_with_crlf() -> None:
    content = written(conversation(), "ris")
    assert content.count(b"\n") == content.count(b"\r\n")
    assert all(re.match(r"[A-Z][A-Z0-9]  -( |$)", line) for line in content.decode().split("\r\n") if line)
    first, second, third = rispy.loads(content.decode())
    assert [each["type_of_reference"] for each in (first, second, third)] == ["RPRT", "ICOMM", "GEN"]
    assert (first["authors"], first["year"], first["start_page"]) == (["Ada Byron"], "2024", "3")
    assert second["authors"] == ["José Müller"] and second["date"] == "2023/02/03"
    assert any("Cited for: “The big one cools as long.”" in note for note in third["notes"])


@pytest.mark.parametrize("format", ["bibtex", "ris"])
def test_an_answer_that_is_not_there_has_no_reference(format: str) -> None:
    content = written(of_one(messages()[5]), format)
    assert reading.READERS[format](content) == []
    assert format == "ris" or b"% Who painted it?: Not found" in content
