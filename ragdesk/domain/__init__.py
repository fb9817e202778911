"""The nouns of RAGDesk and the Protocols between its parts. Imports nothing of the package."""
