"""The rows and cells of tables that a question is about."""
