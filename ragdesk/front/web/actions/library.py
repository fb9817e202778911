"""What can be done in the Library: with its list, its queue, its questions and answers, its watched folders."""

from typing import Literal

from ragdesk.front.web.actions.codec import Actions, verb


@verb("go")
class GoToLibrary:
    """Open the tab, from elsewhere; at its questions and answers, say."""

    place: Literal["", "entries", "folders"] = ""


@verb("show")
class ShowDocument:
    """Open a document's own page: one of its views, a place in it (a page, or a batch of passages), a passage."""

    document_id: str
    view: Literal["", "pages", "passages", "text", "about"] = ""
    place: int = 1
    chosen: int | None = None


@verb("close")
class CloseDocument:
    pass


@verb("samples")
class AddSamples:
    pass


@verb("ask-remove")
class AskRemoveDocuments:
    document_ids: tuple[str, ...] = ()


@verb("keep")
class KeepDocuments:
    """The answer "no" to `AskRemoveDocuments`."""


@verb("remove")
class RemoveDocuments:
    document_ids: tuple[str, ...] = ()


@verb("remove-quoting")
class RemoveDocumentsAndAnswers:
    """Remove documents, and the messages that quote them."""

    document_ids: tuple[str, ...] = ()


@verb("ask-all")
class AskAllDocuments:
    """Begin a table of documents and questions. The page's script adds the documents that are picked."""

    document_ids: tuple[str, ...] = ()


@verb("ask-each")
class AskEachDocument:
    """Ask each document that an answer was looked for in, side by side: begin a table with the question of this message."""

    message_id: str


@verb("sort")
class SortDocuments:
    by: Literal["title", "type", "pages", "state", "added"]


@verb("more")
class ShowMoreDocuments:
    pass


@verb("collection")
class ShowCollection:
    """Only the documents of a collection; of all for ""."""

    collection: str


@verb("make")
class MakeCollection:
    """The page's script adds the name that a person writes."""

    collection: str = ""


@verb("put")
class PutInCollection:
    """The page's script adds the documents that are picked, and the name of a new collection."""

    collection: str = ""
    document_ids: tuple[str, ...] = ()


@verb("take-out")
class TakeOutOfCollection:
    collection: str
    document_ids: tuple[str, ...] = ()


@verb("delete-collection")
class DeleteCollection:
    collection: str


ListAction = (
    SortDocuments
    | ShowMoreDocuments
    | ShowCollection
    | MakeCollection
    | PutInCollection
    | TakeOutOfCollection
    | DeleteCollection
)
LibraryAction = (
    GoToLibrary
    | ShowDocument
    | CloseDocument
    | AddSamples
    | AskRemoveDocuments
    | KeepDocuments
    | RemoveDocuments
    | RemoveDocumentsAndAnswers
    | AskAllDocuments
    | AskEachDocument
    | ListAction
)
LIBRARY: Actions[LibraryAction] = Actions("library", LibraryAction)


@verb("cancel")
class CancelJob:
    job: int


@verb("leave")
class LeaveLockedFile:
    """Do not add a file whose password is not known."""

    job: int


@verb("cancel-all")
class CancelAllJobs:
    pass


@verb("clear")
class ClearFinishedJobs:
    pass


@verb("choose")
class ChooseLockedFile:
    """Give this file's password next."""

    job: int


QueueAction = CancelJob | LeaveLockedFile | CancelAllJobs | ClearFinishedJobs | ChooseLockedFile
QUEUE: Actions[QueueAction] = Actions("queue", QueueAction)


@verb("edit")
class EditEntry:
    entry_id: str


@verb("ask-delete")
class AskDeleteEntry:
    entry_id: str


@verb("keep")
class KeepEntry:
    """The answer "no" to `AskDeleteEntry`."""


@verb("approve")
class ApproveEntry:
    entry_id: str


@verb("reject")
class RejectEntry:
    entry_id: str


@verb("delete")
class DeleteEntry:
    entry_id: str


EntryAction = EditEntry | AskDeleteEntry | KeepEntry | ApproveEntry | RejectEntry | DeleteEntry
ENTRIES: Actions[EntryAction] = Actions("entries", EntryAction)


@verb("stop")
class StopWatching:
    """No longer follow a folder."""

    path: str


@verb("let-go")
class LetMissingGo:
    """Remove the documents whose files are missing in a folder."""

    path: str


FolderAction = StopWatching | LetMissingGo
FOLDERS: Actions[FolderAction] = Actions("folders", FolderAction)
