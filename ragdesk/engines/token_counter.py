"""Counts in an embedder's tokens, without its weights: it can be sent to the process that cuts a file into passages."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ragdesk.text.clean import replace_surrogates

if TYPE_CHECKING:
    from tokenizers import Tokenizer


@dataclass(frozen=True, slots=True)
class TokenizerCounter:
    """A TokenCounter that opens its tokenizer where it is first used.

    Attributes:
        tokenizer: the tokenizer.json, or what stands in it.
        fingerprint: of the embedder; another file at the same path is another tokenizer.
    """

    tokenizer: Path | str
    fingerprint: str

    def token_spans(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        encodings = _opened(self).encode_batch(
            [replace_surrogates(text) for text in texts], add_special_tokens=False
        )
        return [encoding.offsets for encoding in encodings]


@lru_cache(maxsize=2)
def _opened(counter: TokenizerCounter) -> "Tokenizer":
    from tokenizers import Tokenizer

    given = counter.tokenizer
    tokenizer = Tokenizer.from_str(given) if isinstance(given, str) else Tokenizer.from_file(str(given))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer
