"""Questions and answers as HTML. Pure functions; all texts pass through `render`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ragdesk.domain.answers import Answer, Citation, Nearest, QuickAnswer, Stage
from ragdesk.domain.conversations import Message, Rating
from ragdesk.front.web.render import notice
from ragdesk.front.web.tabs.chat.render_items import ShownPiece, pieces
from ragdesk.front.web.tabs.chat.render_sides import Column, SentenceRow, columns_of
from ragdesk.front.web.tabs.chat.render_sources import ShownSource, sources
from ragdesk.front.web.templates import Template
from ragdesk.front.web.texts import place, short
from ragdesk.front.web.wording import mark, plural, t

NOTE_CHARS = 120
# Messages of a conversation that are shown at once, and how many more on demand.
WINDOW = 30
_STAGES = {
    "rewrite": mark("Reading the question in the light of the conversation …"),
    "translate": mark("Putting your question into the language of your documents …"),
    "retrieve": mark("Searching your documents …"),
    "read": mark("Found passages. The model is reading them …"),
    "write": mark("Writing …"),
    "check": mark("Checking each sentence against the passages …"),
}

_STANCES = {
    "cautious": mark("Answers are cautious from the next question on."),
    "balanced": mark("Answers are balanced from the next question on."),
    "helpful": mark("Answers are helpful from the next question on."),
}
_answers = Template("chat/answers.html.j2")
_chat = Template("chat/chat.html.j2")


def stage(now: Stage, *, next_waits: bool = False, ahead: int = 0) -> str:
    """What is going on, in words; `ahead`: and how many other questions the model answers first; `next_waits`: and that a
    question which was sent meanwhile is not lost."""
    words = t(_STAGES[now.name]) if now.name in _STAGES else t("Working …")
    if now.steps:
        words = t("Writing the summary: section {step} of {steps} …", step=now.step, steps=now.steps)
    if ahead:
        first = plural(
            ahead,
            "{count} question that was asked earlier comes first.",
            "{count} questions that were asked earlier come first.",
        )
        words = f"{words} {first}"
    return _answers("stage", words, next_waits)


def ready() -> str:
    """That the answer is whole, for those who cannot see it come."""
    return _answers("ready")


def question(text: str, key: str = "") -> str:
    """A question; with the id of its message it can be edited."""
    return _answers("question", text, key)


def writing(text: str, quick: QuickAnswer | None = None, nearest: Nearest | None = None) -> str:
    """An answer while it is being written, below the short answer where there is one; before there is either, the passage that
    comes nearest."""
    before = quick or (None if text else nearest)
    found = before.citation if before else None
    where = place(found.page, found.place, found.title) if found else ""
    return _answers("writing", text, "live", before, where, quick is not None)


def stopped_summary() -> str:
    """That a summary was stopped; what is written of it stays."""
    return notice(t("Stopped. What is written of the summary is kept; “Go on” writes the rest."))


def stopped(text: str, key: str = "") -> str:
    """What had been written when the person stopped it; with the id of a message it can be asked again."""
    return _answers("stopped", text, key)


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """An answer with what is shown of it.

    `sentences` are (text before it, sentence, whether it is supported, its citations), and `tail` follows them. `searched` is
    the question that was searched for, "" where it need not be shown. `sources` are the documents cited; `cards` the citations,
    each with its place; `notes` what memory lent to the answer's wording, or to the question; `told` what the app said by itself:
    (text, the document that it names, "" for none); `to_sum_up` the document whose summary is offered, "" for none. `columns` are
    the sides of a comparison, which are no sentences then.
    """

    answer: Answer
    rating: str
    searched: str
    columns: list[Column]
    sentences: list[SentenceRow]
    tail: str
    sources: list[ShownSource]
    cards: list[tuple[Citation, str]]
    notes: list[str]
    told: list[tuple[str, str]]
    to_sum_up: str

    @property
    def pieces(self) -> Iterator[ShownPiece]:
        return pieces(self.sentences, self.tail)

    @property
    def all_supported(self) -> bool:
        return all(sentence.supported for sentence in self.answer.sentences)


def answer(
    given: Answer, key: str, rating: Rating | None = None, notes: Mapping[str, str] | None = None
) -> str:
    """A finished answer; `key` is the message's id, with which its citation numbers open the Citations tab. `notes`: the words
    of memory's notes, by id."""
    return _answers("answer", _shown(given, rating, notes or {}), key)


def _shown(given: Answer, rating: Rating | None, notes: Mapping[str, str]) -> ShownAnswer:
    searched = given.standalone_question.strip()
    # Where it is the question itself, editing the question does the same.
    if searched == given.question.strip() and given.verdict != "not_found":
        searched = ""
    return ShownAnswer(
        given,
        rating.verdict if rating is not None else "",
        searched,
        *columns_of(given, *_sentences(given)),
        sources(given.all_citations),
        [
            (citation, place(citation.page, citation.place, citation.title))
            for citation in given.all_citations
        ],
        _lent(given, notes),
        _told(given),
        _to_sum_up(given),
    )


def _sentences(given: Answer) -> tuple[list[SentenceRow], str]:
    """Each sentence with the text before it and the numbers that it cites, and the text after the last one."""
    cited = {citation.number for citation in given.citations}
    pieces, tail = given.cut
    sentences = list[SentenceRow]()
    for before, sentence in pieces:
        numbers = [number for number in sentence.citations if number in cited]
        sentences.append((before, sentence.text, sentence.supported, numbers))
    if given.nearest is not None:
        sentences.append((f"{tail}\n\n", given.nearest.text, True, [given.nearest.citation.number]))
        tail = ""
    return sentences, tail


def _told(given: Answer) -> list[tuple[str, str]]:
    """The text of what the app said by itself, cut at the documents that it names; each of these with its id."""
    if given.verdict != "told":
        return []
    pieces, end = list[tuple[str, str]](), 0
    for mention in given.mentions:
        start = given.text.find(mention.words, end)
        if start >= 0:
            pieces += [(given.text[end:start], ""), (mention.words, mention.document_id)]
            end = start + len(mention.words)
    return [*pieces, (given.text[end:], "")]


def _to_sum_up(given: Answer) -> str:
    """The one document of which an answer gives key points."""
    documents = {citation.document_id for citation in given.citations}
    of_points = given.kind == "overview" and not given.model and len(documents) == 1
    return documents.pop() if of_points else ""


def _lent(given: Answer, notes: Mapping[str, str]) -> list[str]:
    lent = [f"“{short(notes[note], NOTE_CHARS)}”" for note in given.memory if note in notes]
    if len(lent) < len(given.memory):
        lent.append(t("what was changed or forgotten since"))
    return lent


def thread(
    messages: Sequence[Message],
    earlier: int = 0,
    ratings: Mapping[str, Rating] | None = None,
    notes: Mapping[str, str] | None = None,
) -> str:
    """The last messages of a conversation, oldest first; `earlier` are not shown."""
    shown: list[tuple[str, tuple[object, ...]]] = []
    for message in messages:
        if message.turn.role == "user":
            shown.append(("question", (message.turn.text, message.id)))
        elif message.answer is not None:
            rating = (ratings or {}).get(message.id)
            shown.append(("answer", (_shown(message.answer, rating, notes or {}), message.id)))
        else:
            shown.append(("stopped", (message.turn.text, message.id)))
    return _answers("thread", shown, earlier, len(messages) + WINDOW)


def welcome(documents: int, questions: Sequence[str]) -> str:
    """An empty conversation: what to do, and questions to try."""
    return _chat("welcome", documents, questions)


def editing() -> str:
    """What happens to the question that went back into the field."""
    return _chat("editing")


def scoped(collections: int, documents: int) -> str:
    """What the closed fold says of where the next question will look. Plain text."""
    parts = []
    if collections:
        parts.append(plural(collections, "{count} collection", "{count} collections"))
    if documents:
        parts.append(plural(documents, "{count} document", "{count} documents"))
    if len(parts) == 2:
        where = t("{collections} and {documents}", collections=parts[0], documents=parts[1])
    else:
        where = parts[0] if parts else t("everywhere")
    return t("Where to look: {where}", where=where)


def stance(chosen: str) -> str:
    """That the stance was changed."""
    return notice(t(_STANCES[chosen]), "good")


def model(title: str) -> str:
    """Which language model answers; a click leads to the others."""
    return _chat("model", title) if title else ""
