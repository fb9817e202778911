"""The sets of columns that come with RAGDesk, and files that a person writes."""

from pathlib import Path

import pytest

from ragdesk.domain.errors import UnknownIdError, UsageError
from ragdesk.extras.tables.columns import columns_of, template, templates
from ragdesk.front.cli.parser import COLUMN_KINDS, TABLE_FORMATS, TABLE_TEMPLATES


def test_every_template_has_questions_and_is_known_by_its_name() -> None:
    assert tuple(each.id for each in templates()) == TABLE_TEMPLATES
    for each in templates():
        assert each.name and each.about and len(each.columns) >= 6
        assert all(column.question.endswith("?") and column.name for column in each.columns)
        assert len({column.name for column in each.columns}) == len(each.columns)
    assert len(template("contracts").columns) == 18
    with pytest.raises(UnknownIdError, match="no template"):
        template("novels")


def test_the_command_line_knows_what_there_is() -> None:
    from ragdesk.app.table_files import TABLE_FORMATS as made
    from ragdesk.domain.tables import COLUMN_KINDS as kinds

    assert (made, kinds) == (TABLE_FORMATS, COLUMN_KINDS)


def test_columns_come_from_toml_and_from_lines_of_json(tmp_path: Path) -> None:
    toml = tmp_path / "own.toml"
    toml.write_text(
        '[[column]]\nquestion = "Who signs?"\n\n[[column]]\nname = "State"\nkind = "choice"\n'
        'question = "Which?"\nchoices = ["a", "b"]\n',
        encoding="utf-8",
    )
    who, state = columns_of(toml)
    assert (who.question, who.kind, who.head) == ("Who signs?", "text", "Who signs?")
    assert (state.head, state.choices) == ("State", ("a", "b"))
    lines = tmp_path / "own.jsonl"
    lines.write_text(
        '{"column": "Law", "kind": "text", "question": "Whose law?"}\n\n{"question": "When?", "kind": "date"}\n'
    )
    assert [(each.head, each.kind) for each in columns_of(lines)] == [("Law", "text"), ("When?", "date")]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.toml", "[[column]\n"),
        ("a.toml", "name = 'x'\n"),
        ("a.toml", "column = 3\n"),
        ("a.toml", "[[column]]\nname = 'x'\n"),
        ("a.jsonl", "{"),
        ("a.jsonl", "[1, 2]\n"),
        ("a.jsonl", '{"question": "Q?", "kind": "colour"}'),
        ("a.jsonl", '{"question": "Q?", "choices": "ab"}'),
        ("a.jsonl", '{"question": 7}'),
        ("a.jsonl", ""),
    ],
)
def test_what_is_no_column_is_refused(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(UsageError):
        columns_of(tmp_path / name)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        columns_of(tmp_path / "nowhere.toml")
