"""The commands about questions: search, ask, and what comes of an answer."""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ragdesk.app.app import App
from ragdesk.domain.answers import Answer
from ragdesk.domain.conversations import Turn
from ragdesk.domain.errors import RagdeskError, UsageError
from ragdesk.domain.search import Scope
from ragdesk.front import console, contract
from ragdesk.front.cli.output import as_json, emit
from ragdesk.front.terminal import line


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question of the command line, or one line of a file: `identity` is what the output repeats of it."""

    identity: dict[str, Any]
    text: str
    history: tuple[Turn, ...] = ()


def _search(app: App, options: argparse.Namespace) -> int:
    top, scope, status = options.top or app.settings.search.top, _scope(options), 0
    for question in _questions(options, options.query):
        started = time.perf_counter()
        try:
            hits = app.passages.search(
                question.text, top=top, mode=options.mode, scope=scope, history=question.history
            )
        except RagdeskError as error:
            status = _failed(options, question, error)
            continue
        seconds = round(time.perf_counter() - started, 4)
        # A program asks for the lines: they take longer than the search.
        wanted = options.lines or not as_json(options)
        lines = app.passages.best_lines(question.text, hits, history=question.history) if wanted else None
        value = {"query": question.text, "hits": contract.hits(hits, lines), "seconds": seconds}
        emit(options, question.identity | value, console.hits(hits, app.passages.away(), lines or {}))
    return status


def _ask(app: App, options: argparse.Namespace) -> int:
    status = 0
    for question in _questions(options, options.question):
        try:
            _answer(app, options, question)
        except RagdeskError as error:
            status = _failed(options, question, error)
    return status


def _answer(app: App, options: argparse.Namespace, question: AskedQuestion) -> None:
    many, scope = options.file is not None, _scope(options)
    show = None if as_json(options) or many else console.Progress(sys.stderr)
    events = (
        app.answers.ask_once(
            question.text,
            history=question.history,
            scope=scope,
            from_documents=options.from_documents,
            quick=options.quick,
            written=options.written,
        )
        if many
        else app.answers.ask(
            question.text,
            conversation_id=options.conversation,
            scope=scope,
            from_documents=options.from_documents,
            quick=options.quick,
            written=options.written,
        )
    )
    for event in events:
        if show:
            show.event(event)
        if isinstance(event, Answer):
            if show:
                show.clear()
            note = (
                ""
                if as_json(options) or event.verdict == "told"
                else app.passages.note(event.standalone_question, scope)
            )
            emit(options, question.identity | contract.answer(event), console.answer(event, note))


def _failed(options: argparse.Namespace, question: AskedQuestion, error: RagdeskError) -> int:
    """Of many questions one that fails does not stop the others; a single one is reported like any failure."""
    if options.file is None:
        raise error
    emit(
        options, question.identity | contract.error(error), line(f"error: {error.message} hint: {error.hint}")
    )
    return 1


def _questions(options: argparse.Namespace, single: str) -> Iterator[AskedQuestion]:
    """The question on the command line, or those in the file."""
    if options.file is None:
        yield AskedQuestion({}, single)
        return
    try:
        lines = options.file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            "{file} cannot be read: {why}.",
            "Give a UTF-8 file, one JSON object a line.",
            file=options.file,
            why=error,
        ) from error
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            item = json.loads(text)
            history = tuple(Turn(turn["role"], str(turn["content"])) for turn in item.get("history", []))
            yield AskedQuestion({"id": item.get("id")}, str(item["question"]), history)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise UsageError(
                "Line {number} of {file} is not a question.",
                'Write {{"id": …, "question": "…"}} on each line.',
                number=number,
                file=options.file,
            ) from error


def _scope(options: argparse.Namespace) -> Scope:
    return Scope(collections=tuple(options.collection), documents=tuple(options.document))


def _handover(app: App, options: argparse.Namespace) -> int:
    ending = options.output.suffix.lower() if options.output else ".txt"
    if ending not in (".eml", ".txt"):
        raise UsageError(
            "{output} is neither .eml nor .txt.", "Give the file one of these endings.", output=options.output
        )
    message = app.handovers.message(app.handovers.draft(options.target), options.to)
    if options.output:
        _, content = app.handovers.save(message, "eml" if ending == ".eml" else "txt")
        try:
            options.output.write_bytes(content)
        except OSError as error:
            raise UsageError(
                "{path} cannot be written: {why}.",
                "Choose another place.",
                path=options.output,
                why=error.strerror,
            ) from error
    emit(options, contract.handover(message, options.output), console.handover(message, options.output))
    return 0


def _export(app: App, options: argparse.Namespace) -> int:
    if not options.conversation and not options.message:
        raise UsageError("Name a conversation, or an answer with --message.", "See `ragdesk export --help`.")
    made = app.exports.save(
        options.output,
        options.format,
        conversation=options.conversation,
        message=options.message,
        citations=options.citations,
        force=options.force,
    )
    emit(
        options,
        {"path": str(options.output)},
        console.exported(options.output, made.answers, made.references),
    )
    return 0


COMMANDS = {"search": _search, "ask": _ask, "handover": _handover, "export": _export}
