"""The cells of a table: a question answered from one document alone, as a value of the kind that its column asks for."""
