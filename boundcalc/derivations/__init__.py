"""Documents as rows: each with its relation, what is assumed, why it holds, and its name."""
