"""Rows with derivatives, and with sums that differ at their ends."""
