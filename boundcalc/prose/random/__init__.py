"""What a sentence says of random values: their laws, what is independent, what is private."""
