"""The language model's process runs out of memory, and model files that are hostile: the app says what is wrong and goes on.

Weights are data. What a file says of itself (its metadata, its chat template) is read with bounds, and its template runs in
a sandbox; files that could run code when they are loaded are refused by their bytes, whatever their names say.
"""

import io
import os
import pickle
import random
import resource
import struct
import sys
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from break_it.counting import MUCH, count, long_part
from break_it.mutate import mutated
from ragdesk.domain.errors import ModelDamagedError, ModelError, ModelFailedError, UsageError
from ragdesk.domain.ports import Prompt
from ragdesk.engines import llm_process
from ragdesk.engines.gguf import read_header
from ragdesk.engines.llm import LocalModel
from ragdesk.engines.model_import import role_of, take_in
from ragdesk.host.paths import bundled_models

HEADS = int(os.environ.get("RAGDESK_FUZZ", "150" if MUCH else "30")) * 10
SEED = int(os.environ.get("RAGDESK_SEED", "7"))
STRING, UINT32, ARRAY, UINT64 = 8, 4, 9, 10
PROMPT = Prompt((("user", "Hello?"),), 4)
Pair = tuple[str, int, bytes]


def text(value: str | bytes) -> bytes:
    content = value.encode() if isinstance(value, str) else value
    return struct.pack("<Q", len(content)) + content


def gguf(pairs: Sequence[Pair], tensors: int = 0, count: int | None = None) -> bytes:
    """A GGUF head of these pairs: (key, value type, the value's bytes)."""
    written = b"".join(text(key) + struct.pack("<I", kind) + value for key, kind, value in pairs)
    return b"GGUF" + struct.pack("<IQQ", 3, tensors, len(pairs) if count is None else count) + written


def plain(template: str = "{{ messages }}") -> list[Pair]:
    return [
        ("general.architecture", STRING, text("llama")),
        ("llama.context_length", UINT32, struct.pack("<I", 2_048)),
        ("tokenizer.ggml.tokens", ARRAY, struct.pack("<IQ", STRING, 2) + text("a") + text("b")),
        ("tokenizer.chat_template", STRING, text(template)),
    ]


def hostile_heads() -> Iterator[bytes]:
    """Counts and lengths that would fill the memory or the time, were they believed."""
    for huge in (2**31, 2**32 - 1, 2**62, 2**63, 2**64 - 1):
        yield gguf(plain(), count=huge)
        yield gguf(plain(), tensors=huge)
        yield gguf([*plain()[:1], ("x", ARRAY, struct.pack("<IQ", 0, huge))])
        yield gguf([*plain()[:1], ("x", ARRAY, struct.pack("<IQ", STRING, huge))])
        yield gguf([*plain()[:1], ("x", STRING, struct.pack("<Q", huge))])
        yield b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", huge)
    yield gguf([*plain()[:1], ("x", ARRAY, struct.pack("<IQ", ARRAY, 1) * 2_000)])
    yield gguf([("general.architecture", STRING, text("\x00../../etc"))])
    yield gguf([("general.architecture", UINT64, struct.pack("<Q", 7))])
    yield gguf([("general.architecture", STRING, text(b"\xff\xfe\x00"))] * 9_999)


def is_settled(path: Path) -> bool:
    """Whether its head is read, or refused with a reason."""
    try:
        read_header(path)
    except ModelDamagedError as error:
        return bool(error.hint)
    return True


def test_hostile_heads_are_read_with_bounds(tmp_path: Path) -> None:
    rng, path, whole = random.Random(SEED), tmp_path / "m.gguf", gguf(plain())
    everything = [whole, *hostile_heads()]
    for content in everything[1:]:
        path.write_bytes(content)
        assert count("hostile GGUF head", is_settled(path)), content[:80]
    for _ in range(HEADS):
        path.write_bytes(mutated(whole, rng, everything))
        assert count("fuzzed GGUF head", is_settled(path)), path.read_bytes()


class Bomb:
    """What a pickle does when it is loaded."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("touch /tmp/ragdesk-was-here",)


def pickles() -> dict[str, bytes]:
    bomb = pickle.dumps(Bomb())
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:  # as torch.save writes
        archive.writestr("archive/data.pkl", bomb)
    return {
        "weights.bin": bomb,
        "weights.pt": out.getvalue(),
        "weights.safetensors": bomb,
        "weights.gguf": bomb,
        "weights.onnx": out.getvalue(),
        "weights": out.getvalue(),
        "w.gguf.pkl": bomb,
        "weights.ckpt": b"\x80\x02" + bomb,
    }


@pytest.mark.parametrize("name", sorted(pickles()))
def test_what_can_run_code_is_refused_and_not_copied(tmp_path: Path, name: str) -> None:
    path, models = tmp_path / name, tmp_path / "models"
    models.mkdir()
    path.write_bytes(pickles()[name])
    with pytest.raises((UsageError, ModelDamagedError)) as caught:
        take_in(path, models)
    held = caught.value.hint and not list(models.iterdir()) and not Path("/tmp/ragdesk-was-here").exists()
    assert count("pickle for a model", held), name


def test_a_folder_of_weights_that_only_look_safe_brings_no_code_along(tmp_path: Path) -> None:
    folder, models = tmp_path / "embedder", tmp_path / "models"
    folder.mkdir()
    models.mkdir()
    for name, content in {
        "config.json": b'{"architectures": ["BertModel"], "auto_map": {"AutoModel": "evil.Model"}}',
        "modules.json": b'[{"idx": 0, "name": "0", "path": "", "type": "evil.Module"}]',
        "model.safetensors": struct.pack("<Q", 2**63) + b"{}",
        "pytorch_model.bin": pickle.dumps(Bomb()),
        "evil.py": b"import os; os.abort()",
        "evil.so": b"\x7fELF",
    }.items():
        (folder / name).write_bytes(content)
    assert role_of(folder) == "embedder"
    copied = {path.name for path in take_in(folder, models).iterdir()}
    assert count("code beside weights", copied.isdisjoint({"pytorch_model.bin", "evil.py", "evil.so"}))


def real_model() -> Path:
    path = bundled_models() / "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"
    if not path.exists():
        pytest.fail("the default language model is not in models/: run `make models`")
    return path


@long_part
@pytest.mark.model
@pytest.mark.timeout(1_800)
@pytest.mark.skipif(sys.platform != "linux", reason="limits another process's memory, which only Linux can")
def test_a_model_that_finds_no_memory_is_said_and_the_next_question_starts_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system grants the child 1,000 MB of addresses: the weights alone need 1,100."""
    model = LocalModel(real_model(), 2, 1_024, tmp_path / "llm.log")
    with monkeypatch.context() as patched:
        limited = ["prlimit", "--as=1000000000", *llm_process.command()]
        patched.setattr(llm_process, "command", lambda: limited)
        with pytest.raises(ModelError) as caught:
            list(model.stream(PROMPT))
    assert count("no memory for the model", caught.value.hint)
    assert "".join(model.stream(PROMPT))
    model.close()


@long_part
@pytest.mark.model
@pytest.mark.timeout(1_800)
@pytest.mark.skipif(sys.platform != "linux", reason="limits another process's memory, which only Linux can")
def test_a_model_that_runs_out_of_memory_while_it_answers_is_said(tmp_path: Path) -> None:
    model = LocalModel(real_model(), 2, 1_024, tmp_path / "llm.log")
    assert "".join(model.stream(PROMPT))
    assert model.process_id is not None
    held = int(Path(f"/proc/{model.process_id}/statm").read_text().split()[0]) * resource.getpagesize()
    resource.prlimit(model.process_id, resource.RLIMIT_AS, (held, held))
    try:
        said = "".join(model.stream(Prompt((("user", "word " * 900),), 40)))
    except ModelFailedError as error:
        said = error.hint
    # It may live on what it has; if not, it says so, and the next question starts it again.
    assert count("no memory for the model", said)
    model.close()
    assert "".join(model.stream(PROMPT))
    model.close()
