"""The sentences and rows that answer best, and when one of them stands as the answer.

The reranker ranks them. Where it is not sure, the language model says of each whether it answers: a small model knows that of a
single sentence better than it picks the right one of six passages. Before the model writes, the first is asked about; when what
it wrote is not borne out, or is taken from a sentence that answers less well, the first few are.
"""

from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.choosing.by_meaning import nearest_by_meaning
from ragdesk.answering.choosing.copied import copied_row
from ragdesk.answering.choosing.quick import MOST_WORDS, MOST_WORDS_ALONE, quick_answer
from ragdesk.answering.choosing.row_answers import meant_row, named_row, takes_unnamed_cell
from ragdesk.answering.composed.yes_or_no.polarity import behind_word, says_yes
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.judging.marking import best_mark
from ragdesk.answering.judging.may_answer import adds, asks_what_not, holders, may_answer
from ragdesk.answering.judging.more_than_said import says_more
from ragdesk.answering.judging.near_miss import is_near_miss
from ragdesk.answering.judging.topic import on_topic
from ragdesk.answering.judging.verify import Verifier
from ragdesk.answering.overview.points import referred
from ragdesk.answering.resources import Resources
from ragdesk.answering.units.in_context import said_quote, shown_quote, stated, with_lead
from ragdesk.domain.answers import Answer, QuickAnswer, Stance
from ragdesk.domain.calibration import (
    COMPOSED,
    MARKING,
    VERIFY,
    AnswerFit,
    Bar,
    verifier_fit,
    writer_fit,
)
from ragdesk.domain.ports import Cancelled
from ragdesk.domain.search import Hit, Query, Scope
from ragdesk.text import lexicon
from ragdesk.text.language import UNSURE
from ragdesk.text.tokens import content_words, numbers, opposed, share_said

# A name, or an amount and what it is of; more words are borne out by themselves, or not.
BARE_WORDS = 3
# Kinds of questions that one sentence can answer, and those of which it may at least be better than a guess.
_ONE_SENTENCE = ("lookup", "yesno")
_QUOTABLE = (*_ONE_SENTENCE, "list", "procedure")


class Shortlist:
    """Of one question."""

    def __init__(
        self,
        query: Query,
        ranking: Sequence[tuple[JudgedUnit, float]],
        fit: AnswerFit | None,
        scope: Scope,
        resources: Resources,
        cancelled: Cancelled,
    ) -> None:
        """`ranking`: units and the probability that they answer, by `fit`; without one nothing is ever sure."""
        told = ranking if query.kind in _QUOTABLE else ()
        self._ranked = [pair for pair in told if may_answer(query, pair[0])]
        if asks_what_not(query.standalone):
            self._ranked.sort(key=lambda pair: not opposed(stated(pair[0].quote)))
        self._query, self._fit, self._scope, self._resources = query, fit, scope, resources
        self._cancelled = cancelled
        # "Does the text answer it?" is taken for the question itself where that is for yes or no.
        asked = verifier_fit(resources.model.name) if query.kind != "yesno" and self._ranked and fit else None
        units = [unit for unit, _ in self._ranked]
        self._mark = best_mark(units)
        most = VERIFY.units if self._mark is None else MARKING.judged
        self._verifier = Verifier(query.standalone, units, asked, resources.model, cancelled, most=most)

    @property
    def of_chosen(self) -> bool:
        """Whether a person chose the documents that it is out of."""
        return bool(self._scope.documents)

    def near_miss(self, stance: Stance) -> bool:
        """Whether what looks best is about something else than was asked for.

        Raises:
            ModelError: the model is missing, or it died.
        """
        units = [unit for unit, _ in self._ranked]
        return is_near_miss(self._query, units, self._verifier, self._resources, stance)

    def sure(self) -> QuickAnswer | None:
        """The one that is sure to answer: of a look-up it is the answer, before a question for yes or no the model writes on. The
        model says less than it ("two days", in which case?), and never more."""
        if not self._ranked or self._fit is None:
            return None
        if self._query.kind not in _ONE_SENTENCE:
            return self._surely_marked()
        if self._unread():
            unit = self._likeliest_unread(VERIFY.unread_answers)
            return self._quick(unit, MOST_WORDS_ALONE) if unit is not None else None
        if self._mark is None:
            self._choose()
        unit, chance = self._ranked[0]
        short = self._resources.quick or self._query.kind != "lookup"
        most = MOST_WORDS if short else MOST_WORDS_ALONE
        alone = self._fit.short if self._mark is None else MARKING.alone
        sure = unit if chance >= alone else self._marked_apart()
        sure = sure or self._verifier.first_sure(VERIFY.answers, VERIFY.short)
        if sure is None or (not short and not adds(self._query.standalone, sure)):
            return None
        return self._quick(sure, most)

    def _surely_marked(self) -> QuickAnswer | None:
        """A line of a list or of steps, where it is marked: what stands around it comes with it."""
        unit, _ = self._ranked[0]
        return self._quick(unit, MOST_WORDS_ALONE) if unit.surely_marked else None

    def _unread(self) -> bool:
        """Whether the question is a look-up in a language that the reranker does not read, and no line was marked: its order says
        little then."""
        return (
            self._query.foreign and self._query.kind == "lookup" and self._verifier.asks and not self.marked
        )

    def _likeliest_unread(self, least: float) -> JudgedUnit | None:
        """Of more units than else the one that answers best by the model's word.

        Raises:
            ModelError: the model is missing, or it died.
        """
        units = [unit for unit, _ in self._ranked[: VERIFY.unread]]
        return self._verifier.likeliest(units, least, VERIFY.unread_enough)

    def _choose(self) -> None:
        """Where several are close, the one that the model takes for the best answer goes first."""
        chosen = self._verifier.chosen()
        self._ranked.sort(key=lambda pair: pair[0] is not chosen)

    def contested(self) -> bool:
        """Whether another document answers about as well as the first sentence, and states other numbers: both are to be
        shown. What the model was asked about and took for no answer does not count."""
        if not self._ranked:
            return False
        denied = [unit for unit, told in self._verifier.told() if told < VERIFY.answers]
        first, _ = self._ranked[0]
        stated = set(numbers(said_quote(first.quote)))
        return any(
            unit.quote.hit.chunk.document_id != first.quote.hit.chunk.document_id
            and self._as_good(unit, first)
            and set(numbers(said_quote(unit.quote))) != stated
            and unit not in denied
            for unit, _ in self._ranked[1:]
        )

    def _as_good(self, unit: JudgedUnit, first: JudgedUnit) -> bool:
        """Whether a unit answers about as well as the first one."""
        if self._mark is not None:
            return unit.surely_marked
        return (first.relevance or 0.0) - (unit.relevance or 0.0) < VERIFY.behind

    def behind(self, answer: Answer) -> bool:
        """Whether what an answer cites answers less well than the first one, by far."""
        if not self._ranked or self._fit is None or self._query.kind not in _ONE_SENTENCE:
            return False
        cited = self._cited_by(answer)
        if self._mark is not None:
            return self._mark - max((unit.mark or 0.0 for unit in cited), default=0.0) >= MARKING.behind
        best = self._ranked[0][0].relevance or 0.0
        return best - max((unit.relevance or 0.0 for unit in cited), default=-1e9) >= VERIFY.behind

    def denied(self, answer: Answer) -> bool:
        """Whether what an answer cites is, by the model's own word, no answer. Of units that it was not asked about: no; but in a
        language that the reranker does not read it is asked about each.

        Raises:
            ModelError: the model is missing, or it died.
        """
        if self._mark is not None:
            marks = [unit.mark for unit in self._cited_by(answer) if unit.mark is not None]
            return bool(marks) and max(marks) < MARKING.denied
        if self._unread():
            told = list(map(self._verifier.chance_of, self._cited_by(answer)))
        else:
            told = [chance for unit, chance in self._verifier.told() if _cited(unit, answer)]
        return bool(told) and max(told) < VERIFY.denied

    @property
    def marked(self) -> bool:
        """Whether the model has read the best lines."""
        return self._mark is not None

    @property
    def silent(self) -> bool:
        """Whether the model has read the best lines, and none of them comes near an answer."""
        return self._mark is not None and self._mark < MARKING.silent

    def hopeless(self) -> bool:
        """Whether none of them answers, by the model's own word."""
        if self._mark is not None and self._mark >= VERIFY.hopeless:
            return False
        told = [chance for _, chance in self._verifier.told()]
        return bool(told) and max(told) < VERIFY.hopeless

    def instead(self) -> QuickAnswer | None:
        """The one that stands for an answer that is not borne out: of a question for yes or no by the reranker's word."""
        if not self._ranked or self._fit is None:
            return None
        if self._query.kind == "yesno":
            unit, chance = self._ranked[0]
            return self._quick(unit, MOST_WORDS_ALONE) if chance >= VERIFY.yes_or_no else None
        unit, chance = self._ranked[0]
        if unit.mark is not None and chance >= VERIFY.hopeless:
            return self._quick(unit, MOST_WORDS_ALONE)
        verified = self._verifier.surest()
        if verified is None or verified[1] < VERIFY.answers:
            return None
        return self._quick(verified[0], MOST_WORDS_ALONE)

    def holding(self, written: str) -> QuickAnswer | None:
        """The best one that holds the few words that the model wrote: "Finn" says little, "Finn can grant an extension" says it.
        None where it wrote more, or where the sentence neither answers by its word nor stands out.

        Raises:
            ModelError: the model is missing, or it died.
        """
        new = set(content_words(written)) - set(content_words(self._query.checked))
        bare = len(content_words(written)) <= BARE_WORDS
        if self._fit is None or self._query.kind not in _ONE_SENTENCE or not new or not bare:
            return None
        held = (unit for unit, _ in self._ranked if new <= set(content_words(said_quote(unit.quote))))
        unit = next(held, None)
        if unit is None:
            return None
        likely = self._verifier.chance_of(unit) >= VERIFY.written
        if not likely and self._verifier.standing_out() is not unit:
            return None
        return self._quick(unit, MOST_WORDS_ALONE)

    def after_all(self, bar: Bar = VERIFY.stands_out) -> QuickAnswer | None:
        """The one that answers in other words than the question's ("trial period" for "probation"), where the reranker
        takes none of them for an answer, or the model does not write one. `bar`: by how much it stands out."""
        if not self._ranked or self._fit is None:
            return None
        if (apart := self._marked_apart()) is not None:
            return self._quick(apart, MOST_WORDS_ALONE)
        if self.silent:
            return None
        if self._query.foreign and self._query.kind == "yesno":
            return None  # The model is not asked, and the reranker does not know the language.
        if self._unread():
            unit = self._likeliest_unread(VERIFY.unread_refused)
            return self._quick(unit, MOST_WORDS_ALONE) if unit is not None else None
        first, chance = self._ranked[0]
        if chance >= VERIFY.named_row and named_row(self._query.checked, first):
            return self._quick(first, MOST_WORDS_ALONE)
        if self._query.kind not in _ONE_SENTENCE:
            bar = max(bar, VERIFY.stands_out_unwritten)  # of a list or of steps it says a part
        unit = self._verifier.standing_out(bar) or self._by_meaning()
        if unit is not None and self._query.kind == "yesno" and not self._says_what_was_asked(unit):
            return None
        return self._quick(unit, MOST_WORDS_ALONE) if unit is not None else None

    def _marked_apart(self) -> JudgedUnit | None:
        """The line of a look-up whose mark is far above those of all others. Where the documents are silent, several lines are
        marked about alike."""
        marks = sorted((unit.mark for unit, _ in self._ranked if unit.mark is not None), reverse=True)
        if self._query.kind != "lookup" or self._query.foreign or len(marks) < 2:
            return None
        first, second = marks[:2]
        if first < MARKING.apart or first < MARKING.apart_times * second:
            return None
        return next(unit for unit, _ in self._ranked if unit.mark == first)

    def _says_what_was_asked(self, unit: JudgedUnit) -> bool:
        """Whether a unit says enough of the question's words: nothing else tells then that it says whether."""
        said = with_lead(unit.quote)[1] + said_quote(unit.quote)
        return share_said(self._query.checked, said) >= COMPOSED.shared_no

    def within(self, hit: Hit) -> QuickAnswer | None:
        """The sentence of a passage that answers best by the model's word, and not by pointing elsewhere ("see the table below");
        None where it has none that could. A single step need not speak of what is asked.

        Raises:
            ModelError: the model is missing, or it died.
        """
        own = [
            unit
            for unit, _ in self._ranked
            if unit.quote.hit.chunk.id == hit.chunk.id
            and not referred(unit.quote.text)
            and (self._query.kind == "procedure" or self._on_topic(unit))
        ]
        unit = self._verifier.likeliest(own[: VERIFY.passage_units], float("-inf"))
        return self._quick(unit, MOST_WORDS_ALONE) if unit is not None else None

    def passage(self) -> tuple[Hit, ...]:
        """The passage of the best one, if there is one."""
        return tuple(unit.quote.hit for unit, _ in self._ranked[:1])

    def saying(self, hit: Hit, written: str, least: float) -> QuickAnswer | None:
        """The sentence or row of a passage that holds the words which the model wrote of this passage alone, where its log-odds
        reach `least`; None where none holds them.

        Raises:
            ModelError: the model is missing, or it died.
        """
        own = [unit for unit, _ in self._ranked if unit.quote.hit.chunk.id == hit.chunk.id]
        held = [unit for unit in holders(written, self._query.checked, own) if self._on_topic(unit)]
        unit = self._verifier.likeliest(held[: VERIFY.holders], max(least, VERIFY.holder))
        return self._quick(unit, MOST_WORDS_ALONE) if unit is not None else None

    def _on_topic(self, unit: JudgedUnit) -> bool:
        """Whether it, or what stands over it, has a word of the question, besides the document's title and stretches of time: "5
        working days" says nothing of a holiday. Of a document in another language: yes."""
        document = self._resources.texts.document(unit.quote.hit.chunk.document_id)
        languages = {document.language, self._query.language}
        if self._query.foreign or (len(languages) > 1 and UNSURE not in languages):
            return True
        besides = " ".join(lexicon.table("stretches"))
        return on_topic(self._query.checked, shown_quote(unit.quote), document, besides)

    def _by_meaning(self) -> JudgedUnit | None:
        """The one that lies near by meaning and answers by the model's word, whatever the reranker makes of it."""
        if self._query.kind != "lookup":
            return None
        near = nearest_by_meaning(self._query, self._scope, self._resources)
        new = [unit for unit in near if may_answer(self._query, unit)]
        return self._verifier.likeliest(new[: VERIFY.near], VERIFY.near_answers)

    def of_bare_number(self, answer: Answer) -> QuickAnswer | None:
        """What says of what a number is, where the answer does not: the best unit it cites, where it is nothing but a number;
        the row that it took one from without a word of which cell it is."""
        cited = self._cited_by(answer)
        if any(map(str.isalpha, answer.text)):
            question = self._query.checked
            rows = (unit for unit in cited if takes_unnamed_cell(answer.text, question, unit.quote))
            return next((self._quick(unit, MOST_WORDS_ALONE) for unit in rows), None)
        return next(map(self._quick, cited), None)

    def of_more_than_said(self, answer: Answer) -> QuickAnswer | None:
        """What an answer is taken from, where it says words of the question, too, that stand nowhere in the passages that it
        cites: the fares of the summer table are not those "in winter". None where it says no more than they do."""
        cited = self._cited_by(answer)
        more = says_more(answer.text, self._query.checked, cited, self._resources.texts)
        return self._quick(cited[0], MOST_WORDS_ALONE) if cited and more else None

    def _cited_by(self, answer: Answer) -> list[JudgedUnit]:
        return [unit for unit, _ in self._ranked if _cited(unit, answer)]

    def _quick(self, unit: JudgedUnit, most: int = MOST_WORDS) -> QuickAnswer:
        resources, query = self._resources, self._query
        unit = meant_row(query.checked, unit, [each for each, _ in self._ranked])
        # After "how hot does it get", "and how long does it take" asks for one column alone.
        added = query.leans and query.texts[0][0] != query.standalone
        question = query.text if added and unit.quote.text.startswith("|") else query.checked
        copied = ""
        if query.kind == "lookup" and not resources.quick:
            units = [each for each, _ in self._ranked]
            unit, copied = copied_row(question, unit, units, resources.model, self._cancelled)
        quick = quick_answer(
            question,
            unit.quote,
            texts=resources.texts,
            cells=resources.cells,
            reranker=resources.reranker,
            most=most,
            copied=copied,
        )
        return replace(quick, text=behind_word(self._told(unit), quick.text, query.language))

    def _told(self, unit: JudgedUnit) -> bool | None:
        """Whether a unit says yes to a question for yes or no, by the writer's word; None where that is not clear."""
        model = self._resources.model
        unasked = self._resources.quick or writer_fit(model.writer, model.name) is None
        if self._query.kind != "yesno" or unasked:
            return None
        return says_yes(self._query.checked, unit.quote, stated(unit.quote), model, self._cancelled)


def _cited(unit: JudgedUnit, answer: Answer) -> bool:
    quote = unit.quote
    return any(
        cited.document_id == quote.hit.chunk.document_id
        and cited.char_start < quote.char_end
        and quote.char_start < cited.char_end
        for cited in answer.citations
    )
