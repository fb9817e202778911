"""Understanding a question in its conversation, without a model call: what is shown, and what is searched for.

The question is searched for together with longer forms of itself, to which the turns before it are added. How much these
count depends on how much the question leans on them: where the topic stays they name the subject, where it moves on they
do little harm.
"""

import re
from collections.abc import Sequence

from ragdesk.answering.languages.search_note import is_foreign
from ragdesk.answering.understanding.compare import sides
from ragdesk.answering.understanding.ellipsis import put_in_place
from ragdesk.answering.understanding.followup import leans, moves_on, pointing
from ragdesk.answering.understanding.kinds import asked_of_documents, kind_of
from ragdesk.answering.understanding.reading import with_apostrophes
from ragdesk.answering.understanding.subject import put_in, subject
from ragdesk.domain.calibration import FOLLOW_UP, RETRIEVAL
from ragdesk.domain.conversations import Turn
from ragdesk.domain.memory import MemoryContext
from ragdesk.domain.search import TOLD_KINDS, Query, QuestionKind
from ragdesk.text import lexicon
from ragdesk.text.language import of_question
from ragdesk.text.tokens import content_words, words

# A condition and nothing else.
_IF = re.compile(
    r"\W*(?:and |but |what |so |und |aber |was (?:ist )?)*(?:if|wenn|falls) [^,?]*\W*", re.IGNORECASE
)
# What stands before the subject where it is added in brackets.
_LABELS = {"en": "about: ", "de": "zu: "}


def understand(
    question: str,
    history: Sequence[Turn] = (),
    *,
    lent: MemoryContext | None = None,
    searched_for: str = "",
    embedder_languages: str = "",
) -> Query:
    """What the question means after the turns of `history` (oldest first).

    Args:
        lent: the question and the turns with what memory knows of their words.
        searched_for: the standalone question as a person put it; then neither history nor memory adds to it.
        embedder_languages: as the catalogue has them: vectors count less for a language that is not among them.
    """
    asked_as, question = question, with_apostrophes(question)
    meant, turns = (with_apostrophes(lent.question), lent.history) if lent else (question, history)
    if searched_for:
        meant, turns = searched_for, ()
    before = _before(meant, turns)
    meant, standalone = _in_full(meant, before)
    full, asked = _in_full(question, _before(question, history)) if lent else (meant, standalone)
    language = of_question(standalone)
    # What was added in brackets is no side of it.
    compared = sides(meant if standalone.startswith(meant) else standalone)
    kind = _kind(searched_for or full, before)
    foreign = is_foreign(language, embedder_languages)
    return Query(
        text=asked_as,
        standalone=standalone,
        checked=searched_for or asked,
        texts=_texts(meant, before),
        sides=compared,
        language=language,
        # "What is the difference between the two prices we got" names no sides: a sentence may tell it.
        kind="lookup" if kind == "compare" and not compared else kind,
        words_weight=RETRIEVAL.foreign_words_weight if foreign else RETRIEVAL.words_weight,
        foreign=foreign,
        after=history[-1].cited if history and standalone != meant and not searched_for else (),
    )


def _kind(question: str, before: Sequence[str]) -> QuestionKind:
    """What is asked for: of "and if I pay in advance?" what was asked before."""
    goes_on = before and _IF.fullmatch(question) and not moves_on(question)
    return asked_of_documents(before[0] if goes_on else question)


def _before(question: str, history: Sequence[Turn]) -> list[str]:
    """What the person said before that may bear on the question, latest first. The answers are left out: they name much
    that was not asked about."""
    if moves_on(question):
        return []
    texts = [turn.text for turn in reversed(history) if turn.role == "user" and _says_something(turn.text)]
    return [" ".join(text.split()[: FOLLOW_UP.turn_words]) for text in texts[: FOLLOW_UP.turns + 1]]


def _says_something(text: str) -> bool:
    if kind_of(text) in TOLD_KINDS:
        return False
    return not set(content_words(text)) <= set(content_words(" ".join(lexicon.words("courtesies"))))


def _in_full(question: str, before: Sequence[str]) -> tuple[str, str]:
    """The question as it is searched for, and as it stands alone: both the latest turn with another thing in its place, where
    that is all that the question names."""
    whole = put_in_place(question, before[0]) if before else ""
    return (whole, whole) if whole else (question, _standalone(question, before))


def _texts(question: str, before: Sequence[str]) -> tuple[tuple[str, float], ...]:
    """The question, then longer forms of it. An older turn is weighed as seen from the turn that follows it, and the weights are
    multiplied."""
    texts = [(question, 1.0)]
    text, weight, following = question, 1.0, question
    for turn in before[: FOLLOW_UP.turns]:
        weight *= FOLLOW_UP.leaning if leans(following) else FOLLOW_UP.standing
        text, following = f"{text} {turn}", turn
        texts.append((text, weight))
    return tuple(texts)


def _standalone(question: str, before: Sequence[str]) -> str:
    if not before or not leans(question):
        return question
    noun, quoted = _context(before)
    if noun and set(content_words(noun)) <= set(content_words(question)):
        noun = ""  # named already: something else is left out
    if noun and (whole := put_in(question, noun)):
        return whole
    return f"{question} ({_label(f'{question} {quoted}')}{noun or quoted})"


def _context(before: Sequence[str]) -> tuple[str, str]:
    """The subject of the latest turn that stands alone, "" where it is not plain, and that turn quoted. A turn that leans
    on it without a pronoun may have gone on to something else, and is quoted with it."""
    place = next((at for at, turn in enumerate(before) if subject(turn) or not leans(turn)), 0)
    stands = before[place]
    followed = all(pointing(turn) is not None for turn in before[:place])
    quoted = " ".join(f"“{turn}”" for turn in dict.fromkeys((stands, before[0])))
    return (subject(stands) if followed else ""), quoted


def _label(text: str) -> str:
    text_words = set(words(text))
    return next(
        (
            label
            for code, label in _LABELS.items()
            if not text_words.isdisjoint(lexicon.ordered("telling_words", code))
        ),
        "",
    )
