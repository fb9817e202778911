"""What the app answers by itself, without search and without the language model: talk, questions about the person and about the
library.

Doubt goes to the documents: what is not plainly worded as one of these, and what the ledger does not know, is searched for.
"""

import time
from dataclasses import dataclass
from datetime import datetime

from ragdesk.answering.told.about_library import DocumentList, LibraryQuestion, ToldText, library_question
from ragdesk.answering.told.about_library import tell as tell_of_library
from ragdesk.answering.told.about_person import PersonQuestion, Recalled, person_question, tell_person
from ragdesk.answering.told.talk import reply, talk
from ragdesk.app.memory import Memory
from ragdesk.domain.answers import Answer, Timings
from ragdesk.domain.search import QuestionKind, Scope
from ragdesk.extras.memory.addressed import addressed
from ragdesk.extras.memory.recall import says
from ragdesk.storage.library import Library


@dataclass(frozen=True, slots=True)
class _Told:
    """What is told, of which kind, and the ids of the notes that it comes from."""

    kind: QuestionKind
    text: ToldText
    notes: tuple[str, ...] = ()


def tell(question: str, library: Library, memory: Memory | None, scope: Scope = Scope()) -> Answer | None:
    """The answer that the app gives itself; None for a question of the documents. Without `memory`, a question about the person
    is one of the documents.

    Raises:
        UnknownIdError: the scope names what is not there.
    """
    began = time.perf_counter()
    told = _told(question, library, memory, scope)
    if told is None:
        return None
    return Answer(
        question=question,
        standalone_question=question,
        text=told.text.text,
        verdict="told",
        citations=(),
        sentences=(),
        hits=(),
        timings=Timings(retrieve=0.0, total=time.perf_counter() - began),
        memory=told.notes,
        kind=told.kind,
        mentions=told.text.mentions,
    )


def _told(question: str, library: Library, memory: Memory | None, scope: Scope) -> _Told | None:
    if (talked := talk(question)) is not None:
        return _Told("talk", ToldText(reply(talked, len(library.documents.ids()))))
    if memory is not None and (of_person := person_question(question)) is not None:
        return _of_person(of_person, memory)
    if (of_library := library_question(question)) is not None:
        return _of_library(of_library, library, scope)
    return None


def _of_person(asked: PersonQuestion, memory: Memory) -> _Told:
    value, notes = memory.recall(asked.slot)
    waiting = [
        addressed(each.text, "user")
        for each in memory.proposals()
        if each.which == "user" and says(asked.slot, each.text)
    ]
    words = [addressed(note.text, note.which) for note in notes]
    text = tell_person(asked, Recalled(value, words, waiting, memory.notices))
    return _Told("person", ToldText(text), tuple(note.id for note in notes))


def _of_library(asked: LibraryQuestion, library: Library, scope: Scope) -> _Told | None:
    documents = library.documents.all()
    within = library.collections.resolve(scope)
    listed = DocumentList(
        [each for each in documents if within is None or each.id in within],
        datetime.now().astimezone().date(),
        scoped=within is not None,
        collections=[each.name for each in library.collections.all()],
    )
    text = tell_of_library(asked, listed)
    return None if text is None else _Told("library", text)
