"""A file becomes chunks: walk → fingerprint → parse → split → encode → store."""
