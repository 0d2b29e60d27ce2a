"""boundcalc: bounds of adaptive data analysis and differential privacy, solved and checked."""
