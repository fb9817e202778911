"""One trunk, three heads: how well a passage fits a question (the old reranker's logit), whether it answers it, and whether it
bears a claim out."""

from pathlib import Path
from typing import NamedTuple

import torch
from base import reranker
from torch import nn


class Logits(NamedTuple):
    """(batch,), (batch,), (batch, 3): the last in the order of LABELS."""

    rank: torch.Tensor
    answers: torch.Tensor
    bears_out: torch.Tensor


LABELS = ("entailment", "neutral", "contradiction")


class Reader(nn.Module):
    def __init__(self, onnx_path: Path) -> None:
        super().__init__()
        ranker = reranker(onnx_path)
        self.bert, self.rank = ranker.bert, ranker.classifier
        width = self.bert.config.hidden_size
        # Each new head has a pooler of its own, begun as a copy: the old logit need not give way to them.
        self.poolers = nn.ModuleList(nn.Linear(width, width) for _ in range(2))
        for pooler in self.poolers:
            pooler.load_state_dict(self.bert.pooler.dense.state_dict())
        self.answers, self.bears_out = nn.Linear(width, 1), nn.Linear(width, len(LABELS))
        self.answers.load_state_dict(self.rank.state_dict())
        nn.init.normal_(self.bears_out.weight, std=0.02)
        nn.init.zeros_(self.bears_out.bias)

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> Logits:
        read = self.bert(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids)
        first = read.last_hidden_state[:, 0]
        answering, bearing = (torch.tanh(pooler(first)) for pooler in self.poolers)
        return Logits(
            self.rank(read.pooler_output).squeeze(-1),
            self.answers(answering).squeeze(-1),
            self.bears_out(bearing),
        )
