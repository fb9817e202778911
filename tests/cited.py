"""What the tests of the Citations tab share: documents of each kind, and conversations whose answers quote them."""

from collections.abc import Sequence
from email.message import EmailMessage
from pathlib import Path

import openpyxl
import pymupdf

from ragdesk.app.app import App
from ragdesk.domain.answers import Answer, Citation, Sentence, Timings
from ragdesk.domain.conversations import Turn

# A page of two columns; the left one ends in the middle of the sentence that is quoted, the right one goes on with it.
LEFT = [
    "Cold rooms are checked twice a day by",
    "the person on duty, who signs the list.",
    "If the display shows more than eight",
    "degrees for longer than thirty minutes,",
    "the vaccines are moved without delay to",
    "the reserve refrigerator in corridor B,",
]
RIGHT = [
    "and the head of pharmacy is told at once",
    "by telephone, whatever the hour may be.",
    "The reserve refrigerator is tested each",
    "month with the door left open for five",
    "minutes; the alarm has to sound then.",
    "Batteries of the logger last two years.",
]
COLUMNS_QUOTE = ("the vaccines are moved", "whatever the hour may be.")
PAGES_QUOTE = ("The transport box is packed", "a data logger in each box.")
TURNED_QUOTE = ("Valve V7 opens", "four bar.")
MARKDOWN = """# Visitors

Every visitor **signs the *book*** at the gate and gets a [badge](http://example.invalid/badge) before the tour.

## Tours

1. Tours begin at ten.
2. Groups have at most **twelve** people, and `code 7` opens the door.

| Day | Guide |
|---|---|
| Monday | Ms Vance |
| Friday | Mr Ode |
"""


def write_pdf(path: Path, pages: int = 12) -> Path:
    """Page 1 in two columns; a sentence that runs from page 2 to page 3; a page that is shown turned (4); then plain ones."""
    document = pymupdf.open()
    for number in range(1, pages + 1):
        page = document.new_page(width=595, height=842)
        page.insert_text((60, 60), f"Chapter {number}", fontsize=16)
        if number == 1:
            for x, column in ((60, LEFT), (320, RIGHT)):
                for line, words in enumerate(column):
                    page.insert_text((x, 110 + 16 * line), words, fontsize=11)
        elif number == 2:
            for line in range(44):
                page.insert_text(
                    (60, 100 + 15 * line), f"Line {line} of the list of spare parts is kept here."
                )
            page.insert_text(
                (60, 800), "The transport box is packed in the cold room, with four cooling elements"
            )
        elif number == 3:
            page.insert_text(
                (60, 100), "around the vaccines and a data logger in each box. Then it is sealed."
            )
        elif number == 4:
            page.insert_text(
                (100, 200), "Valve V7 opens by itself at a pressure of four bar. It closes at three."
            )
            page.set_rotation(90)
        else:
            page.insert_text((60, 100), f"Nothing is quoted from page {number} of this manual.", fontsize=11)
    document.save(path)
    return path


def write_sheet(path: Path) -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Budget"
    sheet.append(["Item", "Owner", "Amount"])
    for row in range(2, 201):
        sheet.append([f"Item {row}", f"Owner {row % 7}", row * 10])
    book.save(path)
    return path


def write_mail(path: Path) -> Path:
    mail = EmailMessage()
    mail["From"], mail["To"] = "Ada Vance <ada@example.org>", "Bo Ode <bo@example.org>"
    mail["Date"], mail["Subject"] = "Mon, 12 Jan 2026 09:30:00 +0100", "Re: Delivery of the freezer"
    mail["Message-ID"], mail["In-Reply-To"] = "<two@example.org>", "<one@example.org>"
    mail.set_content(
        "Hello Bo,\n\nThe freezer arrives on Thursday at noon, and two people have to carry it.\n\nAda\n\n"
        "On Fri, 9 Jan 2026 at 17:00, Bo Ode <bo@example.org> wrote:\n"
        "> When does the freezer arrive?\n> We need to book the lift.\n"
    )
    mail.add_attachment("The lift carries 900 kilograms at most.\n", filename="lift.txt")
    path.write_bytes(mail.as_bytes())
    return path


def add(app: App, path: Path) -> str:
    [added, *_] = app.intake.add([path])
    assert added.document_id is not None, added.problem
    return added.document_id


def cite(app: App, document_id: str, first: str, last: str = "", number: int = 1) -> Citation:
    """A citation of what stands from the words `first` to the words `last`, as an answer would hold it."""
    text, document = app.library.text(document_id), app.library.document(document_id)
    start = text.index(first)
    end = text.index(last, start) + len(last) if last else start + len(first)
    chunks = app.library.chunks.of_document(document_id)
    chunk = next((each for each in chunks if each.char_start <= start < each.char_end), chunks[0])
    return Citation(
        number=number,
        chunk_id=chunk.id,
        document_id=document_id,
        document=document.name,
        title=document.title,
        page=chunk.page_start,
        section=" › ".join(chunk.section),
        quote=text[start:end],
        char_start=start,
        char_end=end,
    )


def converse(app: App, cited: Sequence[Sequence[Citation]], title: str = "About the cold rooms") -> str:
    """A conversation with an answer for each group of citations. Returns its id."""
    conversation = app.conversations.create(title)
    kept = app.library.conversations
    for place, citations in enumerate(cited, start=1):
        question = f"Question {place}?"
        sentences = tuple(Sentence(f"Sentence {each.number}.", (each.number,), True) for each in citations)
        said = " ".join(each.text for each in sentences)
        kept.add(conversation.id, Turn("user", question))
        answer = Answer(
            question, question, said, "answered", tuple(citations), sentences, (), Timings(0.1, total=1.0)
        )
        kept.add(conversation.id, Turn("assistant", said), answer)
    return conversation.id
