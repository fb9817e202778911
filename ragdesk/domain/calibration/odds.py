"""Probabilities and their log-odds."""

import math


def probability_of(z: float) -> float:
    """Logistic, of natural log-odds."""
    return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, z))))


def log_odds(probability: float) -> float:
    """Natural; of what is nearly sure or nearly impossible, those of a billionth."""
    inside = min(max(probability, 1e-9), 1.0 - 1e-9)
    return math.log(inside / (1.0 - inside))
