"""Each export opened with a library that others open it with, as the passages that it holds: what a reader gets to see."""

import json
import re
from io import BytesIO

import bibtexparser
import docx
import pymupdf
import rispy
from markdown_it import MarkdownIt
from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db
from selectolax.lexbor import LexborHTMLParser, LexborNode

Passage = dict[str, str]
# What each format says of a passage, by the label that stands before it.
_LATEX = get_default_latex_context_db()
# LaTeX's names of these four (LaTeX2e font selection); the library lacks the braces, and takes the others for accents.
_LATEX.add_context_category(
    "braces",
    prepend=True,
    macros=[
        MacroTextSpec("textbraceleft", "{"),
        MacroTextSpec("textbraceright", "}"),
        MacroTextSpec("textasciicircum", "^"),
        MacroTextSpec("textasciitilde", "~"),
    ],
)
LABELS = ("File", "Inside of", "Place", "Characters", "Cited as", "SHA-256", "Source", "Check")


def flat(text: str) -> str:
    return " ".join(text.split())


def _labelled(lines: list[str]) -> Passage:
    return {label: value for label, _, value in (line.partition(": ") for line in lines) if label in LABELS}


def _with_hashes(passages: list[Passage], documents: list[Passage]) -> list[Passage]:
    """Each passage with the SHA-256 of its document, which says by which numbers it is cited."""
    assert all("SHA-256" not in each for each in passages)
    hashes = {
        number: each["SHA-256"] for each in documents for number in re.findall(r"\d+", each["Cited as"])
    }
    return [{**each, "SHA-256": hashes[each["number"]]} for each in passages]


def page(content: bytes) -> LexborHTMLParser:
    return LexborHTMLParser(content)


def rendered(content: bytes) -> LexborHTMLParser:
    """Markdown as a strict reader with tables shows it, HTML let through."""
    shown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    return LexborHTMLParser(f"<body>{shown.render(content.decode())}</body>")


def of_markdown(content: bytes) -> list[Passage]:
    tree = rendered(content)
    found = []
    for anchor in tree.css('a[id^="ref-"]'):
        head = anchor.parent
        assert head is not None
        quote = _after(head, "blockquote")
        facts = [item.text() for item in _after(quote, "ul").css("li")]
        number, _, title = head.text().partition("] ")
        found.append(
            {"number": number.strip("["), "title": title, "quote": quote.text().strip(), **_labelled(facts)}
        )
    lists = [[item.text() for item in each.css("li")] for each in tree.css("ul")]
    documents = [_labelled(each) for each in lists if any(item.startswith("Cited as: ") for item in each)]
    return _with_hashes(found, documents)


def of_markdown_quotes(content: bytes) -> list[str]:
    """The quotes alone, for texts that may be empty."""
    return [quote.text() for quote in rendered(content).css("blockquote")]


def _after(node: LexborNode, tag: str) -> LexborNode:
    following = node.next
    while following is not None and following.tag == "-text":
        following = following.next
    assert following is not None and following.tag == tag
    return following


def of_html(content: bytes) -> list[Passage]:
    found = []
    for each in page(content).css("div.reference"):
        head, quote = each.css_first("h3"), each.css_first("blockquote")
        assert head is not None and quote is not None
        number, _, title = head.text().removesuffix(" ↑").partition("] ")
        facts = [line.text() for line in each.css(".facts p")]
        assert each.attributes["id"] == f"ref-{number.strip('[')}"
        found.append({"number": number.strip("["), "title": title, "quote": quote.text(), **_labelled(facts)})
    documents = [
        _labelled([line.text() for line in each.css(".facts p")])
        for each in page(content).css("div.document")
    ]
    return _with_hashes(found, documents)


def of_docx(content: bytes) -> list[Passage]:
    document = docx.Document(BytesIO(content))
    found: list[Passage] = []
    after = -1
    for paragraph in document.paragraphs:
        marks = paragraph._p.xpath('./w:bookmarkStart[starts-with(@w:name, "ref_")]/@w:name')
        if marks:
            title = "".join(run.text for run in paragraph.runs).rstrip(" ")
            found.append({"number": marks[0].removeprefix("ref_"), "title": title})
            after = 0
        elif after == 0:
            assert paragraph.style is not None and paragraph.style.name == "Quote"
            found[-1]["quote"] = paragraph.text
            after = 1
        elif after == 1:
            found[-1] |= _labelled(paragraph.text.split("\n"))
            after = -1
    bodies = [_labelled(each.text.split("\n")) for each in document.paragraphs]
    return _with_hashes(found, [each for each in bodies if "Cited as" in each])


def pdf_text(content: bytes) -> str:
    """All of its text on one line, without the feet of its pages; "ﬁ" as two letters, as viewers search for it."""
    with pymupdf.open("pdf", content) as document:
        body = pymupdf.Rect(0, 0, 595, 800)
        flags = pymupdf.TEXTFLAGS_TEXT & ~pymupdf.TEXT_PRESERVE_LIGATURES
        return flat(" ".join(page.get_text(clip=body, flags=flags) for page in document))


def of_pdf(content: bytes) -> list[Passage]:
    """Of a PDF whose texts hold no "↑" and no line that looks like one of our labels."""
    _, _, part = pdf_text(content).rpartition(" References ")
    part, _, last = part.partition(" How to check this ")[0].partition(" Documents ")
    found = []
    pattern = "|".join(LABELS)
    for number, title, rest in re.findall(r"\[(\d+)\] (.*?) ↑ (.*?)(?= \[\d+\] [^\[]*? ↑ |$)", part):
        quote, *facts = re.split(rf" (?=(?:{pattern}): )", rest)
        found.append({"number": number, "title": title, "quote": quote, **_labelled(facts)})
    hashes = re.findall(r"Cited as: (\[\d+\](?:, \[\d+\])*) SHA-256: (begins with \w+|\w+)", last)
    return _with_hashes(found, [{"Cited as": numbers, "SHA-256": sha256} for numbers, sha256 in hashes])


def of_json(content: bytes) -> list[Passage]:
    return [
        {
            "number": str(each["number"]),
            "title": each["document"]["title"],
            "quote": each["quote"],
            "File": each["document"]["file"],
            "SHA-256": each["document"]["sha256"] or f"begins with {each['document']['id']}",
            "Check": "verified" if each["verified"] else "",
            "Source": each["source"],
        }
        for each in json.loads(content)["references"]
    ]


def entries(content: bytes) -> list[dict[str, str]]:
    """BibTeX entries with their fields as they stand in the file."""
    library = bibtexparser.parse_string(content.decode())
    assert library.failed_blocks == []
    return [
        {
            "type": entry.entry_type,
            "key": entry.key,
            **{name: str(f.value) for name, f in entry.fields_dict.items()},
        }
        for entry in library.entries
    ]


def latex(value: str) -> str:
    """A field as LaTeX sets it."""
    return str(LatexNodes2Text(latex_context=_LATEX, keep_comments=True).latex_to_text(value))


def of_bibtex(content: bytes) -> list[Passage]:
    found = []
    for entry in entries(content):
        facts = [latex(entry.get("howpublished", "")), *latex(entry["note"]).split("; ")]
        found += _noted(
            latex(entry["title"]), facts, re.split(r"; (?=\[\d+\] Quote: )", latex(entry["annote"]))
        )
    return sorted(found, key=lambda each: int(each["number"]))


def of_ris(content: bytes) -> list[Passage]:
    found = []
    for each in rispy.loads(content.decode()):
        passages = [note for note in each["notes"] if re.match(r"\[\d+\] Quote: ", note)]
        found += _noted(each["title"], each["notes"], passages)
    return sorted(found, key=lambda each: int(each["number"]))


def _noted(title: str, facts: list[str], passages: list[str]) -> list[Passage]:
    """The passages of one document: `facts` hold for each of them."""
    found = []
    for passage in passages:
        quote, *own = passage.split("; ")
        number, _, words = quote.partition(" Quote: ")
        cleaned = words.removeprefix("“").removesuffix("”")
        shared = {"number": number.strip("[]"), "title": title, "quote": cleaned}
        found.append({**shared, **_labelled(facts), **_labelled(own)})
    return found


READERS = {
    "md": of_markdown,
    "html": of_html,
    "docx": of_docx,
    "pdf": of_pdf,
    "json": of_json,
    "bibtex": of_bibtex,
    "ris": of_ris,
}
