"""Which readers made a document."""

# Raised whenever the same file would come out differently, so that older documents can be found and made anew.
INGEST_VERSION = 21
