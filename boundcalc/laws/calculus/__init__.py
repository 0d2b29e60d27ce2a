"""Derivatives of explicit terms, and sums that differ by where they begin and end."""
