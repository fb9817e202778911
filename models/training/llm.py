"""The language model's trunk with low-rank adapters (Hu and others, 2021: LoRA), out of the GGUF that ships.

The weights are those of the 4-bit file turned back into floats: what is learned fits what runs.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import gguf
import numpy as np
import torch
from gguf import GGUFReader, GGUFWriter, ReaderTensor
from torch import nn
from transformers import Qwen2Config, Qwen2Model

# llama.cpp's names of a layer's matrices, and those of transformers.
_MATRICES = {
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
_NORMS = {"attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm"}
RANK, ALPHA = 8, 16.0


class Adapted(nn.Module):
    """A linear layer and what is learned beside it: x·Aᵀ·Bᵀ·alpha/rank."""

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        self.linear = linear
        self.a = nn.Parameter(torch.randn(RANK, linear.in_features) / linear.in_features**0.5)
        self.b = nn.Parameter(torch.zeros(linear.out_features, RANK))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        low = x @ self.a.to(x.dtype).T
        return self.linear(x) + (low @ self.b.to(x.dtype).T) * (ALPHA / RANK)


class Judge(nn.Module):
    """How much more likely the answer to a prompt begins with Yes than with No."""

    def __init__(
        self, path: Path, words: tuple[int, int], first_adapted: int, dtype: torch.dtype, device: str
    ) -> None:
        """`words`: the tokens of Yes and No. The layers below `first_adapted` stay as they are, and nothing is learned through
        them."""
        super().__init__()
        reader = GGUFReader(path)
        self.trunk = _trunk(reader, dtype, device)
        said, denied = _rows_of_output(reader, words)
        self.register_buffer("direction", torch.from_numpy(said - denied).float().to(device))
        self.requires_grad_(False)
        for layer in self.trunk.layers[first_adapted:]:
            for name in _MATRICES.values():
                parent, _, child = name.partition(".")
                block = getattr(layer, parent)
                setattr(block, child, Adapted(getattr(block, child)).to(device))

    def forward(self, tokens: torch.Tensor, prompts: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
        """(places,) log-odds. `tokens`: (batch, length), filled up on the right, which changes nothing before; `prompts` and
        `places`: where in the batch each is told."""
        states = self.trunk(input_ids=tokens, use_cache=False).last_hidden_state
        return states[prompts, places].float() @ self.direction

    def adapters(self) -> Iterator[tuple[str, Adapted]]:
        """llama.cpp's names of the adapted matrices."""
        for number, layer in enumerate(self.trunk.layers):
            for ours, theirs in _MATRICES.items():
                module = layer.get_submodule(theirs)
                if isinstance(module, Adapted):
                    yield f"blk.{number}.{ours}.weight", module


def write_adapter(judge: Judge, path: Path, name: str, licence: str) -> None:
    """As a GGUF that llama.cpp takes beside the model."""
    writer = GGUFWriter(path, "qwen2")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", ALPHA)
    writer.add_name(name)
    writer.add_license(licence)
    for tensor, module in judge.adapters():
        for part, weight in (("lora_a", module.a), ("lora_b", module.b)):
            writer.add_tensor(f"{tensor}.{part}", weight.detach().cpu().to(torch.float16).numpy())
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def read_adapter(judge: Judge, path: Path) -> None:
    """Take what another training learned, to go on from there."""
    tensors = {tensor.name: tensor for tensor in GGUFReader(path).tensors}
    with torch.no_grad():
        for tensor, module in judge.adapters():
            for part, weight in (("lora_a", module.a), ("lora_b", module.b)):
                data = tensors[f"{tensor}.{part}"].data.astype(np.float32)
                weight.copy_(torch.from_numpy(data).reshape(weight.shape))


def _trunk(reader: GGUFReader, dtype: torch.dtype, device: str) -> Qwen2Model:
    def number(key: str) -> float:
        return float(reader.get_field(f"qwen2.{key}").contents())

    tensors = {tensor.name: tensor for tensor in reader.tensors}
    config = Qwen2Config(
        vocab_size=int(tensors["token_embd.weight"].shape[1]),
        hidden_size=int(number("embedding_length")),
        intermediate_size=int(number("feed_forward_length")),
        num_hidden_layers=int(number("block_count")),
        num_attention_heads=int(number("attention.head_count")),
        num_key_value_heads=int(number("attention.head_count_kv")),
        rms_norm_eps=number("attention.layer_norm_rms_epsilon"),
        rope_parameters={"rope_type": "default", "rope_theta": number("rope.freq_base")},
        pad_token_id=None,
        bos_token_id=None,
        eos_token_id=None,
    )
    with torch.device("meta"):
        trunk = Qwen2Model(config)
    with ThreadPoolExecutor() as pool:
        weights = pool.map(lambda tensor: gguf.dequantize(tensor.data, tensor.tensor_type), tensors.values())
        state = {
            _their_name(name): torch.tensor(weight).to(device, dtype)
            for name, weight in zip(tensors, weights, strict=True)
            if name != "output.weight"
        }
    trunk.load_state_dict(state, assign=True)
    # Made on no device, so its table of frequencies has no values yet.
    trunk.rotary_emb = type(trunk.rotary_emb)(config).to(device)
    return trunk


def _rows_of_output(reader: GGUFReader, words: tuple[int, int]) -> np.ndarray:
    """(2, width): what the last state is multiplied with for each of two tokens."""
    table = _output(reader)
    return gguf.dequantize(table.data[list(words)], table.tensor_type)


def rows_of_output(path: Path) -> np.ndarray:
    """(vocabulary, width): the same for every token."""
    table = _output(GGUFReader(path))
    return gguf.dequantize(table.data, table.tensor_type)


def _output(reader: GGUFReader) -> ReaderTensor:
    """What the last state is multiplied with for each token. Some models have their input's table for it."""
    tensors = {tensor.name: tensor for tensor in reader.tensors}
    return tensors.get("output.weight", tensors["token_embd.weight"])


def _their_name(name: str) -> str:
    """transformers' name of one of llama.cpp's tensors."""
    if name == "token_embd.weight":
        return "embed_tokens.weight"
    if name == "output_norm.weight":
        return "norm.weight"
    _, number, matrix, kind = name.split(".")
    return f"layers.{number}.{ {**_MATRICES, **_NORMS}[matrix] }.{kind}"
