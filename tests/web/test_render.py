"""What the page shows is text: whatever documents, file names and the model say, at every moment of an answer."""

from dataclasses import replace
from html import escape
from pathlib import Path

import pytest
from harmless import HOSTILE, answer, citation, harmless
from scripted import make_document, make_hit
from selectolax.lexbor import LexborHTMLParser

from ragdesk.app.background import IntakeState
from ragdesk.domain.answers import Nearest, QuickAnswer, Sentence
from ragdesk.domain.entries import Entry
from ragdesk.domain.errors import Problem
from ragdesk.domain.intake import IngestProgress, IngestResult, Job
from ragdesk.front.web import texts
from ragdesk.front.web.tabs.chat import arrivals, render_chat, render_evidence
from ragdesk.front.web.tabs.citations import render_citations, render_passage
from ragdesk.front.web.tabs.library import render_details, render_entries, render_queue


def test_an_answer_is_harmless_cut_at_every_position() -> None:
    for end in range(len(HOSTILE) + 1):
        harmless(render_chat.writing(HOSTILE[:end]))


@pytest.mark.parametrize("verdict", ["answered", "not_found", "unsupported"])
def test_finished_answers_evidence_and_citations_are_harmless(verdict: str) -> None:
    given = answer(verdict=verdict)
    harmless(render_chat.answer(given, "key"))
    harmless(render_chat.question(HOSTILE))
    harmless(render_evidence.evidence(given.hits, {"d" * 16: HOSTILE}, HOSTILE))


def test_entries_are_harmless() -> None:
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
    assert f'<p class="rd-facts">{escape(said)}' in render_entries.entries([entry])


def test_what_search_could_not_do_stands_with_the_evidence_or_instead_of_it() -> None:
    note = "Your embedding model knows <English> only."
    for hits in ([make_hit("Die Pumpe")], []):
        shown = render_evidence.evidence(hits, {}, "Was?", note)
        assert '<p class="rd-hint">Your embedding model knows &lt;English&gt; only.</p>' in shown
        assert "embedding" not in render_evidence.evidence(hits, {}, "Was?")


def test_the_page_of_a_text_is_text_with_the_quote_marked() -> None:
    document = replace(make_document(name=HOSTILE), kind="text")
    page = render_details.text_page(document, HOSTILE, 4, 20)
    tree = LexborHTMLParser(page)
    assert tree.body is not None
    assert {node.tag for node in tree.body.traverse()} <= {"body", "h1", "p", "div", "mark"}
    [mark] = tree.css("#rd-quote")
    assert mark.text() == HOSTILE[4:20]
    [text] = tree.css("div")
    assert text.text() == HOSTILE.replace("\u202e", "")


def test_the_page_of_a_markdown_text_is_drawn_as_a_document_with_the_quote_marked() -> None:
    text = "---\nowner: Dana\n---\n\n# Press\n\n| Part | Torque |\n|---|---|\n| **Bolt** | 40 Nm |\n\n- [Manual](https://x.example)\n"
    start = text.index("Bolt")
    for span in ((0, 0), (start, text.index(" Nm"))):
        tree = LexborHTMLParser(render_details.text_page(make_document(), text, *span))
        [body] = tree.css(".rd-reading")
        assert [node.text() for node in body.css("h3")] == ["Press"] and body.css("h2, h4") == []
        assert [node.text() for node in body.css("td")] == ["Bolt", "40 Nm"]
        assert body.css("pre") and "owner: Dana" in body.text()
        assert not any(sign in body.text() for sign in ("**", "|", "](", "---"))
        assert [node.text() for node in body.css("mark")] == (["Bolt", "40"] if span[1] else [])


def test_a_quote_is_shown_without_marks_of_markdown_wherever_it_stands() -> None:
    quote = "**Bolts** take 40 Nm, see [the _manual_](https://x.example/m)."
    shown = "Bolts take 40 Nm, see the manual."
    cited = replace(citation(), quote=quote, title="Press", document="press.md", section="Bolts", cells="")
    given = answer(sentences=(Sentence(quote, (cited.number,), True),), text=quote)
    given = replace(
        given, model="m", question="Why?", standalone_question="Why?", citations=(cited,), hits=()
    )
    hit = make_hit(quote, chunk_id=cited.chunk_id)
    one = render_citations.Cited("k", given, cited)
    for html in (
        render_chat.answer(given, "k"),
        render_chat.writing("", QuickAnswer(quote, cited)),
        render_chat.writing("", None, Nearest(quote, cited)),
        render_evidence.evidence([hit], {}, "", citations=[cited], key="k"),
        render_citations.citations([one], (0, 1), one.key, {one.key: "unchanged"}),
        render_passage.gone(cited),
    ):
        said = " ".join(LexborHTMLParser(html).text().split())
        assert shown in said, said
        assert "**" not in said and "x.example" not in said and "_manual" not in said


def test_a_sentence_without_support_looks_different_and_says_so() -> None:
    shown = render_chat.answer(
        answer(sentences=(Sentence("True.", (1,), True), Sentence("Odd.", (), False)), text="True. Odd."), "k"
    )
    assert "rd-unsupported" in shown and shown.index("True.") < shown.index("rd-unsupported")


def test_a_passage_is_read_without_the_marks_of_markdown() -> None:
    assert texts.readable("## Limits\n\n| A | B |\n|---|---|\n| 1 | 2 |") == "Limits A · B 1 · 2"
    assert texts.readable("| Hob | 1 | £742.00 |") == "Hob · 1 · £742.00"


def test_words_without_meaning_are_not_marked_in_a_passage() -> None:
    shown = texts.marked("Die Kaution, die zu zahlen ist", "Wie hoch ist die Kaution?")
    assert shown == "Die <mark>Kaution</mark>, die zu zahlen ist"
    assert texts.marked("The cat on the mat", "Where is the cat?") == "The <mark>cat</mark> on the mat"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("handbook_2026.md", "handbook_2026.md"),
        ("Quarterly_Report_of_Finance.txt", "Quarterly_|Report_|of_|Finance.txt"),
        ("sehr_lange.verzeichnis.mit.punkten.csv", "sehr_|lange.|verzeichnis.mit.|punkten.csv"),
        ("Staff handbook of Lindenhof Instruments", "Staff handbook of Lindenhof Instruments"),
        ("A&B_companies_together<b>.docx", "A&amp;|B_|companies_|together&lt;b&gt;.docx"),
    ],
)
def test_a_long_name_may_be_broken_between_its_words_and_nowhere_else(name: str, shown: str) -> None:
    assert str(texts.name(name)) == f"<bdi>{shown.replace('|', '<wbr>')}</bdi>"


def test_names_lose_what_would_reorder_them() -> None:
    assert "\u202e" not in texts.name("harmless\u202egnp.exe")


# ---------------------------------------------------------------- the queue

EMPTY = IntakeState(False, None, (), (), (), None, None)


def job(number: int, name: str, **more: object) -> Job:
    values = {"path": Path("/kept"), "source": f"dropped/{number:016x}/{name}", "name": name, "batch": "app"}
    return Job(**(values | {"id": number} | more))  # type: ignore[arg-type]


def result(path: str, status: str = "ready", problem: Problem | None = None) -> IngestResult:
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
        (job(3, HOSTILE, problem=Problem(HOSTILE)),),
        (result(HOSTILE), result(HOSTILE + "2", "failed", Problem(HOSTILE))),
        100.0,
        Problem(HOSTILE),
    )
    for part in (render_queue.progress, render_queue.waiting, render_queue.finished, render_queue.said):
        harmless(part(state))
    harmless(render_queue.held(state, 0))
    harmless(render_queue.held(state, 3))
    harmless(render_queue.problems([(HOSTILE, Problem(HOSTILE))]))
    harmless(render_queue.folders({HOSTILE: HOSTILE}, {HOSTILE: 12}))


def test_what_was_added_folds_away_when_nothing_is_to_come_and_what_failed_stays() -> None:
    done = replace(EMPTY, finished=(result("well.md"), result("broken.pdf", "failed", Problem("Damaged."))))
    working = render_queue.finished(replace(done, waiting=(job(1, "next.md"),)))
    assert "<details" not in working and "well.md" in working and "broken.pdf" in working
    before, after = render_queue.finished(done).split("<details")
    assert "1 file added, 1 not" in before and "broken.pdf" in before and "well.md" not in before
    assert "well.md" in after and "broken.pdf" not in after
    assert "<details" not in render_queue.finished(replace(done, finished=done.finished[1:]))


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


def test_files_on_their_way_over_another_tab_say_which_is_read_and_which_of_its_pages() -> None:
    expected = arrivals.Arriving(("a" * 16, "b" * 16), "one.pdf")
    reading = IngestProgress("dropped/" + "b" * 16 + f"/{HOSTILE}.pdf", "reading", 0.5, 1, 2, pages=8)
    shown = arrivals.adding(expected, 1, reading)
    harmless(shown)
    assert "1 done" in shown and "page 4 of 8" in shown and ".pdf" in shown
    assert "page" not in arrivals.adding(expected, 0, None)


def test_a_file_that_needs_a_password_is_not_said_to_be_unreadable() -> None:
    assert "needs a password" in arrivals.came(0, 0, 1, "", ())
    assert "could not be read" not in arrivals.came(2, 0, 1, "Title", ())
    said = arrivals.came(2, 1, 2, "Title", ())
    assert "2 files need a password" in said and "1 file could not be read" in said
    assert "None of these files" in arrivals.came(0, 2, 0, "", ())


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
    state = replace(
        EMPTY, finished=(result("/a.pdf", "failed", Problem("locked")), result("/b.md"), result("/a.pdf"))
    )
    assert render_queue.summary(render_queue.outcomes(state)) == "2 files added"
    held = replace(
        state,
        finished=state.finished[:2],
        held=(job(1, "a.pdf", source="/a.pdf", problem=Problem("locked")),),
    )
    assert render_queue.summary(render_queue.outcomes(held)) == "1 file added"


def test_sources_are_named_as_a_person_knows_them() -> None:
    assert render_queue.shown_path("dropped/0123456789abcdef/note.md") == "note.md"
    assert render_queue.shown_path("faq/0123456789abcdef") == "question and answer"
    assert render_queue.file_name("/mails/a.eml!/list.pdf").startswith("<bdi>list.pdf</bdi>")
    assert "in <bdi>a.eml</bdi>" in render_queue.file_name("/mails/a.eml!/list.pdf")
    assert "Stop all" in render_queue.progress(
        replace(EMPTY, waiting=(job(1, "a"),), problem=Problem("No embedder."))
    )
    assert "stands still" in render_queue.progress(replace(EMPTY, problem=Problem("No embedder.")))
