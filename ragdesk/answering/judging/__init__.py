"""Whether a passage or one of its lines answers: the gate, the judge's marks, near misses."""
