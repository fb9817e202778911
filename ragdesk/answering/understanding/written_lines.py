"""Questions that the language model writes out of a question, one on a line."""

import logging
from collections.abc import Sequence

from ragdesk.answering.prompting.prompt import Role
from ragdesk.domain.errors import ModelError
from ragdesk.domain.ports import Cancelled, LanguageModel, Prompt

log = logging.getLogger(__name__)

MOST_TOKENS = 80
# What tells one of the questions from the others is a name, if it has no more words.
MOST_NAME_WORDS = 8

# What a person asked, and what the model should write.
Example = tuple[str, str]


def written_lines(
    system: str, examples: Sequence[Example], question: str, model: LanguageModel, cancelled: Cancelled
) -> list[str]:
    """Its lines; none where it fails: what was found is shown before anybody learns of that."""
    shown: list[tuple[Role, str]] = [("system", system)]
    for asked, written in examples:
        shown += [("user", asked), ("assistant", written)]
    prompt = Prompt(messages=(*shown, ("user", question)), max_tokens=MOST_TOKENS)
    try:
        text = "".join(model.stream(prompt, cancelled))
    except ModelError as error:
        log.info("not taken apart code=%s", error.code)
        return []
    return [line.strip() for line in text.splitlines() if line.strip()]
