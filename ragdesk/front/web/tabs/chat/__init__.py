"""The Chat tab: conversations, the question and its evidence, the streaming answer, ratings, the hand-over to a person."""
