"""The Library tab: what is dropped in, the queue, the list, a document's own page, search that explains itself."""
