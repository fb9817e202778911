"""Asks the language model of one sentence after the other whether it answers the question.

A model of this size writes well what it has understood, and picks badly among six passages; yet of a single sentence it knows
rather well whether that is what was asked. It reads some hundred tokens for each, and writes nothing.
"""

from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.units.in_context import shown_passage, shown_quote
from ragdesk.domain.calibration import VERIFY, Bar, VerifierFit
from ragdesk.domain.ports import Cancelled, LanguageModel, Prompt
from ragdesk.domain.search import Hit

# `VERIFY.apart` was measured from this unit on.
_THIRD = 3
_SYSTEM = "You check answers."
_ASKED = "Does the text answer the question? Reply Yes or No."
READ = "Answer in a few words, from the text alone. If the text does not answer it, reply NONE."
# To "Can I …? Does the text answer the question?" a small model replies what it takes for the answer.
_ASKED_WHETHER = "Does the text say whether this is so? Reply Yes or No."


class Verifier:
    """The best units of one question. Each is read once, when it is first needed."""

    def __init__(
        self,
        question: str,
        ranked: Sequence[JudgedUnit],
        fit: VerifierFit | None,
        model: LanguageModel,
        cancelled: Cancelled,
        whether: bool = False,
        most: int = VERIFY.units,
    ) -> None:
        """`ranked`: the best unit first. Without a fit for the model nothing is asked. `whether`: for a yes or a no is asked.
        `most`: of how many units it is asked where none is sure."""
        self._question, self._model, self._fit, self._cancelled = question, model, fit, cancelled
        self._whether, self._most = whether, most
        self._units = distinct(ranked)[: VERIFY.chosen_from]
        self._odds: list[float] = []

    @property
    def asks(self) -> bool:
        """Whether the model is asked at all."""
        return self._fit is not None

    def surest(self, of: int | None = None) -> tuple[JudgedUnit, float] | None:
        """Of the first units, the one that most probably answers, and that probability. None where the model cannot tell.

        Raises:
            ModelError: the model is missing, or it died.
        """
        of = of or self._most
        self._ask(of)
        return max(self.told()[:of], key=lambda pair: pair[1], default=None)

    def chosen(self) -> JudgedUnit | None:
        """Of the units that the reranker puts close to the first one, the one that answers best by the model's word; it is the
        first from now on. None where only one is close, or where the model cannot tell.

        Raises:
            ModelError: the model is missing, or it died.
        """
        scores = [unit.relevance or 0.0 for unit in self._units]
        close = sum(scores[0] - score < VERIFY.close for score in scores)
        if close < 2:
            return None
        self._ask(close)
        if not self._odds:
            return None
        best = max(range(close), key=self._odds.__getitem__)
        self._units.insert(0, self._units.pop(best))
        self._odds.insert(0, self._odds.pop(best))
        return self._units[0]

    def first_sure(self, least: float, later: float | None = None) -> JudgedUnit | None:
        """The first unit that answers with this probability, `later` one after the first; those after it are not asked about.
        None where none does, or where the model cannot tell.

        Raises:
            ModelError: the model is missing, or it died.
        """
        for at in range(min(len(self._units), self._most)):
            self._ask(at + 1)
            told = self.told()
            if len(told) <= at:
                return None
            if told[at][1] >= (later if later is not None and at else least):
                return told[at][0]
        return None

    def standing_out(self, bar: Bar = VERIFY.stands_out) -> JudgedUnit | None:
        """The unit that answers although the reranker knows too few of the question's words in it: by the model's word, and by
        how far it is above the third one. Where the model is not asked, by that distance alone.

        Raises:
            ModelError: the model is missing, or it died.
        """
        self._ask(self._most)
        first = self._units[: self._most if self._odds else VERIFY.units]
        scores = [unit.relevance or 0.0 for unit in first]
        odds = self._odds[: self._most] or [0.0] * len(scores)
        least = bar.asked if self._odds else bar.alone
        others = sorted((unit.relevance or 0.0 for unit in self._units), reverse=True)
        third = others[:_THIRD][-1] if others else 0.0
        signs = [told + VERIFY.apart * (score - third) for told, score in zip(odds, scores, strict=True)]
        best = max(zip(signs, first, strict=True), key=lambda pair: pair[0], default=None)
        return best[1] if best is not None and best[0] >= least else None

    def leaning(self, of: int) -> float | None:
        """The highest log-odds, among the first units, that one answers. None where the model cannot tell.

        Raises:
            ModelError: the model is missing, or it died.
        """
        self._ask(of)
        return max(self._odds[:of], default=None)

    def likeliest(
        self, units: Sequence[JudgedUnit], least: float, enough: float = float("inf")
    ) -> JudgedUnit | None:
        """Of units outside the ranking the one that answers best by the model's word, where its log-odds reach `least`; after one
        that has `enough` of them the model is not asked any more. None where it cannot tell.

        Raises:
            ModelError: the model is missing, or it died.
        """
        best, told = None, least
        for unit in units if self._fit is not None else ():
            odds = self._odds_of(unit)
            if odds is not None and odds >= told:
                best, told = unit, odds
                if odds >= enough:
                    break
        return best

    def chance_of(self, unit: JudgedUnit) -> float:
        """The probability that a unit answers, wherever it ranks; 0 where the model cannot tell.

        Raises:
            ModelError: the model is missing, or it died.
        """
        for asked, chance in self.told():
            if asked is unit:
                return chance
        odds = self._odds_of(unit) if self._fit is not None else None
        return self._fit.of_unit(unit.relevance or 0.0, odds) if self._fit and odds is not None else 0.0

    def told(self) -> list[tuple[JudgedUnit, float]]:
        """The units that the model was asked about so far, and the probability that each answers."""
        if self._fit is None:
            return []
        chances = [
            self._fit.of_unit(unit.relevance or 0.0, odds)
            for unit, odds in zip(self._units, self._odds, strict=False)
        ]
        return list(zip(self._units, chances, strict=False))

    def _ask(self, of: int) -> None:
        """Ask the model about the first units, as far as it was not; about none, where it cannot tell."""
        for unit in self._units[len(self._odds) : of] if self._fit is not None else ():
            odds = self._odds_of(unit)
            if odds is None:
                self._fit, self._odds = None, []
                return
            self._odds.append(odds)

    def _odds_of(self, unit: JudgedUnit) -> float | None:
        shown = shown_quote(unit.quote)
        prompt = prompt_asking(self._question, shown, self._whether, VERIFY.words)
        return self._model.log_odds(prompt, ("Yes", "No"), self._cancelled)


def distinct(units: Sequence[JudgedUnit]) -> list[JudgedUnit]:
    """Without those that say the same as one before: a contract states its parties on several pages."""
    first: dict[str, JudgedUnit] = {}
    for unit in units:
        first.setdefault(shown_quote(unit.quote), unit)
    return list(first.values())


def prompt_asking(
    question: str, text: str, whether: bool = False, most: int = VERIFY.passage_words
) -> Prompt:
    """What the model is given to say whether a text answers; as for a quote or a passage, as these are shown."""
    prompt = prompt_of(text, most, question, _SYSTEM, _ASKED_WHETHER if whether else _ASKED)
    return replace(prompt, judging="whether" if whether else "answers")


def prompt_over_passage(hit: Hit, question: str, whether: bool = False) -> Prompt:
    """What the model is given to say whether a passage answers."""
    return prompt_asking(question, shown_passage(hit.chunk), whether)


def passage_odds(
    question: str,
    hits: Sequence[Hit],
    model: LanguageModel,
    cancelled: Cancelled,
    *,
    whether: bool = False,
    silent: float = float("-inf"),
) -> list[tuple[Hit, float]]:
    """The passages and the log-odds that each answers; none where the model cannot tell. After two below `silent`, which clearly
    say nothing, no other is read.

    Raises:
        ModelError: the model is missing, or it died.
    """
    told = list[tuple[Hit, float]]()
    for hit in hits:
        if len(told) > 1 and all(odds < silent for _, odds in told):
            break
        odds = model.log_odds(prompt_over_passage(hit, question, whether), ("Yes", "No"), cancelled)
        if odds is None:
            return []
        told.append((hit, odds))
    return told


def likeliest_passage(
    question: str,
    hits: Sequence[Hit],
    model: LanguageModel,
    cancelled: Cancelled,
    least: float,
    *,
    whether: bool = False,
    silent: float = float("-inf"),
) -> Hit | None:
    """The passage that answers best, by `passage_odds`; None where none has the log-odds `least`.

    Raises:
        ModelError: the model is missing, or it died.
    """
    told = passage_odds(question, hits, model, cancelled, whether=whether, silent=silent)
    hit, most = max(told, key=lambda pair: pair[1], default=(None, float("-inf")))
    return hit if most >= least else None


def prompt_to_read(hit: Hit, question: str) -> Prompt:
    """What the model is given to say in a few words what a passage answers."""
    words, tokens = VERIFY.passage_words, VERIFY.read_tokens
    return prompt_of(shown_passage(hit.chunk), words, question, _SYSTEM, READ, tokens)


def prompt_of(text: str, most: int, question: str, system: str, asked: str, tokens: int = 1) -> Prompt:
    """A text of so many words at most, a question, and what is asked about them."""
    content = f"Text: {' '.join(text.split()[:most])}\n\nQuestion: {question}\n{asked}"
    return Prompt(messages=(("system", system), ("user", content)), max_tokens=tokens)
