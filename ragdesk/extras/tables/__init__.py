"""Tables of documents and questions as files, and the sets of columns that a person can begin with."""
