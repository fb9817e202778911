"""From the question to the passages: searched for, fused, reranked, and searched for once more in other words."""
