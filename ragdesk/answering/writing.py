"""What the writer is asked: the language model with an adapter that was taught these short tasks.

Each prompt is word for word what it was taught with, so a change here wants a new training.
"""

from collections.abc import Sequence

from ragdesk.domain.ports import Prompt

_SYSTEM = "You write what is asked for, and nothing else."
_TOKENS = 64
# Words of one line.
_LINE_WORDS = 60
# What it writes where the text does not say.
NONE = "NONE"


def formula_prompt(question: str, lines: Sequence[str]) -> Prompt:
    """To write "2 * 45 + 15" of lines that state the numbers, or NONE."""
    return short_prompt(f"{_text(lines)}\n\nQuestion: {question}\nWrite the calculation.")


def cells_prompt(question: str, lines: Sequence[str]) -> Prompt:
    """To copy the cells of rows that answer, parted by "; "."""
    return short_prompt(f"{_text(lines)}\n\nQuestion: {question}\nCopy the words that answer.")


def short_prompt(content: str) -> Prompt:
    """What is asked, so that a few words are written."""
    return Prompt(messages=(("system", _SYSTEM), ("user", content)), max_tokens=_TOKENS)


def first_words(text: str, most: int) -> str:
    return " ".join(text.split()[:most])


def _text(lines: Sequence[str]) -> str:
    return "\n".join(("Text:", *(first_words(line, _LINE_WORDS) for line in lines)))
