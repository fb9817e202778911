"""What people, documents and the model write is shown in its own direction: Arabic and Hebrew from right to left."""

from dataclasses import replace

import pytest
from scripted import make_document, make_hit
from selectolax.lexbor import LexborHTMLParser

from ragdesk.domain.answers import Answer, Citation, Sentence, Timings
from ragdesk.domain.conversations import Message, Turn
from ragdesk.domain.entries import Entry
from ragdesk.domain.search import Explained
from ragdesk.front.web.tabs.chat import render_chat, render_evidence
from ragdesk.front.web.tabs.citations import render_citations, render_passage
from ragdesk.front.web.tabs.library import render_details, render_document, render_entries, render_search

QUOTE = "تُحفظ العينات في الثلاجة عند أربع درجات مئوية."
CITATION = Citation(1, "c" * 12, "d" * 16, "a.md", "a.md", None, "", QUOTE, 0, len(QUOTE))
ANSWER = Answer(
    question=QUOTE,
    standalone_question=QUOTE,
    text=QUOTE,
    verdict="answered",
    citations=(CITATION,),
    sentences=(Sentence(QUOTE, (1,), True),),
    hits=(make_hit(QUOTE),),
    timings=Timings(0.1),
    model="m",
)
ENTRY = Entry("e" * 16, "proposed", QUOTE, QUOTE, "", None, "2026-01-01", "2026-01-01")
SHOWN = {
    "question": render_chat.question(QUOTE),
    "writing": render_chat.writing(QUOTE),
    "answer": render_chat.answer(replace(ANSWER, standalone_question=""), "key"),
    "refusal": render_chat.answer(replace(ANSWER, verdict="not_found"), "key"),
    "unfinished": render_chat.thread([Message("m", "c", Turn("assistant", QUOTE), "2026-01-01")]),
    "evidence": render_evidence.evidence([make_hit(QUOTE)], {}, ""),
    "citations": render_citations.citations(
        [render_citations.Cited("key", ANSWER, CITATION)], (0, 1), ("key", 1), {("key", 1): "unchanged"}
    ),
    "passage": render_passage.passage(QUOTE, (0, len(QUOTE)), make_document()),
    "gone": render_passage.gone(CITATION),
    "text": render_details.text_page(make_document(), QUOTE),
    "passages": render_document.passages(
        render_document.Opened(), render_document.Steps([1], 1), [make_hit(QUOTE).chunk]
    ),
    "readable": render_document.text(render_document.Opened(), QUOTE),
    "entries": render_entries.entries([ENTRY]),
    "found": render_search.hits([Explained(make_hit(QUOTE), None, None, None, None)], {}, "", {}),
}


@pytest.mark.parametrize("shown", SHOWN.values(), ids=SHOWN.keys())
def test_a_text_stands_in_a_block_whose_direction_its_letters_decide(shown: str) -> None:
    tree = LexborHTMLParser(shown)
    holding = [
        node
        for node in tree.css("p, div, blockquote")
        if (node.text(deep=True) or "").strip().startswith(QUOTE[:20])
    ]
    innermost = [node for node in holding if not node.css("p, div, blockquote")[1:]]
    assert innermost
    assert all(node.attributes.get("dir") == "auto" for node in innermost)
