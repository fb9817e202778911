"""The engines that the settings ask for, opened when they are first needed and shared from then on."""

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ragdesk.domain.calibration import fits_beside, is_measured
from ragdesk.domain.errors import ModelError, Problem
from ragdesk.domain.models import Adapter, Check, ModelInfo, ModelRole
from ragdesk.domain.ports import Embedder, Reader, Reranker
from ragdesk.engines.models import OFF, Models
from ragdesk.host.paths import Home
from ragdesk.host.settings import ModelSettings

if TYPE_CHECKING:
    from ragdesk.engines.llm import AbsentModel, LocalModel, RemoteModel

log = logging.getLogger(__name__)


class Engines:
    """One embedder, one reranker, one reader and one language model for the whole process. Safe to use from several threads.

    What runs a model is imported when that model is opened: a command that only lists must not wait for onnxruntime.
    """

    def __init__(self, home: Home, settings: ModelSettings) -> None:
        self._home = home
        self._settings = settings
        self._models = Models(home)
        self._lock = threading.Lock()
        self._embedder: Embedder | None = None
        self._reranker: Reranker | None = None
        self._reranker_tried = False
        self._reader: Reader | None = None
        self._reader_tried = False
        self._llm: LocalModel | RemoteModel | None = None

    def embedding(self) -> tuple[str, int] | tuple[None, None]:
        """(fingerprint, dimensions) of the embedder in use; Nones where there is none.

        Read from the folder's card. Only a folder that a person dropped in has no card, and has to be opened for this.
        """
        try:
            card = self._models.embedder_card(self._settings.embedder)
        except ModelError as error:
            log.warning("no embedder code=%s", error.code)
            return None, None
        described = card or self.embedder_or_none()
        return (described.fingerprint, described.dimensions) if described else (None, None)

    def embedder(self) -> Embedder:
        """Raises ModelMissingError or ModelDamagedError."""
        from ragdesk.engines.embedder import open_embedder

        with self._lock:
            if self._embedder is None:
                folder = self._models.embedder_path(self._settings.embedder)
                self._embedder = open_embedder(folder, self._settings.threads)
                _note_unmeasured("embedder", self._embedder.fingerprint)
            return self._embedder

    def embedder_or_none(self) -> Embedder | None:
        """None where it is missing or damaged: words still find; adding, `doctor` and `models verify` say what is wrong."""
        try:
            return self.embedder()
        except ModelError as error:
            log.warning("no embedder code=%s", error.code)
            return None

    def reranker_or_none(self) -> Reranker | None:
        """None where it is switched off, missing or damaged: hits stay as retrieval ordered them. Logged once; tried
        again after `fetch`. `doctor`, `models list` and `models verify` say what is wrong."""
        with self._lock:
            if not self._reranker_tried and self._settings.reranker != OFF:
                from ragdesk.engines.reranker import open_reranker

                self._reranker_tried = True
                try:
                    folder = self._models.reranker_path(self._settings.reranker)
                    self._reranker = open_reranker(folder, self._settings.threads)
                    _note_unmeasured("reranker", self._reranker.name)
                except ModelError as error:
                    log.warning("no reranker code=%s", error.code)
            return self._reranker

    def reader_or_none(self) -> Reader | None:
        """None where it is switched off, missing or damaged: answers go on by words and the reranker, and `doctor`, `models list`
        and `models verify` say what is wrong. Logged once."""
        with self._lock:
            if not self._reader_tried and self._settings.reader != OFF:
                from ragdesk.engines.reader import open_reader

                self._reader_tried = True
                try:
                    folder = self._models.reader_path(self._settings.reader)
                    self._reader = open_reader(folder, self._settings.threads)
                    _note_unmeasured("reader", self._reader.name)
                except ModelError as error:
                    log.warning("no reader code=%s", error.code)
            return self._reader

    def llm(self) -> "LocalModel | RemoteModel | AbsentModel":
        """The language model; its process starts with the first question. One that is missing or damaged says so then."""
        from ragdesk.engines.llm import AbsentModel

        with self._lock:
            if self._llm is None:
                try:
                    self._llm = self._open_llm()
                except ModelError as error:
                    return AbsentModel(error)
            return self._llm

    def _open_llm(self) -> "LocalModel | RemoteModel":
        from ragdesk.engines.llm import LocalModel, RemoteModel

        chosen = self._settings
        if chosen.remote_url:
            return RemoteModel(
                chosen.remote_url, chosen.remote_model, chosen.remote_key, chosen.answer_seconds
            )
        path = self._models.llm_path(chosen.llm)
        log_file = self._home.logs / "llm.log"
        return LocalModel(
            path,
            chosen.threads,
            chosen.context_tokens,
            log_file,
            self._adapters(path),
            chosen.answer_seconds,
        )

    def _adapters(self, model: Path) -> dict[Adapter, Path]:
        """Without one that is switched off, missing or damaged, or was taught beside another model than this: what it was taught
        the language model then does as it can, or not at all."""
        chosen: dict[Adapter, str] = {"judge": self._settings.judge, "writer": self._settings.writer}
        found = dict[Adapter, Path]()
        for role, name in chosen.items():
            if name == OFF:
                continue
            try:
                path = self._models.adapter_path(role, name)
            except ModelError as error:
                log.warning("no %s code=%s", role, error.code)
                continue
            if fits_beside(role, path.stem, model.stem):
                found[role] = path
        return found

    def llm_problem(self) -> Problem | None:
        """None where a language model can be asked, else what is wrong and what to do."""
        from ragdesk.engines.llm import AbsentModel

        model = self.llm()
        return model.problem.problem if isinstance(model, AbsentModel) else None

    def models(self) -> list[ModelInfo]:
        chosen = self._settings
        return self._models.entries(
            {
                "llm": chosen.llm,
                "embedder": chosen.embedder,
                "reranker": chosen.reranker,
                "reader": chosen.reader,
                "judge": chosen.judge,
                "writer": chosen.writer,
            }
        )

    def fetch(self, progress: Callable[[str, int, int], None]) -> None:
        self._models.fetch_defaults(progress)
        with self._lock:
            self._reranker_tried = self._reranker is not None

    def add(self, path: Path, *, ours: bool = False) -> ModelInfo:
        return self._models.add(path, ours=ours)

    def verify(self) -> list[Check]:
        return self._models.verify()

    def close(self) -> None:
        with self._lock:
            if self._llm is not None:
                self._llm.close()


def _note_unmeasured(role: ModelRole, name: str) -> None:
    if not is_measured(role, name):
        log.warning("no fitted numbers role=%s model=%s", role, name)
