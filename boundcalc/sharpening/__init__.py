"""Sharp constants: the least or greatest value of one symbol at which a relation holds everywhere.

Doubles and balls look for the value and the point that decides it; what is said of them rests on
certificates of `boundcalc.proving`.
"""
