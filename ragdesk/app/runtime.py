"""Settings, engines and stores that belong together, and which of them are in force now.

A runtime never changes. Where settings were changed a new one is opened and takes the old one's place at once; so nobody may
keep a part of it: use cases hold `Current` and read it anew at each call.
"""

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from ragdesk.answering.prompting.pace import Pace
from ragdesk.domain.errors import BusyError
from ragdesk.engines.engines import Engines
from ragdesk.host.log import open_log
from ragdesk.host.paths import Home
from ragdesk.host.settings import ModelSettings, Settings, load_settings
from ragdesk.storage.library import Library
from ragdesk.storage.shelves import Shelves

# Makes the engines that the settings ask for; a test gives its own.
MakeEngines = Callable[[Home, ModelSettings], Engines]


@dataclass(frozen=True)
class Runtime:
    """What everything else is built over. `pace` is how quickly the language model was seen to read, `copies` where originals of
    shared libraries are put that are looked at."""

    settings: Settings
    engines: Engines
    library: Library
    copies: Path
    pace: Pace = field(default_factory=Pace)

    @cached_property
    def shelves(self) -> Shelves:
        """The library and the shared ones beside it, read as one. Nothing of those is loaded where none is set."""
        if not self.settings.libraries:
            return Shelves(self.library, {})
        from ragdesk.storage.shared.library import SharedLibrary

        fingerprint, _ = self.engines.embedding()
        return Shelves(
            self.library,
            {
                name: SharedLibrary(name, one.url, one.options, self.copies, fingerprint)
                for name, one in self.settings.libraries.items()
            },
        )

    @cached_property
    def embedder_languages(self) -> str:
        """What the catalogue says that the embedder knows; "" where there is none."""
        in_use = (model for model in self.engines.models() if model.role == "embedder" and model.chosen)
        return next((model.languages for model in in_use if model.path), "")

    def close(self) -> None:
        """End the engines, then the stores. Who still reads from these gets to the end of it."""
        self.engines.close()
        self.library.close()
        shutil.rmtree(self.copies, ignore_errors=True)


def open_runtime(home: Home, make_engines: MakeEngines = Engines) -> Runtime:
    """Open the log, the settings and the stores of a home.

    Raises:
        SettingsError, StoreError.
    """
    settings = load_settings(home.settings)
    open_log(home.log_file, settings.log.level)
    engines = make_engines(home, settings.models)
    library = Library.open(home, *engines.embedding())
    library.settle()
    return Runtime(settings, engines, library, home.shared_copies)


class Current:
    """The runtime in force, and how many answers are being written with it. Safe to use from several threads."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._lock = threading.Lock()
        self._answers = 0
        self._shut = False

    @property
    def runtime(self) -> Runtime:
        return self._runtime

    @property
    def settings(self) -> Settings:
        return self._runtime.settings

    @property
    def engines(self) -> Engines:
        return self._runtime.engines

    @property
    def library(self) -> Library:
        return self._runtime.library

    @property
    def shelves(self) -> Shelves:
        return self._runtime.shelves

    def answering(self) -> bool:
        """Whether the language model is at work for a person."""
        return self._answers > 0

    @contextmanager
    def use(self) -> Iterator[Runtime]:
        """The runtime for as long as the language model works for a person; it is not exchanged meanwhile.

        Raises:
            BusyError: everything is being erased.
        """
        with self._lock:
            if self._shut:
                raise BusyError("Another process is writing to the library.", "Try again in a moment.")
            self._answers += 1
            runtime = self._runtime
        try:
            yield runtime
        finally:
            with self._lock:
                self._answers -= 1

    def exchange(self, runtime: Runtime) -> Runtime:
        """Put another runtime in force; returns the one before, which the caller closes.

        Raises:
            BusyError: an answer is being written.
        """
        with self._lock:
            self._refuse_while_answering()
            before, self._runtime, self._shut = self._runtime, runtime, False
        return before

    def shut(self) -> None:
        """Begin no answer until the next `exchange`. Errors as for `exchange`."""
        with self._lock:
            self._refuse_while_answering()
            self._shut = True

    def put_in_force(self, settings: Settings) -> None:
        """Settings that need no other engines or stores."""
        with self._lock:
            self._runtime = replace(self._runtime, settings=settings)

    def _refuse_while_answering(self) -> None:
        if self._answers:
            raise BusyError("An answer is being written now.", "Try again when it is done.")
