"""Entropies and mutual informations, of variables and as sums over mass functions."""
