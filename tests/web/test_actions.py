"""Links that do something: what they may say, and what is made of what the page sends."""

import logging
from typing import Any

import pytest

from ragdesk.front.web.actions import chat, citations, library, memory, settings, tables
from ragdesk.front.web.actions.addresses import action
from ragdesk.front.web.actions.codec import _TABS, _VERBS, Actions

EXAMPLES: dict[str, list[Any]] = {
    "table": [
        tables.OpenTable("0123"),
        tables.CloseTable(),
        tables.AddTemplate("contracts"),
        tables.SortTable(),
        tables.SortTable("c1"),
        tables.FilterTable("unsure"),
        tables.ShowRows(40),
        tables.ProposeColumns(),
        tables.TakeProposal("Who: is it? ü%"),
        tables.ShowCell("d", "c"),
        tables.LeaveCell(),
        tables.CheckCell(),
        tables.AskCellAgain(),
        tables.DropColumn("c"),
        tables.PauseTable(),
        tables.GoOnWithTable(),
        tables.ExportTable("xlsx"),
        tables.AskRemoveTable(),
        tables.KeepTable(),
        tables.RemoveTable(),
    ],
    "library": [
        library.GoToLibrary(),
        library.GoToLibrary("entries"),
        library.ShowDocument("0123"),
        library.ShowDocument("0123", "pages", 7, 0),
        library.ShowDocument("0123", "passages", 1, 12),
        library.CloseDocument(),
        library.AddSamples(),
        library.AskRemoveDocuments(("a", "b")),
        library.KeepDocuments(),
        library.AskAllDocuments(("a", "b")),
        library.AskEachDocument("m1"),
        library.RemoveDocuments(("a",)),
        library.RemoveDocumentsAndAnswers(("a", "b", "c")),
        library.SortDocuments("added"),
        library.ShowMoreDocuments(),
        library.ShowCollection(""),
        library.ShowCollection("a:b#c ü %/"),
        library.MakeCollection("Plans"),
        library.PutInCollection("Plans", ("a", "b")),
        library.TakeOutOfCollection("Plans", ("a",)),
        library.DeleteCollection("Plans"),
    ],
    "queue": [
        library.CancelJob(3),
        library.LeaveLockedFile(3),
        library.CancelAllJobs(),
        library.ClearFinishedJobs(),
        library.ChooseLockedFile(3),
    ],
    "entries": [
        library.EditEntry("e"),
        library.AskDeleteEntry("e"),
        library.KeepEntry(),
        library.ApproveEntry("e"),
        library.RejectEntry("e"),
        library.DeleteEntry("e"),
    ],
    "folders": [library.StopWatching("/home/me/my papers"), library.LetMissingGo("/home/me/my papers")],
    "memory": [
        memory.AcceptProposal("p"),
        memory.AcceptBesideOld("p"),
        memory.RejectProposal("p"),
        memory.ForgetWritten("p"),
        memory.AddNote("user"),
        memory.EditNote("n"),
        memory.AskDeleteNote("n"),
        memory.KeepNote(),
        memory.DeleteNote("n"),
        memory.MoveNote("n"),
    ],
    "citations": [
        citations.OpenCitation("m", 2),
        citations.ShowCitation("m", 2),
        citations.StepCitation(-1),
        citations.ShowMoreText("above"),
        citations.ListEarlierCitations(),
        citations.ListLaterCitations(),
    ],
    "beside": [citations.ShowBeside("m", 2), citations.ShowMoreText("below"), citations.CloseBeside()],
    "settings": [
        settings.OpenSettings("privacy"),
        settings.UseModel("small"),
        settings.AskUseModel("e5"),
        settings.MeasureModel("reader"),
        settings.SwitchRerankerOff(),
        settings.ModelAdded(),
    ],
    "chat": [
        chat.OpenConversation("c"),
        chat.VisitConversation("c"),
        chat.RenameConversation("c", "A: new? name"),
        chat.DeleteConversation("c"),
        chat.RestoreConversation("c"),
        chat.ListMoreConversations(100),
        chat.ShowEarlierMessages(60),
        chat.EditQuestion("m"),
        chat.StopEditing(),
        chat.HoldQuestion(),
        chat.AskAgain("m"),
        chat.SearchFor("m", "boiling point 60°"),
        chat.SearchDocuments("m"),
        chat.WriteSummary("d" * 16),
        chat.ShowPassages("m"),
        chat.RateGood("m"),
        chat.RateBad("m"),
        chat.ExportAnswer("m"),
        memory.AcceptProposal("p"),
        memory.AcceptBesideOld("p"),
        memory.RejectProposal("p"),
        memory.ForgetWritten("p"),
    ],
    "ask": [
        chat.AskExample("How long: 5 #1?"),
        chat.AskAboutDocument("0123"),
        chat.AskAbout("d", "How long: 5 #1?"),
        chat.AskAboutThese(("a", "b")),
        chat.PutArrivalsAway(),
    ],
    "handover": [
        chat.OpenHandover("m"),
        chat.AskDeleteHandover("r"),
        chat.KeepHandover(),
        chat.DeleteHandover("r"),
    ],
}


def clicked(address: str, tab: str, count: int = 1) -> str:
    """What `static/app.js` puts into the tab's field."""
    return f"{address.removeprefix(f'#rd:{tab}:')}#{count}"


@pytest.mark.parametrize("tab", EXAMPLES)
def test_what_was_written_is_read_again(tab: str) -> None:
    actions: Actions[Any] = _TABS[tab]
    for example in EXAMPLES[tab]:
        assert actions.read(clicked(actions.address(example), tab, 17)) == example


def test_every_action_of_every_tab_was_tried() -> None:
    assert _TABS.keys() == EXAMPLES.keys()
    tried = {(tab, _VERBS[type(example)]) for tab, examples in EXAMPLES.items() for example in examples}
    assert tried == {(tab, name) for tab, actions in _TABS.items() for name in actions._classes}


@pytest.mark.parametrize(
    ("tab", "sent"),
    [
        ("library", "erase-everything#1"),
        ("library", ""),
        ("library", "show#1"),
        ("library", "show:0123:cellar#1"),
        ("library", "show:0123:pages:seven#1"),
        ("library", "show:0123:pages:7:0:more#1"),
        ("library", "sort:colour#1"),
        ("library", "close:now#1"),
        ("library", "show"),
        ("queue", "cancel:" + "9" * 5000 + "#1"),
        ("citations", "step:-#1"),
        ("citations", "more:sideways#1"),
        ("chat", "rename:c#1"),
        ("chat", "__class__:x#1"),
        ("settings", "open#1"),
    ],
)
def test_what_is_no_action_is_ignored_with_a_line_in_the_log(
    tab: str, sent: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert _TABS[tab].read(sent) is None
    [line] = caplog.messages
    assert line.startswith(f"an action that is none was ignored: {tab}") and len(line) < 300


def test_what_a_person_wrote_does_not_go_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert chat.CHAT.read("earlier:my secret#1") is None
    assert "secret" not in caplog.text


def test_what_the_page_s_script_does_itself_is_passed_over_quietly(caplog: pytest.LogCaptureFixture) -> None:
    assert library.LIBRARY.read("pick-none#1") is None
    assert caplog.messages == []


def test_a_template_can_write_no_address_that_no_tab_understands() -> None:
    assert action("chat", "open", "a:b#c ü") == "#rd:chat:open:a%3Ab%23c%20%C3%BC"
    assert action("library", "put") == "#rd:library:put"
    assert action("library", "collection", "") == "#rd:library:collection:"
    assert action("viewer", "back") == "#rd:viewer:back"
    assert action("page", "edit", "chat", "rename", "c") == "#rd:page:edit:chat:rename:c"
    for wrong in (("cellar", "open"), ("library", "erase"), ("library", "show"), ("queue", "cancel", "a")):
        with pytest.raises(ValueError):
            action(*wrong)
