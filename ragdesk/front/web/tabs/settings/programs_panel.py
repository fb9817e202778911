"""Other programs in Settings: the switch, the key, how each program is connected, and which are."""

from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web import render
from ragdesk.front.web.events import connect
from ragdesk.front.web.parts import LONG, Updates, markdown, update
from ragdesk.front.web.problems import explain
from ragdesk.front.web.tabs.settings import render_programs, render_settings
from ragdesk.front.web.wording import t, told_apart
from ragdesk.serve.callers import connected
from ragdesk.serve.keeper import DoorKeeper, try_to_follow
from ragdesk.serve.key import key_of, new_key

if TYPE_CHECKING:
    from ragdesk.app.app import App


class ProgramsPanel:
    """Lays the section out and answers its events."""

    def __init__(self, app: "App", keeper: DoorKeeper) -> None:
        self._app = app
        self._keeper = keeper

    def layout(self) -> None:
        import gradio as gr

        about = t(
            "Programs of this computer that have the key can search and ask your documents, and read them. What they do with "
            "that is up to them: some send it to a server. They cannot change anything, and what RAGDesk remembers of you is not "
            "told."
        )
        markdown("rd-programs-title", render_settings.title(t("Other programs"), about))
        self.switch = gr.Radio(
            [(t("Off"), "off"), (t("On"), "on")],
            label=t("Let other programs ask"),
            info=t("On this computer alone, while RAGDesk is open."),
            elem_id="rd-set-serve-enabled",
            elem_classes="rd-choice",
        )
        self.port = gr.Number(
            label=t("Port"),
            info=" ".join(
                (t("{low} to {high}.", low="1024", high="65535"), t("Default: {value}.", value="8437"))
            ),
            precision=0,
            elem_id="rd-set-serve-port",
            elem_classes="rd-field",
        )
        self.state = markdown("rd-door")
        with gr.Row(elem_id="rd-key-row"):
            self.show = gr.Button(t("Show the key"), elem_id="rd-key-show", elem_classes="rd-small", scale=0)
            self.renew = gr.Button(
                t("Make another key"), elem_id="rd-key-renew", elem_classes="rd-small", scale=0
            )
        self.key = gr.Textbox(
            label=t("Key"),
            visible=False,
            interactive=False,
            buttons=["copy"],
            elem_id="rd-key",
            elem_classes="rd-field",
        )
        self.note = markdown("rd-key-note")
        markdown("rd-connected-title", render.heading(t("Connected now"), level=3))
        self.callers = markdown("rd-connected")
        markdown("rd-how-title", render.heading(t("How a program is connected"), level=3))
        self.how = markdown("rd-how")

    @property
    def outputs(self) -> list[Any]:
        return [self.switch, self.port, self.state, self.callers, self.how, self.key, self.note]

    def wire(self) -> None:
        chosen = {"enabled": self.switch, "port": self.port}
        for trigger in (self.switch.input, self.port.submit, self.port.blur):
            connect(trigger, self.choose, self.outputs, LONG, **chosen)
        connect(self.show.click, self.show_key, [self.key, self.note])
        connect(self.renew.click, self.renew_key, [self.key, self.note])

    def opened(self) -> Updates:
        """Everything as it is now; a key that was shown is hidden again."""
        settings = self._app.settings.serve
        return {
            **self._read(),
            self.switch: settings.enabled,
            self.port: settings.port,
            self.key: update(value="", visible=False),
            self.note: "",
        }

    def choose(self, enabled: str, port: float | None) -> Updates:
        """Keep the choice, and open or close the door."""
        before = self._app.settings.serve
        wanted = {("serve", "enabled"): enabled, ("serve", "port"): None if port is None else int(port)}
        if enabled == before.enabled and port == before.port:
            return {self.note: ""}
        try:
            self._app.change_now(wanted)
        except RagdeskError:
            sentence = t("“{field}” takes {low} to {high}.", field=t("Port"), low="1024", high="65535")
            return {**self.opened(), self.note: render.notice(sentence, "bad")}
        problem = try_to_follow(self._keeper)
        if problem is not None:
            sentence = t("It stays closed. {why} Choose another port.", why=told_apart(explain(problem))[0])
            return {**self.opened(), self.note: render.notice(sentence, "bad")}
        return self.opened()

    def follow(self) -> None:
        """Settings are others: everything was erased."""
        try_to_follow(self._keeper)

    def show_key(self) -> Updates:
        return self._told(key_of)

    def renew_key(self) -> Updates:
        """Another key; programs that have the old one need it."""
        told = self._told(new_key)
        sentence = t("The old key opens nothing any more. Give your programs this one.")
        return {self.note: render.notice(sentence), **told}

    def _told(self, make: Any) -> Updates:
        try:
            return {self.key: update(value=make(self._app.home), visible=True)}
        except RagdeskError as problem:
            return {self.note: render.error(explain(problem))}

    def _read(self) -> Updates:
        address, port = self._keeper.address, self._app.settings.serve.port
        return {
            self.state: render_programs.state(address),
            self.callers: render_programs.callers(connected(self._app.home)),
            self.how: render_programs.how(f"http://127.0.0.1:{port}", self._app.home.root),
        }
