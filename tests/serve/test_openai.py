"""The API through OpenAI's own client, over the real door on a real port; what it says is checked against the library."""

import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest
from paced import PacedModel
from serving import PUMP, QUESTION, SAYS, OpenDoor, pump_app, serving
from until import until

from ragdesk.domain.ports import Embedder
from ragdesk.front import contract
from ragdesk.serve import chat
from ragdesk.serve.callers import connected
from ragdesk.serve.turns import MOST_WAITING


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> Iterator[OpenDoor]:
    with pump_app(tmp_path_factory.mktemp("api"), embedder) as app, serving(app) as opened:
        yield opened


@pytest.fixture
def client(door: OpenDoor) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{door.address}/v1", api_key=door.key, max_retries=0) as made:
        yield made


def ask(client: openai.OpenAI, question: str = QUESTION, **more: Any) -> Any:
    return client.chat.completions.create(
        model=more.pop("model", "ragdesk"), messages=[{"role": "user", "content": question}], **more
    )


def quotes_stand_in_their_documents(door: OpenDoor, told: dict[str, Any]) -> int:
    """Each quote is the stored text at its offsets; how many there are."""
    for citation in told["citations"]:
        text = door.app.library.text(citation["document_id"])
        assert text[citation["char_start"] : citation["char_end"]] == citation["quote"] != ""
    return len(told["citations"])


def test_the_library_and_its_collections_are_models(client: openai.OpenAI) -> None:
    assert [model.id for model in client.models.list()] == ["ragdesk", "ragdesk/machines"]
    one = client.models.retrieve("ragdesk")
    assert one.owned_by == "ragdesk" and one.created > 1_700_000_000
    with pytest.raises(openai.NotFoundError, match="no model"):
        client.models.retrieve("gpt-4o")


def test_an_answer_has_its_sources_in_the_text_in_annotations_and_whole(
    door: OpenDoor, client: openai.OpenAI
) -> None:
    before = int(time.time())
    made = ask(client)
    [choice] = made.choices
    assert made.object == "chat.completion" and made.model == "ragdesk"
    assert before <= made.created <= time.time() and choice.index == 0 and choice.finish_reason == "stop"
    text = choice.message.content
    assert choice.message.role == "assistant"
    assert text.startswith(f"{SAYS} [1]\n\n---\n\n**Sources**\n\n**[1]** pump.md")
    assert f"> {SAYS}" in text
    [noted] = choice.message.annotations
    assert text[noted.url_citation.start_index : noted.url_citation.end_index] == "[1]"
    told = made.model_extra["ragdesk"]
    assert told["verdict"] == "answered" and quotes_stand_in_their_documents(door, told) == 1
    [cited] = told["citations"]
    place = f"{cited['document_id']}#char={cited['char_start']},{cited['char_end']}"
    assert noted.url_citation.url == f"ragdesk://document/{place}"
    assert made.usage.total_tokens == made.usage.prompt_tokens + made.usage.completion_tokens > 0


def test_a_stream_says_the_same_and_ends_as_it_should(door: OpenDoor, client: openai.OpenAI) -> None:
    whole = ask(client).choices[0].message.content
    chunks = list(ask(client, stream=True, stream_options={"include_usage": True}))
    assert len({chunk.id for chunk in chunks}) == 1 and len({chunk.created for chunk in chunks}) == 1
    assert {chunk.object for chunk in chunks} == {"chat.completion.chunk"}
    assert chunks[0].choices[0].delta.role == "assistant"
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks[:-1]) == whole
    assert [chunk.choices[0].finish_reason for chunk in chunks[:-1]] == [None, None, "stop"]
    assert [chunk.usage for chunk in chunks[:-1]] == [None] * 3
    assert chunks[-1].choices == [] and chunks[-1].usage.completion_tokens > 0
    told = chunks[-2].model_extra["ragdesk"]
    assert quotes_stand_in_their_documents(door, told) == 1
    body = httpx.post(
        f"{door.address}/v1/chat/completions",
        headers=door.headers,
        json={"stream": True, "messages": [{"role": "user", "content": QUESTION}]},
    )
    assert body.headers["content-type"].startswith("text/event-stream")
    assert body.text.endswith("data: [DONE]\n\n") and "usage" not in body.text.partition("ragdesk")[0]


def test_a_stream_shows_that_it_is_alive_and_nothing_unchecked(
    tmp_path: Path, embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "ALIVE_SECONDS", 0.1)
    model = PacedModel(["The pump needs nine hours, says nobody."])
    model.hold()
    with (
        pump_app(tmp_path, embedder, model) as app,
        serving(app) as door,
        httpx.stream(
            "POST",
            f"{door.address}/v1/chat/completions",
            headers=door.headers,
            json={"stream": True, "messages": [{"role": "user", "content": QUESTION}]},
            timeout=60,
        ) as reply,
    ):
        lines = reply.iter_lines()
        first = [next(lines) for _ in range(6)]
        assert set(first) == {": reading and checking", ""}
        model.go_on()
        rest = "\n".join(lines)
    assert "nine hours" not in rest.replace("\\u", "") or "not supported by your documents" in rest


def test_what_came_before_is_understood_without_our_sources(client: openai.OpenAI) -> None:
    first = ask(client).choices[0].message.content
    made = client.chat.completions.create(
        model="ragdesk",
        messages=[
            {"role": "system", "content": "You are a pirate."},
            {"role": "user", "content": QUESTION},
            {"role": "assistant", "content": first},
            {"role": "user", "content": [{"type": "text", "text": "And the oil?"}]},
        ],
    )
    told = made.model_extra["ragdesk"]
    assert told["question"] == "And the oil?" and "oil" in told["standalone_question"]
    assert "Sources" not in str(told["standalone_question"])


def test_what_is_not_found_comes_with_the_nearest_passages(door: OpenDoor, client: openai.OpenAI) -> None:
    made = ask(client, "Who won the world cup in 1998?")
    told = made.model_extra["ragdesk"]
    assert told["verdict"] == "not_found" and told["citations"] == []
    text = made.choices[0].message.content
    assert "**The nearest passages**" in text
    quote = re.search(r"^> (.+)$", text, re.MULTILINE)
    assert quote is not None and quote[1] in door.app.library.text(told["hits"][0]["document_id"])


def test_the_library_itself_can_be_asked_about_and_the_person_cannot(
    door: OpenDoor, client: openai.OpenAI
) -> None:
    door.app.memory.save_text("user", "- My name is Ada Quill.\n", "")
    try:
        made = ask(client, "Which documents do I have?")
        assert made.model_extra["ragdesk"]["verdict"] == "told"
        assert "Pumps" in made.choices[0].message.content
        assert "Quill" not in ask(client, "What is my name?").model_dump_json()
    finally:
        door.app.memory.save_text("user", "", "- My name is Ada Quill.\n")


def test_nothing_of_a_question_is_kept(door: OpenDoor, client: openai.OpenAI) -> None:
    ask(client, "Does the pump have a quixotic valve?")
    assert door.app.conversations.all() == []
    for file in door.app.home.root.rglob("*"):
        assert not file.is_file() or b"quixotic" not in file.read_bytes(), file


@pytest.mark.parametrize(
    ("messages", "why"),
    [
        ([], "at least 1"),
        ([{"role": "user", "content": " "}], "empty"),
        ([{"role": "user", "content": "x" * 5_000}], "at most 4,000"),
        ([{"role": "assistant", "content": "Hello"}], "not a person's"),
        ([{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:"}}]}], "Only text"),
    ],
    ids=["none", "empty", "long", "not asked", "picture"],
)
@pytest.mark.parametrize("stream", [False, True])
def test_what_cannot_be_asked_is_refused_with_a_sentence(
    client: openai.OpenAI, messages: Any, why: str, stream: bool
) -> None:
    with pytest.raises(openai.BadRequestError, match=why):
        client.chat.completions.create(model="ragdesk", messages=messages, stream=stream)


def test_bad_requests_of_every_kind_are_told_and_harm_nothing(door: OpenDoor, client: openai.OpenAI) -> None:
    with pytest.raises(openai.NotFoundError):
        ask(client, model="ragdesk/nothing")
    with pytest.raises(openai.NotFoundError):
        ask(client, model="gpt-4o", stream=True)
    with pytest.raises(openai.BadRequestError):
        ask(client, n=3)
    for body in (b"", b"{", b"[]", b'"x"', b"null", b"\xff\xfe", b"[" * 100_000):
        reply = httpx.post(f"{door.address}/v1/chat/completions", headers=door.headers, content=body)
        assert reply.status_code == 400 and reply.json()["error"]["message"], body[:10]
    strange = {"messages": [{"role": "user", "content": "How long\ud800?"}]}
    reply = httpx.post(
        f"{door.address}/v1/chat/completions",
        headers={**door.headers, "content-type": "application/json"},
        content=str(strange).replace("'", '"').encode("utf-8", "backslashreplace"),
    )
    assert reply.status_code in (200, 400)
    with (
        openai.OpenAI(base_url=f"{door.address}/v1", api_key="wrong", max_retries=0) as stranger,
        pytest.raises(openai.AuthenticationError, match="show-token"),
    ):
        ask(stranger)
    assert ask(client).choices[0].message.content.startswith(SAYS)


def test_a_model_that_fails_is_told_in_the_answer_s_place(tmp_path: Path, embedder: Embedder) -> None:
    from ragdesk.domain.errors import ModelFailedError

    class Failing(PacedModel):
        def stream(self, *_: Any, **__: Any) -> Iterator[str]:
            raise ModelFailedError("The language model failed.", "Ask again.")

    with (
        pump_app(tmp_path, embedder, Failing([SAYS])) as app,
        serving(app) as door,
        openai.OpenAI(base_url=f"{door.address}/v1", api_key=door.key, max_retries=0) as client,
    ):
        with pytest.raises(openai.InternalServerError, match="Ask again") as caught:
            ask(client)
        assert caught.value.status_code == 503


# ---------------------------------------------------------------- one at a time


@pytest.mark.parametrize("stream", [False, True])
def test_who_hangs_up_stops_the_model(tmp_path: Path, embedder: Embedder, stream: bool) -> None:
    model = PacedModel([SAYS])
    model.hold()
    with pump_app(tmp_path, embedder, model) as app, serving(app) as door:
        url = f"{door.address}/v1/chat/completions"
        body = {"stream": stream, "messages": [{"role": "user", "content": QUESTION}]}
        with socket.create_connection(("127.0.0.1", int(door.address.rpartition(":")[2]))) as line:
            content = json.dumps(body).encode()
            head = f"POST /v1/chat/completions HTTP/1.1\r\nhost: {door.address.removeprefix('http://')}\r\n"
            head += f"authorization: Bearer {door.key}\r\ncontent-type: application/json\r\n"
            line.sendall(f"{head}content-length: {len(content)}\r\n\r\n".encode() + content)
            until(lambda: len(model.prompts) == 1)
            assert app.busy() and model.cancelled == 0
        until(lambda: model.cancelled == 1, seconds=5)
        until(lambda: not app.busy(), seconds=5)
        model.go_on()
        reply = httpx.post(url, headers=door.headers, json=body, timeout=60)
        assert SAYS in reply.text, "the next question is answered"


def test_questions_wait_in_turn_and_too_many_are_sent_away(tmp_path: Path, embedder: Embedder) -> None:
    model = PacedModel([SAYS])
    model.hold()
    with pump_app(tmp_path, embedder, model) as app, serving(app) as door:
        url, body = (
            f"{door.address}/v1/chat/completions",
            {"messages": [{"role": "user", "content": QUESTION}]},
        )
        with ThreadPoolExecutor(MOST_WAITING + 2) as pool:

            def post() -> httpx.Response:
                return httpx.post(url, headers=door.headers, json=body, timeout=120)

            first = [pool.submit(post) for _ in range(MOST_WAITING + 1)]
            until(lambda: len(model.prompts) == 1)
            until(lambda: (refused := post()).status_code == 429 and int(refused.headers["retry-after"]) > 0)
            assert len(model.prompts) == 1, "one at a time"
            model.go_on()
            assert {each.result().status_code for each in first} == {200}
            assert post().status_code == 200


def test_who_waits_and_hangs_up_leaves_the_queue(tmp_path: Path, embedder: Embedder) -> None:
    model = PacedModel([SAYS])
    model.hold()
    with pump_app(tmp_path, embedder, model) as app, serving(app) as door:
        url, body = (
            f"{door.address}/v1/chat/completions",
            {"messages": [{"role": "user", "content": QUESTION}]},
        )
        with ThreadPoolExecutor(1) as pool:
            first = pool.submit(httpx.post, url, headers=door.headers, json=body, timeout=120)
            until(lambda: len(model.prompts) == 1)
            for _ in range(MOST_WAITING + 3):
                with pytest.raises(httpx.ReadTimeout):
                    httpx.post(url, headers=door.headers, json=body, timeout=0.2)
            model.go_on()
            assert first.result().status_code == 200
        until(lambda: not app.busy())
        assert len(model.prompts) == 1, "nobody asked for them any more"


def test_the_library_answers_beside_a_question(tmp_path: Path, embedder: Embedder) -> None:
    model = PacedModel([SAYS])
    model.hold()
    with pump_app(tmp_path, embedder, model) as app, serving(app) as door:
        url, body = (
            f"{door.address}/v1/chat/completions",
            {"messages": [{"role": "user", "content": QUESTION}]},
        )
        asking = threading.Thread(
            target=httpx.post, args=(url,), kwargs={"headers": door.headers, "json": body}
        )
        asking.start()
        until(lambda: len(model.prompts) == 1)
        found = httpx.post(
            f"{door.address}/v1/search", headers=door.headers, json={"query": "oil"}, timeout=60
        )
        assert found.status_code == 200
        model.go_on()
        asking.join()


# ---------------------------------------------------------------- search and documents


def test_search_is_the_command_line_s(door: OpenDoor) -> None:
    reply = httpx.post(
        f"{door.address}/v1/search",
        headers=door.headers,
        json={"query": "oil change", "limit": 2, "collection": "machines"},
        timeout=60,
    ).json()
    ours = contract.hits(door.app.passages.search("oil change", top=2))
    assert reply["hits"] == ours and len(ours) == 2 and reply["query"] == "oil change"
    for hit in reply["hits"]:
        assert door.app.library.text(hit["document_id"])[hit["char_start"] : hit["char_end"]] == hit["text"]


def test_a_document_is_read_in_pieces_that_make_the_whole(door: OpenDoor) -> None:
    listed = httpx.get(f"{door.address}/v1/documents", headers=door.headers).json()
    [one] = listed["documents"]
    assert listed["total"] == 1 and listed["next"] is None and one["collections"] == ["machines"]
    assert "path" not in one and "sources" not in one, "where a file lies is nobody's business"
    text, at = "", 0
    while at is not None:
        part = httpx.get(
            f"{door.address}/v1/documents/{one['document_id']}?start={at}&length=50", headers=door.headers
        ).json()
        text, at = text + part["text"], part["next"]
        assert part["chars"] == len(PUMP)
    assert text == door.app.library.text(one["document_id"])


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/v1/documents/ffffffffffffffff", 404),
        ("/v1/documents?collection=nothing", 404),
        ("/v1/documents?limit=0", 400),
        ("/v1/documents?limit=1000000", 400),
        ("/v1/documents?offset=-1", 400),
        ("/v1/documents?offset=999999999999999999999999", 200),
        ("/v1/documents/ffffffffffffffff?start=-1", 400),
        ("/v1/documents/library.db", 404),
    ],
)
def test_bad_requests_for_documents_have_their_status(door: OpenDoor, path: str, status: int) -> None:
    reply = httpx.get(f"{door.address}{path}", headers=door.headers)
    assert reply.status_code == status
    assert status == 200 or reply.json()["error"]["message"]


def test_who_asked_is_connected(door: OpenDoor, client: openai.OpenAI) -> None:
    client.models.list()
    assert any(caller.program.startswith("OpenAI/Python") for caller in connected(door.app.home))
