"""Routes: theorems in a row, from how answers are made to the guarantee that is asked for."""
