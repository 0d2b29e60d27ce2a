"""Finite laws that satisfy what a row is given: they refute it, or show that it can hold."""
