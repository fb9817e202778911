"""What the language model reads at once to mark the lines that answer, and from when on a mark decides."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MarkingNumbers:
    """docs/lab/marking.md. Words that are read at once, and how many at first where one line answers; of a line, and of the title
    over it; what a line costs beside its words; and how many of the best lines are read wherever they stand."""

    words: int = 280
    first_words: int = 120
    line_words: int = 60
    title_words: int = 16
    frame: int = 3
    best: int = 12
    # Of a longer line the part that is read begins at each so many words.
    step: int = 10
    # So often are lines read until one is sure; where the best of the first is below this, the next ones say no more.
    readings: int = 2
    nothing: float = 0.1
    # Probability at most of a line that was not read, where others were.
    unread: float = 0.1
    # From this probability on a line is the answer, whatever else is thought of it; below the second nothing is there.
    sure: float = 0.62
    silent: float = 0.27
    # From here on a look-up's line that is marked so many times as high as every other is the answer, too.
    apart: float = 0.17
    apart_times: float = 3.5
    # Where the first of two that are sure has at most so many times the mark of the second, either may be the answer.
    alike: float = 1.15
    # A line that has less than so many times the mark of the second is not plainly the one that answers.
    near: float = 2.6
    # From here on it answers a look-up better than what the model would write.
    alone: float = 0.5
    # Beside one that is sure, others from here on are items of the same answer.
    among: float = 0.5
    # An answer whose lines are below this is taken from lines that do not answer; so much below the best one, from worse ones.
    denied: float = 0.08
    behind: float = 0.4
    # Of lines that were marked, so many are judged by themselves, too, where none is sure.
    judged: int = 2
    # Passages whose lines are looked at.
    hits: int = 7
    # Words of lines that are read with the next best, of those that are best by other words for the question.
    more_words: int = 160
    # Of the passages that other words lead to so many are looked at, and they stand behind so many of the first.
    more: int = 5
    before: int = 2


MARKING = MarkingNumbers()


@dataclass(frozen=True, slots=True)
class StretchNumbers:
    """docs/lab/marking.md, "Lists". Passages before and after the one that holds the line, words of one reading, and how many
    readings at most."""

    reach: int = 3
    words: int = 280
    readings: int = 4
    # From the first probability on a line of a search is one to begin at; from the second on, as the judge's log-odds say it
    # there, a line belongs to the answer.
    begins: float = 0.15
    belongs: float = 0.4
    # docs/lab/kinds.md, "By letters and words": from these probabilities on a question that rules take for a look-up is read for
    # several lines, and for a sum.
    several: float = 0.3
    computed: float = 0.17


STRETCH = StretchNumbers()
