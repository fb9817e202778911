"""A step of the ledger: the nearest passage gets a field of its own in stored answers.

Until then it stood at the end of the model's text, as one more sentence that counted as supported. The phrases are those that
were ever written; like every step, this one is never changed.
"""

import json
import sqlite3
from typing import Any

Json = dict[str, Any]

# What stood before and after the quote, in each language of an answer.
_PHRASES = (
    ("The nearest that your documents say: “", "”"),
    ("Am nächsten kommt in Ihren Dokumenten: „", "“"),
    ("Ce que vos documents disent de plus proche : « ", " »"),
    ("Lo más cercano que dicen sus documentos: «", "»"),
    ("Ciò che nei tuoi documenti si avvicina di più: «", "»"),
    ("O mais próximo que os seus documentos dizem: “", "”"),
    ("Wat in uw documenten het dichtst in de buurt komt: “", "”"),
    ("您的文档中最接近的内容：“", "”"),
    ("أقرب ما ورد في مستنداتك: «", "»"),
)


def nearest_apart(connection: sqlite3.Connection) -> None:
    rows = connection.execute(
        'SELECT position, answer FROM messages WHERE instr(answer, \'"verdict":"unsupported"\') > 0'
    ).fetchall()
    for position, stored in rows:
        try:
            answer = _split(json.loads(stored))
        except (ValueError, TypeError, KeyError):
            continue  # Reading a damaged answer says so; opening the library must not fail because of it.
        if answer is not None:
            text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
            connection.execute("UPDATE messages SET answer = ? WHERE position = ?", (text, position))


def _split(answer: Json) -> Json | None:
    """The answer with the nearest passage taken out of its text, sentences and citations; None where it has none."""
    *sentences, last = answer["sentences"] or [None]
    if last is None or not _introduces_a_quote(last["text"]) or not last["supported"]:
        return None
    text = str(answer["text"]).removesuffix(f"\n\n{last['text']}")
    [number] = last["citations"]
    [citation] = [each for each in answer["citations"] if each["number"] == number]
    cited = {number for sentence in sentences for number in sentence["citations"]}
    return answer | {
        "text": text,
        "sentences": sentences,
        "citations": [each for each in answer["citations"] if each is not citation or number in cited],
        "nearest": {"text": last["text"], "citation": citation},
    }


def _introduces_a_quote(sentence: str) -> bool:
    return any(sentence.startswith(before) and sentence.endswith(after) for before, after in _PHRASES)
