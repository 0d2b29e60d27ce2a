"""Explicit terms: sums and integrals whose values are known functions."""
