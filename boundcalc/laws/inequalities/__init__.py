"""Inequalities between terms that are not read: term by term, of sums, of norms, of unions."""
