"""Expressions compiled once and run over doubles, alone or by the array; for guessing only.

Plain, with first derivatives, or as signed logarithms. What is certified is in `enclosures`.
"""
