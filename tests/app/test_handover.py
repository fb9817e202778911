"""Asking a person: what the message says and what it does not, the mail file, replies and their questions, forgetting."""

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

import pytest
from ingesting.test_msg import Outlook
from scripted import ScriptedModel
from until import until

from ragdesk.app import handovers
from ragdesk.app.app import App
from ragdesk.domain.answers import Answer
from ragdesk.domain.documents import Parsed
from ragdesk.domain.entries import Handover, HandoverDraft, HandoverMessage, HandoverPassage
from ragdesk.domain.errors import UnknownIdError, UsageError
from ragdesk.domain.search import Scope
from ragdesk.extras import handover
from ragdesk.front.cli import main
from ragdesk.front.web.tabs.chat import render_handover
from ragdesk.host.paths import open_home
from ragdesk.ingesting.readers.input_file import InputFile, Unpacked
from ragdesk.ingesting.readers.mail.eml import parse_eml
from ragdesk.text.unmarked import rows

QUESTION = "How many parking spaces does the Reykjavík branch rent?"
ANSWER = "The Reykjavík branch rents fourteen parking spaces, all of them in Hafnarstræti."
MOMENT = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
JOSÉ = 'José "Pepe" Müller, Dr. <jose@example.org>'


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Path:
    """A home with the examples, to be copied."""
    folder = tmp_path_factory.mktemp("filled") / "home"
    opened = App.open(open_home(folder))
    list(opened.intake.add([examples]))
    opened.close()
    return folder


@pytest.fixture
def app(tmp_path: Path, filled: Path) -> Iterator[App]:
    shutil.copytree(filled, tmp_path / "home")
    opened = App.open(open_home(tmp_path / "home"))
    opened.intake.start()
    yield opened
    opened.close()


def ask(app: App, question: str = QUESTION, says: str = "", scope: Scope = Scope()) -> Answer:
    """Ask with the real stores and embedder; where the gate lets it pass, the model says `says`."""
    model = ScriptedModel([says] if says else [])
    engines = app.engines
    engines.llm = lambda: model  # type: ignore[method-assign,assignment,return-value]
    [answer] = [event for event in app.answers.ask(question, scope=scope) if isinstance(event, Answer)]
    return answer


def words(passage: HandoverPassage) -> str:
    """A passage's words as the message has them."""
    return "“" + "\n".join(rows(passage.quote)) + "”"


def draft_of(quote: str = "Words.", question: str = QUESTION) -> HandoverDraft:
    passages = tuple(HandoverPassage(n, f"Book {n} (b{n}.md)", "page 3", f"{quote} {n}") for n in (1, 2, 3))
    return HandoverDraft("7F3A91C2", question, "", "4 documents", "", False, passages)


def as_eml(text: str = "Text", subject: str = "S", to: str = JOSÉ) -> bytes:
    return handover.as_eml(
        HandoverMessage("7F3A91C2", to, subject, text), handover.read_recipient(to), MOMENT
    )


def content_of(data: bytes) -> str:
    """The text of a mail as the standard library reads it; lines end with CRLF in mails."""
    read = BytesParser(policy=policy.default).parsebytes(data)
    assert isinstance(read, EmailMessage) and read.defects == []
    return str(read.get_content()).replace("\r\n", "\n")


def read_with_ours(data: bytes, folder: Path) -> Parsed:
    path = folder / "message.eml"
    path.write_bytes(data)
    return parse_eml(InputFile(path, path.name, Unpacked(folder / "parts", 10**6)))


# ---------------------------------------------------------------- the message


def test_the_message_holds_the_question_the_nearest_passages_and_nothing_else_of_the_library(
    app: App, tmp_path: Path
) -> None:
    list(app.intake.add([examples_with_a_private_file(tmp_path)]))
    app.conversations.create("Wolfgrambe's other conversation")
    answer = ask(app)
    assert answer.verdict == "not_found"
    draft = app.handovers.draft(answer.message_id)
    message = app.handovers.message(draft)
    assert QUESTION in message.text
    assert "Looked through: 5 documents, all that RAGDesk holds." in message.text
    assert len(draft.passages) == len(answer.hits[:5]) >= 3
    for passage, hit in zip(draft.passages, answer.hits, strict=False):
        document = app.library.document(hit.chunk.document_id)
        assert passage.quote == app.library.text(document.id)[hit.chunk.char_start : hit.chunk.char_end]
        assert words(passage) not in message.text, "none of them speaks of what was asked"
        assert document.title in passage.document and document.name in passage.document
        if hit.chunk.page_start is not None:
            assert f"page {hit.chunk.page_start}" in passage.place.replace("pages", "page")
    assert f"RAGDesk-Ref: {draft.reference}" in message.subject and QUESTION in message.subject
    assert f"RAGDesk-Ref: {draft.reference}" in message.text
    for content in (app.handovers.save(message, kind)[1].decode() for kind in ("txt", "eml")):
        for foreign in (str(app.home.root), str(tmp_path), "Wolfgrambe", answer.conversation_id):
            assert foreign not in content


COOLING = "How long must the autoclave cool down before the door is opened?"
COOLS = "The autoclave must cool down for at least 45 minutes before the door is opened."


def test_what_the_answer_cites_goes_with_it_and_the_rest_can_be_added(app: App) -> None:
    answer = ask(app, COOLING, COOLS)
    assert answer.verdict == "answered" and len({one.chunk_id for one in answer.all_citations}) == 1
    draft = app.handovers.draft(answer.message_id)
    assert draft.chosen == (1,) and len(draft.passages) == 5
    cited, *others = draft.passages
    assert answer.citations[0].quote in cited.quote
    text = app.handovers.message(draft).text
    assert f"From the documents:\n\n1. {cited.document}" in text
    assert not any(words(each) in text for each in others)
    more, _ = app.handovers.choose(text, draft, draft.chosen, [1, 3])
    assert words(others[1]) in more


def test_of_a_refusal_the_nearest_passage_goes_with_it_where_it_speaks_of_what_was_asked(app: App) -> None:
    answer = ask(app)
    known = {document.id: document for document in app.library.documents.all()}
    nearest = answer.hits[0].chunk
    [first, *_] = [line for line in nearest.text.split("\n") if len(line) > 40]
    for question, chosen in (
        (f"Is it so that {first}", (1,)),
        ("Who sings the part of Falstaff in Milan?", ()),
    ):
        passages, ticked = handovers._passages(replace(answer, standalone_question=question), known)
        assert ticked == chosen and len(passages) > 2


def test_a_cited_passage_that_the_search_did_not_find_goes_with_its_quote(app: App) -> None:
    answer = ask(app, COOLING, COOLS)
    elsewhere = replace(answer.citations[0], chunk_id="0" * 12)
    found = replace(answer, citations=(elsewhere,), quick=None, nearest=None)
    known = {document.id: document for document in app.library.documents.all()}
    passages, chosen = handovers._passages(found, known)
    assert chosen == (1,) and passages[0].quote == elsewhere.quote
    assert passages[0].place.startswith("page 2") and "sop-autoclave.pdf" in passages[0].document
    assert handovers._passages(found, {}) == ((), ())


def examples_with_a_private_file(folder: Path) -> Path:
    path = folder / "Wolfgrambe.md"
    path.write_text("# Wolfgrambe\n\nA recipe for gingerbread with Wolfgrambe's nutmeg.\n", encoding="utf-8")
    return path


def test_a_narrow_search_says_where_it_looked(app: App) -> None:
    [handbook] = [each for each in app.library.documents.all() if each.name == "handbook.md"]
    app.library.collections.put(handbook.id, ["Staff"])
    answer = ask(app, scope=Scope(documents=(handbook.id,)))
    text = app.handovers.message(app.handovers.draft(answer.message_id)).text
    assert f"Looked through: 1 document: {handbook.title}." in text
    again = app.handovers.draft(answer.message_id, Scope(collections=("Another",)))
    assert again.looked_through == f"1 document: {handbook.title}", "it stays where it was looked for"
    narrowed = app.handovers.draft(ask(app).message_id, Scope(collections=("staff",)))
    assert narrowed.looked_through == "1 document in the collection “staff”"


def test_an_answer_that_nothing_bears_out_is_shown_as_such(app: App) -> None:
    says = "The autoclave was bought by Napoleon in 1806."
    answer = ask(app, "What happens when the autoclave is opened too early?", says)
    assert answer.verdict == "unsupported"
    text = app.handovers.message(app.handovers.draft(answer.message_id)).text
    assert f"wrote this, which could not be confirmed in the documents:\n“{says}”" in text


def test_a_follow_up_shows_both_wordings() -> None:
    draft = HandoverDraft("7F3A91C2", "And there?", "How many in Oslo?", "4 documents", "", False, ())
    text = handover.compose(draft, [])
    assert "\n\nAnd there?\n\nUnderstood as: How many in Oslo?\n\n" in text
    assert "Understood" not in handover.compose(draft_of(), [])
    assert handover.subject_of(draft) == "[RAGDesk-Ref: 7F3A91C2] How many in Oslo?"


def test_one_answer_has_one_hand_over_and_a_question_none(app: App) -> None:
    answer = ask(app)
    first = app.handovers.draft(answer.message_id)
    assert app.handovers.draft(answer.message_id) == first
    assert app.handovers.draft(answer.conversation_id) == first
    [kept] = app.library.handovers.all()
    assert (kept.question, kept.state, kept.recipient) == (QUESTION, "open", "")
    with pytest.raises(UsageError):
        app.handovers.draft(app.library.conversations.messages(answer.conversation_id)[0].id)
    with pytest.raises(UnknownIdError):
        app.handovers.draft("nothing")


def test_passages_are_left_out_and_come_back_and_edits_stay() -> None:
    draft = draft_of()
    text = handover.compose(draft, [1, 2, 3])
    without, stuck = handover.choose(text, draft, [1, 2, 3], [1, 3])
    assert "Words. 2" not in without and "Words. 1" in without and "Words. 3" in without and stuck == []
    assert handover.choose(without, draft, [1, 3], [1, 2, 3]) == (text, [])
    edited = text.replace("Hello,", "Dear José,").replace("Words. 3", "Wrods. 3")
    less, stuck = handover.choose(edited, draft, [1, 2, 3], [2])
    assert "Dear José," in less and "Words. 1" not in less and "Words. 2" in less
    assert stuck == [3] and "Wrods. 3" in less
    more, _ = handover.choose(less, draft, [2], [1, 2])
    assert "Dear José," in more and more.endswith("1. Book 1 (b1.md), page 3\n“Words. 1”")
    nothing, _ = handover.choose(text, draft, [1, 2, 3], [])
    assert "passages" not in nothing and "“" not in nothing


# ---------------------------------------------------------------- the mail file


@pytest.mark.parametrize(
    "text",
    [
        "Größe: 5 µm. 長い文章です。 Ünï\n\n"
        + "x" * 5_000
        + "\n.\nFrom here\n  indented  \n-- \nnot a signature",
        handover.compose(
            draft_of("From: A\nSent: today\nTo: B\nSubject: c\n\n> On 1 May 2020 A wrote:"), [1, 2]
        ),
    ],
)
def test_the_mail_file_is_read_back_as_it_was_written(text: str, tmp_path: Path) -> None:
    data = as_eml(text, "Größe " * 30 + "und mehr")
    assert (
        data.isascii()
        and max(map(len, data.split(b"\r\n"))) <= 78
        and b"\n" not in data.replace(b"\r\n", b"")
    )
    read = BytesParser(policy=policy.default).parsebytes(data)
    assert content_of(data) == text + "\n"
    assert str(read["subject"]) == "Größe " * 30 + "und mehr"
    [to] = read["to"].addresses
    assert (to.display_name, to.addr_spec) == ('José "Pepe" Müller, Dr.', "jose@example.org")
    assert read["date"].datetime == MOMENT and read["from"].addresses == () and read["x-unsent"] == "1"
    assert handover._references(read["message-id"]) == ("7F3A91C2",)
    parsed = read_with_ours(data, tmp_path)
    stated = dict(parsed.properties)
    assert stated["subject"] == "Größe " * 30 + "und mehr"
    assert stated["to"] == JOSÉ and stated["message_id"].startswith("<ragdesk-ref-7f3a91c2.")
    assert text in parsed.text


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\x1d"])
def test_no_name_or_question_begins_a_header_of_its_own(line_end: str) -> None:
    evil = f"A{line_end}Bcc: eve@example.org{line_end}{line_end}Body"
    question = handover.subject_of(draft_of(question=evil))
    read = BytesParser(policy=policy.default).parsebytes(as_eml(evil, question, f"{evil} <a@example.org>"))
    assert sorted(read.keys()) == sorted(
        ["Subject", "From", "To", "Date", "Message-ID", "X-Unsent"]
        + ["MIME-Version", "Content-Type", "Content-Transfer-Encoding"]
    )
    assert read["to"].addresses[0].addr_spec == "a@example.org"
    assert [each.addr_spec for each in read["to"].addresses] == ["a@example.org"]
    assert str(read["subject"]) == "[RAGDesk-Ref: 7F3A91C2] A Bcc: eve@example.org Body"
    plain = handover.as_txt(
        HandoverMessage("7F3A91C2", "", question, "Text"), (evil.replace(line_end, " "), "")
    )
    assert plain.decode().split("\n\n")[0].count("\n") == 1


def test_words_that_look_encoded_are_read_as_they_stand() -> None:
    trick = "=?utf-8?q?Bcc=3A_eve=40example=2Eorg?="
    read = BytesParser(policy=policy.default).parsebytes(as_eml("Text", trick, f"{trick} <a@example.org>"))
    assert str(read["subject"]) == trick
    assert read["to"].addresses[0].display_name == trick


@pytest.mark.parametrize(
    ("written", "name", "address"),
    [
        ("", "", ""),
        ("  Ada Ball ", "Ada Ball", ""),
        ("ada@example.org", "", "ada@example.org"),
        ('"Ball, Ada" <ada@example.org>', "Ball, Ada", "ada@example.org"),
        ("Ada <ada@bücher.example>", "Ada", "ada@xn--bcher-kva.example"),
    ],
)
def test_who_is_asked_may_be_a_name_an_address_or_both(written: str, name: str, address: str) -> None:
    assert handover.read_recipient(written) == (name, address)
    read = BytesParser(policy=policy.default).parsebytes(as_eml(to=written))
    assert (read["to"] is None) == (not address)


@pytest.mark.parametrize(
    "written",
    [
        "Ada <>",
        "Ada <ada>",
        "a@b@c.de",
        "Ada <a@b.de, e@f.de>",
        "Ada <a@b.de> <e@f.de>",
        "ä@b.de",
        "a@b..de",
        "a b@c.de",
    ],
)
def test_what_is_no_address_is_refused(written: str) -> None:
    with pytest.raises(UsageError):
        handover.read_recipient(written)


# ---------------------------------------------------------------- the reply


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


SIGNATURE = "-- \nJosé Müller\nFacility management"
ORIGINAL = handover.compose(draft_of(), [1, 2, 3])
WROTE = "On Wed, 4 Mar 2026 at 05:06, Ada Ball <ada@example.org> wrote:"


@pytest.mark.parametrize(
    "pasted",
    [
        f"{ANSWER}\n\n{WROTE}\n{quoted(ORIGINAL)}\n",
        f"{ANSWER}\n\n{SIGNATURE}\n\n{WROTE}\n{quoted(ORIGINAL)}\n",
        f"{ANSWER}\n\n{WROTE}\n\n{ORIGINAL}\n",
        f"{ANSWER}\n\n-----Original Message-----\nFrom: Ada\nSent: today\nTo: José\nSubject: x\n\n{ORIGINAL}",
        f"{ANSWER}\r\n\r\n{ORIGINAL}",
        f"{quoted(ORIGINAL)}\n\n{ANSWER}\n",
        f"RAGDesk-Ref: 7f3a91c2\n\n{ANSWER}\n",
        f"{ANSWER}\n\n> --- Please answer above this\n> line ---\n> RAGDesk-Ref:\n> 7F3A91C2\n",
    ],
)
def test_a_pasted_reply_is_the_answer_alone_and_names_its_question(pasted: str) -> None:
    reply = handover.reply_from_text(pasted)
    assert (reply.text, reply.references) == (ANSWER, ("7F3A91C2",))


def test_answers_between_the_quoted_lines_are_kept_in_order() -> None:
    pasted = "> How many?\n\nFourteen.\n\n> Where?\n\nIn Hafnarstræti:\n- seven above\n- seven below\n"
    assert handover.reply_from_text(pasted).text == (
        "Fourteen.\n\nIn Hafnarstræti:\n- seven above\n- seven below"
    )


@pytest.mark.parametrize(
    "pasted", ["", " \n", quoted(ORIGINAL), ORIGINAL, f"{WROTE}\n{quoted('x')}", "-- \nJosé"]
)
def test_a_reply_without_an_answer_is_refused(pasted: str) -> None:
    with pytest.raises(UsageError):
        handover.reply_from_text(pasted)


def reply_mail(asked: HandoverMessage, body: str, *, by: str) -> EmailMessage:
    """A reply in which the reference stands in one place alone."""
    original = BytesParser(policy=policy.default).parsebytes(
        handover.as_eml(asked, ("", "jose@example.org"), MOMENT)
    )
    reply = EmailMessage()
    reply["From"], reply["To"], reply["Date"] = (
        "jose@example.org",
        "ada@example.org",
        "Thu, 5 Mar 2026 08:00:00 +0000",
    )
    reply["Subject"] = f"Re: {asked.subject}" if by == "subject" else "Re: your question"
    if by in ("In-Reply-To", "References"):
        reply[by] = (
            f"<first@example.org> {original['message-id']}" if by == "References" else original["message-id"]
        )
    else:
        reply["In-Reply-To"] = "<something@example.org>"
    original_text = asked.text if by == "body" else re.sub(r"RAGDesk-Ref.*", "", asked.text)
    reply.set_content(f"{body}\n\n{WROTE}\n{quoted(original_text)}\n")
    return reply


@pytest.mark.parametrize("by", ["In-Reply-To", "References", "subject", "body"])
def test_a_mail_is_matched_by_each_place_of_the_reference(app: App, tmp_path: Path, by: str) -> None:
    ask(app, "What is the capital of Mongolia?")
    other = ask(app, "Which opera did Verdi write last?")
    app.handovers.draft(other.message_id)
    message = app.handovers.message(app.handovers.draft(ask(app).message_id))
    path = tmp_path / "upload"
    path.write_bytes(bytes(reply_mail(message, f"{ANSWER}\n\n{SIGNATURE}", by=by)))
    reply = app.handovers.read_mail(path, "Re your question.eml")
    found = app.handovers.match(reply)
    assert (reply.text, reply.attachments) == (ANSWER, 0)
    assert found is not None and found.reference == message.reference
    assert list(app.home.temporary.glob("reply-*")) == []


def test_a_page_with_an_attachment_is_read_without_quote_and_attachment(app: App, tmp_path: Path) -> None:
    message = app.handovers.message(app.handovers.draft(ask(app).message_id))
    mail = reply_mail(message, "Plain", by="In-Reply-To")
    mail.set_content(
        f"<html><body><p>{ANSWER}</p><ul><li>seven above</li><li>seven below</li></ul>"
        f"<blockquote type=cite><p>{message.text}</p></blockquote></body></html>",
        subtype="html",
    )
    mail.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename="plan.pdf")
    path = tmp_path / "upload"
    path.write_bytes(bytes(mail))
    reply = app.handovers.read_mail(path, "reply.eml")
    assert reply.text == f"{ANSWER}\n\n- seven above\n- seven below"
    assert reply.attachments == 1 and app.handovers.match(reply) is not None
    assert list(app.home.temporary.glob("reply-*")) == []


def test_outlooks_own_file_is_read_too(app: App, tmp_path: Path) -> None:
    message = app.handovers.message(app.handovers.draft(ask(app).message_id))
    made = Outlook()
    body = (
        f"{ANSWER}\r\n\r\n_____\r\nFrom: Ada\r\nSent: today\r\nTo: José\r\nSubject: x\r\n\r\n{message.text}"
    )
    made.message(t0037=f"RE: {message.subject}", t1000=body, t0C1A="José Müller")
    path = tmp_path / "upload"
    path.write_bytes(made.bytes())
    reply = app.handovers.read_mail(path, "reply.msg")
    assert reply.text == ANSWER and reply.references == (message.reference,)


def test_what_is_no_mail_is_refused(app: App, tmp_path: Path) -> None:
    path = tmp_path / "note"
    path.write_text("Just a text.", encoding="utf-8")
    with pytest.raises(UsageError, match="not a mail"):
        app.handovers.read_mail(path, "note.txt")


# ---------------------------------------------------------------- from the reply to the next answer


def test_a_reply_becomes_a_proposal_and_once_approved_the_next_same_question_finds_it(app: App) -> None:
    answer = ask(app)
    reference = app.handovers.draft(answer.message_id).reference
    reply = app.handovers.read_text(f"{ANSWER}\n\n{WROTE}\n{quoted(f'RAGDesk-Ref: {reference}')}")
    found = app.handovers.match(reply)
    assert found is not None
    entry = app.handovers.propose(reply, found.reference)
    assert (entry.question, entry.answer, entry.state) == (QUESTION, ANSWER, "proposed")
    assert entry.origin == f"handover {reference}"
    assert app.library.handovers.get(reference).state == "answered"
    assert ask(app).verdict == "not_found"
    with pytest.raises(UsageError, match="before"):
        app.handovers.propose(reply, reference)
    before = app.library.conversations.messages(answer.conversation_id)
    app.entries.approve(entry.id)
    until(lambda: not app.intake.state().waiting and len(app.library.documents.all()) == 5)
    again = ask(app, says=ANSWER)
    assert again.verdict == "answered" and ANSWER in again.citations[0].quote
    assert app.library.conversations.messages(answer.conversation_id) == before
    assert before[-1].answer is not None and before[-1].answer.verdict == "not_found"


def test_a_reply_without_a_known_reference_is_left_to_the_person(app: App) -> None:
    reference = app.handovers.draft(ask(app).message_id).reference
    for pasted in (ANSWER, f"{ANSWER}\n\nRAGDesk-Ref: {'0' * 8 if reference != '0' * 8 else '1' * 8}"):
        assert app.handovers.match(app.handovers.read_text(pasted)) is None
    entry = app.handovers.propose(app.handovers.read_text(ANSWER), reference)
    assert entry.question == QUESTION
    with pytest.raises(UnknownIdError):
        app.handovers.propose(app.handovers.read_text("Something else."), "FFFFFFF")


def traces(folder: Path, word: str) -> list[str]:
    forms = [word.encode("utf-8"), word.encode("utf-16-le")]
    files = (path for path in folder.rglob("*") if path.is_file())
    return [path.name for path in files if any(form in path.read_bytes() for form in forms)]


@pytest.mark.parametrize("how", ["hand-over", "conversation"])
def test_a_deleted_hand_over_is_nowhere_in_the_home(app: App, how: str) -> None:
    answer = ask(app)
    message = app.handovers.message(
        app.handovers.draft(answer.message_id), "Wolfgrambe <w@wolfgrambe.example>"
    )
    token, _ = app.handovers.offer(message, "eml")
    assert traces(app.home.root, "Wolfgrambe") and traces(app.home.root, message.reference)
    assert app.handovers.fetch(token)[1].startswith(b"Subject: ")
    if how == "hand-over":
        app.handovers.delete(message.reference)
        with pytest.raises(UnknownIdError):
            app.handovers.fetch(token)
    else:
        app.library.conversations.delete(answer.conversation_id)
        assert traces(app.home.root, "Reykjavík") == []
    assert app.library.handovers.all() == []
    for word in ("Wolfgrambe", "wolfgrambe", message.reference):
        assert traces(app.home.root, word) == []


def test_a_removed_document_leaves_the_message_and_no_trace_of_a_saved_one(app: App, tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("# Parking\n\nThe xylophonist Wolfgrambe parks anywhere.\n", encoding="utf-8")
    [added] = app.intake.add([secret])
    answer = ask(app, "Which opera did Verdi write last?", scope=Scope(documents=(str(added.document_id),)))
    draft = app.handovers.draft(answer.message_id)
    message = app.handovers.message(replace(draft, chosen=(1,)))
    assert "Wolfgrambe" in message.text
    app.handovers.offer(message, "txt")
    app.removals.remove([str(added.document_id)])
    assert traces(app.home.root, "Wolfgrambe") == []
    after = app.handovers.draft(answer.message_id)
    assert (after.reference, after.passages) == (draft.reference, ())


def test_nothing_that_a_person_or_a_document_wrote_acts_on_the_page() -> None:
    evil = '<img src=x onerror=alert(1)>"[a](javascript:alert(1))`$x$'
    kept = Handover("7F3A91C2", "0" * 16, evil, Scope(), evil, "open", "2026-03-04T05:06:07+00:00")
    pages = [
        render_handover.handovers([kept]),
        render_handover.handovers([kept], "7F3A91C2"),
        render_handover.proposed(evil, 2),
        render_handover.ready("0" * 32, evil),
    ]
    for page in pages:
        assert "<img" not in page and "`" not in page and "$" not in page and "\n" not in page
    assert "#rd:handover:open:0000000000000000" in pages[0] and "#rd:handover:delete:7F3A91C2" in pages[1]
    assert "2 attached files were not taken in" in pages[2]


# ---------------------------------------------------------------- settings and the command line


def test_who_is_usually_asked_stands_in_the_settings(tmp_path: Path, examples: Path) -> None:
    home = open_home(tmp_path / "home")
    home.settings.write_text('[handover]\nname = "Ada Ball"\naddress = "ada@example.org"\n', encoding="utf-8")
    app = App.open(home)
    list(app.intake.add([examples / "handbook.md"]))
    draft = app.handovers.draft(ask(app).message_id)
    assert app.handovers.message(draft).recipient == "Ada Ball <ada@example.org>"
    assert app.handovers.message(draft, "Eve").recipient == "Eve"
    app.close()


def test_the_command_prints_and_saves_the_message(
    app: App, home_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = ask(app)
    home = ["--home", str(app.home.root)]
    assert main(["handover", answer.conversation_id, "--to", JOSÉ, *home]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"To: {JOSÉ}\nSubject: [RAGDesk-Ref: ") and QUESTION in shown
    target = tmp_path / "ask.EML"
    assert main(["handover", answer.message_id, "--to", JOSÉ, "-o", str(target), "--json", *home]) == 0
    value = json.loads(capsys.readouterr().out)
    assert set(value) == {"reference", "to", "subject", "text", "path"} and value["path"] == str(target)
    assert content_of(target.read_bytes()) == value["text"] + "\n"
    assert main(["handover", answer.message_id, "-o", str(tmp_path / "ask.txt"), *home]) == 0
    assert (tmp_path / "ask.txt").read_text(encoding="utf-8").startswith("Subject: [RAGDesk-Ref: ")
    capsys.readouterr()
    for wrong in (
        ["nothing"],
        [answer.message_id, "-o", "x.pdf"],
        [answer.message_id, "--to", "a@@b", "-o", "x.eml"],
        [answer.message_id, "-o", str(tmp_path / "no" / "x.eml")],
    ):
        assert main(["handover", *wrong, "--json", *home]) == 2
        assert json.loads(capsys.readouterr().out)["error"]["hint"]
