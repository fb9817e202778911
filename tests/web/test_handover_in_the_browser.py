"""Asking a person, in a real browser: the link below an answer that is not there, the message before it leaves, the files, the
reply, and the entry that comes of it. The gate refuses these questions, so the language model is never asked."""

from collections.abc import Iterator
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

import pytest
from ragdesk_browser import keep, open_tab, serving, until, window

from ragdesk.app.app import App
from ragdesk.host.paths import open_home
from ragdesk.text.unmarked import rows

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(300),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
QUESTION = "Which opera did Verdi write last?"
OTHER = "What is the capital of Mongolia?"
ANSWER = "Falstaff, first given in Milan in 1893."
TEXT = "#rd-handover-text textarea"


@pytest.fixture
def app(tmp_path: Path, examples: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"))
    list(opened.intake.add([examples]))
    yield opened
    opened.close()


def ask(page, question: str) -> None:  # type: ignore[no-untyped-def]
    before = len(page.query_selector_all(".rd-notfound"))
    page.fill("#rd-question textarea", question)
    page.click("#rd-ask")
    until(page, lambda: len(page.query_selector_all(".rd-notfound")) > before, 240)


def press(page, name: str) -> None:  # type: ignore[no-untyped-def]
    """Activate a link or a button as one does without a mouse."""
    page.get_by_role("button", name=name, exact=True).last.press("Enter")


def written(page) -> str:  # type: ignore[no-untyped-def]
    """The message that is drafted, on one line."""
    return " ".join(page.input_value(TEXT).split())


def test_a_person_is_asked_and_the_reply_becomes_an_answer(app: App, tmp_path: Path) -> None:
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        page.wait_for_selector("#rd-question:visible")
        ask(page, QUESTION)
        assert app.library.handovers.all() == []
        press(page, "Ask a person about this")
        page.wait_for_selector(f"{TEXT}:visible")
        until(page, lambda: QUESTION in page.input_value(TEXT))
        [asked] = app.library.handovers.all()
        assert f"RAGDesk-Ref: {asked.reference}" in page.input_value(TEXT)
        draft = app.handovers.draft(asked.message_id)
        nearest, second, *_ = draft.passages
        near, next_one = " ".join(rows(nearest.quote)), " ".join(rows(second.quote))
        assert near not in written(page) and next_one not in written(page), "none speaks of operas"
        keep(page, "handover")

        # A file's name without a blank stays inside of its line, at 200 % too.
        page.set_viewport_size({"width": 640, "height": 400})
        over = (
            "(label, name) => { label.querySelector('span').textContent += name;"
            " return label.scrollWidth - label.clientWidth; }"
        )
        label = page.locator("#rd-handover-passages label").last
        assert label.evaluate(over, "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk" * 2) <= 0
        page.set_viewport_size({"width": 1280, "height": 800})

        boxes = page.locator("#rd-handover-passages input")
        assert [box.is_checked() for box in boxes.all()] == [False] * len(draft.passages)
        boxes.nth(0).press("Space")
        until(page, lambda: near in written(page))
        boxes.nth(1).press("Space")
        until(page, lambda: next_one in written(page))
        boxes.nth(1).press("Space")
        until(page, lambda: next_one not in written(page))
        assert near in written(page)
        page.fill(TEXT, page.input_value(TEXT).replace("Hello,", "Dear José,"))
        page.fill("#rd-handover-to textarea, #rd-handover-to input", "José <jose@@example.org>")
        press(page, "Save for mail (.eml)")
        until(page, lambda: "not a mail address" in page.inner_text("#rd-handover-note"))
        page.fill("#rd-handover-to textarea, #rd-handover-to input", "José <jose@example.org>")
        with page.expect_download() as coming:
            press(page, "Save for mail (.eml)")
        assert coming.value.suggested_filename == f"RAGDesk-{asked.reference}.eml"
        mail = BytesParser(policy=policy.default).parsebytes(Path(coming.value.path()).read_bytes())
        assert isinstance(mail, EmailMessage) and mail["to"].addresses[0].display_name == "José"
        sent = mail.get_content().replace("\r\n", "\n")
        assert sent == page.input_value(TEXT) + "\n"
        assert "Dear José," in sent and second.quote not in sent
        with page.expect_download() as coming:
            press(page, "Save as text (.txt)")
        assert "Dear José," in Path(coming.value.path()).read_text(encoding="utf-8")
        until(page, lambda: "José" in page.inner_text("#rd-handovers"))

        reply = EmailMessage()
        reply["From"], reply["To"], reply["Subject"] = "jose@example.org", "ada@example.org", "Re: opera"
        reply["In-Reply-To"] = str(mail["message-id"])
        reply.set_content(f"{ANSWER}\n\n-- \nJosé\n\nOn 4 Mar 2026, Ada wrote:\n> Hello\n")
        file = tmp_path / "Re opera.eml"
        file.write_bytes(bytes(reply))
        page.set_input_files("#rd-handover-drop input[type=file]", str(file))
        until(page, lambda: "waits for your approval" in page.inner_text("#rd-handover-note"))
        [entry] = app.library.entries.all()
        assert (entry.question, entry.answer, entry.state) == (QUESTION, ANSWER, "proposed")
        until(page, lambda: "answered" in page.inner_text("#rd-handovers"))
        keep(page, "handover-reply")

        page.get_by_role("button", name="Show it").press("Enter")
        page.get_by_role("button", name="Approve", exact=True).press("Enter")
        until(page, lambda: len(app.library.documents.all()) == 5)
        assert app.passages.search(QUESTION)[0].chunk.text.endswith(ANSWER)
        open_tab(page, "Chat")
        assert "could not find" in page.inner_text("#rd-thread")
        assert seen.foreign() == [] and seen.violations() == []


def test_a_reply_that_names_no_question_asks_for_it_and_a_deleted_hand_over_is_gone(app: App) -> None:
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        page.wait_for_selector("#rd-question:visible")
        page.get_by_role("button", name="Ask a person", exact=False).last.click()
        page.wait_for_selector("#rd-handover-reply:visible")
        until(page, lambda: "Nobody was asked yet" in page.inner_text("#rd-handovers"))
        page.fill("#rd-handover-reply textarea", ANSWER)
        press(page, "Keep as question and answer")
        until(page, lambda: "Nobody was asked anything" in page.inner_text("#rd-handover-note"))

        for number, question in enumerate((QUESTION, OTHER), 1):
            page.click("#rd-new")  # else the second is taken for a follow-up
            until(page, lambda: not page.query_selector_all(".rd-notfound"))
            ask(page, question)
            press(page, "Ask a person about this")
            until(page, lambda number=number: len(app.library.handovers.all()) == number)
            until(page, lambda question=question: question in page.input_value(TEXT))
        until(page, lambda: "2 open" in page.inner_text("#rd-handover-fold"))
        page.fill("#rd-handover-reply textarea", f"{ANSWER}\n\n> Which one?")
        press(page, "Keep as question and answer")
        page.wait_for_selector("#rd-handover-which:visible")
        until(page, lambda: page.input_value("#rd-handover-reply textarea") == ANSWER)
        assert app.library.entries.all() == []
        page.click("#rd-handover-which input")
        # The list may open below the edge of the window, where a pointer of playwright's does not go.
        page.get_by_role("option", name="Verdi", exact=False).dispatch_event("mousedown")
        press(page, "Keep as question and answer")
        until(page, lambda: [each.question for each in app.library.entries.all()] == [QUESTION])
        until(page, lambda: not page.is_visible("#rd-handover-which"))
        assert page.input_value("#rd-handover-reply textarea") == ""

        page.locator("#rd-handovers").get_by_role("button", name="Delete", exact=True).first.press("Enter")
        page.wait_for_selector("#rd-handovers a.rd-danger")
        page.locator("#rd-handovers a.rd-danger").press("Enter")
        until(page, lambda: [each.question for each in app.library.handovers.all()] == [QUESTION])
        until(page, lambda: not page.is_visible(TEXT))
        assert len(app.library.entries.all()) == 1
        assert seen.foreign() == [] and seen.violations() == []
