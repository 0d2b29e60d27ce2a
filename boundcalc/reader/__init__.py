"""The reader of LaTeX formulas: strict, because a guess would make a verdict worthless."""
