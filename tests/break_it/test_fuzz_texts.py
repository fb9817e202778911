"""Damaged and hostile texts through what cuts, quotes, follows up, shows and exports them: each keeps its own promise, whatever
the text is. RAGDESK_FUZZ sets how many inputs each gets (default: 20, and 3 of the exports as Word and PDF; `make break`: 1,000
and 200; the long run: 10,000)."""

import os
import random
import re
import zlib
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from export.records import HOSTILE as EXPORTED
from export.test_hostile import CHECKS
from harmless import HOSTILE, harmless
from scripted import Shelf, make_hit

from break_it.counting import MUCH, count
from break_it.mutate import TOKENS, mutated
from ragdesk.answering.checking.support import attribute
from ragdesk.answering.prompting import excerpts
from ragdesk.answering.understanding import followup
from ragdesk.domain.documents import Block, Page, Parsed
from ragdesk.front.web.render_text import marked_markdown, marked_text, rendered_markdown
from ragdesk.ingesting.split import MAX_CHARACTERS, split
from ragdesk.text.sentences import sentences

INPUTS = int(os.environ.get("RAGDESK_FUZZ", "1000" if MUCH else "20"))
# Word and PDF files take tens of milliseconds each, to be made and read back.
FILES = int(os.environ.get("RAGDESK_FUZZ", "200" if MUCH else "3"))
SEED = int(os.environ.get("RAGDESK_SEED", "7"))
SEEDS = [
    text.encode()
    for text in (
        "# Autoclave\n\nIt cools for **45 minutes**, e.g. on Jan. 5th. See p. 3.\n\n- One\n- Two\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n| 3,5 | the *pump* |\n",
        "Dr. Meier schrieb: „Die Pumpe läuft.“ Sie läuft seit 3.5 Std.; Nr. 7 nicht! Wer haftet?\n\n1. Eins\n2. Zwei\n",
        "高压灭菌器必须冷却四十五分钟。门才能打开！为什么？\n\nكم يجب أن يبرد الأوتوكلاف؟ ٤٥ دقيقة.\n",
        "```\ncode [x](y) `z`\n```\n\n> quoted\n> > again\n\n<b>html</b> &amp; \\* end\n",
        "And what about the second one? The pump, please. Is that 5,000.00 EUR or $5k?",
        *EXPORTED,
        HOSTILE,
    )
]


class Words:
    """Counts words."""

    def token_spans(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        return [[match.span() for match in re.finditer(r"\w+|[^\w\s]", text)] for text in texts]


def texts(kind: str) -> list[str]:
    """So many, each a change of one of the seeds; the same for the same kind."""
    rng = random.Random(SEED * 1_000_003 + zlib.crc32(kind.encode()))
    return [
        mutated(SEEDS[at % len(SEEDS)], rng, [*SEEDS, *TOKENS]).decode(errors="replace")[:4_000]
        for at in range(FILES if kind in ("export as docx", "export as pdf") else INPUTS)
    ]


def cut_into_sentences(text: str) -> None:
    spans = sentences(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert spans == sorted(spans) and all(before[1] <= after[0] for before, after in pairwise(spans))
    assert {character for start, end in spans for character in text[start:end]} >= set(
        re.findall(r"\w", text)
    )


def cut_into_passages(text: str) -> None:
    middle = len(text) // 2
    blocks = (Block("paragraph", 0, middle), Block("table", middle, len(text), header_end=middle))
    blocks = tuple(block for block in blocks if block.char_start < block.char_end)
    parsed = Parsed(text[:300], text, blocks, (Page(1, 0, len(text)),), "text", paged=False)
    for chunk in split(parsed, "d" * 16, Words(), 60):
        assert text[chunk.char_start : chunk.char_end] == chunk.text
        assert 0 < len(chunk.text) <= MAX_CHARACTERS


def chosen_for_the_prompt(text: str) -> None:
    if not text.strip():
        return
    for excerpt in excerpts.choose(
        [make_hit(text), make_hit("The pump.")], text[:200], 50, lambda t: len(t) // 4
    ):
        assert excerpt.text in text or excerpt.text == "The pump."


def cited(text: str) -> None:
    """What is cited stands in the text at the place that is named."""
    half = len(text) // 2
    shelf = Shelf([text])
    found = attribute(text[half:] + text[:half], text[:100], shelf.hits(), texts=shelf, embedder=None)
    for citation in found.citations:
        assert shelf.text("d" * 16)[citation.char_start : citation.char_end] == citation.quote


def followed_up(text: str) -> None:
    pointing = followup.pointing(text)
    assert pointing is None or pointing.string == text
    assert followup.leans(text) in (True, False) and followup.moves_on(text) in (True, False)


def shown(text: str) -> None:
    start, end = len(text) // 3, 2 * len(text) // 3
    for drawn in (
        rendered_markdown(text, (0, len(text))),
        marked_markdown(text, (start, end), (0, len(text))),
        marked_text(text, (start, end), (0, len(text))),
    ):
        harmless(f"<div>{drawn}</div>")


KINDS: dict[str, Callable[[str], None]] = {
    "sentences": cut_into_sentences,
    "passages": cut_into_passages,
    "excerpts": chosen_for_the_prompt,
    "citations": cited,
    "follow-ups": followed_up,
    "shown text": shown,
    **{f"export as {name}": CHECKS[name] for name in CHECKS},
}


@pytest.mark.timeout(36_000)
@pytest.mark.parametrize("kind", KINDS)
def test_whatever_a_text_is_the_promise_is_kept(kind: str) -> None:
    wrong: list[str] = []
    for text in texts(kind):
        try:
            KINDS[kind](text)
            held = True
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            held = False
            wrong.append(f"{type(error).__name__}: {error} for {text!r}"[:2_000])
        count(f"fuzzed text: {kind}", held)
    assert wrong[:3] == []
