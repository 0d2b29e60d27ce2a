"""Generalization: what is private, or accurate on the sample, is accurate on the population."""
