"""What is known of language without any model: which one a text is in, its sentences, its small words."""
