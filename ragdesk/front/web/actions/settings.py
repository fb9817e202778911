"""What can be done in Settings, and the links that lead there."""

from typing import Literal

from ragdesk.front.web.actions.codec import Actions, verb


@verb("open")
class OpenSettings:
    section: str


@verb("use")
class UseModel:
    name: str


@verb("ask-use")
class AskUseModel:
    """Ask before an embedder is used: everything is encoded anew."""

    name: str


@verb("measure")
class MeasureModel:
    """The model of that role that is in use."""

    role: Literal["llm", "embedder", "reranker", "reader"]


@verb("off")
class SwitchRerankerOff:
    pass


@verb("added")
class ModelAdded:
    """A model was dropped on the page, which says so itself: list it."""


ModelAction = UseModel | AskUseModel | MeasureModel | SwitchRerankerOff | ModelAdded
SettingsAction = OpenSettings | ModelAction
SETTINGS: Actions[SettingsAction] = Actions("settings", SettingsAction)
