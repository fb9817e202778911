"""The engines: the language model, the embedder, and the files that they are made of."""
