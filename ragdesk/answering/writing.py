"""What the writer is asked: the language model with an adapter that was taught these short tasks.

Each prompt is word for word what it was taught with, so a change here wants a new training.
"""

from collections.abc import Sequence

from ragdesk.domain.ports import Prompt

_SYSTEM = "You write what is asked for, and nothing else."
_TOKENS, _PARTS_TOKENS = 64, 128
# Words of one line, and of the answer before.
_LINE_WORDS, _SAID_WORDS = 60, 30
# What it writes where the text does not say.
NONE = "NONE"


def formula_prompt(question: str, lines: Sequence[str]) -> Prompt:
    """To write "2 * 45 + 15" of lines that state the numbers, or NONE."""
    return _prompt(f"{_text(lines)}\n\nQuestion: {question}\nWrite the calculation.")


def cells_prompt(question: str, lines: Sequence[str]) -> Prompt:
    """To copy the cells of rows that answer, parted by "; ", or NONE."""
    return _prompt(f"{_text(lines)}\n\nQuestion: {question}\nCopy the words that answer.")


def choice_prompt(question: str, lines: Sequence[str]) -> Prompt:
    """To write the number of the line that answers, from 1 on, or NONE."""
    numbered = [f"{at}. {line}" for at, line in enumerate(lines, 1)]
    return _prompt(f"{_text(numbered)}\n\nQuestion: {question}\nWrite the number of the line that answers.")


def alone_prompt(before: str, said: str, now: str) -> Prompt:
    """To put a question that leans on the one before it, and on what was said to that, so that it stands alone."""
    return _prompt(
        f"Before: {before}\nAnswer: {_cut(said, _SAID_WORDS)}\nNow: {now}\n"
        "Write the last question so that it stands alone."
    )


def parts_prompt(question: str) -> Prompt:
    """To write what a question asks about each of several things, "name: question" on a line of its own, or NONE of one thing."""
    return _prompt(f"Question: {question}\nWrite what is asked of each thing alone.", _PARTS_TOKENS)


def _text(lines: Sequence[str]) -> str:
    return "\n".join(("Text:", *(_cut(line, _LINE_WORDS) for line in lines)))


def _cut(text: str, words: int) -> str:
    return " ".join(text.split()[:words])


def _prompt(content: str, max_tokens: int = _TOKENS) -> Prompt:
    return Prompt(messages=(("system", _SYSTEM), ("user", content)), max_tokens=max_tokens)
