"""What is asked: a theorem, an unknown, exact given values, and the condition that they make."""
