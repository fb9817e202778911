"""What the language model is asked beside the answers it writes: which of two words an answer rather begins with, and so what it
takes for true; marks behind lines; a few words that a writer was taught to write."""

import ctypes
import os
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import partial
from math import prod
from typing import Any

Evaluate = Callable[[Sequence[int]], None]
Messages = Sequence[Mapping[str, str]]

# A question and the lines that are marked. More would cost memory (28 KB a token with the model that ships).
CONTEXT_TOKENS = 1_024
# Tokens that are read at once. The scores of each are kept meanwhile, 0.6 MB a token.
BATCH_TOKENS = 128
# Behind each line that is to be marked; what the model would say after it is its mark.
MARK = b" =>"


class SideContext:
    """A small context of its own over the same weights, so that the answers' prompt stays in the first one's cache. What is asked
    here may be asked with an adapter that was taught it.

    Not safe to use from several threads at once, nor beside an answer that is being written: both want all cores.
    """

    def __init__(
        self,
        llama: Any,
        abortable: Callable[[Evaluate, Any], Evaluate],
        adapters: Mapping[str, str] | None = None,
    ) -> None:
        """`abortable`: what reads tokens in a context of llama.cpp, made to give up when the client hangs up. `adapters`: the
        files of those there are, "judge" and "writer".

        Raises:
            ValueError: llama.cpp does not take an adapter.
        """
        self._llama = llama
        self._adapters = {name: _adapter(llama, path) for name, path in (adapters or {}).items()}
        self._abortable = abortable
        self._formatter = formatter_of(llama)
        self._context: Any = None

    def log_odds(self, messages: Messages, texts: Sequence[bytes], adapter: str = "") -> float | None:
        """How much more likely the answer begins with the first text's first token than with the second's, as natural log-odds.
        None where the model brings no chat template, or where the messages are too long. `adapter`: with this one, where it is
        there.

        Raises:
            RuntimeError: llama.cpp's own. PromptAbortedError: the client has hung up.
        """
        tokens = self._tokens(messages)
        if not 0 < len(tokens) <= CONTEXT_TOKENS:
            return None
        return self._told(tokens, [len(tokens) - 1], texts, adapter)[0]

    def marks(
        self, messages: Messages, lines: Sequence[tuple[str, bool]], texts: Sequence[bytes]
    ) -> list[float] | None:
        """The same after each line that is to be marked, by the judge: one reading of all. None where there is no judge, no chat
        template, or where the lines are too many.

        Raises:
            RuntimeError: llama.cpp's own. PromptAbortedError: the client has hung up.
        """
        if self._formatter is None or "judge" not in self._adapters:
            return None
        tokenize = partial(self._llama.tokenize, add_bos=False, special=True)
        tokens, places = line_tokens(tokenize, begun_turn(self._formatter, messages), lines)
        if len(tokens) > CONTEXT_TOKENS:
            return None
        return self._told(tokens, places, texts, "judge")

    def write(self, messages: Messages, max_tokens: int) -> tuple[str, float] | None:
        """What the writer answers, the likeliest token each time, and its probability as a whole. None where there is no writer,
        no chat template, or where the messages are too long.

        Raises:
            RuntimeError: llama.cpp's own. PromptAbortedError: the client has hung up.
        """
        tokens, written, chances = self._tokens(messages), list[int](), list[float]()
        if "writer" not in self._adapters or not 0 < len(tokens) <= CONTEXT_TOKENS - max_tokens:
            return None

        def read(tokens: Sequence[int]) -> None:
            for place in range(len(tokens) - 1, len(tokens) + max_tokens):
                (scores,) = self._read(
                    tokens if not written else written[-1:], {place}, place if written else 0
                )
                token, chance = self._likeliest(scores)
                chances.append(chance)
                if self._ends(token):
                    return
                written.append(token)

        self._abortable(read, self._opened("writer").ctx)(tokens)
        return str(self._llama.detokenize(written).decode("utf-8", "replace")).strip(), prod(chances)

    def _tokens(self, messages: Messages) -> list[int]:
        """None at all where the model brings no chat template."""
        if self._formatter is None:
            return []
        text = self._formatter(messages).encode("utf-8", "replace")
        return list(self._llama.tokenize(text, add_bos=False, special=True))

    def _told(
        self, tokens: Sequence[int], places: Sequence[int], texts: Sequence[bytes], adapter: str
    ) -> list[float]:
        """At each place (rising), how much more likely the first text's first token comes next than the second's."""
        first, second = [self._llama.tokenize(text, add_bos=False)[0] for text in texts]
        told = list[float]()

        def read(tokens: Sequence[int]) -> None:
            told.extend(
                float(scores[first]) - float(scores[second]) for scores in self._read(tokens, set(places))
            )

        self._abortable(read, self._opened(adapter).ctx)(tokens)
        return told

    def _read(self, tokens: Sequence[int], places: Set[int], begin: int = 0) -> Iterator[Any]:
        """Reads on from the place `begin`; yields the scores of the token that comes after each of these places."""
        from llama_cpp._internals import LlamaBatch

        batch = LlamaBatch(n_tokens=BATCH_TOKENS, embd=0, n_seq_max=1, verbose=False)
        try:
            for start in range(0, len(tokens), BATCH_TOKENS):
                part = tokens[start : start + BATCH_TOKENS]
                batch.set_batch(part, n_past=begin + start, logits_all=False)
                wanted = [at for at in range(len(part)) if begin + start + at in places]
                for at in wanted:
                    batch.batch.logits[at] = True
                self._context.decode(batch)
                for at in wanted:
                    yield self._context.get_logits_ith(at)
        finally:
            batch.close()

    def _likeliest(self, scores: Any) -> tuple[int, float]:
        """The token, and its probability."""
        import numpy as np

        every = np.ctypeslib.as_array(scores, shape=(self._llama.n_vocab(),))
        token = int(every.argmax())
        return token, 1.0 / float(np.exp(every - every[token]).sum())

    def _ends(self, token: int) -> bool:
        import llama_cpp

        return bool(llama_cpp.llama_vocab_is_eog(self._llama._model.vocab, token))

    def _opened(self, adapter: str) -> Any:
        """Empty, with this adapter alone, or with none where it is not there. Made when it is first needed."""
        from llama_cpp import llama_context_default_params
        from llama_cpp._internals import LlamaContext

        if self._context is None:
            params = llama_context_default_params()
            params.n_ctx, params.n_batch, params.n_ubatch = CONTEXT_TOKENS, BATCH_TOKENS, BATCH_TOKENS
            given = self._llama.context_params
            params.n_threads, params.n_threads_batch = given.n_threads, given.n_threads_batch
            self._context = LlamaContext(model=self._llama._model, params=params, verbose=False)
        if self._adapters:
            _set_scales(
                self._context, [(each, float(name == adapter)) for name, each in self._adapters.items()]
            )
        self._context.kv_cache_clear()
        return self._context


def line_tokens(
    tokenize: Callable[[bytes], Sequence[int]], begun: str, lines: Sequence[tuple[str, bool]]
) -> tuple[list[int], list[int]]:
    """The tokens of lines below `begun`, and the places of the marks among them. `lines`: each with whether it is marked."""
    tokens, places = list(tokenize(begun.encode("utf-8", "replace"))), list[int]()
    for text, marked in lines:
        tokens += tokenize(text.encode("utf-8", "replace"))
        if marked:
            tokens += tokenize(MARK)
            places.append(len(tokens) - 1)
        tokens += tokenize(b"\n")
    return tokens, places


def begun_turn(formatter: Callable[[Messages], str], messages: Messages) -> str:
    """The messages as the model's template has them, up to the end of the last one's words: more is to come there."""
    whole, last = formatter(messages), messages[-1]["content"]
    return whole[: whole.rindex(last.strip()) + len(last.strip())] + "\n"


def formatter_of(llama: Any) -> Callable[[Messages], str] | None:
    """What puts messages as the model's own chat template wants them; None where the model brings none."""
    from llama_cpp.llama_chat_format import Jinja2ChatFormatter

    template = llama.metadata.get("tokenizer.chat_template")
    if template is None:
        return None
    ends = (llama.token_eos(), llama.token_bos())  # -1: the model has none
    eos, bos = (llama._model.token_get_text(token) if token >= 0 else "" for token in ends)
    formatter = Jinja2ChatFormatter(template, eos, bos)
    return lambda messages: str(formatter(messages=list(map(dict, messages))).prompt)


def _adapter(llama: Any, path: str) -> Any:
    import llama_cpp

    adapter = llama_cpp.llama_adapter_lora_init(llama._model.model, os.fsencode(path))
    if not adapter:
        raise ValueError(f"{path} is no adapter of this model")
    return adapter


def _set_scales(context: Any, adapters: Sequence[tuple[Any, float]]) -> None:
    """What is set already is not set again by llama.cpp."""
    import llama_cpp

    count = len(adapters)
    each = (llama_cpp.llama_adapter_lora_p_ctypes * count)(*(adapter for adapter, _ in adapters))
    scales = (ctypes.c_float * count)(*(scale for _, scale in adapters))
    if llama_cpp.llama_set_adapters_lora(context.ctx, each, count, scales) != 0:
        raise RuntimeError("The adapters could not be put beside the language model")
