"""Lists and steps as they stand in a document, whole."""
