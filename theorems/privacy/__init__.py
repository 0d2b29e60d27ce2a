"""Privacy: what mechanisms give, what composes, and what one kind is worth in another."""
