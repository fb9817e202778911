"""A conversation, one answer, or chosen citations of one, become a record. One passage is one reference, however many answers
cite it; a conversation numbers its references through, a single answer keeps its own numbers."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from ragdesk.domain.answers import Answer, Citation
from ragdesk.domain.conversations import Message
from ragdesk.domain.errors import Problem, UsageError
from ragdesk.extras.export.record import Exchange, Piece, Reference, Source, State, Use

SourceOf = Callable[[Citation], Source]
StateOf = Callable[[Citation], State]
Parts = tuple[tuple[Exchange, ...], tuple[Reference, ...]]
_Passage = tuple[str, int, int, str]


def conversation(messages: Sequence[Message], source: SourceOf, state: StateOf) -> Parts:
    """Every question and answer, and the references, numbered in the order in which they are first cited.

    Args:
        source: the document of a citation.
        state: whether it still says what was quoted.

    Raises:
        UsageError: nothing was asked.
    """
    references = _References(source, state)
    exchanges = []
    for number, (asked, given) in enumerate(_paired(messages), 1):
        if given is not None and given.answer is not None:
            numbers = references.add(given.answer, number, given.answer.all_citations)
            exchanges.append(_answered(number, given, given.answer, numbers))
        else:
            exchanges.append(_unanswered(number, asked, given))
    if not exchanges:
        raise UsageError("There is nothing in this conversation to export yet.", "Ask a question first.")
    return tuple(exchanges), references.all()


def one_answer(message: Message, source: SourceOf, state: StateOf, chosen: Collection[int] = ()) -> Parts:
    """One answer with its own numbers.

    Args:
        chosen: the numbers of the citations that are exported; none: all.

    Raises:
        UsageError: the message is no answer, or has no citation of a chosen number.
    """
    answer = message.answer
    if answer is None:
        raise UsageError(
            "This message is no answer that was checked.", "Choose an answer, or the conversation."
        )
    known = {citation.number for citation in answer.all_citations}
    for number in sorted(set(chosen) - known):
        raise UsageError("The answer has no citation {number}.", _numbers_hint(known), number=number)
    kept = [citation for citation in answer.all_citations if not chosen or citation.number in chosen]
    references = _References(source, state, own_numbers=True)
    numbers = references.add(answer, 1, kept)
    exchange = _answered(1, message, answer, numbers)
    return (replace(exchange, left_out=len(answer.all_citations) - len(kept)),), references.all()


def _numbers_hint(known: Collection[int]) -> Problem:
    if not known:
        return Problem("It cites nothing; export the answer as it is.")
    return Problem("It has {numbers}.", numbers=", ".join(str(number) for number in sorted(known)))


def _paired(messages: Sequence[Message]) -> Iterator[tuple[Message | None, Message | None]]:
    """(question, what came of it), oldest first; one of the two may be missing."""
    asked: Message | None = None
    for message in messages:
        if message.turn.role == "user":
            if asked is not None:
                yield asked, None
            asked = message
        else:
            yield asked, message
            asked = None
    if asked is not None:
        yield asked, None


def _unanswered(number: int, asked: Message | None, given: Message | None) -> Exchange:
    shown = given or asked
    return Exchange(
        number=number,
        message_id=shown.id if shown else "",
        question=asked.turn.text.strip() if asked else "",
        standalone="",
        moment=shown.created_at if shown else "",
        outcome="stopped" if given else "unanswered",
        model="",
        pieces=(Piece(given.turn.text),) if given else (),
    )


def _answered(number: int, message: Message, answer: Answer, numbers: dict[int, int]) -> Exchange:
    """`numbers`: the reference of each exported citation."""
    question, standalone = answer.question.strip(), answer.standalone_question.strip()
    return Exchange(
        number=number,
        message_id=message.id,
        question=question,
        standalone=standalone if standalone != question else "",
        moment=message.created_at,
        outcome=answer.verdict,
        model=answer.model,
        pieces=tuple(_pieces(answer, numbers)),
        nearest=_nearest(answer, numbers),
    )


def _pieces(answer: Answer, numbers: dict[int, int]) -> Iterator[Piece]:
    """The answer's text, whole, cut into its sentences and what stands between them."""
    if answer.verdict == "not_found":
        yield Piece(answer.text)
        return
    end = 0
    for sentence in answer.sentences:
        start = answer.text.find(sentence.text, end)
        if start < 0:
            continue  # it is part of what was cut before
        if start > end:
            yield Piece(answer.text[end:start])
        cited = dict.fromkeys(numbers[number] for number in sentence.citations if number in numbers)
        yield Piece(sentence.text, tuple(cited), sentence.supported)
        end = start + len(sentence.text)
    if answer.text[end:]:
        yield Piece(answer.text[end:])


def _nearest(answer: Answer, numbers: dict[int, int]) -> Piece | None:
    if answer.nearest is None:
        return None
    number = numbers.get(answer.nearest.citation.number)
    return Piece(answer.nearest.text, () if number is None else (number,), True)


class _References:
    """The references so far, by passage."""

    def __init__(self, source: SourceOf, state: StateOf, own_numbers: bool = False) -> None:
        self._source, self._state, self._own = source, state, own_numbers
        self._found: dict[_Passage, Reference] = {}

    def add(self, answer: Answer, number: int, citations: Sequence[Citation]) -> dict[int, int]:
        """Take citations of answer `number` in; the reference of each."""
        used = [one for sentence in answer.sentences for one in sentence.citations]
        used += [answer.nearest.citation.number] if answer.nearest else []
        order = {one: place for place, one in reversed(list(enumerate(used)))}
        if not self._own:
            citations = sorted(citations, key=lambda one: order.get(one.number, len(used)))
        return {one.number: self._add(one, number) for one in citations}

    def _add(self, citation: Citation, answer: int) -> int:
        passage = (citation.document_id, citation.char_start, citation.char_end, citation.quote)
        use = Use(answer, citation.number)
        known = self._found.get(passage)
        if known is not None:
            self._found[passage] = replace(known, uses=(*known.uses, use))
            return known.number
        self._found[passage] = Reference(
            number=citation.number if self._own else len(self._found) + 1,
            source=self._source(citation),
            page=citation.page,
            section=citation.place,
            quote=citation.quote,
            char_start=citation.char_start,
            char_end=citation.char_end,
            state=self._state(citation),
            uses=(use,),
        )
        return self._found[passage].number

    def all(self) -> tuple[Reference, ...]:
        return tuple(self._found.values())
