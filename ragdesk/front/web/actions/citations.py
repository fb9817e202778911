"""What can be done in the Citations tab, and the links that lead there."""

from typing import Literal

from ragdesk.front.web.actions.codec import Actions, verb


@verb("open")
class OpenCitation:
    """Open the tab at a citation of an answer (its message's id), from Chat."""

    message_id: str
    number: int


@verb("export")
class ExportAnswer:
    """Open the tab with the form of an export for an answer (its message's id), from Chat."""

    message_id: str


@verb("show")
class ShowCitation:
    """Show a citation of the list."""

    message_id: str
    number: int


@verb("step")
class StepCitation:
    """The citation so many after the one on view, or before it."""

    by: int


@verb("more")
class ShowMoreText:
    side: Literal["above", "below"]


@verb("earlier")
class ListEarlierCitations:
    pass


@verb("later")
class ListLaterCitations:
    pass


CitationAction = (
    OpenCitation
    | ExportAnswer
    | ShowCitation
    | StepCitation
    | ShowMoreText
    | ListEarlierCitations
    | ListLaterCitations
)
CITATIONS: Actions[CitationAction] = Actions("citations", CitationAction)
