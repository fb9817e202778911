"""What can be done in the Citations tab, the links that lead there, and what is done with a cited place beside a
conversation."""

from typing import Literal

from ragdesk.front.web.actions.codec import Actions, verb


@verb("open")
class OpenCitation:
    """Open the tab at a citation of an answer (its message's id), from Chat."""

    message_id: str
    number: int


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
    OpenCitation | ShowCitation | StepCitation | ShowMoreText | ListEarlierCitations | ListLaterCitations
)
CITATIONS: Actions[CitationAction] = Actions("citations", CitationAction)


@verb("cite")
class ShowBeside:
    """Show a citation of an answer (its message's id) beside the conversation."""

    message_id: str
    number: int


@verb("close")
class CloseBeside:
    """Show the passages again in the place of the cited one."""


BesideAction = ShowBeside | ShowMoreText | CloseBeside
BESIDE: Actions[BesideAction] = Actions("beside", BesideAction)
