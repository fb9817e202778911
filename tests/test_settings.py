"""settings.toml is changed key by key, all or nothing, with the person's comments kept."""

import re
from pathlib import Path

import pytest

from ragdesk.domain.errors import SettingsError
from ragdesk.front.web.tabs.settings import settings_fields
from ragdesk.host.settings import Settings, change_setting, change_settings, load_settings

MINE = """# my own
[answer]
stance = "cautious"  # after the audit
prompt_tokens = 700
"""


def test_comments_and_other_keys_stay(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(MINE, encoding="utf-8")
    changed = change_settings(path, {("answer", "prompt_tokens"): 900, ("ui", "language"): "de"})
    assert changed.answer.prompt_tokens == 900 and changed.ui.language == "de"
    assert changed.answer.stance == "cautious"
    text = path.read_text(encoding="utf-8")
    assert "# my own" in text and "# after the audit" in text
    assert load_settings(path) == changed


def test_one_wrong_value_and_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(MINE, encoding="utf-8")
    with pytest.raises(SettingsError, match=r"search\.top"):
        change_settings(path, {("answer", "prompt_tokens"): 900, ("search", "top"): 0})
    assert path.read_text(encoding="utf-8") == MINE
    assert [one.name for one in tmp_path.iterdir()] == ["settings.toml"]


def test_none_takes_a_key_out_so_that_the_default_holds(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(MINE, encoding="utf-8")
    changed = change_settings(path, {("answer", "prompt_tokens"): None, ("log", "level"): None})
    assert changed.answer.prompt_tokens == Settings().answer.prompt_tokens
    assert "prompt_tokens" not in path.read_text(encoding="utf-8")


def test_a_fraction_can_be_set(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    assert change_setting(path, "memory", "confidence", 0.9).memory.confidence == 0.9


def test_a_file_that_is_wrong_already_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("[answer]\nstanze = 1\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="stanze"):
        change_setting(path, "search", "top", 5)
    assert path.read_text(encoding="utf-8") == "[answer]\nstanze = 1\n"


def test_every_key_can_be_reached_on_the_page() -> None:
    keys = {(section, key) for section, values in Settings().model_dump().items() for key in values}
    on_forms = [field.place for fields in settings_fields.FORMS.values() for field in fields]
    assert len(on_forms) == len(set(on_forms))
    assert set(on_forms) | settings_fields.ELSEWHERE == keys
    assert not set(on_forms) & settings_fields.ELSEWHERE


def test_a_field_says_its_bounds_and_default_as_the_settings_have_them() -> None:
    fields = {field.place: field for fields in settings_fields.FORMS.values() for field in fields}
    assert settings_fields.bounds(fields["search", "top"]) == (1, 100)
    assert settings_fields.bounds(fields["handover", "name"]) is None
    assert settings_fields.meaning(fields["ingest", "parser_memory_mb"]).endswith(
        "256 to 1,000,000. Default: 1,500."
    )
    for field in fields.values():
        if field.choices:
            section = Settings.model_fields[field.section].annotation
            schema = section.model_json_schema()["properties"][field.key]  # type: ignore[union-attr]
            allowed = schema.get("enum") or re.findall(r"\w+", schema["pattern"])
            assert {value for value, _ in field.choices} == set(allowed), field.place


def test_every_setting_is_in_its_document() -> None:
    text = (Path(__file__).parent.parent / "docs" / "settings.md").read_text(encoding="utf-8")
    for section, values in Settings().model_dump().items():
        assert f"## [{section}]" in text
        for key, value in values.items():
            row = re.search(rf"^\| `{key}` \| ([^|]+) \|", text.partition(f"## [{section}]")[2], re.MULTILINE)
            assert row, f"{section}.{key} is not described"
            assert row.group(1).strip() == (f"`{value}`" if value != "" else "empty"), f"{section}.{key}"
