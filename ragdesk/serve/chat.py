"""Chat completions as OpenAI's clients read them, streamed and not.

What is streamed cannot be taken back, and an answer is checked only when it is whole. So a stream says nothing but that it is
alive until the check is done, and then the checked text.
"""

import json
import logging
import time
import uuid
from collections.abc import Awaitable, Callable

import anyio
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from ragdesk.app.asking import HISTORY_TURNS
from ragdesk.domain.answers import Answer
from ragdesk.domain.conversations import Turn
from ragdesk.domain.errors import UsageError
from ragdesk.front import contract
from ragdesk.front.contract import Json
from ragdesk.front.web.wording import t
from ragdesk.serve import words
from ragdesk.serve.door import problem
from ragdesk.serve.replies import explained, failed
from ragdesk.serve.shapes import ChatRequest, MessageShape

log = logging.getLogger(__name__)

# Between two signs of life of a stream, in seconds; nothing is sent before the first, so that what cannot be asked has its
# status.
ALIVE_SECONDS = 5.0
_EVENTS = {"content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no"}
Make = Callable[[], Awaitable[Answer]]


def conversation(messages: list[MessageShape]) -> tuple[str, list[Turn]]:
    """The question, and the turns before it, without what we put below our answers.

    Raises:
        UsageError: the last message is no question, or holds more than text.
    """
    last = messages[-1]
    if last.role != "user":
        raise UsageError("The last message is not a person's.", "End the messages with the question.")
    if last.pictures:
        raise UsageError("Only text can be asked.", "Leave pictures and files out of the question.")
    turns = [
        Turn("user", message.text) if message.role == "user" else Turn("assistant", words.said(message.text))
        for message in messages[:-1]
        if message.role in ("user", "assistant")
    ]
    return last.text, turns[-HISTORY_TURNS:]


class ChatReply(Response):
    """Answers while it is sent, and stops the model when the program hangs up."""

    def __init__(self, request: ChatRequest, make: Make) -> None:
        super().__init__()
        self._make = make
        self._stream = request.stream
        self._usage = bool(request.stream_options and request.stream_options.include_usage)
        self._head: Json = {
            "id": f"chatcmpl-{uuid.uuid4().hex}",
            "created": int(time.time()),
            "model": request.model,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with anyio.create_task_group() as group:

            async def hang_up() -> None:
                while (await receive())["type"] != "http.disconnect":
                    pass
                group.cancel_scope.cancel()

            group.start_soon(hang_up)
            await self._reply(scope, receive, send)
            group.cancel_scope.cancel()

    async def _reply(self, scope: Scope, receive: Receive, send: Send) -> None:
        done = anyio.Event()
        outcome: list[Answer | Exception] = []

        async def work() -> None:
            try:
                outcome.append(await self._make())
            except Exception as error:  # noqa: BLE001 - it is told to the program, or logged, by `failed`
                outcome.append(error)
            done.set()

        async with anyio.create_task_group() as group:
            group.start_soon(work)
            streaming = False
            while not done.is_set():
                with anyio.move_on_after(ALIVE_SECONDS):
                    await done.wait()
                if self._stream and not done.is_set():
                    if not streaming:
                        streaming = True
                        await _begin(send)
                    await _send(send, f": {t('reading and checking')}\n\n")
        made = outcome[0]
        if isinstance(made, Exception):
            if not streaming:
                await failed(made)(scope, receive, send)
            else:
                status, sentence, code = explained(made)
                await _send(send, _event(problem(status, sentence, code)), last=True)
        elif self._stream:
            if not streaming:
                await _begin(send)
            await _send(send, "".join(map(_event, self._chunks(made))) + "data: [DONE]\n\n", last=True)
        else:
            await JSONResponse(self._whole(made))(scope, receive, send)

    def _whole(self, answer: Answer) -> Json:
        told = words.told(answer)
        message = {
            "role": "assistant",
            "content": told.text,
            "refusal": None,
            "annotations": [_annotation(mark) for mark in told.marks],
        }
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
        return {
            **self._head,
            "object": "chat.completion",
            "choices": [choice],
            "usage": _usage(answer),
            "ragdesk": contract.answer(answer),
        }

    def _chunks(self, answer: Answer) -> list[Json]:
        told = words.told(answer)
        annotations = [_annotation(mark) for mark in told.marks]
        head = {**self._head, "object": "chat.completion.chunk"} | ({"usage": None} if self._usage else {})

        def chunk(delta: Json, finish: str | None = None) -> Json:
            return {
                **head,
                "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}],
            }

        chunks = [
            chunk({"role": "assistant", "content": ""}),
            chunk({"content": told.text}),
            chunk({"annotations": annotations} if annotations else {}, "stop")
            | {"ragdesk": contract.answer(answer)},
        ]
        return chunks + ([{**head, "choices": [], "usage": _usage(answer)}] if self._usage else [])


def _annotation(mark: words.Marked) -> Json:
    """OpenAI's only kind of citation. The address leads to the quote in the document: characters of its text."""
    cited = mark.citation
    return {
        "type": "url_citation",
        "url_citation": {
            "start_index": mark.start,
            "end_index": mark.end,
            "title": cited.title or cited.document,
            "url": f"ragdesk://document/{cited.document_id}#char={cited.char_start},{cited.char_end}",
        },
    }


def _usage(answer: Answer) -> Json:
    read, written = answer.timings.prompt_tokens, answer.timings.answer_tokens
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


def _event(value: Json) -> str:
    return f"data: {json.dumps(value)}\n\n"


async def _begin(send: Send) -> None:
    headers = [(name.encode(), value.encode()) for name, value in _EVENTS.items()]
    await send({"type": "http.response.start", "status": 200, "headers": headers})


async def _send(send: Send, text: str, *, last: bool = False) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": not last})
