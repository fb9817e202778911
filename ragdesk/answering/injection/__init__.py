"""Words of a document that are spoken to a language model: it does not read them."""
