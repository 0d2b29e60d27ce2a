r"""Inequalities between terms that are not read, which hold whatever is in the terms."""
