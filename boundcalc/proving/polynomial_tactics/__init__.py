"""Tactics for polynomials: coefficients of Bernstein, quadratic forms, Gram matrices."""
