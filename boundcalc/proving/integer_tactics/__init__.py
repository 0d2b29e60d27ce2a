"""Tactics about integers: induction, sums and factorials, and integers near to each other."""
