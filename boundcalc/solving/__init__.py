"""The solver of one theorem: which value suffices, certified, and what shows it."""
