"""A model file for tests that run no model."""

import struct


def gguf(architecture: str = "llama", padding: int = 0) -> bytes:
    """A GGUF file without tensors that says what it is."""

    def text(value: str) -> bytes:
        return struct.pack("<Q", len(value)) + value.encode()

    pairs = [
        text("general.architecture") + struct.pack("<I", 8) + text(architecture),
        text(f"{architecture}.context_length") + struct.pack("<II", 4, 2048),
        text("tokenizer.ggml.tokens") + struct.pack("<IIQ", 9, 8, 2) + text("a") + text("b"),
        text("tokenizer.chat_template") + struct.pack("<I", 8) + text("{{ messages }}"),
    ]
    return b"GGUF" + struct.pack("<IQQ", 3, 0, len(pairs)) + b"".join(pairs) + bytes(padding)
