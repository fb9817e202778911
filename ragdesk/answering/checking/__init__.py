"""What the language model wrote, checked: each sentence attributed to a quote, or marked."""
