"""What can be done in Chat: with conversations, questions and answers; and with messages to a person."""

from ragdesk.front.web.actions.codec import Actions, verb
from ragdesk.front.web.actions.memory import NoteDecision


@verb("open")
class OpenConversation:
    conversation: str


@verb("visit")
class VisitConversation:
    """Open a conversation, from another tab."""

    conversation: str


@verb("rename")
class RenameConversation:
    """The page's script adds the name that a person writes."""

    conversation: str
    title: str


@verb("delete")
class DeleteConversation:
    conversation: str


@verb("restore")
class RestoreConversation:
    conversation: str


@verb("more-talks")
class ListMoreConversations:
    shown: int


@verb("earlier")
class ShowEarlierMessages:
    length: int


@verb("edit")
class EditQuestion:
    """Put the question of a message into its field again."""

    message_id: str


@verb("stop-editing")
class StopEditing:
    pass


@verb("wait")
class HoldQuestion:
    """A question was sent while an answer is written: it waits in its field."""


@verb("again")
class AskAgain:
    message_id: str


@verb("search-for")
class SearchFor:
    """Ask again, and search for exactly these words, which the page's script adds."""

    message_id: str
    words: str


@verb("from-documents")
class SearchDocuments:
    """Ask the documents what the app answered by itself."""

    message_id: str


@verb("summary")
class WriteSummary:
    """Have the language model write a summary of a document."""

    document_id: str


@verb("passages")
class ShowPassages:
    """Show the passages behind an answer beside it."""

    message_id: str


@verb("good")
class RateGood:
    message_id: str


@verb("bad")
class RateBad:
    message_id: str


@verb("export")
class ExportAnswer:
    """Open the form of an export for an answer (its message's id)."""

    message_id: str


ConversationAction = ListMoreConversations | RenameConversation | DeleteConversation | RestoreConversation
ChatAction = (
    OpenConversation
    | VisitConversation
    | ConversationAction
    | ShowEarlierMessages
    | EditQuestion
    | StopEditing
    | HoldQuestion
    | AskAgain
    | SearchFor
    | SearchDocuments
    | WriteSummary
    | ShowPassages
    | RateGood
    | RateBad
    | ExportAnswer
    | NoteDecision
)
CHAT: Actions[ChatAction] = Actions("chat", ChatAction)


@verb("example")
class AskExample:
    """Ask one of the questions that are offered where nothing was asked yet."""

    question: str


@verb("about")
class AskAbout:
    """Ask one of the questions that a document's page offers, of that document alone, in a conversation of its own."""

    document_id: str
    question: str


@verb("document")
class AskAboutDocument:
    """Begin a conversation about one document."""

    document_id: str


@verb("these")
class AskAboutThese:
    """Have the next question look in these documents alone."""

    document_ids: tuple[str, ...] = ()


@verb("not-these")
class PutArrivalsAway:
    """What was said of files that came is no longer needed."""


ExampleAction = AskExample | AskAbout | AskAboutDocument | AskAboutThese | PutArrivalsAway
EXAMPLES: Actions[ExampleAction] = Actions("ask", ExampleAction)


@verb("open")
class OpenHandover:
    """Write to a person about an answer, or show what was written."""

    message_id: str


@verb("ask-delete")
class AskDeleteHandover:
    reference: str


@verb("keep")
class KeepHandover:
    """The answer "no" to `AskDeleteHandover`."""


@verb("delete")
class DeleteHandover:
    reference: str


HandoverAction = OpenHandover | AskDeleteHandover | KeepHandover | DeleteHandover
HANDOVER: Actions[HandoverAction] = Actions("handover", HandoverAction)
