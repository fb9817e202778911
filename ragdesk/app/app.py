"""The desk: builds the parts and has one method for each thing that a person can do.

Front ends (command line, app) see this module, the types and the errors, and nothing below. Models are opened when
they are first needed: listing documents needs none, searching needs the embedder, asking needs both.
"""

import copy
import logging
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Literal

from ragdesk.answering import pipeline as answering
from ragdesk.answering.explain import candidates, explain
from ragdesk.answering.gate import Stance
from ragdesk.answering.pace import Pace
from ragdesk.answering.prompt import warmup
from ragdesk.answering.rewrite import understand
from ragdesk.answering.search_note import search_note
from ragdesk.app.afterthoughts import Afterthoughts
from ragdesk.app.background import BackgroundIntake
from ragdesk.app.entries import EntryDesk
from ragdesk.app.exporting import ExportDesk
from ragdesk.app.handing_over import HandoverDesk
from ragdesk.app.privacy import PrivacyDesk
from ragdesk.app.reading import ReadingDesk
from ragdesk.app.remembering import Lent, MemoryDesk
from ragdesk.app.samples import SampleDesk
from ragdesk.app.sorting import SortingDesk
from ragdesk.app.speed import SpeedDesk
from ragdesk.app.talking import TalkDesk, title_of
from ragdesk.app.viewing import ViewingDesk
from ragdesk.domain.answers import Answer, Citation, Event, Token
from ragdesk.domain.conversations import Conversation, Message, Turn
from ragdesk.domain.documents import Chunk, Document, Removal
from ragdesk.domain.errors import BusyError, Problem, RagdeskError, UnknownIdError
from ragdesk.domain.intake import IngestProgress, IngestResult, SourceFile
from ragdesk.domain.models import Check, ModelInfo
from ragdesk.domain.ports import Cancelled, never
from ragdesk.domain.search import Explained, Hit, Mode, Scope
from ragdesk.domain.sources import name_in
from ragdesk.domain.views import QuoteBox
from ragdesk.engines.engines import Engines
from ragdesk.host import offline
from ragdesk.host.log import close_log, open_log
from ragdesk.host.paths import Home, bundled_examples, open_home
from ragdesk.host.settings import Settings, change_setting, load_settings
from ragdesk.ingesting.layout import load_layout, quote_boxes
from ragdesk.ingesting.readers.parse import INGEST_VERSION
from ragdesk.ingesting.readers.picture.pictures import page_picture
from ragdesk.ingesting.readers.sheet.sheets import cell_range
from ragdesk.storage.library import Library
from ragdesk.text.language import of_question

log = logging.getLogger(__name__)

SourceState = Literal["unchanged", "changed", "removed"]
# Turns that a follow-up may lean on.
HISTORY_TURNS = 6


class App:
    """Everything a front end can ask for. Safe to use from several threads."""

    def __init__(self, home: Home, settings: Settings, engines: Engines, library: Library) -> None:
        self.home = home
        self.settings = settings
        self._engines = engines
        self._library = library
        self._closing = threading.Event()
        self._started = False
        self._answering = 0
        self._pace = Pace()
        self.intake = BackgroundIntake(library, engines, settings.ingest, lambda: self._answering > 0)
        self.entries = EntryDesk(library, engines, self.intake)
        self.viewing = ViewingDesk(library)
        self.reading = ReadingDesk(library)
        self.sorting = SortingDesk(library)
        self.handovers = HandoverDesk(
            library, self.entries, settings.handover, settings.ingest, home.temporary
        )
        self.exports = ExportDesk(library, self.source_state)
        self.talks = TalkDesk(library)
        self.memory = MemoryDesk(
            {"user": home.user_memory, "company": home.company_memory},
            library,
            Lent(lambda: self._engines.embedder_or_none(), lambda: self._engines.llm()),
            settings.memory,
        )
        self._afterthoughts = Afterthoughts(
            self.memory, lambda: self._answering > 0 or self.intake.state().running
        )
        self._warming: threading.Thread | None = None
        self.samples = SampleDesk(library, self.intake, self.remove)
        self.speeds = SpeedDesk(
            home.models / ".speeds.json", lambda: self._engines.llm(), lambda: self._answering > 0
        )
        self.privacy = PrivacyDesk(home, self._close_for_good, self._begin_anew)

    @classmethod
    def open(cls, home: Home) -> "App":
        """Open a home: its log, its settings, its stores. The embedder is opened too, because its fingerprint chooses the
        index; the language model is not.

        Raises:
            SettingsError, StoreError.
        """
        return cls(home, *_parts(home))

    def reopen(self) -> None:
        """Put changed settings, and another choice of models, in force: the parts are made anew, then the old ones closed.
        Keep no part of a desk (`app.memory`): it is another one afterwards.

        Raises:
            BusyError: an answer is being written. SettingsError, StoreError: the old parts go on.
        """
        if self._answering:
            raise BusyError("An answer is being written now.", "Try again when it is done.")
        settings, engines, library = _parts(self.home)
        before, started = copy.copy(self), self._started
        App.__init__(self, self.home, settings, engines, library)
        self.__dict__.pop("_embedder_languages", None)
        before.close()
        if started:
            self.start()

    def _close_for_good(self) -> None:
        if self._answering:
            raise BusyError("An answer is being written now.", "Try again when it is done.")
        self.close()
        close_log()

    def _begin_anew(self) -> None:
        """After the home was emptied."""
        started = self._started
        open_home(self.home.root)
        settings, engines, library = _parts(self.home)
        App.__init__(self, self.home, settings, engines, library)
        self.__dict__.pop("_embedder_languages", None)
        if started:
            self.start()

    def close(self) -> None:
        self._closing.set()
        self.privacy.stop()
        self._afterthoughts.stop()
        self.intake.stop()
        if self._warming is not None:
            self._warming.join()
        self._engines.close()
        self.talks.close()
        self._library.close()

    def start(self) -> None:
        """Begin what goes on in the background while the app is open: loading the models, taking files in."""
        self._started = True
        self.privacy.start()
        self.entries.settle()
        self.intake.start()
        self._afterthoughts.start()
        self.warm()

    def busy(self) -> bool:
        """Whether an answer is being written or files are being taken in."""
        return self._answering > 0 or self.intake.state().running

    def warm(self) -> None:
        """Load what the first question needs, in the background; a failure shows when that question is asked."""
        self._warming = threading.Thread(target=self._warm, name="warm", daemon=True)
        self._warming.start()

    def _warm(self) -> None:
        try:
            self._library.warm()
            self._engines.embedder()
            self._engines.reranker_or_none()
            if not self._closing.is_set():
                self._engines.llm().warm(warmup(), self._closing.is_set)
        except RagdeskError as error:
            log.info("not warmed code=%s", error.code)

    # ------------------------------------------------------------ library

    def add(
        self,
        paths: Sequence[Path],
        *,
        collection: str = "",
        jobs: int = 1,
        password: str = "",
        on_progress: Callable[[IngestProgress], None] | None = None,
        cancelled: Cancelled = never,
    ) -> Iterator[IngestResult]:
        """Take files and folders in now; see `Intake.add`."""
        yield from self.intake.add(
            paths,
            collection=collection,
            jobs=jobs,
            password=password,
            on_progress=on_progress,
            cancelled=cancelled,
        )

    def documents(self) -> list[Document]:
        return self._library.documents()

    def document(self, document_id: str) -> Document:
        return self._library.document(document_id)

    def file_name(self, document_id: str) -> str:
        """The file's name; the id itself where the document is no longer there."""
        try:
            return self._library.document(document_id).name
        except UnknownIdError:
            return document_id

    def text(self, document_id: str) -> str:
        return self._library.text(document_id)

    def chunks(self, document_id: str) -> list[Chunk]:
        return self._library.chunks(document_id)

    def collections(self) -> list[str]:
        return [one.name for one in self._library.collections.all()]

    def problems(self) -> list[tuple[str, Problem]]:
        """(path, why) of the files that could not be taken in when they were last tried."""
        return [(source.path, source.problem) for source in self._library.problems() if source.problem]

    def parts(self, document_id: str) -> list[tuple[str, str | None, Problem | None]]:
        """The files inside of a document's file: (name, its document or None, why it was not read or None)."""
        return [
            (name_in(part.path, part.container), part.document_id, part.problem)
            for part in self._library.parts(document_id)
        ]

    def thread(self, document_id: str) -> list[Document]:
        """The messages of an email's thread that are in the library, itself included, oldest first; empty for others."""
        wanted = dict(self._library.document(document_id).properties).get("thread")
        if not wanted:
            return []
        found = [one for one in self._library.documents() if dict(one.properties).get("thread") == wanted]
        return sorted(found, key=_sent)

    def outdated(self, below: int = INGEST_VERSION) -> list[Document]:
        """Documents that an older ingest version made; `intake.reprocess` makes them anew."""
        return self._library.made_before(below)

    def quoting(self, document_ids: Sequence[str]) -> list[Message]:
        """The messages that quote passages of these documents or of what goes with them, and the questions before them."""
        return self._library.conversations.quoting(self._with_parts(document_ids))

    def _with_parts(self, document_ids: Sequence[str]) -> list[str]:
        """The documents, and those that are found nowhere but inside of them."""
        found = list(document_ids)
        for document_id in found:  # grows while it is gone through
            for _, inside, _ in self.parts(document_id):
                if inside is None or inside in found:
                    continue
                part = self._library.document(inside)
                if part.depth and set(part.parents) <= set(found):
                    found.append(inside)
        return found

    def remove(self, document_ids: Sequence[str], *, messages: bool = False) -> list[Removal]:
        """Remove documents from every store, and what is inside of them.

        Args:
            messages: delete the questions and answers that quote them, too.

        Raises:
            UnknownIdError: one of them is not there; nothing was removed. BusyError: another process is writing.
        """
        known = [self._library.document(document_id) for document_id in document_ids]
        quoting = [message.id for message in self.quoting(document_ids)] if messages else []
        watched = [
            source for document in known for source in document.sources if self.intake.is_watched(source)
        ]
        with self.intake.set_aside(), self._library.write_session() as writer:
            files = [self._library.known(source) for source in watched]
            removed = writer.remove(document_ids)
            for file in files:
                if file is not None:
                    # Else the next look at the folder would bring it back.
                    found = SourceFile(file.path, file.bytes, file.mtime_ns)
                    writer.record_failure(
                        found, Problem("You removed it.", "It comes back when the file changes.")
                    )
        self.entries.withdraw(known)
        self._library.conversations.delete_messages(quoting)
        return removed

    def set_collections(self, document_id: str, names: Sequence[str]) -> None:
        """The collections that a document is in, from now on; those that are not there are made."""
        groups = self._library.collections
        for name in self._library.document(document_id).collections:
            if name not in names:
                groups.unassign([document_id], name)
        for name in names:
            groups.assign([document_id], name)

    def delete_collection(self, name: str) -> None:
        """Delete a collection; its documents stay."""
        self._library.collections.delete(name)

    # ------------------------------------------------------------ search and answers

    def search(
        self,
        query: str,
        *,
        top: int = 10,
        mode: Mode = "hybrid",
        scope: Scope = Scope(),
        history: Sequence[Turn] = (),
        rerank: bool = True,
    ) -> list[Hit]:
        """The best passages, without the language model. "hybrid" goes on with words alone where there is no embedder.

        Args:
            history: the turns before; the query may lean on them.
            rerank: whether the first hits of "hybrid" are looked at again; without, they come sooner.

        Raises:
            QuestionError. ModelError: mode "vector" without an embedder.
        """
        orders = self._orders(query, top, mode, scope, history, rerank)
        return list(orders)[-1] if rerank else next(orders)

    def explain(
        self, query: str, *, top: int = 10, mode: Mode = "hybrid", scope: Scope = Scope()
    ) -> list[Explained]:
        """What `search` finds, and which place each step of it gave each passage. Errors as for `search`."""
        return explain(self._orders(query, candidates(top), mode, scope), top)

    def _orders(
        self,
        query: str,
        top: int,
        mode: Mode,
        scope: Scope,
        history: Sequence[Turn] = (),
        rerank: bool = True,
    ) -> Generator[list[Hit], None, None]:
        query = answering.check_question(query)
        embedder = self._engines.embedder() if mode == "vector" else self._engines.embedder_or_none()
        return answering.search(
            understand(query, history),
            retriever=self._library,
            embedder=embedder,
            reranker=self._engines.reranker_or_none() if rerank and mode == "hybrid" else None,
            top=top,
            mode=mode,
            scope=scope,
            embedder_languages=self._embedder_languages,
        )

    def timed_search(
        self, query: str, *, top: int, mode: Mode, scope: Scope, history: Sequence[Turn] = ()
    ) -> tuple[list[Hit], float]:
        """`search`, and the seconds that it took."""
        started = time.perf_counter()
        found = self.search(query, top=top, mode=mode, scope=scope, history=history)
        return found, time.perf_counter() - started

    def search_note(self, question: str, scope: Scope = Scope()) -> str:
        """What search cannot do for this question because the embedder does not know a language, for the person; else "".

        Raises:
            UnknownIdError: the scope names what is not in the library.
        """
        languages = self._embedder_languages
        if not languages:
            return ""
        allowed = self._library.collections.resolve(scope)
        searched = (one for one in self.documents() if allowed is None or one.id in allowed)
        return search_note(of_question(question), {one.language for one in searched}, languages)

    @cached_property
    def _embedder_languages(self) -> str:
        """What the catalogue says that the embedder knows; "" where there is none. It is chosen at the start."""
        chosen = (one for one in self.models() if one.role == "embedder" and one.chosen and one.path)
        return next((one.languages for one in chosen), "")

    def ask(
        self,
        question: str,
        *,
        conversation_id: str = "",
        scope: Scope = Scope(),
        cancelled: Cancelled = never,
        searched_for: str = "",
        replacing: str = "",
    ) -> Generator[Event, None, None]:
        """Answer in a conversation (a new one where none is named). Both messages are kept, even if the answer is stopped
        by closing the generator or by `cancelled`.

        Args:
            searched_for: the standalone question, where a person gave it; "": it is found as always.
            replacing: a question of the conversation; it, and what follows it, goes when there is an answer, and lends
                nothing to this question.

        Raises:
            QuestionError, UnknownIdError: before anything is kept. ModelError: after the evidence.
        """
        question = answering.check_question(question)
        conversations = self._library.conversations
        if conversation_id:
            scope = scope if scope != Scope() else conversations.get(conversation_id).scope
        else:
            conversation_id = self.new_conversation(question, scope).id
        history = conversations.turns(conversation_id, HISTORY_TURNS, before=replacing)
        old = conversations.from_message(replacing) if replacing else []
        conversations.add(conversation_id, Turn("user", question))
        written: list[str] = []
        finished = False
        try:
            for event in self.ask_once(
                question, history=history, scope=scope, cancelled=cancelled, searched_for=searched_for
            ):
                if isinstance(event, Token):
                    written.append(event.text)
                if isinstance(event, Answer):
                    message = conversations.add(
                        conversation_id, Turn("assistant", event.full_text), event, replacing=old
                    )
                    event = message.answer or event
                    finished = True
                    self.memory.notice(question, message.id)
                    self._afterthoughts.add(question, message.id)
                yield event
        finally:
            if written and not finished:
                conversations.add(conversation_id, Turn("assistant", "".join(written)))

    def ask_once(
        self,
        question: str,
        *,
        history: Sequence[Turn] = (),
        scope: Scope = Scope(),
        cancelled: Cancelled = never,
        searched_for: str = "",
    ) -> Generator[Event, None, None]:
        """Answer without keeping anything; `searched_for` as for `ask`."""
        parts = answering.Parts(
            retriever=self._library,
            texts=self._library,
            embedder=self._engines.embedder_or_none(),
            reranker=self._engines.reranker_or_none(),
            model=self._engines.llm(),
            pace=self._pace,
            stance=self.settings.answer.stance,
            embedder_languages=self._embedder_languages,
            top=self.settings.search.top,
            prompt_tokens=self.settings.answer.prompt_tokens,
            answer_tokens=self.settings.answer.answer_tokens,
            cells=self._cells,
        )
        self._answering += 1
        try:
            with closing(
                answering.ask(
                    question,
                    parts,
                    history=history,
                    # What a person wrote to be searched for is taken as it is.
                    lent=self.memory.context("") if searched_for else self.memory.context(question, history),
                    scope=scope,
                    cancelled=cancelled,
                    searched_for=searched_for,
                )
            ) as events:
                yield from events
        finally:
            self._answering -= 1

    @property
    def stance(self) -> Stance:
        """How sure an answer has to be before it is given."""
        return self.settings.answer.stance

    def set_stance(self, stance: Stance) -> None:
        """Kept in settings.toml, and in force from the next question on.

        Raises:
            SettingsError: the file cannot be read, or holds what is not valid.
        """
        answer = change_setting(self.home.settings, "answer", "stance", stance).answer
        self.settings = self.settings.model_copy(update={"answer": answer})

    # ------------------------------------------------------------ conversations

    def conversations(self) -> list[Conversation]:
        return self.talks.all()

    def new_conversation(self, title: str = "", scope: Scope = Scope()) -> Conversation:
        return self._library.conversations.create(title_of(title) or "New conversation", scope)

    def rename_conversation(self, conversation_id: str, title: str) -> None:
        self._library.conversations.rename(conversation_id, title_of(title) or "Untitled")

    def set_scope(self, conversation_id: str, scope: Scope) -> None:
        """Where the questions of a conversation look from now on."""
        self._library.conversations.set_scope(conversation_id, scope)

    def delete_conversation(self, conversation_id: str) -> None:
        self._library.conversations.delete(conversation_id)

    def messages(self, conversation_id: str) -> list[Message]:
        return self._library.conversations.messages(conversation_id)

    # ------------------------------------------------------------ citations

    def source_state(self, citation: Citation) -> SourceState:
        """Whether the cited document is still there, and still says at that place what was quoted."""
        try:
            text = self._library.text(self._library.document(citation.document_id).id)
        except UnknownIdError:
            return "removed"
        return "unchanged" if text[citation.char_start : citation.char_end] == citation.quote else "changed"

    def page_picture(self, document_id: str, page: int, dpi: int = 110) -> bytes:
        """A page of a PDF as PNG.

        Raises:
            UnknownIdError: no such document or page, or a format without pages.
        """
        self.page_size(document_id, page)
        return page_picture(self._library.original(document_id), page, dpi)

    def page_size(self, document_id: str, page: int) -> tuple[float, float]:
        """Width and height in points. Errors as for `page_picture`."""
        document = self._library.document(document_id)
        found = next((p for p in self._library.pages(document_id) if p.number == page), None)
        if found is None or not document.paged or not found.width:
            raise UnknownIdError(
                "{file} has no picture of page {page}.",
                "Read its text instead.",
                file=document.name,
                page=page,
            )
        return found.width, found.height

    def quote_boxes(self, citation: Citation) -> list[QuoteBox]:
        """Where the quoted words stand on their pages; empty for formats without pages."""
        stored = self._library.layout_bytes(citation.document_id)
        if (
            stored is None
            or self._is_sheet(citation.document_id)
            or self.source_state(citation) != "unchanged"
        ):
            return []
        return quote_boxes(load_layout(stored), citation.char_start, citation.char_end)

    def _is_sheet(self, document_id: str) -> bool:
        """Whether the boxes of its layout are cells: such pages have no size."""
        return not any(page.width for page in self._library.pages(document_id))

    def _cells(self, document_id: str, char_start: int, char_end: int) -> str:
        """Implements `ports.Cells`."""
        stored = self._library.layout_bytes(document_id)
        if stored is None or not self._is_sheet(document_id):
            return ""
        return cell_range(load_layout(stored), char_start, char_end)

    def original(self, document_id: str) -> tuple[Path, str]:
        """The archived file and the name it had."""
        return self._library.original(document_id), self._library.document(document_id).name

    # ------------------------------------------------------------ models and health

    def model_ready(self) -> Problem | None:
        """None where the language model is there, else what is missing and what to do."""
        return self._engines.llm_problem()

    def models(self) -> list[ModelInfo]:
        return self._engines.models()

    def fetch_models(self, progress: Callable[[str, int, int], None]) -> None:
        """Assemble the default models; the one act that needs a network."""
        self._engines.fetch(progress)

    def add_model(self, path: Path, *, ours: bool = False) -> ModelInfo:
        """Take a GGUF file or a sentence-transformers folder into the home; a file that is `ours` is moved. Errors as
        `engines.dropin.take_in`."""
        return self._engines.add(path, ours=ours)

    def use_model(self, name: str) -> None:
        """Choose the model, by its name, for the next start; kept in settings.toml.

        Raises:
            UnknownIdError: no such model, or it is not on this machine.
        """
        chosen = next((model for model in self.models() if model.name == name and model.path), None)
        if chosen is None:
            raise UnknownIdError(
                "There is no model {name!r} that can be used.", "See `ragdesk models list`.", name=name
            )
        change_setting(self.home.settings, "models", chosen.role, name)

    def verify_models(self) -> list[Check]:
        return self._engines.verify()

    def doctor(self) -> list[Check]:
        """Are the stores consistent, the models intact, is anything talking to the outside?"""
        return [*self._library.check(), *self._engines.verify(), *_silence()]

    def rebuild(self) -> None:
        """Make both indexes anew from the ledger; searches use the old ones until the end."""
        self._library.rebuild(self._engines.embedder().encode)

    def not_yet_encoded(self) -> int:
        """How many documents only words find, until the intake has encoded them with the embedder in use."""
        return len(self._library.needs_reencoding())

    # ------------------------------------------------------------ first run

    def examples(self) -> list[Path]:
        """The documents that a newcomer can try the app with."""
        return sorted(path for path in bundled_examples().iterdir() if not path.name.startswith("."))

    def example_questions(self) -> list[str]:
        return [
            "How long must the autoclave cool down before the door is opened?",
            "Who approves travel expenses above 2,000 euros?",
            "What colour is the badge for the clean room?",
        ]


def _parts(home: Home) -> tuple[Settings, Engines, Library]:
    """What a desk is built of, opened: the log too. Raises SettingsError, StoreError."""
    settings = load_settings(home.settings)
    open_log(home.log_file, settings.log.level)
    engines = Engines(home, settings.models)
    library = Library.open(home, *engines.embedding())
    library.settle()
    return settings, engines, library


def _sent(document: Document) -> datetime:
    """When an email was sent; the beginning of time where it does not say."""
    try:
        sent = datetime.fromisoformat(dict(document.properties).get("date", ""))
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    return sent if sent.tzinfo else sent.replace(tzinfo=UTC)


def _silence() -> list[Check]:
    unsealed, foreign = offline.unsealed(), offline.foreign_connections()
    return [
        Check(
            "telemetry",
            not unsealed,
            f"not switched off: {', '.join(unsealed)}" if unsealed else "switched off for every library",
            "Start RAGDesk with `ragdesk`, which sets this itself.",
        ),
        Check(
            "connections",
            not foreign,
            f"open to {', '.join(foreign)}" if foreign else "none beyond this machine",
            "Close RAGDesk and report this; nothing in it should connect anywhere.",
        ),
    ]
