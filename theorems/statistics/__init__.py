"""Statistics: tails of sums and of maxima, and tests that the data chose."""
