"""Model files for tests: one that says what it is and runs nothing, and one of a megabyte that llama.cpp loads."""

import struct
from collections.abc import Sequence

STRING, UINT32, FLOAT32, ARRAY, INT32 = 8, 4, 6, 9, 5
# Of the model that can be loaded.
WIDTH, HEADS, ALIGNED = 64, 2, 32
# Kinds of tokens, as llama.h has them.
NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6
# The token that ends an answer.
END = 2


def gguf(architecture: str = "llama", padding: int = 0) -> bytes:
    """A GGUF file without tensors that says what it is."""
    pairs = [
        _pair("general.architecture", STRING, _text(architecture)),
        _pair(f"{architecture}.context_length", UINT32, struct.pack("<I", 2048)),
        _pair("tokenizer.ggml.tokens", ARRAY, _array(STRING, [_text("a"), _text("b")])),
        _pair("tokenizer.chat_template", STRING, _text("{{ messages }}")),
    ]
    return b"GGUF" + struct.pack("<IQQ", 3, 0, len(pairs)) + b"".join(pairs) + bytes(padding)


def loadable_gguf(template: str, says: str = "", again: bool = True) -> bytes:
    """A Llama of one layer that llama.cpp loads in no time, with this chat template. It reads single bytes; whatever they are, it
    writes the words of `says` (at most 60; "a" where there are none), and does so `again` and again until it is stopped: each
    word has a direction of its own, in which the next one lies."""
    words = [f"\u2581{word}" for word in says.split()] or ["a"]
    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), *words]
    kinds = [UNKNOWN, CONTROL, CONTROL, *[BYTE] * 256, *[NORMAL] * len(words)]
    numbers = {
        "llama.context_length": 4096,
        "llama.embedding_length": WIDTH,
        "llama.block_count": 1,
        "llama.feed_forward_length": WIDTH,
        "llama.attention.head_count": HEADS,
        "llama.rope.dimension_count": WIDTH // HEADS,
        "tokenizer.ggml.unknown_token_id": 0,
        "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": END,
    }
    pairs = [
        _pair("general.architecture", STRING, _text("llama")),
        *(_pair(key, UINT32, struct.pack("<I", number)) for key, number in numbers.items()),
        _pair("llama.attention.layer_norm_rms_epsilon", FLOAT32, struct.pack("<f", 1e-5)),
        _pair("tokenizer.ggml.model", STRING, _text("llama")),
        _pair("tokenizer.ggml.tokens", ARRAY, _array(STRING, [_text(token) for token in tokens])),
        _pair("tokenizer.ggml.scores", ARRAY, _array(FLOAT32, [struct.pack("<f", 0)] * len(tokens))),
        _pair("tokenizer.ggml.token_type", ARRAY, _array(INT32, [struct.pack("<i", kind) for kind in kinds])),
        _pair("tokenizer.chat_template", STRING, _text(template)),
    ]
    read = [0] * (len(tokens) - len(words)) + [number + 1 for number in range(len(words))]
    nothing = [0.0] * WIDTH
    rows = [nothing] * (len(tokens) - len(words)) + [_one(number) for number in range(len(words))]
    if again:
        rows[-len(words)] = _one(0, len(words))
    else:
        rows[END] = _one(len(words))
    square = ((WIDTH, WIDTH), nothing * WIDTH)
    tensors: dict[str, tuple[tuple[int, ...], Sequence[float]]] = {
        "token_embd.weight": ((WIDTH, len(tokens)), [each for at in read for each in _one(at)]),
        "output_norm.weight": ((WIDTH,), [1.0] * WIDTH),
        "output.weight": ((WIDTH, len(tokens)), [each for row in rows for each in row]),
        "blk.0.attn_norm.weight": ((WIDTH,), [1.0] * WIDTH),
        "blk.0.ffn_norm.weight": ((WIDTH,), [1.0] * WIDTH),
        **{f"blk.0.attn_{part}.weight": square for part in ("q", "k", "v", "output")},
        **{f"blk.0.ffn_{part}.weight": square for part in ("gate", "up", "down")},
    }
    heads, weights = [], b""
    for name, (shape, values) in tensors.items():
        sizes = struct.pack(f"<I{len(shape)}Q", len(shape), *shape)
        heads.append(_text(name) + sizes + struct.pack("<IQ", 0, len(weights)))  # 0: four bytes a number
        weights += _padded(struct.pack(f"<{len(values)}f", *values))
    head = b"GGUF" + struct.pack("<IQQ", 3, len(heads), len(pairs)) + b"".join([*pairs, *heads])
    return _padded(head) + weights


def _one(*places: int) -> list[float]:
    return [float(at in places) for at in range(WIDTH)]


def _padded(content: bytes) -> bytes:
    return content + bytes(-len(content) % ALIGNED)


def _text(value: str) -> bytes:
    return struct.pack("<Q", len(value.encode())) + value.encode()


def _array(kind: int, items: Sequence[bytes]) -> bytes:
    return struct.pack("<IQ", kind, len(items)) + b"".join(items)


def _pair(key: str, kind: int, value: bytes) -> bytes:
    return _text(key) + struct.pack("<I", kind) + value
