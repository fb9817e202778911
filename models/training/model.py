"""The trunk of the reranker with two heads: how well a passage fits a question (its own logit), and whether it answers it."""

from pathlib import Path
from typing import NamedTuple

import torch
from base import reranker
from torch import nn


class Logits(NamedTuple):
    """(batch,) each."""

    rank: torch.Tensor
    answers: torch.Tensor


class Reader(nn.Module):
    def __init__(self, onnx_path: Path) -> None:
        super().__init__()
        ranker = reranker(onnx_path)
        self.bert, self.rank = ranker.bert, ranker.classifier
        width = self.bert.config.hidden_size
        # The new head has a pooler of its own, begun as a copy: the old logit need not give way to it.
        self.pooler, self.answers = nn.Linear(width, width), nn.Linear(width, 1)
        self.pooler.load_state_dict(self.bert.pooler.dense.state_dict())
        self.answers.load_state_dict(self.rank.state_dict())

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> Logits:
        read = self.bert(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids)
        answering = torch.tanh(self.pooler(read.last_hidden_state[:, 0]))
        return Logits(self.rank(read.pooler_output).squeeze(-1), self.answers(answering).squeeze(-1))
