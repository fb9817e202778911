"""What is asked: the kind of a question, what it leans on, and the questions that it is made of."""
