"""A question becomes an answer: rewrite → retrieve → fuse → gate → prompt → generate → cite."""
