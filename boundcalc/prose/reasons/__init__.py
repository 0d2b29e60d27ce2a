"""What a sentence names as the reason of a relation."""
