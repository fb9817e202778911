"""Answers that code composes of quotes, one module a kind of question, where that is better than a small model's prose."""
