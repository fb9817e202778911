"""A question that leans on the one before it, put so that it stands alone: learned, and not asked by the app yet."""

from ragdesk.answering.writing import first_words, short_prompt
from ragdesk.domain.ports import Prompt

# Words of the answer before.
_SAID_WORDS = 30


def alone_prompt(before: str, said: str, now: str) -> Prompt:
    return short_prompt(
        f"Before: {before}\nAnswer: {first_words(said, _SAID_WORDS)}\nNow: {now}\n"
        "Write the last question so that it stands alone."
    )
