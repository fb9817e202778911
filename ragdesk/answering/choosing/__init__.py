"""Which sentence, row or cells stand as the answer, before the language model writes anything."""
