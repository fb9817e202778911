"""Text recognition: what pages without a text layer and pictures are read with."""
