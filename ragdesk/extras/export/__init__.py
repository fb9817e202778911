"""Cited answers with their evidence, as files: what is exported is settled once (`build`), then written by one module a
format. No writer knows the stores, and none lets a text of a document or a model become anything but text."""
