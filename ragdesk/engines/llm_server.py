"""The language model's own process: llama-cpp-python's OpenAI-compatible server behind a gateway.

    python -m ragdesk.engines.llm_server        (a bundle calls itself with --llm-child)

One JSON line on stdin says what to load (`LoadRequest`); one on stdout says how that went (`LoadReport`), and where it
listens: a port of 127.0.0.1. Key and paths never stand in the arguments or the environment. When stdin ends, which
it does however the parent ends, so does this process. What llama.cpp says goes to stderr.
"""

import ctypes
import os
import socket
import sys
import threading
import traceback
from collections.abc import Sequence
from contextlib import asynccontextmanager
from typing import Any, BinaryIO

from pydantic import BaseModel, ConfigDict

from ragdesk.engines.chat_template import bound_templates
from ragdesk.engines.gateway import Gateway, Watch, interruptible
from ragdesk.engines.processor import choose_processor, leave_amx_alone
from ragdesk.engines.side_context import Evaluate, SideContext
from ragdesk.host.priority import lower_priority

# How long OpenMP's threads spin for each other before they sleep (GNU's default is 300,000). Measured on two cores with two
# other busy processes: 8.8 tokens a second written, against 1.8 with the default; on idle cores no difference.
SPINS = "2000"
# GGML_LOG_LEVEL_WARN and GGML_LOG_LEVEL_ERROR in ggml.h.
SHOWN_LOG_LEVELS = (3, 4)
# Said of each matrix of an adapter, that it is not repacked like the model's own: it need not be.
USUAL = b"cannot use buft"


class LoadRequest(BaseModel):
    """What the parent asks for. `threads` and `context_tokens` are at least 1; `adapters`: the files of the judge
    and the writer, where they are there."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str
    key: str
    threads: int
    context_tokens: int
    adapters: dict[str, str] = {}


class LoadReport(BaseModel):
    """How loading went: a port, and the texts of the model's control tokens; or a problem."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    port: int = 0
    control: tuple[str, ...] = ()
    problem: str = ""


def main() -> None:
    """Load, report, and serve until stdin ends."""
    lower_priority()
    stdout = _claim_stdout()
    request = LoadRequest.model_validate_json(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.environ.setdefault("GOMP_SPINCOUNT", SPINS)  # read once, when llama.cpp's libraries are loaded
    _callback = _log_warnings_only()
    choose_processor()
    leave_amx_alone()
    listener = _listen()
    try:
        gateway, control = _load(request)
    except (ValueError, RuntimeError, MemoryError) as error:
        traceback.print_exc()
        _send(stdout, LoadReport(problem=str(error) or type(error).__name__))
        sys.exit(1)
    _send(stdout, LoadReport(port=listener.getsockname()[1], control=control))
    _serve(gateway, listener)


def _claim_stdout() -> BinaryIO:
    """Keep stdout for the report; the server's prints go where its errors go."""
    stdout = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    return stdout


def _send(stdout: BinaryIO, report: LoadReport) -> None:
    stdout.write(report.model_dump_json().encode() + b"\n")
    stdout.close()


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


def _listen() -> socket.socket:
    """A free port of the loopback interface.

    The protocol is named because asyncio turns Nagle's algorithm off only where it is: without that each small
    answer waits 40 ms for the client's acknowledgement.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    return listener


def _load(request: LoadRequest) -> tuple[Gateway, tuple[str, ...]]:
    """The server, and the texts of its model's control tokens.

    Raises ValueError or RuntimeError, llama-cpp-python's own, where the model cannot be loaded.
    """
    from llama_cpp.server import app as server
    from llama_cpp.server.settings import ModelSettings, ServerSettings

    bound_templates()
    _drop_settings((*ModelSettings.model_fields, *ServerSettings.model_fields, "config_file"))
    settings = ModelSettings(
        model=request.model,
        n_ctx=request.context_tokens,
        n_threads=request.threads,
        n_threads_batch=request.threads,
        use_mlock=False,  # a laptop needs its memory back
        use_mmap=False,  # llama.cpp repacks most weights: mapped, the file would take 0.6 GB beside the copy
        logits_all=False,  # otherwise 600 KB of scores are kept for each token of the context
    )
    # Questions wait for each other in the parent, so a new one never interrupts.
    app = server.create_app(
        server_settings=ServerSettings(interrupt_requests=False),
        model_settings=[settings],
    )
    llama = server._llama_proxy()
    llama.eval = _abortable(llama.eval, llama.ctx)
    aside = SideContext(llama, _abortable, request.adapters)
    gateway = Gateway(
        app,
        request.key,
        count=lambda text: len(llama.tokenize(text, add_bos=False)),
        log_odds=aside.log_odds,
        marks=aside.marks,
        write=aside.write,
        exclusive=asynccontextmanager(server.get_llama_proxy),
    )
    return gateway, _control_texts(llama)


def _abortable(evaluate: Evaluate, context: Any) -> Evaluate:
    """What reads tokens in a context of llama.cpp, made to give up when the client hangs up."""
    return interruptible(evaluate, _abort_switch(context))


def _abort_switch(context: Any) -> Watch:
    """Makes a context of llama.cpp ask a flag, between any two steps of its graph, whether to give up.

    What it asks is C's `strlen`: 0 while the flag is empty, 1 once it is set. A function of ours would take Python's lock
    some 600 times a prompt while the other threads wait: see docs/benchmarks.md, "The first token".
    """
    import llama_cpp

    library = ctypes.CDLL("msvcrt" if sys.platform == "win32" else None)
    ask = ctypes.cast(library.strlen, llama_cpp.ggml_abort_callback)
    ask_nothing = llama_cpp.ggml_abort_callback(0)

    def watch(flag: "ctypes.Array[ctypes.c_char] | None") -> None:
        llama_cpp.llama_set_abort_callback(context, ask_nothing if flag is None else ask, flag)

    return watch


def _log_warnings_only() -> object:
    """Pass on llama.cpp's warnings and errors alone: loading prints 200 KB of details otherwise.

    Returns the callback, which must be kept for as long as native code may call it.
    """
    import llama_cpp

    def write(level: int, text: bytes, _: Any) -> None:
        if level in SHOWN_LOG_LEVELS and USUAL not in text:
            sys.stderr.write(text.decode("utf-8", "replace"))
            sys.stderr.flush()

    callback: object = llama_cpp.llama_log_callback(write)
    llama_cpp.llama_log_set(callback, None)
    return callback


def _drop_settings(names: Sequence[str]) -> None:
    """The server's settings read the environment: a person's own HOST, SEED or CACHE must not reach them."""
    settings = {name.lower() for name in names}
    for name in [name for name in os.environ if name.lower() in settings]:
        del os.environ[name]


def _control_texts(llama: Any) -> tuple[str, ...]:
    """The texts which the tokenizer turns into control tokens, such as <|im_end|>, wherever they stand."""
    import llama_cpp

    vocabulary = llama._model.vocab
    control = (
        token for token in range(llama.n_vocab()) if llama_cpp.llama_vocab_is_control(vocabulary, token)
    )
    texts = (llama_cpp.llama_vocab_get_text(vocabulary, token).decode("utf-8", "ignore") for token in control)
    return tuple(text for text in texts if len(text) > 1)


def _serve(gateway: Gateway, listener: socket.socket) -> None:
    import uvicorn

    config = uvicorn.Config(gateway, log_config=None, log_level="warning", access_log=False, ws="none")
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
