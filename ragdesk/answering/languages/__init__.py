"""A question in one language over documents in another."""
