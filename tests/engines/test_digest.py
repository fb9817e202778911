import hashlib
import os
from pathlib import Path

from ragdesk.engines.digest import Digests


def test_a_hash_is_remembered_while_size_and_time_stay(tmp_path: Path) -> None:
    path, digests = tmp_path / "model", Digests(tmp_path / "hashes.json")
    path.write_bytes(b"one")
    first = digests.of(path)
    stamp = path.stat()
    path.write_bytes(b"two")
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert first == hashlib.sha256(b"one").hexdigest()
    assert digests.of(path) == first
    assert digests.measure(path) == hashlib.sha256(b"two").hexdigest()


def test_a_changed_file_is_measured_again(tmp_path: Path) -> None:
    path, digests = tmp_path / "model", Digests(tmp_path / "hashes.json")
    path.write_bytes(b"one")
    digests.of(path)
    path.write_bytes(b"longer")
    assert digests.of(path) == hashlib.sha256(b"longer").hexdigest()


def test_a_broken_memory_costs_time_and_nothing_else(tmp_path: Path) -> None:
    path, memory = tmp_path / "model", tmp_path / "hashes.json"
    path.write_bytes(b"one")
    memory.write_text('{"half a')
    assert Digests(memory).of(path) == hashlib.sha256(b"one").hexdigest()


def test_files_that_went_away_are_forgotten(tmp_path: Path) -> None:
    old, new, digests = tmp_path / "old", tmp_path / "new", Digests(tmp_path / "hashes.json")
    old.write_bytes(b"1")
    digests.of(old)
    old.unlink()
    new.write_bytes(b"2")
    digests.of(new)
    assert digests.recorded(old) == ""
    assert digests.recorded(new) == hashlib.sha256(b"2").hexdigest()
