"""Fast rigorous numbers for searching: expressions run over intervals, alone or by the array.

Every operation encloses: the result contains the exact value for every choice of points in the
operands at which the operation is defined, and says whether it was defined at all of them.
"""
