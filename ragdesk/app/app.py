"""The app: a home, the runtime in force, and one use case for each thing that a person can do.

Use cases live as long as the app: they read the runtime at each call, so what holds one of them (a route, a page) goes on
working after settings were changed or everything was erased.
"""

import logging
import threading
from collections.abc import Mapping

from ragdesk.app.asking import Answers
from ragdesk.app.background import BackgroundIntake
from ragdesk.app.citations import Citations
from ragdesk.app.contents import Contents
from ragdesk.app.conversations import ChatHistory
from ragdesk.app.entries import EntryReview
from ragdesk.app.exports import Exports
from ragdesk.app.handovers import HandoverFlow
from ragdesk.app.memory import Memory
from ragdesk.app.merging import Merging
from ragdesk.app.notice_later import NoticeLater
from ragdesk.app.privacy import Privacy, finish_erasure
from ragdesk.app.removing import Removals
from ragdesk.app.runtime import Current, MakeEngines, Runtime, open_runtime
from ragdesk.app.samples import Samples
from ragdesk.app.searching import Passages
from ragdesk.app.sharing import SharedLibraries
from ragdesk.app.speed import Speeds
from ragdesk.app.starters import FirstQuestions
from ragdesk.app.table_files import TableFiles
from ragdesk.app.titles import Titles
from ragdesk.app.watched_folders import WatchedFolders
from ragdesk.domain.errors import RagdeskError, UnknownIdError
from ragdesk.engines.engines import Engines
from ragdesk.host.log import close_log
from ragdesk.host.paths import Home, open_home
from ragdesk.host.settings import Change, Settings, change_setting, change_settings
from ragdesk.storage.library import Library
from ragdesk.storage.shelves import Shelves

log = logging.getLogger(__name__)


class App:
    """Everything a front end can ask for. Safe to use from several threads.

    Keep no `settings`, `engines` or `library` of it: they are others after `reopen`.
    """

    def __init__(self, home: Home, runtime: Runtime, make_engines: MakeEngines = Engines) -> None:
        self.home = home
        self._make_engines = make_engines
        self._current = current = Current(runtime)
        self._closing = threading.Event()
        self._started = False
        self._warming: threading.Thread | None = None
        self.intake = BackgroundIntake(current)
        self.tables = self.intake.tables
        self.table_files = TableFiles(self.tables)
        self.entries = EntryReview(current, self.intake)
        self.watched_folders = WatchedFolders(current, self.intake)
        self.removals = Removals(current, self.intake, self.watched_folders, self.entries)
        self.titles = Titles(current, self.intake)
        self.merging = Merging(current)
        self.sharing = SharedLibraries(current, self.change_now)
        self.samples = Samples(current, self.intake, self.removals)
        self.starters = FirstQuestions(current)
        self.contents = Contents(current)
        self.citations = Citations(current)
        self.passages = Passages(current)
        self.conversations = ChatHistory(current)
        self.memory = Memory({"user": home.user_memory, "company": home.company_memory}, current)
        self._notice_later = NoticeLater(self.memory, self.busy)
        self.answers = Answers(current, self.conversations, self.memory, self._notice_later)
        self.exports = Exports(current, self.citations.state)
        self.handovers = HandoverFlow(current, home.temporary)
        self.speeds = Speeds(home.models / ".speeds.json", current)
        self.privacy = Privacy(home, self._shut, self._begin_anew)

    @classmethod
    def open(cls, home: Home, engines: MakeEngines = Engines) -> "App":
        """Open a home: its log, its settings, its stores; models are opened when they are first needed.

        Raises:
            SettingsError, StoreError.
        """
        finish_erasure(home)
        return cls(home, open_runtime(home, engines), engines)

    @property
    def settings(self) -> Settings:
        return self._current.settings

    @property
    def engines(self) -> Engines:
        return self._current.engines

    @property
    def library(self) -> Library:
        return self._current.library

    @property
    def shelves(self) -> Shelves:
        """The library and the shared ones beside it, to be read."""
        return self._current.shelves

    # ------------------------------------------------------------ its life

    def start(self) -> None:
        """Begin what goes on in the background while the app is open: loading the models, taking files in. Once: a second start
        changes nothing."""
        if self._started:
            return
        self._started = True
        self._start_all()

    def busy(self) -> bool:
        """Whether an answer is being written or files are being taken in."""
        return self._current.answering() or self.intake.state().running

    def close(self) -> None:
        self.privacy.stop()
        self._stop_work()
        self.conversations.close()
        self.contents.clear()
        self._current.runtime.close()

    def _start_all(self) -> None:
        self.privacy.start()
        self._start_work()

    def _start_work(self) -> None:
        self._closing.clear()
        self.entries.settle()
        self.intake.start()
        self.watched_folders.start()
        self._notice_later.start()
        self.warm()

    def _stop_work(self) -> None:
        self._closing.set()
        self._notice_later.stop()
        self.watched_folders.stop()
        self.intake.stop()
        if self._warming is not None:
            self._warming.join()

    def warm(self) -> None:
        """Load what the first question needs, in the background; a failure shows when that question is asked."""
        self._warming = threading.Thread(
            target=self._warm, args=(self._current.runtime,), name="warm", daemon=True
        )
        self._warming.start()

    def _warm(self, runtime: Runtime) -> None:
        # What answers is imported here, and not with the app: the page is drawn without it.
        from ragdesk.answering import ask  # noqa: F401
        from ragdesk.answering.prompting import prompt

        try:
            runtime.library.warm()
            runtime.engines.embedder()
            runtime.engines.reranker_or_none()
            if not self._closing.is_set():
                runtime.engines.llm().warm(prompt.warmup(), self._closing.is_set)
        except RagdeskError as error:
            log.info("not warmed code=%s", error.code)

    # ------------------------------------------------------------ settings

    def reopen(self) -> None:
        """Put changed settings, and another choice of models, in force: a new runtime is opened and takes the place of the
        old one, which is then closed.

        Raises:
            BusyError: an answer is being written. SettingsError, StoreError: the old runtime goes on.
        """
        opened = open_runtime(self.home, self._make_engines)
        try:
            before = self._current.exchange(opened)
        except RagdeskError:
            opened.close()
            raise
        self._stop_work()
        before.close()
        if self._started:
            self._start_work()

    def change_now(self, changes: Mapping[tuple[str, str], Change]) -> None:
        """Keep settings by (section, key) that need no other engines or stores, and put them in force at once.

        Raises:
            SettingsError: the file cannot be read, or holds what is not valid.
        """
        changed = change_settings(self.home.settings, changes)
        sections = {section: getattr(changed, section) for section, _ in changes}
        self._current.put_in_force(self.settings.model_copy(update=sections))

    def use_model(self, name: str) -> None:
        """Choose the model, by its name, for the next start; kept in settings.toml.

        Raises:
            UnknownIdError: no such model, or it is not on this machine.
        """
        models = self.engines.models()
        chosen = next((model for model in models if model.name == name and model.path), None)
        if chosen is None:
            raise UnknownIdError(
                "There is no model {name!r} that can be used.", "See `ragdesk models list`.", name=name
            )
        change_setting(self.home.settings, "models", chosen.role, name)

    # ------------------------------------------------------------ erasing everything

    def _shut(self) -> None:
        """Let go of every file of the home, and forget what was kept in memory of it."""
        self._current.shut()
        self.close()
        close_log()
        for forgetful in (self.intake, self.exports, self.handovers, self.table_files):
            forgetful.clear()

    def _begin_anew(self) -> None:
        """After the home was emptied."""
        open_home(self.home.root)
        self._current.exchange(open_runtime(self.home, self._make_engines))
        if self._started:
            self._start_all()
