"""Every button, link and address of ours on a desk, and what the page says of them."""

import re
from collections.abc import Iterator
from typing import Any

from starlette.routing import Route
from web.desk import QUESTION, SAYS, Desk, nothing_unforeseen

from ragdesk.front.web import app as web
from ragdesk.front.web.actions import chat, citations, library, memory, tables
from ragdesk.front.web.problems import PROBLEMS


def fields(desk: Desk) -> dict[str, Any]:
    """What a person has typed and chosen, by element."""
    return {
        "rd-collection": "",
        "rd-document-title": "The visitors' book",
        "rd-drop": desk.uploaded("dropped.md"),
        "rd-entry-answer": SAYS,
        "rd-entry-question": QUESTION,
        "rd-chat-export-format": "md",
        "rd-export-format": "md",
        "rd-filter": "p",
        "rd-folder": str(desk.folder / "watched"),
        "rd-folder-collection": "",
        "rd-handover-reply": f"The porter does.\n\n{SAYS}",
        "rd-memory-user": "- Uses SAP.\n",
        "rd-own-files": desk.uploaded("own.md"),
        "rd-note-user-words": "Leads the audits.",
        "rd-note-company-words": "The laboratory is in building C.",
        "rd-password": "secret",
        "rd-query": "valve",
        "rd-question": QUESTION,
    }


# What is told there hangs on the settings, which this changes: test_settings_after_a_change.py.
ELSEWHERE = re.compile(r"rd-(set|model|erase|act-settings|settings|diagnose|language|theme)\b")


def buttons(desk: Desk) -> Iterator[tuple[str, list[list[Any]]]]:
    """Every event that a person sets off, and each that a timer does, but for links; what the page is told of each."""
    for event in list(desk.page.fns.values()):
        block, kind = event.targets[0]
        name = getattr(desk.page.blocks.get(block), "elem_id", None) or ""
        if event.trigger_after is not None or name.startswith("rd-act-") or ELSEWHERE.match(name):
            continue
        yield f"{name} {kind} {event._id}", desk.window.press_event(event, fields(desk))


def links(desk: Desk) -> list[Any]:
    """An action of each kind, on what is there; those that take something away come last."""
    [note] = desk.app.memory.entries("user")[:1]
    proposal = desk.app.memory.proposals()[0].id
    return [
        library.GoToLibrary(),
        library.ShowDocument(desk.visitors, "text"),
        library.ShowDocument(desk.manual, "pages", 2),
        library.CloseDocument(),
        library.SortDocuments("title"),
        library.ShowMoreDocuments(),
        library.MakeCollection("Plans"),
        library.PutInCollection("Plans", (desk.pump,)),
        library.ShowCollection("Plans"),
        library.TakeOutOfCollection("Plans", (desk.pump,)),
        library.DeleteCollection("Plans"),
        library.ShowCollection(""),
        library.AddSamples(),
        library.CancelJob(1),
        library.LeaveLockedFile(1),
        library.CancelAllJobs(),
        library.ClearFinishedJobs(),
        library.ChooseLockedFile(1),
        library.EditEntry(desk.entry),
        library.AskDeleteEntry(desk.entry),
        library.KeepEntry(),
        library.ApproveEntry(desk.entry),
        library.RejectEntry(desk.entry),
        chat.OpenConversation(desk.conversation),
        chat.VisitConversation(desk.conversation),
        chat.RenameConversation(desk.conversation, "Of the gate"),
        chat.ListMoreConversations(100),
        chat.ShowEarlierMessages(60),
        chat.EditQuestion(desk.answer),
        chat.StopEditing(),
        chat.HoldQuestion(),
        chat.AskAgain(desk.answer),
        chat.SearchFor(desk.answer, "valve"),
        chat.SearchDocuments(desk.answer),
        chat.WriteSummary(desk.visitors),
        chat.ShowPassages(desk.answer),
        chat.RateBad(desk.answer),
        chat.ExportAnswer(desk.answer),
        chat.RateGood(desk.answer),
        chat.AskExample(QUESTION),
        chat.AskAbout(desk.visitors, QUESTION),
        chat.AskAboutThese((desk.visitors,)),
        chat.AskAboutDocument(desk.visitors),
        chat.PutArrivalsAway(),
        chat.OpenHandover(desk.answer),
        chat.AskDeleteHandover("r"),
        chat.KeepHandover(),
        chat.DeleteHandover("r"),
        citations.OpenCitation(desk.answer, 1),
        citations.ShowCitation(desk.answer, 1),
        citations.StepCitation(1),
        citations.ShowMoreText("above"),
        citations.ListEarlierCitations(),
        citations.ListLaterCitations(),
        citations.ShowBeside(desk.answer, 1),
        citations.CloseBeside(),
        library.AskEachDocument(desk.answer),
        tables.RemoveTable(),
        library.AskAllDocuments((desk.visitors, desk.pump)),
        tables.CloseTable(),
        tables.OpenTable(desk.table),
        tables.SortTable(desk.column),
        tables.FilterTable("unsure"),
        tables.FilterTable(""),
        tables.ShowRows(1),
        tables.ProposeColumns(),
        tables.TakeProposal("not proposed"),
        tables.ShowCell(desk.visitors, desk.column),
        tables.CheckCell(),
        tables.GoOnWithTable(),
        tables.PauseTable(),
        tables.ExportTable("md"),
        tables.AskCellAgain(),
        tables.LeaveCell(),
        tables.AddTemplate("procedures"),
        tables.DropColumn(desk.column),
        tables.AskRemoveTable(),
        tables.KeepTable(),
        tables.RemoveTable(),
        memory.AddNote("user"),
        memory.EditNote(note.id),
        memory.AskDeleteNote(note.id),
        memory.KeepNote(),
        memory.AcceptProposal(proposal),
        memory.ForgetWritten(proposal),
        memory.AcceptBesideOld(proposal),
        memory.RejectProposal(proposal),
        memory.MoveNote(note.id),
        memory.DeleteNote(note.id),
        chat.DeleteConversation(desk.conversation),
        chat.RestoreConversation(desk.conversation),
        library.DeleteEntry(desk.entry),
        library.StopWatching(str(desk.folder / "watched")),
        library.LetMissingGo(str(desk.folder / "watched")),
        library.AskRemoveDocuments((desk.pump,)),
        library.KeepDocuments(),
        library.RemoveDocuments((desk.pump,)),
        library.RemoveDocumentsAndAnswers((desk.visitors,)),
    ]


def addresses(desk: Desk) -> dict[str, str]:
    """An address of each route of ours, on what is there, by the route."""
    export, _ = desk.app.exports.offer("md", conversation=desk.conversation)
    draft = desk.app.handovers.draft(desk.answer)
    handover, _ = desk.app.handovers.offer(desk.app.handovers.message(draft, "Ada <ada@example.org>"), "eml")
    asked = {
        "/ragdesk/original/{document_id}": f"/ragdesk/original/{desk.visitors}",
        "/ragdesk/view/{document_id}": f"/ragdesk/view/{desk.visitors}",
        "/ragdesk/view/{document_id}/{start:int}/{end:int}": f"/ragdesk/view/{desk.visitors}/4/9",
        "/ragdesk/page/{document_id}/{number:int}": f"/ragdesk/page/{desk.manual}/1",
        "/ragdesk/page/{document_id}/{number:int}/{dpi:int}": f"/ragdesk/page/{desk.manual}/2/165",
        "/ragdesk/page/{document_id}/{number:int}/text": f"/ragdesk/page/{desk.manual}/2/text",
        "/ragdesk/page/{document_id}/{number:int}/words": f"/ragdesk/page/{desk.manual}/2/words",
        "/ragdesk/find/{document_id}": f"/ragdesk/find/{desk.manual}?words=valve",
        "/ragdesk/leaves/{document_id}": f"/ragdesk/leaves/{desk.manual}",
        "/ragdesk/state": "/ragdesk/state",
        "/ragdesk/notices": "/ragdesk/notices",
        "/ragdesk/model": f"/ragdesk/model?drop={'0' * 32}&name=x.gguf&last=1",
        "/ragdesk/handover/{token}": f"/ragdesk/handover/{handover}",
        "/ragdesk/export/{token}": f"/ragdesk/export/{export}",
        "/ragdesk/table/{token}": f"/ragdesk/table/{desk.app.table_files.offer(desk.table, 'md')}",
        "/ragdesk/static/{name}": "/ragdesk/static/app.js",
    }
    ours = [route.path for route in web._routes(desk.app, desk.folder) if isinstance(route, Route)]
    assert sorted(asked) == sorted(ours), "a route that is not asked here"
    return asked


def routes(desk: Desk, asked: dict[str, str]) -> dict[str, str]:
    """What is answered at these addresses, by the route: a status and words."""
    said = {}
    for route, path in asked.items():
        method, more = ("POST", {"content": b"no model"}) if route == "/ragdesk/model" else ("GET", {})
        reply = desk.door.ask(method, path, **more)
        said[route] = f"{reply.status_code} {desk.plain(reply.content.decode(errors='replace'))}"
    return said


def tour(desk: Desk) -> dict[str, str]:
    """What the page says of everything that a person can do on it, without what is new each time."""
    PROBLEMS.clear()
    said = routes(desk, addresses(desk))
    for name, told in buttons(desk):
        said[name] = desk.plain(told[-1])
    for action in links(desk):
        said[desk.plain(action)] = desk.plain(desk.do(action)[-1])
    nothing_unforeseen()
    return said
