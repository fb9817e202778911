"""Documents and questions that are not in English, through real stores and the default embedder: words find them, and the
person is told what the embedder cannot do."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from scripted import ScriptedModel

from ragdesk.app.app import App
from ragdesk.domain.errors import UnknownIdError
from ragdesk.domain.search import Scope
from ragdesk.front import console
from ragdesk.front.cli import main
from ragdesk.host.paths import open_home

MIETE = """# Mietordnung

## Kündigung

Der Vertrag kann von beiden Seiten mit einer Frist von drei Monaten zum Quartalsende gekündigt werden.

## Haustiere

Kleine Haustiere sind erlaubt, größere nur nach schriftlicher Zustimmung der Verwaltung.

## Treppenhaus

Fahrräder dürfen im Treppenhaus nicht abgestellt werden, dafür gibt es den Keller.
"""
HANDBUCH_ZH = """# 水泵维护手册

## 安全

维修之前必须切断电源，并且在门上挂上警告牌。

## 压力

水泵的工作压力不得超过六巴，每天早晨由技术员记录一次。

## 备件

过滤器每三个月更换一次，备件存放在二号仓库。
"""
DALIL_AR = """# دليل المختبر

## السلامة

يجب على جميع الزوار ارتداء النظارات الواقية قبل دخول المختبر.

## التبريد

تُحفظ العينات في الثلاجة عند أربع درجات مئوية، ويفحص الفني الحرارة كل صباح.

## النفايات

توضع النفايات الكيميائية في الحاويات الصفراء وتُنقل مرة في الأسبوع.
"""
TEXTS = {"miete.md": MIETE, "shuibeng.md": HANDBUCH_ZH, "mukhtabar.md": DALIL_AR}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    folder = tmp_path_factory.mktemp("languages")
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    opened = App.open(open_home(folder / "home"))
    for name in TEXTS:
        list(opened.intake.add([folder / name], collection=name))
    yield opened
    opened.close()


def first(app: App, question: str, mode: str = "words") -> tuple[str, str]:
    """(file, section) of the best passage."""
    best = app.passages.search(question, mode=mode)[0]  # type: ignore[arg-type]
    return best.document, best.chunk.section[-1]


def test_each_document_is_known_by_its_language(app: App) -> None:
    assert {one.name: one.language for one in app.library.documents.all()} == {
        "miete.md": "de",
        "shuibeng.md": "zh",
        "mukhtabar.md": "ar",
    }


@pytest.mark.parametrize("mode", ["words", "hybrid"])
@pytest.mark.parametrize(
    ("question", "file", "section"),
    [
        ("Wann laufen die Verträge aus?", "miete.md", "Kündigung"),
        ("Ist ein großes Haustier erlaubt?", "miete.md", "Haustiere"),
        ("Wo stelle ich mein Fahrrad ab?", "miete.md", "Treppenhaus"),
        ("水泵的压力是多少？", "shuibeng.md", "压力"),
        ("过滤器多久更换？", "shuibeng.md", "备件"),
        ("أين توضع النفايات؟", "mukhtabar.md", "النفايات"),
        ("ماذا يرتدي زوار المختبر؟", "mukhtabar.md", "السلامة"),
    ],
)
def test_a_question_finds_its_passage_by_stems_and_characters(
    app: App, question: str, file: str, section: str, mode: str
) -> None:
    assert first(app, question, mode) == (file, section)


def test_what_the_embedder_does_not_know_is_said_and_only_then(app: App) -> None:
    german = app.passages.note("Wann laufen die Verträge aus?", Scope(collections=("miete.md",)))
    assert "English only: for a question in German" in german
    assert "Ask in German" in app.passages.note("水泵的压力是多少？", Scope(collections=("miete.md",)))
    assert "ask in Arabic" in app.passages.note(
        "Where does the waste go?", Scope(collections=("mukhtabar.md",))
    )
    assert app.passages.note("autoclave") == ""
    with pytest.raises(UnknownIdError):
        app.passages.note("Wer ist da?", Scope(documents=("f" * 16,)))


def test_another_embedder_changes_what_is_said(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """The note goes by the languages that the catalogue names for the embedder in use."""
    question = "Wann laufen die Verträge aus?"
    multilingual = [
        replace(one, chosen=one.name == "multilingual-e5-small", path="somewhere")
        for one in app.engines.models()
    ]
    runtime = app._current.runtime
    vars(runtime).pop("embedder_languages", None)  # a runtime looks it up once: its embedder stays the same
    with monkeypatch.context() as changed:
        changed.setattr(app.engines, "models", lambda: multilingual)
        assert app.passages.note(question) == ""
    vars(runtime).pop("embedder_languages")


def test_the_command_line_shows_it_under_the_answer_and_not_in_json(
    app: App, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    model = ScriptedModel(["Der Vertrag kann mit einer Frist von drei Monaten gekündigt werden."] * 2)
    monkeypatch.setattr("ragdesk.engines.engines.Engines.llm", lambda self: model)
    asked = ["ask", "Mit welcher Frist kann der Vertrag gekündigt werden?", "--home", str(app.home.root)]
    assert main(asked) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "drei Monaten" in shown
    assert shown.endswith(console.plain(app.passages.note(asked[1])))
    assert main([*asked, "--json"]) == 0
    assert "embedding model" not in capsys.readouterr().out
