"""Adaptive queries: how many records suffice for the answers, and how many are too few."""
