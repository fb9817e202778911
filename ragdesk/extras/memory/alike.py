"""Whether two notes say the same thing. Knows no files; the embedder is lent.

Equal words decide: "Is a nurse." and "Works as a nurse." are one. Meaning helps only where it is very near, because the
embedder holds "The audit is in May." and "The audit is in June." for alike: a note too many can be deleted, a new one that was
taken for old is lost. Figures: docs/lab/embedder.md and docs/lab/memory.md.
"""

import re
from collections.abc import Sequence

from ragdesk.domain.calibration import of_embedder
from ragdesk.domain.ports import Embedder
from ragdesk.extras.memory.facts import WORDING, contradicts, facts
from ragdesk.text import lexicon
from ragdesk.text.fold import compatible

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def folded(text: str) -> str:
    """The text without case, marks and spaces that say nothing: what is equal under it was said before."""
    return " ".join(_WORD.findall(compatible(text).casefold()))


def said_before(new: str, notes: Sequence[str], embedder: Embedder | None) -> bool:
    """Whether one of the notes says what the new one says."""
    new_words = _words(new)
    new_wishes = {fact for fact in facts(new) if fact.slot in WORDING}
    near = []
    for old in notes:
        if folded(old) == folded(new):
            return True
        if contradicts(new, old):
            continue
        old_words = _words(old)
        if (new_words and new_words == old_words) or (new_wishes and new_wishes <= set(facts(old))):
            return True
        if new_words & old_words and _particulars(new) == _particulars(old):
            near.append(old)
    if embedder is None or not near:
        return False
    vectors = embedder.encode([new, *near])
    return bool((vectors[1:] @ vectors[0]).max() >= of_embedder(embedder).same)


def _words(text: str) -> frozenset[str]:
    return frozenset(folded(text).split()) - lexicon.words("light_words")


def _particulars(text: str) -> frozenset[str]:
    """Names and numbers: where they differ, the notes do."""
    later_words = _WORD.findall(text)[1:]
    return frozenset(word.casefold() for word in later_words if word[0].isupper() or word[0].isdigit())
