import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from ragdesk.domain.errors import ModelDamagedError
from ragdesk.engines.gguf import read_header


def test_the_real_model_says_what_it_is(llm_file: Path) -> None:
    header = read_header(llm_file)
    assert header.architecture == "qwen2"
    assert header.context_tokens == 32_768
    assert header.has_chat_template


def test_arrays_are_stepped_over(tmp_path: Path, make_gguf: Callable[..., bytes]) -> None:
    path = tmp_path / "small.gguf"
    path.write_bytes(make_gguf("llama"))
    header = read_header(path)
    assert (header.architecture, header.context_tokens, header.has_chat_template) == ("llama", 2048, True)


def test_a_file_cut_off_anywhere_is_damaged(tmp_path: Path, make_gguf: Callable[..., bytes]) -> None:
    whole = make_gguf("llama")
    path = tmp_path / "cut.gguf"
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(ModelDamagedError):
            read_header(path)


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04" + bytes(100),
        b"GGUF" + struct.pack("<IQQ", 1, 0, 0),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 2**60),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 0),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", 2**62),
        b"GGUF"
        + struct.pack("<IQQ", 3, 0, 1)
        + struct.pack("<Q", 1)
        + b"x"
        + struct.pack("<IIQ", 9, 4, 2**61),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", 1) + b"x" + struct.pack("<I", 77),
    ],
    ids=["zip", "old version", "many keys", "no architecture", "huge string", "huge array", "unknown type"],
)
def test_hostile_heads_are_refused_without_reading_much(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelDamagedError, match=r"bad\.gguf"):
        read_header(path)
