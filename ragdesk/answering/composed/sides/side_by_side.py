"""A comparison of which the reranker finds no side, or not every one: each side is asked for as a question of its own."""

import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace

from ragdesk.answering.composed.phrases import composed_phrases
from ragdesk.answering.composed.sides.belonging import Belonging, namings
from ragdesk.answering.composed.sides.compared import difference, head_of
from ragdesk.answering.composed.sums.stated import stated_in
from ragdesk.answering.finding.evidence import stages_only
from ragdesk.answering.understanding.kinds import asked_of_documents
from ragdesk.domain.answers import Answer, Citation, Event, Sentence
from ragdesk.domain.ports import TextStore
from ragdesk.domain.search import Hit, Query, Scope
from ragdesk.text.tokens import opposed

# How a question about one side is answered, in the documents of a scope.
AskSide = Callable[[Query, Scope], Generator[Event, None, Answer]]
# Between statements of one sentence.
_PART = re.compile(r"[;.] ")
# What one side of a comparison can be; of anything else a sentence is looked up.
_OF_ONE_SIDE = ("list", "procedure")


def ask_each_side(
    refusal: Answer,
    query: Query,
    missing: int,
    scope: Scope,
    texts: TextStore,
    answer: AskSide,
) -> Generator[Event, None, Answer | None]:
    """The answers to the sides, each asked for by `answer`, as one; None where more than before are `missing` then, or all of
    them, and of a translated question."""
    if query.asked is not None:
        return None
    answers = yield from answers_of_sides(query, refusal.hits, scope, texts, answer)
    left = sum(not _answers(each) for each in answers)
    return _joined(refusal, query, answers) if left < len(answers) and left <= missing else None


def answers_of_sides(
    query: Query,
    hits: Sequence[Hit],
    scope: Scope,
    texts: TextStore,
    answer: AskSide,
) -> Generator[Event, None, list[Answer]]:
    """What `answer` says of each side; `hits` are what was found for the whole question."""
    answers = list[Answer]()
    for side, place in zip(_queries(query), _scopes(query, hits, scope, texts), strict=True):
        answers.append((yield from stages_only(answer(side, place))))
    same = all(_answers(each) and each.text == answers[0].text for each in answers)
    return [
        replace(each, verdict="not_found") if _speaks_of_another(query, at, each, texts, same) else each
        for at, each in enumerate(answers)
    ]


def _speaks_of_another(query: Query, at: int, answer: Answer, texts: TextStore, same: bool) -> bool:
    """Whether what stands for a side names another side, and neither it nor what stands over it names this one. Where the `same`
    words stand for all sides, those of a document that names one of them are of that one."""
    if not _answers(answer):
        return False
    named = namings(query.sides)
    own, others = named[at], [*named[:at], *named[at + 1 :]]
    cited = {each.chunk_id for each in answer.citations}
    over = " ".join(
        f"{hit.chunk.context} {texts.document(hit.chunk.document_id).title}"
        for hit in answer.hits
        if hit.chunk.id in cited
    )
    said = " ".join(each.quote for each in answer.citations)
    told = f"{said} {over}" if same else said
    return not own.mentions(f"{said} {over}") and any(other.mentions(told) for other in others)


def _queries(query: Query) -> list[Query]:
    """For each side what is asked of it alone."""
    kinds = [asked_of_documents(side.text) for side in query.sides]
    return [
        replace(
            query,
            standalone=side.text,
            checked=side.text,
            texts=((side.text, 1.0),),
            sides=(),
            kind=kind if kind in _OF_ONE_SIDE else "lookup",
            after=(),
        )
        for side, kind in zip(query.sides, kinds, strict=True)
    ]


def _scopes(query: Query, hits: Sequence[Hit], scope: Scope, texts: TextStore) -> list[Scope]:
    """For each side where it is looked for: in the documents that it names, where every side names one; else in all of
    `scope`."""
    found = list(dict.fromkeys(hit.chunk.document_id for hit in hits))
    owned = Belonging(query.sides, found, texts).documents()
    return [replace(scope, documents=tuple(own)) if own and len(own) < len(found) else scope for own in owned]


def _answers(answer: Answer) -> bool:
    """Whether it can stand for its side."""
    return answer.verdict == "answered" and bool(answer.citations)


def _joined(refusal: Answer, query: Query, answers: Sequence[Answer]) -> Answer:
    """The answers to the sides as one, under their names; what answers all of them is said once."""
    same = all(_answers(each) and each.text == answers[0].text for each in answers)
    parts, sentences, citations = list[str](), list[Sentence](), list[Citation]()
    nothing = composed_phrases(query.language).nothing
    for side, answer in [(query.sides[0], answers[0])] if same else zip(query.sides, answers, strict=True):
        if not _answers(answer):
            parts.append(f"**{head_of(side)}**: {nothing}")
            continue
        numbers = {cited.number: _number(cited, citations) for cited in answer.citations}
        sentences += [
            replace(each, citations=tuple(numbers[number] for number in each.citations))
            for each in answer.sentences
        ]
        parts.append(answer.text if same else f"**{head_of(side)}**: {answer.text}")
    if shown := "" if same else _difference(query, answers):
        parts.append(shown)
        sentences.append(Sentence(shown, tuple(each.number for each in citations), supported=True))
    return replace(
        refusal,
        text="\n\n".join(parts),
        verdict="answered",
        sentences=tuple(sentences),
        citations=tuple(citations),
        hits=_merged(refusal.hits, answers),
        model=next((answer.model for answer in answers if _is_written(answer)), ""),
    )


def _difference(query: Query, answers: Sequence[Answer]) -> str:
    """Which of two sides has more, where one sentence or row of each says how much; "" where that is not clear."""
    alone = all(_answers(each) and len(each.citations) == 1 for each in answers)
    if not alone or len(answers) != 2:
        return ""
    # "Dogs are not allowed; a fee of 20 euros applies": what is denied is no amount.
    one, two = (
        [each for part in _PART.split(answer.text) if not opposed(part) for each in stated_in(part)]
        for answer in answers
    )
    return difference(query, query.sides, one, two)


def _is_written(answer: Answer) -> bool:
    """Whether a side's answer is in the model's words, and not in those of the documents."""
    quoted = answer.quick is not None and answer.text == answer.quick.text
    return _answers(answer) and bool(answer.model) and not quoted


def _number(cited: Citation, citations: list[Citation]) -> int:
    """The number of a citation among those of the whole, where it is put if it is new."""
    for known in citations:
        if replace(known, number=cited.number) == cited:
            return known.number
    citations.append(replace(cited, number=len(citations) + 1))
    return len(citations)


def _merged(hits: Sequence[Hit], answers: Sequence[Answer]) -> tuple[Hit, ...]:
    """The hits of the whole question, and the passages that only a side has found and cites."""
    cited = {each.chunk_id for answer in answers if _answers(answer) for each in answer.citations}
    found = {hit.chunk.id: hit for answer in answers for hit in answer.hits if hit.chunk.id in cited}
    return tuple({**{hit.chunk.id: hit for hit in hits}, **found}.values())
