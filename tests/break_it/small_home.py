"""A small home, what a person does with it at the command line, and whether all of it is there."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from cited import cite, converse

from ragdesk.app.app import App
from ragdesk.front.cli import main
from ragdesk.host.log import close_log
from ragdesk.host.paths import open_home

# What a person tries after each misfortune, and again after its remedy.
STEPS = ("list", "search", "doctor", "rebuild", "add", "search again")
WORDS = {"autoclave.md": "autoclave", "centrifuge.md": "centrifuge"}


@dataclass
class Life:
    """A home with two documents and a conversation that quotes one, the files that they are of, and one that comes later."""

    home: Path
    files: Path
    capsys: pytest.CaptureFixture[str]
    drive: Path | None = None

    def begin(self) -> None:
        self.files.mkdir()
        for name, word in WORDS.items():
            (self.files / name).write_text(
                f"# The {word}\n\nThe {word} is checked every four weeks by the porter.\n", encoding="utf-8"
            )
        with closing(App.open(open_home(self.home))) as app:
            taken = list(app.intake.add([self.files]))
            first = min(taken, key=lambda each: each.path)
            converse(app, [[cite(app, str(first.document_id), "The autoclave is checked")]])
        close_log()

    def say(self, *arguments: str) -> tuple[int, str, str]:
        """A command: how it ended and what it said. It never fails without a word."""
        self.capsys.readouterr()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("RAGDESK_HOME", str(self.home))
            status = main(list(arguments))
        said = self.capsys.readouterr()
        close_log()
        assert "Traceback" not in said.err and "unexpected" not in said.out + said.err, (arguments, said)
        for line in said.err.splitlines():
            if line.startswith("error:"):
                assert "hint: " in line, (arguments, line)
        assert status in (0, 1), (arguments, said)
        return status, said.out, said.err

    def go_on(self, name: str = "later", word: str = "periscope") -> set[str]:
        """What a person tries, one after the other. Returns what worked: ended with 0, and found or listed what is there."""
        later = self.files / f"{name}.md"
        later.write_text(f"# The gate\n\nThe {word} stands at the gate.\n", encoding="utf-8")
        tried = {
            "list": (["list"], list(WORDS)),
            "search": (["search", "autoclave"], ["The autoclave is checked every four weeks"]),
            "doctor": (["doctor"], []),
            "rebuild": (["doctor", "--rebuild"], []),
            "add": (["add", str(later)], [later.name]),
            "search again": (["search", word], [f"The {word} stands at the gate"]),
        }
        assert tuple(tried) == STEPS
        worked = set()
        for step, (command, wanted) in tried.items():
            status, out, _ = self.say(*command)
            if status == 0 and all(each in " ".join(out.split()) for each in wanted):
                worked.add(step)
        return worked

    def is_whole(self) -> bool:
        """Every document is found by its word, `doctor` is content, the conversation and its quote are there."""
        assert self.say("add", str(self.files))[0] == 0
        for word in (*WORDS.values(), "periscope"):
            status, out, _ = self.say("search", "--mode", "words", word)
            assert status == 0 and word in out, word
        checks = self.say("doctor")[1]
        with closing(App.open(open_home(self.home))) as app:
            [conversation] = app.conversations.all()
            messages = app.library.conversations.messages(conversation.id)
            quotes = [
                each.quote for message in messages if message.answer for each in message.answer.citations
            ]
        close_log()
        assert quotes == ["The autoclave is checked"] and not [
            line for line in checks.splitlines() if "FAIL" in line and "telemetry" not in line
        ], checks
        return True
