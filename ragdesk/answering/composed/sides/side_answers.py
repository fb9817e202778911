"""What the documents say of each side of a comparison: the sentence or row that answers the question put for that side alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ragdesk.answering.choosing.quick import shortened
from ragdesk.answering.composed.asked import Asked
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.sides.belonging import Belonging
from ragdesk.answering.composed.sums.amounts import Amount, amount
from ragdesk.answering.composed.sums.named import names
from ragdesk.answering.composed.sums.stated import CLAUSE, Stated, asked_kinds, of_clause, stated_in
from ragdesk.answering.composed.tables.cells import label_of
from ragdesk.answering.composed.tables.rows import RowOf, asked_cells, named_cells, rows_of
from ragdesk.answering.injection.commands import commands
from ragdesk.answering.judging.answer_type import has_expected_type
from ragdesk.answering.units.in_context import said_quote
from ragdesk.answering.units.quotes import Quote, intact, quotes_of, running
from ragdesk.domain.calibration import COMPOSED, NEAREST, VERIFY
from ragdesk.domain.search import ComparisonSide
from ragdesk.text.tokens import content_words

# A person reads as much of one side.
MOST_WORDS = 45
# More that say something else would be no answer.
MOST_OTHERS = 2

# Words of a question that ask for nothing but a comparison.
_COMPARING = frozenset(
    content_words(
        "compare comparison contrast difference differences differ distinction different versus vs please"
        " vergleiche vergleichen vergleich unterschied unterschiede unterscheiden unterscheidet"
    )
)


@dataclass(frozen=True, slots=True)
class SideAnswer:
    """A quote, the words of it that are shown, the probability that it answers, and the amounts in it. `others` are nearly as
    good and state other amounts: which is meant, the person sees."""

    quote: Quote
    shown: str
    chance: float
    amounts: tuple[Stated, ...]
    others: tuple[tuple[Quote, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Candidates:
    """The units of a side, each with the probability that it answers what is asked of it, the surest first."""

    side: ComparisonSide
    judged: tuple[tuple[Quote, float], ...]


def side_answers(asked: Asked, sides: Sequence[ComparisonSide]) -> list[SideAnswer | None]:
    """One for each side; None for those that nothing answers surely."""
    units = _units(asked)
    belonging = Belonging(
        sides, list(dict.fromkeys(hit.chunk.document_id for hit in asked.hits)), asked.texts
    )
    owners = [belonging.sides_of(quote) for quote in units]
    found = [
        _judged(asked, side, [(quote, of) for quote, of in zip(units, owners, strict=True) if at in of])
        for at, side in enumerate(sides)
    ]
    rows = rows_of(asked)
    sure = _named_rows(asked, found, rows, belonging)
    best = [each.judged[0] if each.judged else None for each in found]
    of_table = sure or _parallel(found, rows)
    chosen = of_table or _beside(found) or best
    answers = [
        _answer(asked, each, *best, rows, belonging) if best else None
        for each, best in zip(found, chosen, strict=True)
    ]
    if not sure:
        least = COMPOSED.parallel if asked.answerable and _alike(asked.question, answers) else COMPOSED.side
        answers = [
            each
            if each and each.chance >= least and (of_table or not _denied(asked, candidates.side, each.quote))
            else _by_model(asked, candidates, rows, belonging)
            for each, candidates in zip(answers, found, strict=True)
        ]
    return _of_one_sentence(answers, belonging)


def _denied(asked: Asked, side: ComparisonSide, quote: Quote) -> bool:
    """Whether the language model is sure that it does not answer: the reranker takes any period for the one that is asked for.

    Raises:
        ModelError: the model is missing, or it died.
    """
    told = asked.put(side.text).leanings([quote])
    return bool(told) and told[0] < COMPOSED.side_denied


def _by_model(asked: Asked, candidates: _Candidates, rows: RowOf, belonging: Belonging) -> SideAnswer | None:
    """What answers by the language model's word, where the reranker is not sure: as a look-up of this side alone.

    Raises:
        ModelError: the model is missing, or it died.
    """
    first = [quote for quote, _ in candidates.judged[: VERIFY.chosen_from]]
    best = asked.put(candidates.side.text).surest(first)
    if best is None or best[1] < VERIFY.answers:
        return None
    return _answer(asked, candidates, *best, rows, belonging)


def _alike(question: str, answers: Sequence[SideAnswer | None]) -> bool:
    """Whether all state an amount of the kind that the question asks for."""
    kinds = asked_kinds(question)
    return all(each and any(stated.amount.kind in kinds for stated in each.amounts) for each in answers)


def _units(asked: Asked) -> list[Quote]:
    return [
        quote
        for hit in asked.hits
        for quote in intact(quotes_of(hit), asked.texts.text(hit.chunk.document_id))
        if quote.units == 1
        and not commands(quote.text)
        and len(content_words(said_quote(quote))) >= NEAREST.fewest_words
    ]


def _judged(asked: Asked, side: ComparisonSide, owned: Sequence[tuple[Quote, frozenset[int]]]) -> _Candidates:
    """What is of the kind that is asked for. What speaks of several sides is taken where it is much surer than what speaks of
    this one alone."""
    owned = [(quote, of) for quote, of in owned if has_expected_type(side.text, said_quote(quote))]
    judged = asked.put(side.text).judged([quote for quote, _ in owned])
    behind = [COMPOSED.behind if len(of) > 1 else 0.0 for _, of in owned]
    order = sorted(zip(judged, behind, strict=True), key=lambda each: each[1] - each[0][1])
    return _Candidates(side, tuple(pair for pair, _ in order))


def _named_rows(
    asked: Asked, found: Sequence[_Candidates], rows: RowOf, belonging: Belonging
) -> list[tuple[Quote, float]] | None:
    """A row for each side, all of one table, named by their labels, where the question names the column, too."""
    for table in rows.tables:
        named = [
            [
                (quote, chance)
                for quote, chance in each.judged
                if rows.table(quote) is table
                and _labelled(each.side, table.cells(row := _row(quote))[label_of(table)], belonging)
                and named_cells(asked.question, each.side.name, table, row)
            ]
            for each in found
        ]
        if all(len(each) == 1 for each in named):
            return [each[0] for each in named]
    return None


def _labelled(side: ComparisonSide, label: str, belonging: Belonging) -> bool:
    """Whether a row's label names the side: in its words, or by what tells it from the others ("the single or the double")."""
    return names(side.name, label) or belonging.names_only(side, label)


def _row(quote: Quote) -> Slice:
    return Slice(quote.char_start, quote.char_end)


def _parallel(found: Sequence[_Candidates], rows: RowOf) -> list[tuple[Quote, float] | None] | None:
    """A row for each side, all of one table, where these are nearly the best: a row and a sentence hardly compare."""
    best = [
        {rows.table(quote): (quote, chance) for quote, chance in reversed(each.judged) if rows.table(quote)}
        for each in found
    ]
    for table in best[0] if all(best) else ():
        if all(table in each and _near(each[table][1], of) for each, of in zip(best, found, strict=True)):
            return [each[table] for each in best]
    return None


def _beside(found: Sequence[_Candidates]) -> list[tuple[Quote, float] | None] | None:
    """What one passage says of each side, where that is nearly the best: it says the same thing of both. Of several passages the
    surest. A sentence that names another side, too, is none ("Sick days during annual leave are given back")."""
    named = [set(content_words(each.side.name)) for each in found]
    near: list[dict[str, tuple[Quote, float]]] = [
        {
            quote.hit.chunk.id: (quote, chance)
            for quote, chance in reversed(each.judged)
            if _near(chance, each)
            and not quote.text.startswith("|")
            and not any((other - own) & set(content_words(quote.text)) for other in named if other != own)
        }
        for each, own in zip(found, named, strict=True)
    ]
    shared = [chunk for chunk in near[0] if all(chunk in each for each in near)] if near else []
    if not shared:
        return None
    best = max(shared, key=lambda chunk: sum(each[chunk][1] for each in near))
    return [each[best] for each in near]


def _near(chance: float, candidates: _Candidates) -> bool:
    return chance >= max(COMPOSED.side, candidates.judged[0][1] - COMPOSED.behind)


def _answer(
    asked: Asked, candidates: _Candidates, quote: Quote, chance: float, rows: RowOf, belonging: Belonging
) -> SideAnswer:
    table = rows.table(quote)
    if table is not None:
        pairs = asked_cells(asked.question, candidates.side.name, table, _row(quote))
        shown = "; ".join(f"{head}: {cell}" if head else cell for head, cell in pairs)
        found = [(amount(cell, head), head) for head, cell in pairs]
        amounts = tuple(Stated(each, each.unit, True, 0, 0, head) for each, head in found if each is not None)
        return SideAnswer(quote, shown, chance, amounts)
    if quote.text.startswith("|"):
        quote = rows.torn(quote, lambda row: bool(belonging.named(row)))
    shown = _shortened(asked, candidates.side, quote, _running(quote))
    answer = SideAnswer(quote, shown, chance, _amounts(candidates.side, shown, belonging))
    others = (
        tuple(_not_denied(asked, candidates.side, _others(asked, candidates, answer)))
        or tuple(_more(asked, candidates, answer))
        or tuple(_not_denied(asked, candidates.side, _tied(asked, candidates, answer)))
    )
    return replace(answer, others=others)


def _not_denied(
    asked: Asked, side: ComparisonSide, others: Iterator[tuple[Quote, str]]
) -> Iterator[tuple[Quote, str]]:
    """Those of the others that answer, too: a notice period is not how long a lease runs."""
    return (other for other in others if not _denied(asked, side, other[0]))


def _more(asked: Asked, candidates: _Candidates, answer: SideAnswer) -> Iterator[tuple[Quote, str]]:
    """Where nothing is asked of the sides but how they differ, what else the passage is sure to say of this one."""
    side, place = candidates.side, answer.quote.hit.chunk.id
    named = content_words(" ".join(each.name for each in asked.query.sides))
    if set(content_words(asked.question)) - _COMPARING - set(named):
        return
    if not side.text.startswith(side.name):
        return  # "the rent in Leer"
    beside = [
        quote
        for quote, chance in candidates.judged
        if chance >= COMPOSED.side and quote.hit.chunk.id == place
        if not answer.quote.char_start <= quote.char_start < answer.quote.char_end
    ]
    for quote in sorted(beside[:MOST_OTHERS], key=lambda each: each.char_start):
        yield quote, _shortened(asked, side, quote, _running(quote))


def _tied(asked: Asked, candidates: _Candidates, answer: SideAnswer) -> Iterator[tuple[Quote, str]]:
    """The next sentence, where it is sure, too, and the reranker hardly tells which of the two answers."""
    for quote, chance in candidates.judged[:2]:
        tied = chance >= max(COMPOSED.side, answer.chance - COMPOSED.tied)
        if tied and quote != answer.quote and not quote.text.startswith("|"):
            yield quote, _shortened(asked, candidates.side, quote, _running(quote))


def _amounts(side: ComparisonSide, text: str, belonging: Belonging) -> tuple[Stated, ...]:
    """The amounts of the only clause that names the side, where the others speak of something else; else of the whole text."""
    own = [part for part in CLAUSE.split(text) if belonging.names_only(side, part)]
    return tuple((of_clause(text, own[0]) if len(own) == 1 else []) or stated_in(text))


def _running(quote: Quote) -> str:
    return " ".join(map(running, quote.text.splitlines()))


def _others(asked: Asked, candidates: _Candidates, answer: SideAnswer) -> Iterator[tuple[Quote, str]]:
    """Sentences that say the same of the question's words, and another amount of the same kind."""
    words = set(content_words(asked.question)) - set(content_words(candidates.side.name))
    said = words & set(content_words(answer.quote.text))
    stated = {each.amount.kind: each.amount for each in answer.amounts if each.measured}
    near = [quote for quote, chance in candidates.judged if chance >= answer.chance - COMPOSED.behind]
    fitting = (
        quote for quote in near if quote != answer.quote and said and said <= set(content_words(quote.text))
    )
    for quote in islice((quote for quote in fitting if _differs(quote, stated)), MOST_OTHERS):
        yield quote, _shortened(asked, candidates.side, quote, _running(quote))


def _differs(quote: Quote, stated: Mapping[str, Amount]) -> bool:
    amounts = [each.amount for each in stated_in(quote.text)]
    return any(each.kind in stated and each != stated[each.kind] for each in amounts)


def _shortened(asked: Asked, side: ComparisonSide, quote: Quote, shown: str) -> str:
    if len(shown.split()) <= MOST_WORDS:
        return shown
    resources, context = asked.resources, quote.hit.chunk.context
    return shortened(side.text, context, shown, resources.reranker, MOST_WORDS)


def _of_one_sentence(answers: list[SideAnswer | None], belonging: Belonging) -> list[SideAnswer | None]:
    """Of a sentence that answers for several sides, each its own clause, if it has one."""
    quotes = [each.quote for each in answers if each]
    if len(quotes) < 2 or any(quote != quotes[0] for quote in quotes) or quotes[0].text.startswith("|"):
        return answers
    parts = [(part.strip(" ,;."), belonging.named(part)) for part in CLAUSE.split(quotes[0].text)]
    own = [[part for part, named in parts if named == {at}] for at in range(len(answers))]
    return [
        SideAnswer(each.quote, clauses[0], each.chance, tuple(stated_in(clauses[0])))
        if each and all(len(clauses) == 1 for clauses in own)
        else each
        for each, clauses in zip(answers, own, strict=True)
    ]
