"""What a question is to one theorem: its symbols, constraints, and the condition that is left."""
