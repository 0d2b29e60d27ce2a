"""Tactics of equations among the facts: a variable is replaced, a power is divided out."""
