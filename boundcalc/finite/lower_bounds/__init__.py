"""How many records are too few: what an analyst who votes overfits, by exact laws."""
