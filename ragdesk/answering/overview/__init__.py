"""Whole documents: the sentences that stand for what a document says, and what is written of its sections."""
